import { authMethodsOf, type Connector, extractorsOf, signingIn } from "../../../Connector.js"
import type { OAuth2Options } from "../../../CredentialField.js"
import * as Consent from "../../../consent/Consent.js"
import { exportTypesOf } from "../../../extract/Extractor.js"
import * as AuthorizeAddress from "../../../oauth2/AuthorizeAddress.js"
import { type RunReport, run } from "../../run/ConnectorRun.js"
import * as HeldConsent from "../../run/HeldConsent.js"
import { settingsOf } from "../../run/TestCredentials.js"
import type { ScriptedIssuer } from "../../vendor/ScriptedIssuer.js"
import type { Fault, Seen } from "../../vendor/ScriptedVendor.js"
import { describeFailures, insist, quiet, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"

/** A way to sign in with a consent, and the connector that signs in so. */
interface Way {
  readonly connector: Connector
  readonly oauth2: OAuth2Options
}

const waysOf = (connector: Connector): ReadonlyArray<Way> =>
  authMethodsOf(connector).flatMap(({ authType, credentials }) => {
    const field = Consent.fieldOf(credentials.fields)
    const own = signingIn(connector, authType)
    // The operator's own application gets its tokens as the connector says, and not from the consent.
    const isHeld = field?.options.ownClient === undefined
    return field === null || own === null || !isHeld ? [] : [{ connector: own, oauth2: field.options }]
  })

/** What the kit sets for each visit; no connector may. */
const OF_VISIT = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method"
]

/** Names of parameters whose values nobody may see in the address of a page. */
const SECRET = /secret|password|token|verifier|assertion/i

/** What the vendor's page is asked for, in the address that a customer's browser opens. */
const page = ({ oauth2 }: Way, name: string): Check => ({
  name: `${name}: the vendor's page is asked for the declared scopes, with a state and PKCE, and without a secret`,
  run: async () => {
    const { authorizeParameters = {}, authorizeUrl, pkce = true, scopes } = oauth2
    const set = Object.keys(authorizeParameters).filter((each) => OF_VISIT.includes(each))
    insist(set.length === 0, () => `authorizeParameters: leave out ${set.join(", ")}, which every visit sets itself.`)
    const { hash, searchParams: own } = new URL(authorizeUrl)
    insist(
      hash === "",
      () => "authorizeUrl: leave out the fragment, behind which the vendor would not see a parameter."
    )
    const told = [...own.keys(), ...Object.keys(authorizeParameters)].filter((each) => SECRET.test(each))
    insist(
      told.length === 0,
      () =>
        `authorizeUrl and authorizeParameters: leave out ${told.join(", ")}; everybody who opens the page can read it.`
    )
    const wrong = scopes.filter((scope) => scope === "" || /\s/.test(scope))
    insist(wrong.length === 0, () => `scopes: write each scope as a text of its own, not "${wrong[0]}".`)
    const { searchParams } = new URL(AuthorizeAddress.of(oauth2, HeldConsent.departure))
    const asked = (parameter: string) => searchParams.getAll(parameter).join(" ")
    insist(
      asked("scope") === scopes.join(" ") && asked("state") === HeldConsent.departure.state,
      () => "authorizeUrl: leave out scope and state; declare the scopes as scopes."
    )
    insist((asked("code_challenge_method") === "S256") === pkce, () => "authorizeUrl: leave out code_challenge_method.")
  }
})

const insistOnHttps = ({ oauth2 }: Way): void => {
  for (const field of ["authorizeUrl", "tokenUrl", "issuer"] as const) {
    const address = oauth2[field]
    insist(
      address === undefined || address.startsWith("https://"),
      () => `${field}: declare an address that begins with https://; codes and tokens travel there.`
    )
  }
}

const addresses = (way: Way, name: string): Check => ({
  name: `${name}: the page, the token endpoint and the issuer of the consent have https addresses`,
  run: async () => insistOnHttps(way)
})

/** Strikes nothing, and does something before the request that `isIt` finds, once. */
const before = (isIt: (request: Parameters<Fault["strikes"]>[0]) => boolean, act: () => void): Fault => {
  let isDone = false
  return {
    strikes: (request) => {
      if (!isDone && isIt(request)) {
        isDone = true
        act()
      }
      return false
    },
    outcome: (reply) => ({ _tag: "Reply", reply })
  }
}

const bearerOf = ({ headers }: Pick<Seen, "headers">): string =>
  (headers["authorization"] ?? "").replace(/^Bearer /, "")

const GIVE =
  "Give the function http of this way `auth: consent`, as Credentials.oauth2 made it, and no other authorization"

