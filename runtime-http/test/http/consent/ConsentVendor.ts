import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { AuthMethod, Connector, Credentials, Extractor, Pagination } from "@tributary/core"
import { Effect, Redacted, Schema } from "effect"
import { groupList, userList } from "../../sync/FakeVendor.js"
import type { Issuer } from "./Issuer.js"

/** A vendor whose API takes the tokens of an issuer. */
export interface ConsentVendor {
  readonly origin: string
  /** The `authorization` headers that have arrived. */
  readonly seen: Array<string>
  /** The tenant that its answers name. */
  tenant: string
  /** Whether it answers 401 to every token. */
  refuses: boolean
  /** The names of its users, each on a page of its own. */
  names: ReadonlyArray<string>
  /** What happens before it answers a request for this path. */
  beforeAnswer: (path: string) => Promise<unknown>
}

/** Starts a vendor that has one user unless it is given more. */
export const start = (issuer: Issuer) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const state = {
        seen: [] as Array<string>,
        refuses: false,
        tenant: "acme",
        names: ["Ada"] as ReadonlyArray<string>,
        beforeAnswer: async (_: string): Promise<unknown> => undefined
      }
      const server = createServer((request, response) => {
        const { authorization = "" } = request.headers
        state.seen.push(authorization)
        const path = request.url ?? ""
        const { pathname, searchParams } = new URL(path, "http://vendor.example")
        const needed = `${pathname.slice(1)}.read`
        const page = Number(searchParams.get("after") ?? "0")
        const next = page + 1 < state.names.length ? { next: String(page + 1) } : {}
        const rows = [{ id: `u${page + 1}`, name: state.names[page] }]
        const answered = state.beforeAnswer(path).then(() => issuer.scopesOf(authorization.replace("Bearer ", "")))
        void answered.then((scopes) => {
          const isIn = scopes !== null && !state.refuses
          const isAllowed = isIn && scopes.includes(needed)
          const refusal = isIn ? 403 : 401
          response.writeHead(isAllowed ? 200 : refusal, { "content-type": "application/json" })
          response.end(JSON.stringify(isAllowed ? { items: rows, ...next, tenant: state.tenant } : {}))
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      return { server, vendor: Object.assign(state, { origin }) satisfies ConsentVendor }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  ).pipe(Effect.map(({ vendor }) => vendor))

/** How the customer consents. */
export const oauth2Of = (issuer: Issuer, scopes: ReadonlyArray<string> = ["users.read"]) => ({
  title: "Sign in with Consenting",
  help: "An administrator allows it to read users.",
  authorizeUrl: `${issuer.origin}/auth`,
  tokenUrl: `${issuer.origin}/token`,
  scopes,
  issuer: issuer.origin,
  namesIssuer: true
})

/** The list of a vendor's users. */
export const usersOf = (vendor: string) =>
  Extractor.make({
    ...userList,
    pagination: Pagination.cursor({ items: "items", from: "next", param: "after" }),
    toRecord: (row) => ({
      name: row.name,
      status: "ACTIVE" as const,
      vendor_attributes: { created_at: null, id: row.id, updated_at: null, vendor, data: null }
    })
  })

const users = usersOf("CONSENTING")

/** A connector with a key as its first way to sign in, and a consent as its second. */
export const connectorOf = (issuer: Issuer, { origin }: ConsentVendor) =>
  Connector.make({
    vendor: "CONSENTING",
    name: "Consenting",
    description: "A connector for tests.",
    category: "ITSM",
    authType: "API_KEY",
    docsUrl: "https://example.com/docs",
    credentials: Schema.Struct({ key: Credentials.secret({ title: "Key", help: "A key." }) }),
    http: ({ key }) => ({
      baseUrl: origin,
      headers: { authorization: Redacted.make(`Bearer ${Redacted.value(key)}`) }
    }),
    auth: [
      AuthMethod.make({
        authType: "OAUTH2_AUTHORIZATION_CODE",
        credentials: Schema.Struct({
          region: Credentials.text({ title: "Region", help: "The region." }),
          consent: Credentials.oauth2(oauth2Of(issuer))
        }),
        http: ({ consent }) => ({ baseUrl: origin, auth: consent })
      })
    ],
    check: "/users",
    exports: {
      itsm_users: [users]
    }
  })

/** A connector that has only a consent, and reads the same. */
export const soleOf = (vendor: string, issuer: Issuer, { origin }: ConsentVendor) =>
  Connector.make({
    vendor,
    name: "Sole",
    description: "A connector for tests.",
    category: "ITSM",
    authType: "OAUTH2_AUTHORIZATION_CODE",
    docsUrl: "https://example.com/docs",
    credentials: Schema.Struct({ consent: Credentials.oauth2(oauth2Of(issuer)) }),
    http: ({ consent }) => ({ baseUrl: origin, auth: consent }),
    check: "/users",
    exports: { itsm_users: [users] }
  })

const groups = Extractor.make({ ...groupList, pagination: Pagination.none({ items: "items" }) })

/** A connector whose only way to sign in is a consent, for two lists. */
export const consentOnly = (issuer: Issuer, { origin }: ConsentVendor, vendor = "CONSENTING") =>
  Connector.make({
    vendor,
    name: "Consenting",
    description: "A connector for tests.",
    category: "ITSM",
    authType: "OAUTH2_AUTHORIZATION_CODE",
    docsUrl: "https://example.com/docs",
    credentials: Schema.Struct({ consent: Credentials.oauth2(oauth2Of(issuer, ["users.read", "groups.read"])) }),
    http: ({ consent }) => ({
      baseUrl: origin,
      auth: consent,
      tenant: { id: { path: "/users", names: "tenant" } }
    }),
    check: "/users",
    exports: {
      itsm_users: [users],
      device_groups: [groups]
    }
  })
