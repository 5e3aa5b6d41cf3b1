import { authMethodsOf, type Connector, extractorsOf, signingIn } from "../../../Connector.js"
import type { OAuth2Options } from "../../../CredentialField.js"
import * as Consent from "../../../consent/Consent.js"
import type { ProblemReason } from "../../../contract/ProblemReason.js"
import { exportTypesOf } from "../../../extract/Extractor.js"
import type * as Authentication from "../../../http/Authentication.js"
import type { OwnClientUse } from "../../../http/ConsentVisit.js"
import * as AuthorizeAddress from "../../../oauth2/AuthorizeAddress.js"
import { type RunReport, run } from "../../run/ConnectorRun.js"
import * as HeldConsent from "../../run/HeldConsent.js"
import { settingsOf } from "../../run/TestCredentials.js"
import type { ScriptedIssuer } from "../../vendor/ScriptedIssuer.js"
import type { Fault, Seen } from "../../vendor/ScriptedVendor.js"
import { describeFailures, insist, quiet, sameRecords } from "../kit/Assertions.js"
import type { Check } from "../kit/Check.js"
import type { ConnectorUnderTest } from "../kit/ConnectorUnderTest.js"
import { ofCustomer, removals } from "./OwnClientChecks.js"

/** A way to sign in with a consent, and the connector that signs in so. */
interface Way {
  readonly connector: Connector
  readonly oauth2: OAuth2Options
  /** How the operator's application gets the tokens; null if the runtime holds those of the consent. */
  readonly ownClient: OwnClientUse | null
}

const waysOf = (connector: Connector): ReadonlyArray<Way> =>
  authMethodsOf(connector).flatMap(({ authType, credentials }) => {
    const field = Consent.fieldOf(credentials.fields)
    const own = signingIn(connector, authType)
    if (field === null || own === null) return []
    return [{ connector: own, oauth2: field.options, ownClient: field.options.ownClient ?? null }]
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
    const { authorizeParameters = {}, authorizeUrl, grantPage, pkce = true, scopes } = oauth2
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
    const shown = grantPage === undefined ? [] : [...new URL(grantPage.url).searchParams.keys()]
    const wrongly = shown.filter((each) => each === "state" || SECRET.test(each))
    insist(
      wrongly.length === 0,
      () =>
        `grantPage.url: leave out ${wrongly.join(", ")}; the runtime adds the state, and everybody reads the address.`
    )
  }
})

