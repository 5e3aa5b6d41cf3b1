import type { Connector } from "../../../Connector.js"
import type { OAuth2Options } from "../../../CredentialField.js"
import * as Consent from "../../../consent/Consent.js"
import * as Authentication from "../../../http/Authentication.js"
import { namesOf } from "../../../http/answer/AnswerErrors.js"
import type { OwnClientUse } from "../../../http/ConsentVisit.js"
import * as TimedValue from "../../../http/TimedValue.js"
import type { VendorHttpSettings } from "../../../http/VendorHttp.js"
import * as HeldConsent from "../../run/HeldConsent.js"
import { type CredentialOptions, settingsOf } from "../../run/TestCredentials.js"
import type { Reply } from "../../vendor/ScriptedVendor.js"
import { insist } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"

/** The body of a refusal with a code at a path such as `errors[].code`. */
const bodyWith = (path: string, code: string): Readonly<Record<string, unknown>> => {
  const value: unknown = /^\d+$/.test(code) ? Number(code) : code
  const nested = namesOf(path).reduceRight<unknown>(
    (inner, name) => (name.endsWith("[]") ? { [name.slice(0, -2)]: [inner] } : { [name]: inner }),
    value
  )
  return { error: "invalid_client", ...(nested as object) }
}

/** What a vendor answers to the application of a customer who has removed it, in every form that means so. */
export const removals = ({ removed }: OwnClientUse): ReadonlyArray<Reply> => [
  { status: 400, body: { error: "unauthorized_client" } },
  // The address of the request may name the customer.
  { status: 404, body: { message: "Not Found" } },
  ...(removed?.codes ?? []).map((code) => ({ status: 401, body: bodyWith(removed?.at ?? "", code) }))
]

/** Another value of a fact, in the same form. */
const otherThan = (value: string): string => value.replace(/.$/, (last) => (last === "1" ? "2" : "1"))

/** What names the customer in the requests of a connector: the token request, or what all others have. */
const namesIn = ({ auth, baseUrl, headers, path, query }: VendorHttpSettings): string => {
  const every = [headers, path, query].map((fields = {}) => TimedValue.sourcesOf(fields))
  return JSON.stringify([auth === undefined ? null : Authentication.identityOf(auth), baseUrl, every])
}

/** An application may read all customers who have allowed it, so that only the connector keeps them apart. */
export const ofCustomer = (connector: Connector, oauth2: OAuth2Options, { credentials }: CredentialOptions): Check => ({
  name: `${connector.authType}: the application gets its token for the customer, and for what the customer has allowed`,
  run: async () => {
    const facts = oauth2.proof?.facts ?? []
    insist(
      facts.length > 0,
      () => "Declare a proof: without one, anybody can name a customer who has allowed the application."
    )
    const made = (of: (value: string) => string) => {
      const proven = facts.map((fact) => [
        fact,
        of(connector.credentials.fields[fact]?.credential.example ?? "example")
      ])
      const given = { ...credentials, ...Object.fromEntries(proven) }
      return settingsOf(connector, { credentials: HeldConsent.credentialsOf(connector, given) })
    }
    const settings = made((value) => value)
    insist(
      namesIn(settings) !== namesIn(made(otherThan)),
      () =>
        `The requests for two customers are the same: let the token request name the customer by ${facts.join(" or ")}.`
    )
    const allowed = oauth2.grantPage === undefined ? null : new URL(oauth2.grantPage.url).searchParams.get("scope")
    const asked = settings.auth?.form?.["scope"]
    // What a consent without permissions lets the application read, the customer decides elsewhere.
    insist(
      allowed === null || Consent.allowedBy(oauth2).length === 0 || asked === allowed,
      () => `The customer allows the scope ${allowed}, and the token request asks for ${asked ?? "none"}.`
    )
  }
})
