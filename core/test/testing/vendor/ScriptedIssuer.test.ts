import { createHash } from "node:crypto"
import { ScriptedIssuer } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"

const oauth2 = { authorizeUrl: "https://login.acme.example/authorize", tokenUrl: "https://login.acme.example/token" }
const client = { clientId: "product", clientSecret: "secret-of-the-product" }
const VERIFIER = "v".repeat(43)
const BACK = "https://product.example/callback"

const make = (more: Partial<ScriptedIssuer.IssuerOptions> = {}) => ScriptedIssuer.make({ oauth2, client, ...more })

const sent = {
  response_type: "code",
  client_id: client.clientId,
  redirect_uri: BACK,
  state: "s1",
  code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
  code_challenge_method: "S256"
}

/** Where the page sends the browser. */
const visit = (issuer: ScriptedIssuer.ScriptedIssuer, asked: Readonly<Record<string, string>> = sent) => {
  const url = new URL(`${oauth2.authorizeUrl}?${new URLSearchParams(asked)}`)
  const { headers, status } = issuer.answer({ method: "GET", url, headers: {}, body: "" }) ?? {}
  return { status, back: new URL(headers?.["location"] ?? "https://nowhere.example") }
}

const codeOf = (issuer: ScriptedIssuer.ScriptedIssuer) => visit(issuer).back.searchParams.get("code") ?? ""

const secret = { client_id: client.clientId, client_secret: client.clientSecret }

/** What the token endpoint answers to a form. */
const ask = (
  issuer: ScriptedIssuer.ScriptedIssuer,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {}
) => {
  const url = new URL(oauth2.tokenUrl)
  const reply = issuer.answer({ method: "POST", url, headers, body: new URLSearchParams(form).toString() })
  return { status: reply?.status ?? 200, body: reply?.body as Readonly<Record<string, string>> }
}

const exchange = (issuer: ScriptedIssuer.ScriptedIssuer, code: string, more: Readonly<Record<string, string>> = {}) =>
  ask(issuer, {
    ...secret,
    grant_type: "authorization_code",
    code,
    redirect_uri: BACK,
    code_verifier: VERIFIER,
    ...more
  })

const renew = (issuer: ScriptedIssuer.ScriptedIssuer, token = "") =>
  ask(issuer, { ...secret, grant_type: "refresh_token", refresh_token: token })

const INVALID = { status: 400, body: { error: "invalid_grant" } }

describe("The scripted issuer", () => {
  it("consents at once, and sends the browser back with the state", () => {
    const { back, status } = visit(make())
    expect([status, back.origin + back.pathname, back.searchParams.get("state")]).toEqual([302, BACK, "s1"])
    expect(back.searchParams.get("code")).toMatch(/^code-/)
  })

  it("sends the browser back without a code if PKCE is missing, and keeps it if it does not know the client", () => {
    const { code_challenge: _, ...unbound } = sent
    expect(visit(make(), unbound).back.searchParams.get("error")).toBe("invalid_request")
    expect(visit(make(), { ...sent, client_id: "other" }).status).toBe(400)
    expect(visit(make({ oauth2: { ...oauth2, pkce: false } }), unbound).back.searchParams.get("code")).toMatch(/^code-/)
  })

  it("gives tokens for a code, with the secret in the form or in a Basic header", () => {
    const issuer = make()
    const { body } = exchange(issuer, codeOf(issuer))
    expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3_600 })
    expect(issuer.accepts(body["access_token"] ?? "")).toBe(true)
    const basic = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64")}`
    const form = {
      grant_type: "authorization_code",
      code: codeOf(issuer),
      redirect_uri: BACK,
      code_verifier: VERIFIER
    }
    expect(ask(issuer, form, { authorization: basic }).status).toBe(200)
    expect(ask(issuer, form)).toEqual({ status: 401, body: { error: "invalid_client" } })
  })

  it.each([
    ["verifier", { code_verifier: "w".repeat(43) }],
    ["address", { redirect_uri: "https://other.example/callback" }]
  ])("refuses a code with another %s", (_, more) => {
    const issuer = make()
    expect(exchange(issuer, codeOf(issuer), more)).toEqual(INVALID)
  })

  it("takes a code that comes again for theft, and ends what it gave for it", () => {
    const issuer = make()
    const code = codeOf(issuer)
    const { body } = exchange(issuer, code)
    expect(exchange(issuer, code)).toEqual(INVALID)
    expect(issuer.accepts(body["access_token"] ?? "")).toBe(false)
  })

  it("gives a new refresh token with each renewal, and ends the family when a used one comes again", () => {
    const issuer = make()
    const first = exchange(issuer, codeOf(issuer)).body
    const second = renew(issuer, first["refresh_token"]).body
    expect(second["refresh_token"]).not.toBe(first["refresh_token"])
    expect(issuer.accepts(second["access_token"] ?? "")).toBe(true)
    expect(renew(issuer, first["refresh_token"])).toEqual(INVALID)
    expect(issuer.accepts(second["access_token"] ?? "")).toBe(false)
    expect(renew(issuer, second["refresh_token"])).toEqual(INVALID)
    expect(issuer.renewals()).toEqual({ done: 1, refused: 2 })
  })

  it("accepts one refresh token again and again if it does not rotate them", () => {
    const issuer = make({ rotates: false })
    const { refresh_token } = exchange(issuer, codeOf(issuer)).body
    expect(renew(issuer, refresh_token).body).not.toHaveProperty("refresh_token")
    expect(renew(issuer, refresh_token).status).toBe(200)
  })

  it("does not accept an access token that has expired, but renews it", () => {
    const issuer = make()
    const { access_token = "", refresh_token } = exchange(issuer, codeOf(issuer)).body
    issuer.expire()
    expect(issuer.accepts(access_token)).toBe(false)
    expect(issuer.accepts(renew(issuer, refresh_token).body["access_token"] ?? "")).toBe(true)
  })

  it("ends every consent when it is withdrawn", () => {
    const issuer = make()
    const { access_token = "", refresh_token } = exchange(issuer, codeOf(issuer)).body
    issuer.revoke()
    expect(issuer.accepts(access_token)).toBe(false)
    expect(renew(issuer, refresh_token)).toEqual(INVALID)
  })

  it("fails as often as it is told to, and uses up nothing", () => {
    const issuer = make()
    const { refresh_token } = exchange(issuer, codeOf(issuer)).body
    issuer.fail({ status: 429, headers: { "retry-after": "7" }, body: { error: "slow_down" } }, 2)
    expect([1, 2, 3].map(() => renew(issuer, refresh_token).status)).toEqual([429, 429, 200])
  })

  it("answers no other address", () => {
    const url = new URL("https://login.acme.example/users")
    expect(make().answer({ method: "GET", url, headers: {}, body: "" })).toBe(null)
  })
})
