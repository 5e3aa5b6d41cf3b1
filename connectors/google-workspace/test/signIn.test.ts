import { Connector, Consent } from "@tributary/core"
import { AuthorizeAddress } from "@tributary/core/oauth2"
import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { googleWorkspace } from "../src/index.js"
import { scopes } from "../src/scopes.js"
import { replies } from "./fixtures/replies.js"

const TOKEN = "/token"
const USERS = "/admin/directory/v1/users"

const answering = (path: string, status: number, body: unknown, times = Number.POSITIVE_INFINITY) => ({
  times,
  strikes: ({ url }: { readonly url: URL }) => url.pathname === path,
  outcome: () => ({ _tag: "Reply" as const, reply: { status, body } })
})

const serviceAccount = Connector.signingIn(googleWorkspace, "OAUTH2_JWT_BEARER") ?? googleWorkspace

const run = (options: Partial<ConnectorTest.RunOptions> = {}) =>
  ConnectorTest.run(serviceAccount, { replies, ...options })

/** What the assertion of the first token request says. */
const claimsOf = async (credentials: Readonly<Record<string, string>>) => {
  const { requests } = await run({ credentials })
  const sent = requests.find(({ url }) => new URL(url).pathname === TOKEN)
  const assertion = new URLSearchParams(String(sent?.body)).get("assertion") ?? ""
  const [, claims = ""] = assertion.split(".")
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as Readonly<Record<string, unknown>>
}

describe("A consent on Google's page", () => {
  it("is how a connection signs in that names no other way", () => {
    expect(Connector.authMethodsOf(googleWorkspace).map(({ authType }) => authType)).toEqual([
      "OAUTH2_AUTHORIZATION_CODE",
      "OAUTH2_JWT_BEARER"
    ])
  })

  it("is asked for again, for offline access: otherwise Google gives no refresh token", () => {
    const oauth2 = Consent.fieldOf(googleWorkspace.credentials.fields)?.options
    if (oauth2 === undefined) throw new Error("nobody consents")
    const visit = { clientId: "c", redirectUri: "https://product.example", state: "s", verifier: "v".repeat(43) }
    const { searchParams } = new URL(AuthorizeAddress.of(oauth2, visit))
    expect(Object.fromEntries(searchParams)).toMatchObject({
      access_type: "offline",
      prompt: "consent",
      scope: Object.values(scopes).join(" ")
    })
  })
})

describe("A service account of Google", () => {
  it("asks for a token of the service account, for the administrator, with every scope", async () => {
    expect(await claimsOf({})).toMatchObject({
      iss: "tributary@acme-123456.iam.gserviceaccount.com",
      sub: "tributary@acme.example",
      aud: "https://oauth2.googleapis.com/token",
      scope: Object.values(scopes).join(" ")
    })
  })

  it("asks only for the scopes that the customer delegated", async () => {
    const entered = `${scopes.users},\n ${scopes.alerts}`
    expect((await claimsOf({ scopes: entered }))["scope"]).toBe(`${scopes.users} ${scopes.alerts}`)
  })

  it("sends the token to both hosts", async () => {
    const { requests } = await run()
    const hosts = new Set(requests.map(({ url }) => new URL(url).host))
    expect([...hosts].toSorted()).toEqual([
      "admin.googleapis.com",
      "alertcenter.googleapis.com",
      "oauth2.googleapis.com"
    ])
    const sent = requests.filter(({ url }) => new URL(url).pathname !== TOKEN)
    expect(new Set(sent.map(({ headers }) => headers["authorization"]))).toEqual(new Set(["Bearer ya29.google-token"]))
  })

  it.each([
    [401, "unauthorized_client", "delegated all of the scopes"],
    [400, "invalid_grant", "the administrator is suspended"],
    [403, "access_denied", "may not act for the administrator"]
  ])("is the customer's to mend when Google answers %i with %s", async (status, error, words) => {
    const report = await run({ faults: [answering(TOKEN, status, { error, error_description: "No." })] })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
    expect(report.failures[0]?.detail).toContain(words)
  })
})

