import { msDefenderCloud } from "@tributary/connector-ms-defender-cloud"
import { msEntra } from "@tributary/connector-ms-entra"
import { okta } from "@tributary/connector-okta"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readingAll } from "../../recordings/RecordedVendor.js"
import * as Service from "../../support/Service.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"

/** What is wrong with the vendors: all of their side lists are empty, answered with 200. */
let areSideListsEmpty = false

const side = (rows: ReadonlyArray<unknown>) => (areSideListsEmpty ? [] : rows)

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

const oktaUsers = numbers(30).map((index) => ({
  id: `o${index}`,
  status: "ACTIVE",
  created: "2024-01-01T00:00:00.000Z",
  profile: { login: `o${index}@acme.example`, email: `o${index}@acme.example` }
}))

const entraUsers = numbers(30).map((index) => ({
  id: `e${index}`,
  userPrincipalName: `e${index}@acme.example`,
  displayName: `User ${index}`,
  accountEnabled: true,
  createdDateTime: "2024-01-01T00:00:00Z"
}))

const SUBSCRIPTION = "/subscriptions/s1"

const resourceOf = (index: number) =>
  `${SUBSCRIPTION}/resourcegroups/g/providers/microsoft.storage/storageaccounts/a${index}`

const assessments = numbers(24).map((index) => ({
  id: `${resourceOf(index)}/providers/Microsoft.Security/assessments/k${index % 3}`,
  name: `k${index % 3}`,
  properties: {
    displayName: "Encrypt",
    resourceDetails: { source: "Azure", id: resourceOf(index) },
    status: { code: "Unhealthy" }
  }
}))

/** The definitions say nothing of their assessments, but there are as many as ever: otherwise the export fails. */
const definitions = () =>
  numbers(3).map((index) => ({
    name: `k${index}`,
    properties: areSideListsEmpty
      ? {}
      : { displayName: "Encrypt", description: "Why", severity: "High", categories: ["Data"], threats: ["Loss"] }
  }))

/** The answers of all three vendors, by path; null if the vendor has nothing there. */
const answerTo = (path: string): unknown => {
  const oktaUser = /^\/api\/v1\/users\/o(\d+)\/(roles|factors)$/.exec(path)
  if (oktaUser !== null) return side(Number(oktaUser[1]) < 22 ? [{ status: "ACTIVE" }] : [])
  if (path.startsWith("/api/v1/users/me")) return oktaUsers[0]
  if (path.startsWith("/api/v1/users?filter")) return []
  if (path.startsWith("/api/v1/users")) return oktaUsers
  if (path.startsWith("/api/v1/")) return []
  if (path.endsWith("/oauth2/v2.0/token")) return { access_token: "t", expires_in: 3600, token_type: "Bearer" }
  if (
    path.startsWith("/v1.0/users?$select=id,signInActivity") ||
    path.startsWith("/v1.0/users?%24select=id%2CsignInActivity")
  ) {
    return {
      value: side(entraUsers.map(({ id }) => ({ id, signInActivity: { lastSignInDateTime: "2024-02-01T00:00:00Z" } })))
    }
  }
  if (path.startsWith("/v1.0/users?")) return { value: entraUsers }
  if (path.includes("/userRegistrationDetails")) {
    return { value: side(entraUsers.map(({ id }) => ({ id, isAdmin: false, isMfaCapable: true }))) }
  }
  if (path.includes("/directory/role"))
    return { value: side(entraUsers.slice(0, 26).map(({ id }) => ({ principalId: id }))) }
  if (path.startsWith("/v1.0/")) return { value: [] }
  if (path.startsWith("/subscriptions?")) return { value: [{ subscriptionId: "s1", state: "Enabled" }] }
  if (path.includes("/assessmentMetadata")) return { value: definitions() }
  if (path.includes("/assessments")) return { value: assessments }
  if (path.includes("/Microsoft.Security/alerts")) return { value: [] }
  if (path.includes(`${SUBSCRIPTION}/resources`)) {
    return { value: side(numbers(24).map((index) => ({ id: resourceOf(index), location: "westeurope" }))) }
  }
  return path.includes("ResourceGraph") ? { data: [], totalRecords: 0 } : null
}

