import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Connector, Credentials, Extractor, Pagination } from "@tributary/core"
import { Effect, Redacted, Schema } from "effect"
import { groupList, userList } from "../../sync/FakeVendor.js"

/** What the vendor does with a token. */
const verdicts: Readonly<Record<string, (path: string) => number>> = {
  good: () => 200,
  partial: (path) => (path === "/groups" ? 403 : 200),
  none: (path) => (path === "/me" ? 200 : 403),
  bad: () => 401,
  away: () => 503,
  limited: () => 429,
  rude: () => 400
}

/** A token that the vendor treats in this way. */
export const tokenOf = (verdict: keyof typeof verdicts): string => `s3cr3t-${verdict}-canary`

/** A vendor whose answers depend on the token, and which waits with them as long as the test wants. */
export interface PageVendor {
  readonly origin: string
  /** What the vendor does with tokens that it knows, instead of what they say. */
  override: keyof typeof verdicts | null
  /** What an answer waits for. */
  hold: Promise<void>
  /** Whether a request waits for that. */
  isHeld: () => Promise<boolean>
  /** The tenant that its answers name. */
  tenant: string
}

/** Starts the vendor. */
export const start = Effect.acquireRelease(
  Effect.promise(async () => {
    const vendor = {
      origin: "",
      override: null,
      hold: Promise.resolve(),
      isHeld: async () => true,
      tenant: "acme"
    } as {
      -readonly [Name in keyof PageVendor]: PageVendor[Name]
    }
    const server = createServer(async (request, response) => {
      if (await vendor.isHeld()) await vendor.hold
      const [, verdict = "bad"] = /^Bearer s3cr3t-(\w+)-/.exec(request.headers.authorization ?? "") ?? []
      const status = verdicts[vendor.override ?? verdict]?.(new URL(request.url ?? "", "http://v").pathname) ?? 401
      response.writeHead(status, {
        "content-type": "application/json",
        ...(status === 429 ? { "retry-after": "3600" } : {})
      })
      const { tenant } = vendor
      const said = status === 400 ? { error: SCRIPT, message: SCRIPT } : {}
      response.end(JSON.stringify(status === 200 ? { rows: [{ id: "r1", name: "Ada" }], next: null, tenant } : said))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    vendor.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { server, vendor: vendor as PageVendor }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
).pipe(Effect.map(({ vendor }) => vendor))

/** What would run if the page inserted a name as HTML. */
export const SCRIPT = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`

const users = Extractor.make({
  ...userList,
  pagination: Pagination.none({ items: "rows" })
})
const groups = Extractor.make({ ...groupList, pagination: Pagination.none({ items: "rows" }) })

/** A connector with each kind of field. */
export const fullOf = ({ origin }: PageVendor) =>
  Connector.make({
    vendor: "FULL",
    name: "Fulcrum Service Desk",
    description: "Tickets and the people who work on them.",
    category: "ITSM",
    authType: "API_KEY",
    docsUrl: "https://example.com/docs",
    setupSteps: [
      "Sign in to Fulcrum as an administrator and open Settings > API.",
      "Choose New token, name it after the product that will read, and give it the scopes users.read and groups.read.",
      "Copy the token: it is shown once."
    ],
    credentials: Schema.Struct({
      site: Credentials.text({
        title: "Site",
        help: "The first part of the address with which you sign in.",
        example: "acme",
        pattern: /^[a-z0-9-]+$/
      }),
      region: Credentials.choice({ title: "Region", help: "Where your data is kept.", values: ["eu", "us"] }),
      token: Credentials.secret({
        title: "API token",
        help: "Shown once, when you create it.",
        pattern: /^s3cr3t/,
        example: "s3cr3t-0a1b2c",
        pageUrl: "https://example.com/settings/api"
      }),
      note: Credentials.optional(
        Credentials.text({ title: "Note", help: "Anything that helps you to find the token again." })
      )
    }),
    http: ({ token }) => ({
      baseUrl: origin,
      headers: { authorization: Redacted.make(`Bearer ${Redacted.value(token)}`) }
    }),
    check: "/me",
    exports: { itsm_users: [users], device_groups: [groups] }
  })

/** A logo with its own size, styles of its own, and a script that nothing may run. */
export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90" viewBox="0 0 120 90"><style>rect { fill: #0a7d4f }</style><script>window.hacked = 1</script><rect width="120" height="90" rx="20"/></svg>`

/** A connector with one secret and one type of data. */
export const simpleOf = (
  { origin }: PageVendor,
  {
    category = "IDP",
    logo,
    name,
    vendor
  }: {
    readonly vendor: string
    readonly name: string
    readonly category?: "CSPM" | "EDR" | "IDP" | "VMS"
    readonly logo?: string
  }
) =>
  Connector.make({
    vendor,
    name,
    ...(logo === undefined ? {} : { logo }),
    description: `A connector for tests, of ${name}.`,
    category,
    authType: "API_KEY",
    docsUrl: "https://example.com/docs",
    credentials: Schema.Struct({ token: Credentials.secret({ title: "API token", help: "In the settings." }) }),
    http: ({ token }) => ({
      baseUrl: origin,
      headers: { authorization: Redacted.make(`Bearer ${Redacted.value(token)}`) }
    }),
    check: "/users",
    exports: { itsm_users: [users] }
  })

/** A connector whose vendor names its tenant. */
export const tenantedOf = ({ origin }: PageVendor) =>
  Connector.make({
    vendor: "TENANTED",
    name: "Tenanted",
    description: "A connector for tests.",
    category: "ITSM",
    authType: "API_KEY",
    docsUrl: "https://example.com/docs",
    credentials: Schema.Struct({ token: Credentials.secret({ title: "API token", help: "In the settings." }) }),
    http: ({ token }) => ({
      baseUrl: origin,
      headers: { authorization: Redacted.make(`Bearer ${Redacted.value(token)}`) },
      tenant: { id: { path: "/users", names: "tenant" } }
    }),
    check: "/me",
    exports: { itsm_users: [users] }
  })
