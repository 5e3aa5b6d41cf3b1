import { constants, createHash, generateKeyPairSync, sign } from "node:crypto"
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

const APPLICATION_URL = "https://api.acme.example/customers/1/token"
const privateKey = String(
  generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ type: "pkcs8", format: "pem" })
)

/** An issuer that also gives the application its tokens, at an address of their own. */
const withApplication = (more: Partial<ScriptedIssuer.IssuerOptions["application"]> = {}) =>
  make({ client: { ...client, privateKey }, application: { url: APPLICATION_URL, ...more } })

/** What the issuer answers to the application. */
const askAs = (issuer: ScriptedIssuer.ScriptedIssuer, body: string, headers: Readonly<Record<string, string>> = {}) => {
  const reply = issuer.answer({ method: "POST", url: new URL(APPLICATION_URL), headers, body })
  return { status: reply?.status ?? 200, body: reply?.body as Readonly<Record<string, string>> }
}

const bySecret = new URLSearchParams({ ...secret, grant_type: "client_credentials" }).toString()

/** A JWT of this issuer, signed with this key. */
const signed = (iss: string, key: string, alg = "RS256", payload?: Readonly<Record<string, unknown>>) => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const text = `${part({ alg })}.${part(payload ?? { iss })}`
  const padding = alg.startsWith("PS") ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {}
  return `${text}.${sign(alg === "EdDSA" ? null : "sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363", ...padding }).toString("base64url")}`
}

const REFUSED = { status: 401, body: { error: "invalid_client" } }

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

  it("fails exactly as many requests as it is told to, and uses up no token", () => {
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

describe("The scripted issuer of an application's tokens", () => {
  it("takes the secret of the client in a form, in a Basic header, or in JSON with names of the vendor", () => {
    const issuer = withApplication()
    const basic = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64")}`
    const json = JSON.stringify({ user: client.clientId, password: client.clientSecret, tenant: 7 })
    const answers = [askAs(issuer, bySecret), askAs(issuer, "", { authorization: basic }), askAs(issuer, json)]
    for (const { body } of answers) expect(issuer.accepts(body["access_token"] ?? "")).toBe(true)
    expect(answers[0]?.body).not.toHaveProperty("refresh_token")
    expect(askAs(issuer, bySecret.replace("secret-of", "other-of"))).toEqual(REFUSED)
    expect(askAs(issuer, "grant_type=client_credentials")).toEqual(REFUSED)
  })

  it("takes a signature of the client's key, in a header or in a form", () => {
    const issuer = withApplication()
    const bearer = { authorization: `Bearer ${signed(client.clientId, privateKey)}` }
    expect(askAs(issuer, "", bearer).status).toBe(200)
    const assertion = signed(client.clientId, privateKey, "PS256")
    expect(askAs(issuer, new URLSearchParams({ assertion }).toString()).status).toBe(200)
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" })
    const ed = generateKeyPairSync("ed25519")
    for (const [key, alg] of [
      [ec, "ES256"],
      [ed, "EdDSA"]
    ] as const) {
      const pem = String(key.privateKey.export({ type: "pkcs8", format: "pem" }))
      const other = make({ client: { ...client, privateKey: pem }, application: { url: APPLICATION_URL } })
      expect(askAs(other, "", { authorization: `Bearer ${signed(client.clientId, pem, alg)}` }).status).toBe(200)
    }
  })

  it.each([
    ["somebody else", () => signed("somebody-else", privateKey)],
    ["nobody", () => signed("", privateKey, "RS256", {})],
    [
      "another key",
      () => {
        const { privateKey: other } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
        return signed(client.clientId, String(other.export({ type: "pkcs8", format: "pem" })))
      }
    ],
    ["no algorithm", () => signed(client.clientId, privateKey).replace(/^[^.]*/, "e30")],
    ["no JWT", () => "a.b.c"]
  ])("refuses a signature of %s", (_, jwt) => {
    expect(askAs(withApplication(), "", { authorization: `Bearer ${jwt()}` })).toEqual(REFUSED)
  })

  it("gives the token and its end where the vendor has them", () => {
    const { body } = askAs(withApplication({ token: "data.token", expiresAt: "data.until" }), bySecret)
    expect(body).toEqual({
      token_type: "Bearer",
      data: { token: expect.stringMatching(/^access-/), until: expect.stringMatching(/^\d{4}-.*Z$/) }
    })
    const lasting = askAs(withApplication({ expiresIn: "ttl" }), bySecret).body
    expect(lasting).toMatchObject({ access_token: expect.any(String), ttl: 3_600 })
  })

  it("counts the tokens after the first as renewals", () => {
    const issuer = withApplication()
    const tokens = [1, 2, 3].map(() => askAs(issuer, bySecret).body["access_token"])
    expect([new Set(tokens).size, issuer.renewals()]).toEqual([3, { done: 2, refused: 0 }])
    expect(issuer.issued()).toEqual(tokens)
  })

  it("refuses the application once the customer has removed it, in the words of the vendor", () => {
    const issuer = withApplication()
    const { body } = askAs(issuer, bySecret)
    issuer.revoke()
    expect(issuer.accepts(body["access_token"] ?? "")).toBe(false)
    expect(askAs(issuer, bySecret)).toEqual({ status: 400, body: { error: "unauthorized_client" } })
    issuer.revoke({ status: 404, body: { message: "Not Found" } })
    expect(askAs(issuer, bySecret)).toEqual({ status: 404, body: { message: "Not Found" } })
    expect(issuer.renewals().refused).toBe(2)
  })

  it("still exchanges codes where both are at one address", () => {
    const issuer = make({ client, application: { url: oauth2.tokenUrl } })
    const { body } = exchange(issuer, codeOf(issuer))
    expect(body).toHaveProperty("refresh_token")
    expect(renew(issuer, body["refresh_token"]).status).toBe(200)
    const own = ask(issuer, { ...secret, grant_type: "client_credentials" })
    expect([own.status, Object.hasOwn(own.body, "refresh_token")]).toEqual([200, false])
  })

  it("fails exactly as many requests of the application as it is told to", () => {
    const issuer = withApplication()
    issuer.fail({ status: 503, body: {} }, 1)
    expect([askAs(issuer, bySecret).status, askAs(issuer, bySecret).status]).toEqual([503, 200])
  })
})