interface Case {
  readonly vendor: string
  readonly path: string
  /** What the fault would take. */
  readonly read: (record: Service.Json) => unknown
  readonly fields: ReadonlyArray<string>
  readonly credentials: (url: string) => object
}

const azure = () => ({ tenant_id: "acme.example", client_id: "any", client_secret: "any" })

const cases: ReadonlyArray<Case> = [
  {
    vendor: "OKTA",
    path: "/idp/users",
    read: ({ is_admin, is_mfa_enabled }) => [is_admin, is_mfa_enabled],
    fields: ["is_mfa_enabled", "is_admin"],
    credentials: (base_url) => ({ base_url, api_token: "any" })
  },
  {
    vendor: "MS_ENTRA",
    path: "/idp/users",
    read: ({ is_admin, is_mfa_enabled, last_login_at }) => [is_admin, is_mfa_enabled, last_login_at],
    fields: ["is_mfa_enabled", "is_admin"],
    credentials: azure
  },
  {
    vendor: "MS_DEFENDER_CLOUD",
    path: "/cspm/compliance_findings",
    read: ({ description, resource_region, severity, vendor_data, vendor_severity }) => [
      description,
      resource_region,
      severity,
      vendor_severity,
      vendor_data.categories,
      vendor_data.threats
    ],
    fields: [
      "description",
      "resource_region",
      "severity",
      "vendor_severity",
      "vendor_data.categories",
      "vendor_data.threats"
    ],
    credentials: azure
  }
]

describe("a vendor whose side lists are empty in one scan", () => {
  let vendors: VendorServer.VendorServer
  let service: Service.Service
  const connections = new Map<string, string>()

  beforeAll(async () => {
    vendors = await VendorServer.start(({ url: { pathname, search } }) => {
      const body = answerTo(`${pathname}${search}`)
      return { status: body === null ? 404 : 200, headers: { link: '<https://acme.example>; rel="self"' }, body }
    })
    const { url } = vendors
    const hosts = ["graph.microsoft.com", "login.microsoftonline.com", "management.azure.com"]
    service = await Service.start({
      connectors: [okta, msEntra, msDefenderCloud].map(readingAll),
      settings: { TRIBUTARY_HOST_OVERRIDES: hosts.map((host) => `${host}=${url}`).join(",") }
    })
    for (const { credentials, vendor } of cases) {
      const { body, text } = await service.connect(vendor, credentials(url))
      if (body?.id === undefined) throw new Error(`${vendor} cannot be connected: ${text}`)
      connections.set(vendor, body.id)
      await service.jobOf(body.id)
    }
  })

  afterAll(async () => {
    await service?.stop()
    await vendors?.stop()
  })

  it.each(cases)("$vendor: overwrites no field, says which records keep, and believes the next scan", async (one) => {
    const connection = connections.get(one.vendor) ?? ""
    const byId = (records: ReadonlyArray<Service.Json>) =>
      new Map(records.map((record) => [record.vendor_id, one.read(record)]))
    const before = byId(await service.walk(connection, one.path))
    expect(before.size).toBeGreaterThan(20)

    areSideListsEmpty = true
    const job = await service.sync(connection)
    expect(job, JSON.stringify(job)).toMatchObject({ status: "SUCCESS" })
    expect(byId(await service.walk(connection, one.path))).toEqual(before)
    const unread = job.data_exports.flatMap((each: Service.Json) => each.unread_fields)
    const kept = unread.filter((each: Service.Json) => each.accepted_from !== null)
    expect(kept.flatMap(({ fields }: Service.Json) => fields).toSorted()).toEqual(one.fields.toSorted())
    const organization = `/provisioning/organizations/${service.organizationId}/connections/${connection}`
    const status = (await service.call(`${organization}/status`)).body
    expect(status.problems).toEqual(
      expect.arrayContaining([expect.objectContaining({ reason: "FIELDS_EMPTIED", health: "HEALTHY" })])
    )

    // Here two scans need no distance.
    const next = await service.sync(connection)
    const after = byId(await service.walk(connection, one.path))
    expect(after).not.toEqual(before)
    expect(
      next.data_exports
        .flatMap((each: Service.Json) => each.unread_fields)
        .filter((each: Service.Json) => each.accepted_from !== null)
    ).toEqual([])
    areSideListsEmpty = false
  })
})