const insistOnHttps = ({ oauth2 }: Way): void => {
  const { authorizeUrl, grantPage, identity, issuer, tokenUrl } = oauth2
  const addresses = {
    authorizeUrl,
    tokenUrl,
    issuer,
    "grantPage.url": grantPage?.url,
    "identity.keysUrl": identity?.keysUrl
  }
  for (const [field, address] of Object.entries(addresses)) {
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

/** The token of a request, behind the word that the vendor wants before it. */
const tokenOf = ({ headers }: Pick<Seen, "headers">): string => (headers["authorization"] ?? "").split(" ").at(-1) ?? ""

const describeReasons = ({ failures }: RunReport): string =>
  failures.map(({ detail, reason }) => `${reason} at ${detail}`).join("; ") || "no failure"

const GIVE =
  "Give the function http of this way `auth: consent`, as Credentials.oauth2 made it, and no other authorization"

const GIVE_APPLICATION =
  "Give the function http of this way an `auth` that asks for tokens with the application that it receives, and no other authorization"

/** Whether the settings leave the tokens to whoever has them: the runtime, or the operator's application. */
const insistOnSource = ({ oauth2, ownClient }: Way, auth: Authentication.TokenSource | undefined): void => {
  if (ownClient !== null) {
    const isOwn = auth !== undefined && auth.held === undefined
    insist(isOwn, () => `The settings do not say how the application gets its tokens. ${GIVE_APPLICATION}.`)
    return
  }
  insist(auth?.held !== undefined, () => `The settings do not say which consent they use. ${GIVE}.`)
  insist(
    auth?.url === oauth2.tokenUrl && auth.scheme === undefined,
    () => `The runtime gets tokens at the tokenUrl of the consent and sends them as Bearer. ${GIVE}.`
  )
}

/** A run of a way to sign in, over the records of the first way, at an issuer that a check disturbs. */
type Running = (
  disturb?: (issuer: ScriptedIssuer) => ReadonlyArray<Fault>
) => Promise<{ readonly issuer: ScriptedIssuer; readonly report: RunReport }>

const isRequest = (seen: Seen | undefined) => (request: Parameters<Fault["strikes"]>[0]) =>
  request.method === seen?.method && request.url.href === seen.url

const checksOf = (way: Way, { healthy, options }: ConnectorUnderTest): ReadonlyArray<Check> => {
  const { connector, oauth2, ownClient } = way
  const name = connector.authType
  const auth = (): Authentication.TokenSource | undefined =>
    settingsOf(connector, { credentials: HeldConsent.credentialsOf(connector, options.credentials) }).auth
  const give = ownClient === null ? GIVE : GIVE_APPLICATION
  const all = extractorsOf(connector).flatMap(exportTypesOf).length

  const running: Running = async (disturb = () => []) => {
    // The kit's runtime refuses other addresses, as every runtime does.
    insistOnHttps(way)
    const issuer = HeldConsent.issuerOf(oauth2, ownClient === null ? undefined : auth())
    const { stored } = await healthy()
    const replies = options.ways?.[connector.authType] ?? options.replies
    const report = await run(connector, { ...options, replies, issuer, stored, faults: disturb(issuer) })
    return { issuer, report }
  }
  const isData = ({ url }: Pick<Seen, "url">) => {
    const tokenUrl = ownClient === null ? oauth2.tokenUrl : auth()?.url
    return url.split("?")[0] !== tokenUrl?.split("?")[0]
  }
  /** Nothing is deleted, and every failure has this reason; every export fails if `isOfAll`. */
  const insistOnReason = async (report: RunReport, reason: ProblemReason, isOfAll: boolean, what: string) => {
    const { failures } = report
    const isRight = failures.length > 0 && failures.every((failure) => failure.reason === reason)
    insist(
      isRight,
      () => `${what}: expected each failure to have the reason ${reason}, saw ${describeReasons(report)}.`
    )
    insist(
      !isOfAll || failures.length === all,
      () => `${what}: expected each of ${all} exports to fail, saw ${describeFailures(report)}.`
    )
    sameRecords({ before: await healthy(), after: report }, what)
    quiet(report, what)
  }

  const holder = ownClient === null ? "the runtime holds" : "the operator's application gets"
  const carries: Check = {
    name: `${name}: requests carry the token that ${holder}, and no other`,
    run: async () => {
      insistOnSource(way, auth())
      const { issuer, report } = await running()
      insist(
        report.failures.length === 0,
        () => `Nothing may fail with a consent: ${describeFailures(report)}. ${give}.`
      )
      const issued = issuer.issued()
      const other = report.requests.find((request) => isData(request) && !issued.includes(tokenOf(request)))
      insist(other === undefined, () => `${other?.method} ${other?.url} does not carry the token. ${give}.`)
      const asked = report.requests.filter((request) => !isData(request)).length
      insist(asked === 1, () => `Expected one token request; saw ${asked}. ${give}.`)
      sameRecords({ before: await healthy(), after: report }, "With a consent")
      quiet(report, "With a consent")
    }
  }
  const expired: Check = {
    name: `${name}: a token that expires mid-run is renewed once, and no record is lost`,
    run: async () => {
      const last = (await running()).report.requests.findLast(isData)
      const { issuer, report } = await running((issuer) => [before(isRequest(last), issuer.expire)])
      insist(
        report.failures.length === 0,
        () =>
          `After a token that expired: ${describeFailures(report)}. 401 must reach the SDK as 401: let errors and classify mean nothing else by it.`
      )
      sameRecords({ before: await healthy(), after: report }, "After a token that expired")
      const { done } = issuer.renewals()
      insist(done === 1, () => `Expected one renewal after the token expired, saw ${done}. ${give}.`)
    }
  }
  const revoked: Check = {
    name: `${name}: a consent that is withdrawn is UNAUTHORIZED for the customer, and deletes nothing`,
    run: async () => {
      const { requests } = (await running()).report
      const [standard, ...others] = ownClient === null ? [undefined] : removals(ownClient)
      const moments = [
        ["before the first request", requests.find(isData), standard],
        ["before the last request", requests.findLast(isData), standard],
        ...others.map((refusal) => ["before the first request", requests.find(isData), refusal] as const)
      ] as const
      for (const [when, request, refusal] of moments) {
        const { report } = await running((issuer) => [before(isRequest(request), () => issuer.revoke(refusal))])
        const answer =
          refusal === undefined ? "" : `, to whose application the vendor answers ${JSON.stringify(refusal)}`
        // The status of the connection then asks the customer to connect again.
        await insistOnReason(
          report,
          "CONSENT_ENDED",
          when === "before the first request",
          `A consent that was withdrawn ${when}${answer}`
        )
        insist(
          report.health.name === "UNAUTHORIZED" && report.health.resolution_owner === "CUSTOMER",
          () => `A consent that was withdrawn ${when}: the health is ${report.health.name}.`
        )
      }
    }
  }
  const both = [page(way, name), addresses(way, name), carries, expired, revoked]
  if (ownClient === null) return both
  const refused: Check = {
    name: `${name}: an application that the vendor refuses is the operator's to mend, and deletes nothing`,
    run: async () => {
      const { report } = await running((issuer) => {
        issuer.fail({ status: 401, body: { error: "invalid_client" } }, Number.POSITIVE_INFINITY)
        return []
      })
      await insistOnReason(report, "INTERNAL", true, "An application whose secret or key the vendor refuses")
    }
  }
  return [...both, ofCustomer(connector, oauth2, options), refused]
}

/** What a connector must do with the tokens of a consent, whether a runtime holds them or the operator's application gets them. No checks if nobody consents. */
export const consentChecks = (subject: ConnectorUnderTest): ReadonlyArray<Check> =>
  waysOf(subject.connector).flatMap((way) => checksOf(way, subject))
