import { generateKeyPairSync } from "node:crypto"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { awsInspector } from "@tributary/connector-aws-inspector"
import { awsSecurityHub } from "@tributary/connector-aws-securityhub"
import { crowdstrike } from "@tributary/connector-crowdstrike"
import { github } from "@tributary/connector-github"
import { gitlab } from "@tributary/connector-gitlab"
import { googleWorkspace } from "@tributary/connector-google-workspace"
import { insightvm } from "@tributary/connector-insightvm"
import { jamf } from "@tributary/connector-jamf"
import { jira } from "@tributary/connector-jira"
import { jumpcloud } from "@tributary/connector-jumpcloud"
import { kandji } from "@tributary/connector-kandji"
import { msDefenderCloud } from "@tributary/connector-ms-defender-cloud"
import { msDefenderEndpoint } from "@tributary/connector-ms-defender-endpoint"
import { msEntra } from "@tributary/connector-ms-entra"
import { msIntune } from "@tributary/connector-ms-intune"
import { okta } from "@tributary/connector-okta"
import { qualys } from "@tributary/connector-qualys"
import { sentinelone } from "@tributary/connector-sentinelone"
import { servicenow } from "@tributary/connector-servicenow"
import { snyk } from "@tributary/connector-snyk"
import { tenable } from "@tributary/connector-tenable"
import { wiz } from "@tributary/connector-wiz"
import { zendesk } from "@tributary/connector-zendesk"
import { Connector, RateBudget, Tenant, VendorHttp } from "@tributary/core"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"

type Fields = Readonly<Record<string, string>>

const settingsOf = (connector: Connector.Connector, entered: Fields) =>
  connector.http(Schema.decodeUnknownSync(connector.credentials)(entered))

/** What the credentials alone say of the tenant: its address, and its name unless the vendor has to be asked. */
const tenantOf = (connector: Connector.Connector, entered: Fields) => {
  const settings = settingsOf(connector, entered)
  const { id } = Tenant.declared(settings)
  return {
    address: Tenant.addressOf(settings.baseUrl),
    id: typeof id === "string" ? id : null,
    asked: typeof id === "object"
  }
}

const assumed = {
  AccessKeyId: "ASIAIOSFODNN7EXAMPLE",
  SecretAccessKey: "secret",
  SessionToken: "session",
  Expiration: 3_600
}

/** Grants every token that is asked for, and answers everything else with a 404, which is not tried again. */
const client = HttpClient.make((request, { host, pathname }) => {
  const isTokenRequest = host.startsWith("sts.") || pathname.includes("token")
  const granted = { access_token: "token", AssumeRoleResponse: { AssumeRoleResult: { Credentials: assumed } } }
  const response = isTokenRequest ? Response.json(granted) : new Response(null, { status: 404 })
  return Effect.succeed(HttpClientResponse.fromWeb(request, response))
})

/** The rate limits that a connection's requests count against: those of the test of its credentials, and of its token if it has one. */
const limitsOf = (connector: Connector.Connector, entered: Fields): Promise<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const limits: Array<string> = []
    const budget = RateBudget.RateBudget.of({
      ...(yield* RateBudget.make),
      acquire: (limit) => Effect.sync(() => limits.push(limit)).pipe(Effect.as(null))
    })
    const http = yield* VendorHttp.make(settingsOf(connector, entered)).pipe(
      Effect.provideService(RateBudget.RateBudget, budget),
      Effect.provideService(HttpClient.HttpClient, client)
    )
    yield* Effect.ignore(http.send(Connector.checkOf(connector)))
    return limits
  }).pipe(Effect.runPromise)

const app = { client_id: "app", client_secret: "secret" }
const login = { username: "reader", password: "secret" }
const serviceAccount = {
  client_email: "reader@acme.iam.gserviceaccount.com",
  private_key: generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" }
  }).privateKey,
  admin_email: "reader@acme.example"
}
const directory = "3f6c1b52-8d0e-4a7b-9c3d-5e2f1a0b4c6d"
const one = "0b1f6471-1bf0-4dda-aec3-cb9272f09590"
const two = "4f8c2d3a-7e19-4b6d-9a05-c1d2e3f4a5b6"
const key = { access_key_id: "AKIAIOSFODNN7EXAMPLE", secret_access_key: "secret", regions: "eu-west-1" }
const role = (account: string) => ({ role_arn: `arn:aws:iam::${account}:role/reader` })

