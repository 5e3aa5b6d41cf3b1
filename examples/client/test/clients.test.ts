import { createServer } from "node:http"
import { HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { TributaryApi } from "@tributary/runtime-http/api"
import { Chunk, Effect, Stream } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as SyncedDemo from "../../../tests/support/SyncedDemo.js"
import type { Access } from "../src/Access.js"
import * as FetchWalk from "../src/FetchWalk.js"
import * as GeneratedWalk from "../src/GeneratedWalk.js"
import { summary } from "../src/summary.js"
import * as TypedWalk from "../src/TypedWalk.js"

let demo: SyncedDemo.SyncedDemo

beforeAll(async () => {
  demo = await SyncedDemo.start()
})

afterAll(() => demo?.stop())

const client = ({ access }: SyncedDemo.SyncedDemo) =>
  HttpApiClient.make(TributaryApi, {
    baseUrl: access.baseUrl.replace(/\/v1$/, ""),
    transformClient: HttpClient.mapRequest(
      HttpClientRequest.setHeaders({ "X-API-KEY": access.apiKey, "X-CONNECTION-ID": access.connectionId })
    )
  })

type Client = Effect.Effect.Success<ReturnType<typeof client>>

const everyPage = { enableCursor: false, limit: 500, excludeTotal: false }
const ofUsers = { includeIdpGroups: true, includeIdpApplications: true }
const ofGroups = { includeIdpUsers: true, includeIdpGroups: true, includeIdpApplications: true }
const ofApplications = { includeIdpUsers: true, includeIdpGroups: true }
const firstPage = { limit: 100, offset: 0 }

/** Every read operation, with the path that returns the same to plain fetch. */
const reads: ReadonlyArray<{
  readonly name: string
  readonly path: (demo: SyncedDemo.SyncedDemo) => string
  readonly call: (client: Client, demo: SyncedDemo.SyncedDemo) => Effect.Effect<unknown, unknown>
}> = [
  {
    name: "listIdpUsers with all includes",
    path: () => "/idp/users?limit=500&includeIdpGroups=true&includeIdpApplications=true",
    call: ({ idp }) => idp.listIdpUsers({ urlParams: { ...everyPage, ...ofUsers } })
  },
  {
    name: "listIdpUsers by cursor",
    path: () => "/idp/users?limit=2&enableCursor=true",
    call: ({ idp }) =>
      idp.listIdpUsers({
        urlParams: {
          ...everyPage,
          enableCursor: true,
          limit: 2,
          includeIdpGroups: false,
          includeIdpApplications: false
        }
      })
  },
  {
    name: "listIdpGroups",
    path: () => "/idp/groups?limit=500&includeIdpUsers=true&includeIdpGroups=true&includeIdpApplications=true",
    call: ({ idp }) => idp.listIdpGroups({ urlParams: { ...everyPage, ...ofGroups } })
  },
  {
    name: "listIdpApplications",
    path: () => "/idp/applications?limit=500&includeIdpUsers=true&includeIdpGroups=true",
    call: ({ idp }) => idp.listIdpApplications({ urlParams: { ...everyPage, ...ofApplications } })
  },
  {
    name: "listConnectors",
    path: () => "/connectors",
    call: ({ connectors }) => connectors.listConnectors({ urlParams: {} })
  },
  {
    name: "listOrganizations",
    path: () => "/provisioning/organizations",
    call: ({ provisioning }) => provisioning.listOrganizations({ urlParams: firstPage })
  },
  {
    name: "getOrganization",
    path: ({ organizationId }) => `/provisioning/organizations/${organizationId}`,
    call: ({ provisioning }, { organizationId }) =>
      provisioning.getOrganization({ path: { organization_id: organizationId } })
  },
  {
    name: "listConnections",
    path: ({ organizationId }) => `/provisioning/organizations/${organizationId}/connections`,
    call: ({ provisioning }, { organizationId }) =>
      provisioning.listConnections({ path: { organization_id: organizationId }, urlParams: firstPage })
  },
  {
    name: "getConnection",
    path: ({ organizationId, access }) =>
      `/provisioning/organizations/${organizationId}/connections/${access.connectionId}`,
    call: ({ provisioning }, { organizationId, access }) =>
      provisioning.getConnection({ path: { organization_id: organizationId, connection_id: access.connectionId } })
  },
  {
    name: "testConnection",
    path: ({ organizationId, access }) =>
      `/provisioning/organizations/${organizationId}/connections/${access.connectionId}/test`,
    call: ({ provisioning }, { organizationId, access }) =>
      provisioning.testConnection({ path: { organization_id: organizationId, connection_id: access.connectionId } })
  },
  {
    name: "listConnectionJobs",
    path: ({ organizationId, access }) =>
      `/provisioning/organizations/${organizationId}/connections/${access.connectionId}/jobs`,
    call: ({ provisioning }, { organizationId, access }) =>
      provisioning.listConnectionJobs({
        path: { organization_id: organizationId, connection_id: access.connectionId },
        urlParams: firstPage
      })
  }
]

describe("a client derived from the contract", () => {
  it.each(reads)("decodes everything that $name returns", async ({ path, call }) => {
    const { apiKey, baseUrl, connectionId } = demo.access
    const decoded = await Effect.runPromise(
      Effect.flatMap(client(demo), (each) => call(each, demo)).pipe(Effect.provide(NodeHttpClient.layerUndici))
    )
    const response = await fetch(`${baseUrl}${path(demo)}`, {
      headers: { "x-api-key": apiKey, "x-connection-id": connectionId }
    })
    // Decoding would drop a field that the published schema lacks.
    expect(JSON.parse(JSON.stringify(decoded))).toEqual(await response.json())
  })
})

const LIMIT = 20

const byFetch = async (access: Access) => {
  const ids: Array<string> = []
  for await (const { items } of FetchWalk.userPages(access, LIMIT)) ids.push(...items.map(({ id }) => id))
  return ids
}

const byGeneratedClient = async (access: Access) => {
  const ids: Array<string> = []
  for await (const users of GeneratedWalk.userPages(access, LIMIT)) ids.push(...users.map(({ id }) => id))
  return ids
}

const byTypedClient = (access: Access) =>
  Effect.runPromise(
    Stream.runCollect(TypedWalk.userPages(LIMIT)).pipe(
      Effect.map((pages) => Chunk.toReadonlyArray(pages).map(({ items }) => items)),
      Effect.provide(TypedWalk.layer(access))
    )
  )

describe("walking the demo vendor's users", () => {
  it("returns every id once, in the same order, with fetch, the typed client and the generated client", async () => {
    const fetched = await byFetch(demo.access)
    const pages = await byTypedClient(demo.access)
    const typed = pages.flat()
    expect(fetched.length).toBeGreaterThan(2 * LIMIT)
    expect(new Set(fetched).size).toBe(fetched.length)
    expect(typed.map(({ id }) => id)).toEqual(fetched)
    expect(await byGeneratedClient(demo.access)).toEqual(fetched)
    expect(pages).toHaveLength(Math.ceil(fetched.length / LIMIT))
    expect(typed.every(({ groups }) => Array.isArray(groups))).toBe(true)
    expect(summary(pages.length, typed)).toContain(`${fetched.length} users in ${pages.length} pages`)
  })

  it("reports the server's error when a page is refused", async () => {
    const access = { ...demo.access, apiKey: "wrong" }
    await expect(byFetch(access)).rejects.toThrow(/^401: /)
    await expect(byTypedClient(access)).rejects.toThrow("X-API-KEY")
  })
})

describe("a rate-limited request", () => {
  it("is repeated after the time in Retry-After", async () => {
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      if (asked === 2) response.writeHead(429, { "retry-after": "0" }).end('{"detail":"too many"}')
      else response.end(JSON.stringify({ items: [{ id: `u${asked}` }], next_cursor: asked === 1 ? "next" : null }))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const access = { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: "any", connectionId: "any" }
    expect(await byFetch(access)).toEqual(["u1", "u3"])
    server.close()
  })
})
