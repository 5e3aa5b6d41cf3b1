import { expect, it } from "@effect/vitest"
import { AuthMethod, type Connector, Credentials, VendorError, type VendorHttp } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Redacted, Schema } from "effect"
import { describe } from "vitest"
import { acme, ask, byHand, replies } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const script: ConnectorTest.Replies = {
  ...replies,
  "POST /token": { body: { access_token: "invented-token-1", expires_in: 1_800 } }
}

const declared = {
  title: "Sign in with Acme",
  help: "An administrator allows it to read users.",
  authorizeUrl: "https://login.acme.example/authorize",
  tokenUrl: `${ConnectorTest.BASE_URL}/token`,
  scopes: ["users.read", "groups.read"]
}

type Source = NonNullable<VendorHttp.VendorHttpSettings["auth"]>

/** What a test breaks. */
interface Broken {
  readonly oauth2?: Partial<typeof declared> & { readonly authorizeParameters?: Readonly<Record<string, string>> }
  readonly http?: (consent: Source) => Partial<VendorHttp.VendorHttpSettings>
  readonly users?: NonNullable<Parameters<typeof acme>[0]>["users"]
}

/** A connector whose only way to sign in is a consent. */
const consenting = ({ http, oauth2, users }: Broken = {}): Connector.Connector => {
  const way = AuthMethod.make({
    authType: "OAUTH2_AUTHORIZATION_CODE",
    credentials: Schema.Struct({ consent: Credentials.oauth2({ ...declared, ...oauth2 }) }),
    http: ({ consent }) => ({ baseUrl: ConnectorTest.BASE_URL, auth: consent, ...http?.(consent) })
  })
  const { authType, credentials, http: open } = way
  return { ...acme(users === undefined ? {} : { users }), authType, credentials, http: open }
}

const WAY = "OAUTH2_AUTHORIZATION_CODE"
const PAGE = `${WAY}: the vendor's page is asked for the declared scopes, with a state and PKCE, and without a secret`
const ADDRESSES = `${WAY}: the page, the token endpoint and the issuer of the consent have https addresses`
const CARRIES = `${WAY}: requests carry the token that the runtime holds, and no other`
const EXPIRED = `${WAY}: a token that expires mid-run is renewed once, and no record is lost`
const REVOKED = `${WAY}: a consent that is withdrawn is UNAUTHORIZED for the customer, and deletes nothing`

const broken = (parts: Broken) => failing(consenting(parts), script, new RegExp(`^${WAY}: `))

/** What a failing check says. */
const sentenceOf = (parts: Broken, name: string) => {
  const check = ConnectorTest.checks(consenting(parts), { replies: script }).find((each) => each.name === name)
  return check?.run().then(
    () => "",
    (error: unknown) => String(error)
  )
}

describe("The checks of a consent", () => {
  it("run for a consent that is the only way to sign in, and pass for a sound connector", async () => {
    const names = ConnectorTest.checks(consenting(), { replies: script }).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([PAGE, ADDRESSES, CARRIES, EXPIRED, REVOKED]))
    expect(await failing(consenting(), script)).toEqual([])
  })

  it("do not run for a connector without a consent", () => {
    const names = ConnectorTest.checks(acme(), { replies }).map(({ name }) => name)
    expect(names.filter((name) => name.includes("consent"))).toEqual([])
  })

  it.each<readonly [string, Broken["http"] & {}]>([
    [
      "copies only the address of the token source",
      ({ url }) => ({ auth: { url, form: { grant_type: "refresh_token" } } })
    ],
    ["sends another word than Bearer", (consent) => ({ auth: { ...consent, scheme: "Token" } })],
    ["gets tokens elsewhere", (consent) => ({ auth: { ...consent, url: `${ConnectorTest.BASE_URL}/other` } })],
    ["signs requests itself", () => ({ sign: async () => ({ authorization: "Bearer own" }) })],
    ["sends no token", () => ({ auth: { url: declared.tokenUrl }, headers: { "x-key": Redacted.make("own-key") } })]
  ])("find a connector that %s", async (_, http) => {
    expect(await broken({ http })).toContain(CARRIES)
    expect(await sentenceOf({ http }, CARRIES)).toContain("auth: consent")
  })

  it("find a connector that gives 401 another meaning, so that no token is renewed", async () => {
    const http = () => ({
      classify: ({ endpoint, status }: VendorHttp.RawAnswer) =>
        status === 401 ? new VendorError.ClientError({ endpoint, status, detail: "answered 401" }) : null
    })
    expect(await broken({ http })).toEqual([EXPIRED, REVOKED])
    expect(await sentenceOf({ http }, EXPIRED)).toContain("401 must reach the SDK as 401")
  })

  it("find a connector that takes a withdrawn consent for an empty list", async () => {
    const users = byHand({
      ask: (url) =>
        Effect.catchTag(ask(url), "Unauthorized", () =>
          Effect.succeed({ status: 200, headers: {}, body: [], bytes: 2 })
        )
    })
    expect(await broken({ users })).toEqual([REVOKED])
  })

  it.each<readonly [string, NonNullable<Broken["oauth2"]>, string]>([
    ["sets the state of every visit", { authorizeParameters: { state: "fixed" } }, "leave out state"],
    ["shows the secret of its client", { authorizeParameters: { client_secret: "s3cret" } }, "leave out client_secret"],
    ["shows a token", { authorizeUrl: `${declared.authorizeUrl}?id_token_hint=abc` }, "leave out id_token_hint"],
    ["puts parameters behind a fragment", { authorizeUrl: `${declared.authorizeUrl}#/page` }, "leave out the fragment"],
    ["writes all scopes as one", { scopes: ["users.read groups.read"] }, 'not "users.read groups.read"'],
    [
      "has scopes in the address only",
      { authorizeUrl: `${declared.authorizeUrl}?scope=a`, scopes: [] },
      "declare the scopes"
    ]
  ])("find a consent that %s", async (_, oauth2, says) => {
    expect(await broken({ oauth2 })).toEqual([PAGE])
    expect(await sentenceOf({ oauth2 }, PAGE)).toContain(says)
  })

  it.each(["authorizeUrl", "tokenUrl", "issuer"])("find an address without https in %s", async (field) => {
    const oauth2 = { [field]: "http://login.acme.example/oauth" }
    expect(await broken({ oauth2 })).toContain(ADDRESSES)
    expect(await sentenceOf({ oauth2 }, ADDRESSES)).toContain(`${field}: declare an address that begins with https://`)
  })
})
