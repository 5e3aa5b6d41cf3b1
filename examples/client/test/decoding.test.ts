import { HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { TributaryApi } from "@tributary/runtime-http/api"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as SyncedDemo from "./SyncedDemo.js"

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
const ofGroups = { includeIdpUsers: true, includeIdpApplications: true }
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
    path: () => "/idp/groups?limit=500&includeIdpUsers=true&includeIdpApplications=true",
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

describe("the typed client", () => {
  let demo: SyncedDemo.SyncedDemo

  beforeAll(async () => {
    demo = await SyncedDemo.start()
  })

  afterAll(() => demo?.stop())

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