const refusal = (code: number, reason: string, message = "No.") => ({
  error: { code, message, errors: [{ domain: "global", reason, message }] }
})

const rpc = (code: number, status: string, reason?: string) => ({
  error: { code, message: "No.", status, ...(reason === undefined ? {} : { details: [{ reason }] }) }
})

describe("An error of Google", () => {
  it.each(["userRateLimitExceeded", "rateLimitExceeded", "quotaExceeded"])(
    "with status 403 and %s asks for fewer requests, and loses nothing",
    async (reason) => {
      const report = await run({ faults: [answering(USERS, 403, refusal(403, reason), 1)] })
      expect(report.failures).toEqual([])
      expect(report.records["idp_user"]).toHaveLength(3)
    }
  )

  it.each([
    [refusal(403, "forbidden"), "UNAUTHORIZED", "lacks the privilege"],
    [refusal(403, "domainCannotUseApis"), "UNAUTHORIZED", "does not allow access through APIs"],
    [refusal(403, "accessNotConfigured"), "UNAUTHORIZED", "not enabled in the project"],
    [rpc(403, "PERMISSION_DENIED", "SERVICE_DISABLED"), "UNAUTHORIZED", "not enabled in the project"],
    [rpc(403, "PERMISSION_DENIED", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"), "UNAUTHORIZED", "the token lacks the scope"],
    [rpc(403, "RESOURCE_EXHAUSTED"), "RATE_LIMIT_EXCEEDED", "RESOURCE_EXHAUSTED"]
  ])("%j is %s, and says why", async (body, health, words) => {
    const groups = "/admin/directory/v1/groups"
    const { failures } = await run({ faults: [answering(groups, 403, body)] })
    expect(failures).toMatchObject([{ endpoint: groups, health, detail: expect.stringContaining(words) }])
  })

  it("that refuses the tokens of users costs no user and no group, and names the scope", async () => {
    const strikes = ({ url }: { readonly url: URL }) => url.pathname.endsWith("/tokens")
    const reply = { status: 403, body: refusal(403, "insufficientPermissions") }
    const report = await run({ faults: [{ strikes, outcome: () => ({ _tag: "Reply", reply }) }] })
    expect([report.health.name, report.failures]).toEqual(["HEALTHY", []])
    expect([report.records["idp_user"], report.records["idp_group"]]).toEqual([
      (await run()).records["idp_user"],
      (await run()).records["idp_group"]
    ])
    expect(report.unread.map(({ kind, permissions }) => [kind.name, permissions])).toEqual([
      ["idp_application_assignment", [scopes.tokens]],
      ["idp_application", [scopes.tokens]]
    ])
  })

  it("that refuses ChromeOS devices costs no mobile device", async () => {
    const chromeos = "/admin/directory/v1/customer/my_customer/devices/chromeos"
    const { failures, records } = await run({ faults: [answering(chromeos, 403, refusal(403, "forbidden"))] })
    expect(failures).toMatchObject([{ data_export_type: "devices", endpoint: chromeos, health: "UNAUTHORIZED" }])
    const platforms = new Set(records["device"]?.map(({ platform }) => platform))
    expect([platforms.size > 0, platforms.has("CHROME_OS")]).toEqual([true, false])
  })

  it("about a page token that has expired begins the list anew, and no other 400 does", async () => {
    const page = (message: string) => ({
      [`GET ${USERS}?pageToken=u2`]: { status: 400, body: refusal(400, "invalid", message) }
    })
    const expired = await run({ replies: { ...replies, ...page("Invalid Input: pageToken") } })
    const other = await run({ replies: { ...replies, ...page("Invalid Input: query") } })
    expect(expired.failures[0]?.detail).toContain("the page token has expired")
    expect(other.failures[0]?.detail).not.toContain("page token")
  })
})