/** Credentials of one customer, of the same customer after a change that moves nothing, and of another customer. */
const customers: ReadonlyArray<readonly [connector: Connector.Connector, Fields, Fields, Fields]> = [
  [
    awsSecurityHub,
    { ...key, ...role("111122223333") },
    { ...key, ...role("111122223333"), access_key_id: "AKIAI44QH8DHBEXAMPLE" },
    { ...key, ...role("444455556666") }
  ],
  [awsSecurityHub, key, { ...key, secret_access_key: "new" }, { ...key, access_key_id: "AKIAI44QH8DHBEXAMPLE" }],
  [
    awsInspector,
    { ...key, ...role("111122223333") },
    { ...key, ...role("111122223333"), access_key_id: "AKIAI44QH8DHBEXAMPLE" },
    { ...key, ...role("444455556666") }
  ],
  [
    crowdstrike,
    { base_url: "https://api.crowdstrike.com", ...app },
    { base_url: "https://api.crowdstrike.com/", ...app, client_secret: "new" },
    { base_url: "https://api.crowdstrike.com", ...app, client_id: "another" }
  ],
  [
    github,
    { organization: "acme", token: "secret" },
    { organization: "acme", token: "new", base_url: "api.github.com" },
    { organization: "globex", token: "secret of another" }
  ],
  [
    gitlab,
    { group: "acme/platform", token: "secret" },
    { group: "acme/platform", token: "new", base_url: "gitlab.com" },
    { group: "globex", token: "secret of another" }
  ],
  [
    Connector.signingIn(googleWorkspace, "OAUTH2_JWT_BEARER") ?? googleWorkspace,
    serviceAccount,
    { ...serviceAccount, scopes: "https://www.googleapis.com/auth/admin.directory.user.readonly" },
    { ...serviceAccount, admin_email: "reader@globex.example" }
  ],
  [
    insightvm,
    { base_url: "https://console.acme.example:3780", ...login },
    { base_url: "console.acme.example:3780", ...login, password: "new" },
    { base_url: "https://console.globex.example:3780", ...login }
  ],
  [
    jamf,
    { base_url: "https://acme.jamfcloud.com", ...app },
    { base_url: "acme.jamfcloud.com", ...app, client_secret: "new" },
    { base_url: "https://globex.jamfcloud.com", ...app }
  ],
  [
    jira,
    { base_url: "https://acme.atlassian.net", email: "a@acme.example", api_token: "secret" },
    { base_url: "https://acme.atlassian.net", email: "a@acme.example", api_token: "new" },
    { base_url: "https://globex.atlassian.net", email: "a@acme.example", api_token: "secret" }
  ],
  [
    jumpcloud,
    { base_url: "https://console.jumpcloud.com", api_key: "secret", org_id: "o1" },
    { base_url: "console.jumpcloud.com", api_key: "new", org_id: "o1" },
    { base_url: "https://console.jumpcloud.com", api_key: "secret", org_id: "o2" }
  ],
  [
    jumpcloud,
    { base_url: "https://console.jumpcloud.com", api_key: "secret" },
    { base_url: "https://console.jumpcloud.com/", api_key: "secret" },
    { base_url: "https://console.jumpcloud.com", api_key: "secret of another" }
  ],
  [
    kandji,
    { base_url: "https://acme.api.kandji.io", api_token: "secret" },
    { base_url: "acme.api.kandji.io", api_token: "new" },
    { base_url: "https://globex.api.kandji.io", api_token: "secret" }
  ],
  [
    msDefenderCloud,
    { tenant_id: directory, ...app, subscription_ids: `${one},${two}` },
    { tenant_id: directory.toUpperCase(), ...app, subscription_ids: ` ${two.toUpperCase()} , ${one}` },
    { tenant_id: one, ...app, subscription_ids: one }
  ],
  [msDefenderCloud, { tenant_id: directory, ...app }, { tenant_id: directory, ...app }, { tenant_id: one, ...app }],
  [
    msDefenderEndpoint,
    { tenant_id: one, ...app },
    { tenant_id: one, ...app, client_secret: "new" },
    { tenant_id: two, ...app }
  ],
  [
    msEntra,
    { tenant_id: directory, ...app },
    { tenant_id: directory.toUpperCase(), ...app, client_secret: "new" },
    { tenant_id: one, ...app }
  ],
  [
    msIntune,
    { tenant_id: directory, ...app },
    { tenant_id: directory.toUpperCase(), ...app, client_secret: "new" },
    { tenant_id: one, ...app }
  ],
  [
    okta,
    { base_url: "https://acme.okta.com", api_token: "secret" },
    { base_url: "acme.okta.com", api_token: "new" },
    { base_url: "https://globex.okta.com", api_token: "secret" }
  ],
  [
    qualys,
    { base_url: "https://qualysapi.qualys.com", ...login },
    { base_url: "qualysapi.qualys.com", ...login, password: "new" },
    { base_url: "https://qualysapi.qualys.com", ...login, username: "another" }
  ],
  [
    sentinelone,
    { base_url: "https://acme.sentinelone.net", api_token: "secret" },
    { base_url: "acme.sentinelone.net", api_token: "new" },
    { base_url: "https://globex.sentinelone.net", api_token: "secret of another" }
  ],
  [
    servicenow,
    { base_url: "https://acme.service-now.com", ...login },
    { base_url: "https://acme.service-now.com", ...login, password: "new" },
    { base_url: "https://globex.service-now.com", ...login }
  ],
  [
    snyk,
    { scope: "GROUP", scope_id: one, api_token: "secret" },
    { scope: "GROUP", scope_id: one, api_token: "new" },
    { scope: "GROUP", scope_id: two, api_token: "secret of another" }
  ],
  [
    tenable,
    { access_key: "first", secret_key: "secret" },
    { access_key: "first", secret_key: "new" },
    { access_key: "second", secret_key: "secret" }
  ],
  [
    wiz,
    { base_url: "https://api.us17.app.wiz.io", auth_domain: "auth.app.wiz.io", ...app },
    { base_url: "api.us17.app.wiz.io", auth_domain: "auth.app.wiz.io", ...app, client_secret: "new" },
    { base_url: "https://api.us17.app.wiz.io", auth_domain: "auth.app.wiz.io", ...app, client_id: "another" }
  ],
  [
    zendesk,
    { base_url: "https://acme.zendesk.com", email: "ada@acme.example", api_token: "secret" },
    { base_url: "acme.zendesk.com", email: "grace@acme.example", api_token: "new" },
    { base_url: "https://globex.zendesk.com", email: "ada@acme.example", api_token: "secret" }
  ]
]

const table = customers.map(([connector, ...rest]) => [connector.vendor, connector, ...rest] as const)

describe("the customers of one vendor", () => {
  it.each(table)(
    "%s: have different addresses or names, unless only the vendor can tell",
    (_, connector, customer, changed, other) => {
      const tenant = tenantOf(connector, customer)
      expect(tenantOf(connector, changed)).toEqual(tenant)
      if (!tenant.asked) expect(tenantOf(connector, other)).not.toEqual(tenant)
      expect(JSON.stringify(tenant)).not.toMatch(/secret|first/)
    }
  )

  it.each(table)("%s: share no rate limit", async (_, connector, customer, __, other) => {
    const limits = await limitsOf(connector, customer)
    expect(limits.length).toBeGreaterThan(0)
    expect(await limitsOf(connector, customer)).toEqual(limits)
    expect((await limitsOf(connector, other)).filter((limit) => limits.includes(limit))).toEqual([])
    expect(limits.join(" ")).not.toMatch(/secret|first/)
  })
})
