import { expect, it } from "@effect/vitest"
import { Authentication, AuthMethod, type Connector, Credentials, VendorError, type VendorHttp } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Redacted, Schema } from "effect"
import { describe } from "vitest"
import { acme, ask, byHand, replies } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const GRANTED = "https://api.acme.example/.default"

const declared = {
  title: "Allow the application",
  help: "An administrator allows it to read users.",
  authorizeUrl: "https://login.acme.example/authorize",
  tokenUrl: "https://login.acme.example/token",
  scopes: ["openid"],
  permissions: ["Users: read"],
  grantPage: {
    url: `https://login.acme.example/allow?client_id={client_id}&scope=${encodeURIComponent(GRANTED)}`,
    brings: ["tenant"]
  },
  identity: { issuer: "https://login.acme.example", keysUrl: "https://login.acme.example/keys" },
  proof: { facts: ["tenant"], of: () => Effect.succeed({ tenant: "t-1" }) },
  ownClient: { needs: ["private_key" as const], removed: { at: "reasons[].code", codes: ["71", "GONE"] } }
}

/** The operator's application, and the customer for whom it asks. */
interface Application {
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  readonly privateKey: Redacted.Redacted
  readonly tenant: string
}

const tokenUrl = (tenant: string) => `${ConnectorTest.BASE_URL}/${tenant}/token`

const byScope = (url: string, { clientId, clientSecret }: Application, scope = GRANTED) =>
  Authentication.clientCredentials({ url, clientId, clientSecret, scope })

/** What a test breaks. */
interface Broken {
  readonly oauth2?: Partial<Parameters<typeof Credentials.appConsent>[0]>
  readonly http?: (application: Application) => Partial<VendorHttp.VendorHttpSettings>
  readonly users?: NonNullable<Parameters<typeof acme>[0]>["users"]
}

/** A connector that only the operator's application reads, with its secret. */
const allowing = ({ http, oauth2, users }: Broken = {}): Connector.Connector => {
  const way = AuthMethod.make({
    authType: "OAUTH2_AUTHORIZATION_CODE",
    credentials: Schema.Struct({
      app: Credentials.appConsent({ ...declared, ...oauth2 }),
      tenant: Credentials.fact({ title: "Tenant", help: "Whose administrator allowed it.", example: "t-1" })
    }),
    http: ({ app, tenant }) => ({
      baseUrl: ConnectorTest.BASE_URL,
      auth: byScope(tokenUrl(tenant), { ...app, tenant }),
      ...http?.({ ...app, tenant })
    })
  })
  const { authType, credentials, http: open } = way
  return { ...acme(users === undefined ? {} : { users }), authType, credentials, http: open }
}

/** A token for a signature of the application's key, as of the installation of a GitHub App. */
const bySignature = ({ clientId, privateKey, tenant }: Application) => ({
  scheme: "token",
  url: tokenUrl(tenant),
  headers: { authorization: Authentication.signedJwt({ key: privateKey, issuer: clientId, prefix: "Bearer " }) },
  token: "installation.token",
  expiresAt: "expires_at"
})

/** The scripted token, for the runs in which the kit plays no issuer. */
const token = { access_token: "invented-token-1", installation: { token: "invented-token-1" } }

const script: ConnectorTest.Replies = { ...replies, "POST /t-1/token": { body: token } }

const WAY = "OAUTH2_AUTHORIZATION_CODE"
const PAGE = `${WAY}: the vendor's page is asked for the declared scopes, with a state and PKCE, and without a secret`
const ADDRESSES = `${WAY}: the page, the token endpoint and the issuer of the consent have https addresses`
const CARRIES = `${WAY}: requests carry the token that the operator's application gets, and no other`
const EXPIRED = `${WAY}: a token that expires mid-run is renewed once, and no record is lost`
const REVOKED = `${WAY}: a consent that is withdrawn is UNAUTHORIZED for the customer, and deletes nothing`
const CUSTOMER = `${WAY}: the application gets its token for the customer, and for what the customer has allowed`
const REFUSED = `${WAY}: an application that the vendor refuses is the operator's to mend, and deletes nothing`

const broken = (parts: Broken) => failing(allowing(parts), script, new RegExp(`^${WAY}: `))

