import { Connector, Credentials, Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "../../support/Service.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"

const Thing = Schema.Struct({ id: Schema.String, name: Row.nullish(Schema.String) })

const groups = Extractor.make({
  record: RecordKind.IdpGroup,
  endpoint: "/groups",
  row: Thing,
  pagination: Pagination.none(),
  permissions: ["groups.read"],
  toRecord: ({ id, name }) => ({
    types: [],
    description: "",
    name: name ?? id,
    vendor_id: id,
    vendor_created_at: "2024-01-01T00:00:00Z"
  })
})

const places = Lookup.joined<{ readonly id: string }>()({
  endpoint: "/places",
  row: Schema.Struct({ id: Schema.String, region: Schema.String }),
  pagination: Pagination.none(),
  permissions: ["places.read"],
  isOptional: true,
  fields: ["region"],
  key: ({ id }) => id,
  matches: ({ id }) => id
})

const resourceOptions = {
  record: RecordKind.Resource,
  endpoint: "/resources",
  row: Thing,
  pagination: Pagination.none(),
  permissions: ["resources.read"],
  lookups: { places },
  toRecord: (
    { id, name }: typeof Thing.Type,
    answers: { readonly places: ReadonlyArray<{ readonly region: string }> | null }
  ) => ({
    name: name ?? id,
    type: "BUCKET" as const,
    region: answers.places?.[0]?.region ?? null,
    vendor_id: id
  })
} as const

const resources = Extractor.make(resourceOptions)

/** The same list, of which later jobs read the changes alone. */
const changedResources = Extractor.make({ ...resourceOptions, since: (instant: string) => ({ since: instant }) })

const connector = (vendor: string, idp: typeof groups, list: typeof resources) =>
  Connector.make({
    vendor,
    name: "Two exports",
    description: "A vendor whose token can lose access to one export type.",
    category: "IDP",
    authType: "API_KEY",
    docsUrl: "https://vendor.example/docs",
    credentials: Schema.Struct({
      base_url: Credentials.baseUrl({ title: "Address", help: "Anywhere." }),
      token: Credentials.secret({ title: "Token", help: "Any." })
    }),
    http: ({ base_url, token }) => ({ baseUrl: base_url, headers: { authorization: token } }),
    check: "/check",
    exports: { idp: [idp], resources: [list] }
  })

describe("a token without access to one export type", () => {
  let vendor: VendorServer.VendorServer
  let service: Service.Service
  let credentials: Readonly<Record<string, string>>
  let connection: string
  let hasAccess = true
  let hasPlaces = true
  const asked: Array<string> = []

  beforeAll(async () => {
    vendor = await VendorServer.start(({ url: { pathname, search, searchParams } }) => {
      if (pathname === "/resources" && search === "" && !hasAccess) return { status: 403 }
      if (pathname === "/places") return hasPlaces ? { body: [{ id: "1", region: "eu-west-1" }] } : { status: 403 }
      asked.push(`${pathname}${search}`)
      // Nothing has changed since the last job.
      if (searchParams.has("since")) return { body: [] }
      return pathname === "/check" ? {} : { body: [{ id: "1", name: "One" }, { id: "2" }] }
    })
    credentials = { base_url: vendor.url, token: "any" }
    service = await Service.start({
      connectors: [connector("TWO_EXPORTS", groups, resources), connector("DELTAS", groups, changedResources)]
    })
    connection = (await service.connect("TWO_EXPORTS", credentials)).body.id
    await service.jobOf(connection)
  })

  afterAll(async () => {
    await service?.stop()
    await vendor?.stop()
  })

  const test = async () => {
    const path = `/provisioning/organizations/${service.organizationId}/connections/${connection}/test`
    return (await service.call(path)).body
  }

  it("reads both types while it has access", async () => {
    expect(await test()).toMatchObject({
      is_valid: true,
      data_export_types: [
        { data_export_type: "idp", is_valid: true },
        { data_export_type: "resources", is_valid: true }
      ]
    })
    expect(await service.health(connection)).toMatchObject({ name: "HEALTHY" })
  })

  it("reports the type that failed, keeps its records, and still reads the other one [contract: health-precedence]", async () => {
    hasAccess = false
    const report = await test()
    expect(report).toMatchObject({
      is_valid: false,
      data_export_types: [
        { data_export_type: "idp", is_valid: true },
        { data_export_type: "resources", is_valid: false }
      ]
    })
    expect(report.data_export_types[1].message).toContain("resources.read")
    const job = await service.sync(connection)
    expect(job.data_exports).toMatchObject([
      { data_export_type: "idp", health: "HEALTHY", unchanged: 2 },
      { data_export_type: "resources", health: "UNAUTHORIZED", deleted: 0 }
    ])
    expect(await service.health(connection)).toMatchObject({
      name: "UNAUTHORIZED",
      status: "UNHEALTHY",
      resolution_owner: "CUSTOMER",
      details: [{ data_export_type: "resources", endpoint: "/resources" }]
    })
    expect(await service.walk(connection, "/entities/resources")).toHaveLength(2)
    expect(await service.walk(connection, "/idp/groups")).toHaveLength(2)
  })

  it("makes the connection healthy when the next job runs with access restored [contract: health-from-the-last-job]", async () => {
    hasAccess = true
    expect(await service.health(connection)).toMatchObject({ name: "UNAUTHORIZED" })
    await service.sync(connection)
    expect(await service.health(connection)).toMatchObject({ name: "HEALTHY", details: null })
  })

  it("keeps the fields of a refused optional endpoint, stays healthy, and names them until they are read again", async () => {
    const regions = async () =>
      Object.fromEntries(
        (await service.walk(connection, "/entities/resources")).map(({ vendor_id, region }) => [vendor_id, region])
      )
    const path = `/provisioning/organizations/${service.organizationId}/connections/${connection}`
    const shown = async () => (await service.call(path)).body.unread_fields
    expect(await regions()).toEqual({ 1: "eu-west-1", 2: null })
    expect(await shown()).toEqual([])

    hasPlaces = false
    const unread = {
      record_kind: "resource",
      fields: ["region"],
      endpoint: "/places",
      permissions: ["places.read"],
      problem: "PERMISSION_MISSING",
      reason: "answered 403",
      accepted_from: null
    }
    expect(await test()).toMatchObject({
      is_valid: true,
      data_export_types: [{ unread_fields: [] }, { is_valid: true, unread_fields: [unread] }]
    })
    const job = await service.sync(connection)
    expect(job).toMatchObject({
      status: "SUCCESS",
      data_exports: [{ unread_fields: [] }, { health: "HEALTHY", unchanged: 2, unread_fields: [unread] }]
    })
    expect(await shown()).toEqual([unread])
    expect(await service.health(connection)).toMatchObject({ name: "HEALTHY" })
    const [problem] = (await service.call(`${path}/status`)).body.problems
    expect(problem).toMatchObject({ reason: "PERMISSION_MISSING", affected: [{ fields: ["region"] }] })
    expect(Date.parse(problem.since)).toBeGreaterThanOrEqual(Date.parse(job.started_at))
    expect(await regions()).toEqual({ 1: "eu-west-1", 2: null })

    hasPlaces = true
    await service.sync(connection)
    expect(await shown()).toEqual([])
    expect((await service.call(`${path}/status`)).body.problems).toEqual([])
  })

  it("reads the fields of an optional endpoint in the next job after access is granted, even if the job reads only changes", async () => {
    hasPlaces = false
    const { body } = await service.connect("DELTAS", credentials)
    const deltas = body.id
    expect(body.unread_fields).toMatchObject([{ fields: ["region"], reason: "answered 403" }])
    const shown = async () =>
      (await service.call(`/provisioning/organizations/${service.organizationId}/connections/${deltas}`)).body
        .unread_fields
    const regions = async () =>
      (await service.walk(deltas, "/entities/resources")).map(({ region }) => region).toSorted()
    await service.jobOf(deltas)
    expect(await shown()).toMatchObject([{ fields: ["region"] }])

    await service.sync(deltas)
    expect(asked.findLast((url) => url.startsWith("/resources"))).toContain("since=")
    expect(await shown()).toMatchObject([{ fields: ["region"] }])

    hasPlaces = true
    await service.sync(deltas)
    expect(await shown()).toEqual([])
    expect(await regions()).toEqual(["eu-west-1", null])

    await service.sync(deltas)
    expect(asked.findLast((url) => url.startsWith("/resources"))).toContain("since=")
  })
})