/** What a connector must do with the tokens of a consent that a runtime holds. No checks if nobody consents. */
export const consentChecks = ({ connector: whole, healthy, options }: ConnectorUnderTest): ReadonlyArray<Check> =>
  waysOf(whole).flatMap((way) => {
    const { connector, oauth2 } = way
    const name = connector.authType
    const { auth } = settingsOf(connector, { credentials: HeldConsent.credentialsOf(connector, options.credentials) })
    const isData = ({ url }: { readonly url: URL | string }) => String(url).split("?")[0] !== oauth2.tokenUrl

    const running = async (faults: (issuer: ScriptedIssuer) => ReadonlyArray<Fault> = () => []) => {
      // The kit's runtime refuses other addresses, as every runtime does.
      insistOnHttps(way)
      const issuer = HeldConsent.issuerOf(oauth2)
      const { stored } = await healthy()
      const replies = options.ways?.[connector.authType] ?? options.replies
      const report = await run(connector, { ...options, replies, issuer, stored, faults: faults(issuer) })
      return { issuer, report }
    }
    /** The last request for data of a run without faults, which shows that its job goes on. */
    const lastOf = (report: RunReport) => report.requests.findLast(isData)
    const isRequest = (seen: Seen | undefined) => (request: Parameters<Fault["strikes"]>[0]) =>
      request.method === seen?.method && request.url.href === seen.url

    const carries: Check = {
      name: `${name}: requests carry the token that the runtime holds, and no other`,
      run: async () => {
        insist(auth?.held !== undefined, () => `The settings do not say which consent they use. ${GIVE}.`)
        insist(
          auth?.url === oauth2.tokenUrl && auth.scheme === undefined,
          () => `The runtime gets tokens at the tokenUrl of the consent and sends them as Bearer. ${GIVE}.`
        )
        const { issuer, report } = await running()
        const issued = issuer.issued()
        const other = report.requests.find((request) => isData(request) && !issued.includes(bearerOf(request)))
        insist(other === undefined, () => `${other?.method} ${other?.url} does not carry the token. ${GIVE}.`)
        const asked = report.requests.filter((request) => !isData(request)).length
        insist(
          asked === 1,
          () => `Expected the code to be exchanged, and no other token request; saw ${asked}. ${GIVE}.`
        )
        insist(report.failures.length === 0, () => `Nothing may fail with a consent: ${describeFailures(report)}.`)
        sameRecords({ before: await healthy(), after: report }, "With a consent")
        quiet(report, "With a consent")
      }
    }
    const expired: Check = {
      name: `${name}: a token that expires mid-run is renewed once, and no record is lost`,
      run: async () => {
        const last = lastOf((await running()).report)
        const { issuer, report } = await running((issuer) => [before(isRequest(last), issuer.expire)])
        insist(
          report.failures.length === 0,
          () =>
            `After a token that expired: ${describeFailures(report)}. 401 must reach the SDK as 401: let errors and classify mean nothing else by it.`
        )
        sameRecords({ before: await healthy(), after: report }, "After a token that expired")
        const { done } = issuer.renewals()
        insist(done === 1, () => `Expected one renewal after the token expired, saw ${done}. ${GIVE}.`)
      }
    }
    const revoked: Check = {
      name: `${name}: a consent that is withdrawn is UNAUTHORIZED for the customer, and deletes nothing`,
      run: async () => {
        const { requests } = (await running()).report
        const all = extractorsOf(connector).flatMap(exportTypesOf).length
        for (const [when, request] of [
          ["before the first request", requests.find(isData)],
          ["before the last request", requests.findLast(isData)]
        ] as const) {
          const { report } = await running((issuer) => [before(isRequest(request), issuer.revoke)])
          const what = `A consent that was withdrawn ${when}`
          const { failures, health } = report
          insist(
            health.name === "UNAUTHORIZED" && health.resolution_owner === "CUSTOMER",
            () => `${what}: expected UNAUTHORIZED for the customer, saw ${describeFailures(report)}.`
          )
          insist(
            failures.every((failure) => failure.health === "UNAUTHORIZED"),
            () => `${what}: expected UNAUTHORIZED for each export that fails, saw ${describeFailures(report)}.`
          )
          insist(
            when !== "before the first request" || failures.length === all,
            () => `${what}: expected each of ${all} exports to fail, saw ${describeFailures(report)}.`
          )
          sameRecords({ before: await healthy(), after: report }, what)
          quiet(report, what)
        }
      }
    }
    return [page(way, name), addresses(way, name), carries, expired, revoked]
  })