/** What a failing check says. */
const sentenceOf = (parts: Broken, name: string) => {
  const check = ConnectorTest.checks(allowing(parts), { replies: script }).find((each) => each.name === name)
  return check?.run().then(
    () => "",
    (error: unknown) => String(error)
  )
}

/** Reads answers of the token endpoint, or of the API, in another way than the SDK. */
const reading =
  (read: (answer: VendorHttp.RawAnswer & { readonly isToken: boolean }) => VendorError.VendorError | null) =>
  (): Partial<VendorHttp.VendorHttpSettings> => ({
    classify: (answer) => read({ ...answer, isToken: answer.endpoint.endsWith("/token") })
  })

const mistake = ({ endpoint, status }: VendorHttp.RawAnswer) =>
  new VendorError.ClientError({ endpoint, status, detail: `answered ${status}` })

describe("The checks of a consent to the operator's application", () => {
  it("run, and pass for a connector that gets tokens with the secret of the application", async () => {
    const names = ConnectorTest.checks(allowing(), { replies: script }).map(({ name }) => name)
    const all = [PAGE, ADDRESSES, CARRIES, EXPIRED, REVOKED, CUSTOMER, REFUSED]
    expect(names.filter((name) => name.startsWith(`${WAY}: `))).toEqual(all)
    expect(await failing(allowing(), script)).toEqual([])
  })

  it("pass for one that signs with the key of the application, and for one that logs in with JSON", async () => {
    expect(
      await broken({ http: (application) => ({ auth: bySignature(application) }), oauth2: { permissions: [] } })
    ).toEqual([])
    const json = ({ clientId, clientSecret, tenant }: Application) => ({
      auth: { url: `${ConnectorTest.BASE_URL}/login`, json: { user: clientId, password: clientSecret, tenant } }
    })
    expect(await broken({ http: json, oauth2: { permissions: [] } })).toEqual([])
  })

  it("pass for one whose application has one token for all customers, whom its other requests name", async () => {
    const http = (application: Application) => ({
      auth: byScope(tokenUrl("t-1"), application),
      headers: { "x-tenant": application.tenant }
    })
    expect(await broken({ http })).toEqual([])
  })

  it.each<readonly [string, Broken["http"] & {}]>([
    ["gets no token", () => ({ auth: undefined as never, headers: { authorization: Redacted.make("Bearer own") } })],
    [
      "has another client than the operator's",
      (app) => ({ auth: byScope(tokenUrl("t-1"), { ...app, clientId: "mine" }) })
    ],
    [
      "has a secret of its own",
      (app) => ({ auth: byScope(tokenUrl("t-1"), { ...app, clientSecret: Redacted.make("mine") }) })
    ],
    ["signs as somebody else", (app) => ({ auth: bySignature({ ...app, clientId: "mine" }) })],
    ["signs requests itself", () => ({ sign: async () => ({ authorization: "Bearer own" }) })]
  ])("find a connector that %s", async (_, http) => {
    expect(await broken({ http })).toContain(CARRIES)
    expect(await sentenceOf({ http }, CARRIES)).toContain("with the application that it receives")
  })

  it("find a connector that signs with another key than the application's", async () => {
    const { generateKeyPairSync } = await import("node:crypto")
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
    const key = Redacted.make(String(privateKey.export({ type: "pkcs8", format: "pem" })))
    expect(await broken({ http: (app) => ({ auth: bySignature({ ...app, privateKey: key }) }) })).toContain(CARRIES)
  })

  it("find a connector that gets the same token for every customer", async () => {
    const http = (application: Application) => ({ auth: byScope(tokenUrl("t-1"), application) })
    expect(await broken({ http })).toEqual([CUSTOMER])
    expect(await sentenceOf({ http }, CUSTOMER)).toContain("let the token request name the customer by tenant")
  })

  it("find a connector that asks for another scope than the customer has allowed", async () => {
    const other = "https://other.acme.example/.default"
    const http = (app: Application) => ({ auth: byScope(tokenUrl(app.tenant), app, other) })
    expect(await broken({ http })).toEqual([CUSTOMER])
    expect(await sentenceOf({ http }, CUSTOMER)).toContain(
      `allows the scope ${GRANTED}, and the token request asks for ${other}`
    )
    // What the application may read then, the customer decides elsewhere.
    expect(await broken({ http, oauth2: { permissions: [] } })).toEqual([])
  })

  it("find a consent that proves nothing", async () => {
    const { grantPage: _, proof: __, ...unproven } = declared
    const way = AuthMethod.make({
      authType: WAY,
      credentials: Schema.Struct({
        app: Credentials.appConsent(unproven),
        tenant: Credentials.text({ title: "Tenant", help: "Its id.", example: "t-1" })
      }),
      http: ({ app, tenant }) => ({
        baseUrl: ConnectorTest.BASE_URL,
        auth: byScope(tokenUrl(tenant), { ...app, tenant })
      })
    })
    const connector = { ...acme(), authType: way.authType, credentials: way.credentials, http: way.http }
    expect(await failing(connector, script, new RegExp(`^${WAY}: `))).toEqual([CUSTOMER])
  })

  it("find a connector that gives 401 another meaning, so that no token is renewed", async () => {
    const http = reading((answer) => (answer.status === 401 && !answer.isToken ? mistake(answer) : null))
    expect(await broken({ http })).toEqual([EXPIRED, REVOKED])
    expect(await sentenceOf({ http }, EXPIRED)).toContain("401 must reach the SDK as 401")
  })

  it("find a connector that takes a removed application for an empty list", async () => {
    const users = byHand({
      ask: (url) =>
        Effect.catchTag(ask(url), "Unauthorized", () =>
          Effect.succeed({ status: 200, headers: {}, body: [], bytes: 2 })
        )
    })
    expect(await broken({ users })).toEqual([REVOKED])
  })

  it.each<readonly [string, (answer: VendorHttp.RawAnswer) => boolean, string]>([
    ["400", ({ status }) => status === 400, "unauthorized_client"],
    ["404", ({ status }) => status === 404, "Not Found"],
    ["a code", ({ body }) => JSON.stringify(body).includes("GONE"), '"reasons":[{"code":"GONE"}]']
  ])(
    "find a connector that takes %s, with which the vendor says that the application was removed, for an outage",
    async (_, isIt, says) => {
      const http = reading((answer) =>
        answer.isToken && isIt(answer)
          ? new VendorError.ServerError({ endpoint: answer.endpoint, status: answer.status, detail: "is down" })
          : null
      )
      expect(await broken({ http })).toEqual([REVOKED])
      expect(await sentenceOf({ http }, REVOKED)).toContain(says)
      expect(await sentenceOf({ http }, REVOKED)).toContain("expected each failure to have the reason CONSENT_ENDED")
    }
  )

  it("find a connector that blames the customer for the operator's secret", async () => {
    const oauth2 = { ownClient: { removed: { at: "error", codes: ["invalid_client"] } } }
    expect(await broken({ oauth2 })).toEqual([REFUSED])
    expect(await sentenceOf({ oauth2 }, REFUSED)).toContain("reason INTERNAL, saw CONSENT_ENDED")
  })

  it.each<readonly [string, Broken["oauth2"] & {}, string]>([
    [
      "sets the state of the page before the sign-in",
      { grantPage: { url: "https://login.acme.example/allow?state=1", brings: [] } },
      "leave out state"
    ],
    [
      "shows a secret on that page",
      { grantPage: { url: "https://login.acme.example/allow?app_secret=1", brings: [] } },
      "leave out app_secret"
    ],
    ["sets the state of the sign-in", { authorizeParameters: { state: "fixed" } }, "leave out state"]
  ])("find a consent that %s", async (_, oauth2, says) => {
    expect(await broken({ oauth2 })).toEqual([PAGE])
    expect(await sentenceOf({ oauth2 }, PAGE)).toContain(says)
  })

  it.each<readonly [string, Broken["oauth2"] & {}]>([
    ["grantPage.url", { grantPage: { url: "http://login.acme.example/allow", brings: [] } }],
    ["identity.keysUrl", { identity: { ...declared.identity, keysUrl: "http://login.acme.example/keys" } }]
  ])("find an address without https in %s", async (field, oauth2) => {
    expect(await broken({ oauth2 })).toContain(ADDRESSES)
    expect(await sentenceOf({ oauth2 }, ADDRESSES)).toContain(`${field}: declare an address that begins with https://`)
  })
})
