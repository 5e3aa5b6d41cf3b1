import { readFileSync } from "node:fs"
import { Connector } from "@tributary/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connectors } from "../../../examples/server/src/connectors.js"
import * as Scripts from "../../../examples/server/src/sandbox/Scripts.js"
import * as InterfaceDocument from "../../contract/InterfaceDocument.js"
import * as PublishedApi from "../../support/PublishedApi.js"
import * as Service from "../../support/Service.js"
import * as ScriptedServer from "../../support/vendor/ScriptedServer.js"
import { until } from "../../support/Wait.js"
import { type Endpoint, endpoints, type Filtered, memberLists, type Named } from "./EndpointTable.js"

type Json = Service.Json

const pathOf = ({ kind }: Endpoint): string => kind.path ?? ""

/** The path of the get-by-id endpoint below a list, as the OpenAPI document writes it. */
const byIdOf = (path: string): string =>
  [...PublishedApi.reads.keys()].find((one) => one.startsWith(`${path}/{`) && one.endsWith("}")) ?? ""

const flagsOf = (path: string): ReadonlyArray<string> =>
  (PublishedApi.reads.get(path)?.query ?? []).filter((name) => name.startsWith("include") && !shared.includes(name))

const shared = [
  "enableCursor",
  "updatedSince",
  "limit",
  "offset",
  "excludeTotal",
  "cursor",
  "strict",
  "ids",
  "fields",
  "includeMeta"
]

/** Whether related records of the list can be shown as ids or as a number. */
const hasExpandAs = (path: string): boolean => PublishedApi.reads.get(path)?.query.includes("expandAs") === true

/** Whether the records of the list have `vendor_data`. */
const hasVendorData = (path: string): boolean =>
  PublishedApi.reads.get(path)?.query.includes("includeVendorData") === true

const queryOf = (parameters: Readonly<Record<string, string>>): string => new URLSearchParams(parameters).toString()

const vendorIdOf = (item: Json): string => item.vendor_id ?? item.vendor_attributes.id

/** Items in an order that does not depend on when they were stored. */
const sorted = (value: Json): Json =>
  Array.isArray(value)
    ? value.toSorted((one, two) => String(one.vendor_id ?? one.control).localeCompare(two.vendor_id ?? two.control))
    : value

const filled = endpoints.flatMap((endpoint) =>
  Object.entries(endpoint.records).map(([vendor, count]) => ({ endpoint, path: pathOf(endpoint), vendor, count }))
)

/** What the list of a kind takes, and so does a list of these records below another one. */
const takenBelow = (kind: Endpoint["kind"]): Pick<Endpoint, "filters" | "flags"> => {
  const { filters = [], flags = {} } = endpoints.find((one) => one.kind === kind) ?? {}
  // What has left a list is in no list below a record.
  const isOfRemoved = (each: Filtered) =>
    kind.deletion._tag === "Hide" &&
    Object.hasOwn(
      each.query(() => ""),
      "isDeleted"
    )
  return { filters: filters.filter((each) => !isOfRemoved(each)), flags }
}

/** The lists below records, in the form of other lists. */
const below = memberLists.map(({ path, of, vendor, members }) => ({
  endpoint: { kind: of, records: { [vendor]: members.length }, known: [], ...takenBelow(of) } as Endpoint,
  path,
  vendor,
  count: members.length,
  members
}))
const lists = [...filled.map((one) => ({ ...one, members: null })), ...below]

/** Jira's answer when the test makes a ticket. */
const ticketMade = {
  "POST /rest/api/3/issue": { status: 201, body: { id: "102", key: "MILL-3", self: "https://vendor.example/102" } }
}

describe("every documented endpoint, from the vendor to the caller", () => {
  let vendors: ScriptedServer.ScriptedServer
  let service: Service.Service
  const connections = new Map<string, string>()
  const firstJobs = new Map<string, Json>()

  const connectionOf = (vendor: string): string => connections.get(vendor) ?? ""

  /** What operations of the interface specification have answered. */
  const answers: Array<InterfaceDocument.Answered> = []

  const get = async (vendor: string, path: string): Promise<Json> => {
    const { status, text, body } = await service.call(path, { connection: connectionOf(vendor) })
    expect(status, `GET ${path}: ${text}`).toBe(200)
    answers.push({ method: "GET", url: path, status, body })
    return body
  }

  /** The address of a list; a list below a record has the id of that record in its path. */
  const addressOf = async (path: string, parentId?: string): Promise<string> => {
    const list = memberLists.find((one) => one.path === path)
    if (list === undefined) return path
    const parent = find(await itemsOf(list.vendor, list.parent.path), parentId ?? list.parent.vendorId)
    return path.replace(/\{\w+\}/, parent.id)
  }

  /** A page of the list. It must fit the typed schema and the OpenAPI document. */
  const page = async (vendor: string, path: string, parameters: Readonly<Record<string, string>>): Promise<Json> => {
    const body = await get(vendor, `${await addressOf(path)}?${queryOf(parameters)}`)
    const hasEntities = flagsOf(path).some((flag) => parameters[flag] === "true")
    const envelope = parameters["enableCursor"] === "true" ? "Cursor envelope" : "Offset envelope"
    expect(PublishedApi.misfits(path, body)).toEqual([])
    expect(PublishedApi.listViolations(path, envelope, body, hasEntities)).toEqual([])
    return body
  }

  const itemsOf = async (vendor: string, path: string, parameters: Readonly<Record<string, string>> = {}) =>
    (await page(vendor, path, parameters)).items as ReadonlyArray<Json>

  const find = (items: ReadonlyArray<Json>, vendorId: string): Json => {
    const found = items.filter((item) => vendorIdOf(item).endsWith(vendorId))
    expect(found, `${vendorId} among ${items.map(vendorIdOf)}`).toHaveLength(1)
    return found[0]
  }

  /** Looks up the ids that `use` asks for. */
  const named = async (vendor: string, use: (id: Named) => unknown): Promise<Named> => {
    const paths = new Set<string>()
    use((path) => String(paths.add(path)))
    const lists = new Map(
      await Promise.all([...paths].map(async (path) => [path, await itemsOf(vendor, path)] as const))
    )
    return (path, vendorId) => find(lists.get(path) ?? [], vendorId).id
  }

  /** The pages of a list forward by cursor, and back again from the last one. */
  const forwardAndBack = async (vendor: string, path: string, limit: number) => {
    const parameters = { enableCursor: "true", limit: String(limit) }
    let body = await page(vendor, path, parameters)
    expect(body.previous_cursor).toBeNull()
    const forward = [body.items]
    while (body.next_cursor !== null) {
      body = await page(vendor, path, { ...parameters, cursor: body.next_cursor })
      forward.push(body.items)
    }
    const back = [body.items]
    while (body.previous_cursor !== null) {
      body = await page(vendor, path, { ...parameters, cursor: body.previous_cursor })
      back.unshift(body.items)
    }
    return { forward, back }
  }

  beforeAll(async () => {
    vendors = await ScriptedServer.start({ ...Scripts.together(), ...ticketMade })
    const hosts = Object.values(Scripts.scripts).flatMap((script) => script.hosts)
    service = await Service.start({ connectors, settings: Scripts.overrides(hosts, vendors.url) })
    for (const connector of connectors) {
      const { auth_type, credentials } = Scripts.signInOf(connector)
      const created = await service.connect(connector.vendor, credentials, {
        auth_type,
        data_export_types: Connector.exportTypesOf(connector)
      })
      expect(created.status, `${connector.vendor}: ${created.text}`).toBe(201)
      connections.set(connector.vendor, created.body.id)
    }
    for (const { vendor } of connectors) firstJobs.set(vendor, await service.jobOf(connectionOf(vendor)))
  })

  afterAll(async () => {
    await service?.stop()
    vendors?.stop()
  })

  describe("the table", () => {
    it("has every list and every get by id of the OpenAPI document", () => {
      const inTable = endpoints.map(pathOf).flatMap((path) => [path, byIdOf(path)])
      const expected = [...inTable, ...below.map(({ path }) => path), ...Object.keys(otherReads)].toSorted()
      // `OperatorsHttp.test.ts` has those for operators, and `ConnectHttp.test.ts` those for customers.
      const reads = [...PublishedApi.reads.keys()].filter((path) => !/^\/(?:operator|connect-sessions)\//.test(path))
      expect(reads.toSorted()).toEqual(expected)
    })

    it("has every record kind that a connector exports, with the vendors that fill it", () => {
      const exported = connectors.flatMap((connector: Connector.Connector) =>
        Connector.extractorsOf(connector).flatMap((extractor) =>
          extractor.kinds.filter(({ path }) => path !== null).map(({ name }) => `${name} of ${connector.vendor}`)
        )
      )
      const expected = filled.map(({ endpoint, vendor }) => `${endpoint.kind.name} of ${vendor}`)
      expect([...new Set(exported)].toSorted()).toEqual(expected.toSorted())
      expect(endpoints.every(({ records }) => Object.keys(records).length > 0)).toBe(true)
    })

    it("uses every query parameter of every list [contract: shared-parameters]", () => {
      const all = [...endpoints.map((endpoint) => ({ endpoint, path: pathOf(endpoint) })), ...below]
      for (const { endpoint, path } of all) {
        const filters = (endpoint.filters ?? []).flatMap(({ query }) => Object.keys(query(() => "")))
        const expandAs = hasExpandAs(path) ? ["expandAs"] : []
        const vendorData = hasVendorData(path) ? ["includeVendorData"] : []
        const used = [...shared, ...expandAs, ...vendorData, ...Object.keys(endpoint.flags ?? {}), ...new Set(filters)]
        expect([...(PublishedApi.reads.get(path)?.query ?? [])].toSorted(), path).toEqual(used.toSorted())
      }
    })

    it("checks a record of each kind and vendor", () => {
      const checked = endpoints.flatMap(({ kind, known }) => known.map(({ vendor }) => `${kind.name} of ${vendor}`))
      expect([...new Set(checked)].toSorted()).toEqual(
        filled.map(({ endpoint, vendor }) => `${endpoint.kind.name} of ${vendor}`).toSorted()
      )
    })
  })

  it.each(connectors.map(({ vendor, exports }) => ({ vendor, exports })))(
    "the first job of $vendor exports everything, rejects no row and is healthy",
    async ({ vendor, exports }) => {
      const job = firstJobs.get(vendor)
      expect(job.status).toBe("SUCCESS")
      expect(job.data_exports.map((one: Json) => one.data_export_type).toSorted()).toEqual(
        Object.keys(exports).toSorted()
      )
      for (const one of job.data_exports) {
        expect(one).toMatchObject({ health: "HEALTHY", rejected: 0, held_back: 0, changed: 0, deleted: 0 })
      }
      expect(await service.health(connectionOf(vendor))).toMatchObject({ name: "HEALTHY", details: null })
    }
  )

  it("sends the vendors no request that their scripts do not answer", () => {
    expect(vendors.asked().length).toBeGreaterThan(100)
    expect(vendors.asked().filter(({ key }) => key === null)).toEqual([])
  })

  it.each(lists)(
    "GET $path of $vendor in the offset envelope: $count records [contract: offset]",
    async ({ path, vendor, count }) => {
      const body = await page(vendor, path, {})
      expect(body).toMatchObject({ count, total: count })
      expect(body.items).toHaveLength(count)
      const last = await page(vendor, path, { limit: "1", offset: String(count - 1) })
      expect(last).toEqual({ count: 1, total: count, items: body.items.slice(-1) })
      expect(await page(vendor, path, { excludeTotal: "true", strict: "true" })).toEqual({
        count,
        total: null,
        items: body.items
      })
    }
  )

  it.each(lists)(
    "GET $path of $vendor in the cursor envelope, forward and back [contract: cursor-walk]",
    async ({ path, vendor, count }) => {
      const items = await itemsOf(vendor, path)
      const { forward, back } = await forwardAndBack(vendor, path, 1)
      expect(forward.flat()).toEqual(items)
      expect(forward).toHaveLength(count)
      expect(back).toEqual(forward)
    }
  )

  it.each(filled)(
    "GET $path/{id} of $vendor is the same record [contract: vendor-to-caller]",
    async ({ path, vendor }) => {
      const byId = byIdOf(path)
      const flags = Object.fromEntries(flagsOf(path).map((flag) => [flag, "true"]))
      for (const parameters of [{}, flags]) {
        for (const item of await itemsOf(vendor, path, parameters)) {
          const one = await get(vendor, `${path}/${item.id}?${queryOf(parameters)}`)
          expect(one).toEqual(item)
          expect(PublishedApi.misfits(byId, one)).toEqual([])
          expect(PublishedApi.violations(byId, one)).toEqual([])
        }
      }
    }
  )

  it.each(filled)(
    "GET $path of $vendor shows what the vendor sent [contract: vendor-to-caller]",
    async ({ endpoint, path, vendor }) => {
      const items = await itemsOf(vendor, path)
      for (const { vendorId, says } of endpoint.known.filter((one) => one.vendor === vendor)) {
        const id = await named(vendor, says)
        expect(find(items, vendorId)).toMatchObject(says(id))
      }
      for (const item of items) expect(item.vendor ?? item.vendor_attributes?.vendor ?? vendor).toBe(vendor)
    }
  )

  it.each(lists)("GET $path of $vendor with updatedSince", async ({ path, vendor }) => {
    const items = await itemsOf(vendor, path)
    expect(await itemsOf(vendor, path, { updatedSince: "2024-01-01T00:00:00+02:00" })).toEqual(items)
    expect(await itemsOf(vendor, path, { updatedSince: "2999-01-01T00:00:00Z" })).toEqual([])
  })

  const flagged = lists.flatMap(({ endpoint, path, vendor, members }) =>
    Object.entries(endpoint.flags ?? {}).map(([flag, { field, added }]) => {
      const shown = added.filter((one) => one.vendor === vendor && members?.includes(one.vendorId) !== false)
      return { flag, field, shown, path, vendor }
    })
  )
  it.each(flagged)(
    "GET $path?$flag of $vendor adds $field [contract: vendor-to-caller]",
    async ({ path, vendor, flag, field, shown }) => {
      const plain = await itemsOf(vendor, path)
      const items = await itemsOf(vendor, path, { [flag]: "true" })
      expect(items.map(({ [field]: _, ...rest }) => rest)).toEqual(plain)
      expect(plain.some((item) => field in item)).toBe(false)
      expect(shown.length).toBeGreaterThan(0)
      for (const { vendorId, shows } of shown)
        expect(sorted(find(items, vendorId)[field])).toMatchObject(shows as object)
    }
  )

  it.each(lists)(
    "GET $path of $vendor by ids, with few fields, with their origin and without vendor_data",
    async ({ path, vendor }) => {
      const some = (await itemsOf(vendor, path)).slice(0, 2)
      const ids = some.map(({ id }) => id).join()
      expect(await itemsOf(vendor, path, { ids })).toEqual(some)
      const { items } = await get(
        vendor,
        `${await addressOf(path)}?${queryOf({ ids, fields: "id", includeMeta: "true" })}`
      )
      const connector_version = connectors.find((connector) => connector.vendor === vendor)?.version
      const meta = { job_id: expect.any(String), connector_version, last_seen_at: expect.any(String) }
      expect(items).toEqual(some.map(({ id }) => ({ id, meta: expect.objectContaining(meta) })))
      if (!hasVendorData(path)) return
      const plain = some.map(({ vendor_data: _, vendor_data_omitted: __, ...rest }) => rest)
      const answer = await get(vendor, `${await addressOf(path)}?${queryOf({ ids, includeVendorData: "false" })}`)
      expect(answer.items).toEqual(plain)
    }
  )

  const expanded = flagged.filter(({ path }) => hasExpandAs(path))
  it.each(expanded)(
    "GET $path?$flag of $vendor shows $field as ids or a number",
    async ({ path, vendor, flag, field }) => {
      const items = await itemsOf(vendor, path, { [flag]: "true" })
      const one = field.replace(/s$/, "")
      const as = async (expandAs: string, name: string) => {
        const query = queryOf({ [flag]: "true", expandAs })
        const body = await get(vendor, `${await addressOf(path)}?${query}`)
        return body.items.map((item: Json) => item[name])
      }
      expect(await as("ids", `${one}_ids`)).toEqual(items.map((item) => item[field].map(({ id }: Json) => id)))
      expect(await as("count", `${one}_count`)).toEqual(items.map((item) => item[field].length))
    }
  )

  it.each(memberLists)("GET $path lists $members, and nothing for $empty", async (list) => {
    const { path, of, vendor, members, empty } = list
    const all = await itemsOf(vendor, of.path ?? "")
    const isMember = (item: Json) => members.includes(vendorIdOf(item))
    expect(await itemsOf(vendor, path)).toEqual(all.filter(isMember))
    expect(await get(vendor, await addressOf(path, empty))).toEqual({ count: 0, total: 0, items: [] })
  })

  const filters = endpoints.flatMap((endpoint) =>
    (endpoint.filters ?? []).map((filter) => ({ ...filter, path: pathOf(endpoint) }))
  )
  it.each(filters)(
    "GET $path of $vendor, filtered, leaves $leaves [contract: filters-from-vendor-to-caller]",
    async ({ path, vendor, query, leaves }) => {
      const parameters = query(await named(vendor, query))
      const items = await itemsOf(vendor, path, parameters)
      expect(items).toHaveLength(leaves.length)
      for (const vendorId of leaves) find(items, vendorId)
      const all = await itemsOf(vendor, path)
      expect(all.length).toBeGreaterThan(items.length)
    }
  )

  describe("a second job", () => {
    const before = new Map<string, ReadonlyArray<Json>>()
    const secondJobs = new Map<string, Json>()
    let updatedSince = ""
    const listsOf = (vendor: string) => lists.filter((one) => one.vendor === vendor)
    const read = (vendor: string) => Promise.all(listsOf(vendor).map(({ path }) => itemsOf(vendor, path)))

    beforeAll(async () => {
      for (const { vendor } of connectors) before.set(vendor, await read(vendor))
      updatedSince = new Date().toISOString()
      const sync = async (vendor: string) => secondJobs.set(vendor, await service.sync(connectionOf(vendor)))
      await Promise.all(connectors.map(({ vendor }) => sync(vendor)))
    })

    it.each(connectors.map(({ vendor }) => vendor))("of %s writes nothing", async (vendor) => {
      const job = secondJobs.get(vendor)
      expect(job.status).toBe("SUCCESS")
      expect(job.data_exports).toHaveLength(firstJobs.get(vendor).data_exports.length)
      for (const one of job.data_exports) {
        expect(one).toMatchObject({ health: "HEALTHY", created: 0, changed: 0, deleted: 0, rejected: 0, held_back: 0 })
        expect(one.unchanged).toBeGreaterThan(0)
      }
      expect(await read(vendor)).toEqual(before.get(vendor))
      for (const { path } of listsOf(vendor)) expect(await itemsOf(vendor, path, { updatedSince })).toEqual([])
    })
  })

  it("a change at the vendor shows in updatedSince at both ends of the relation, and nothing else does", async () => {
    const replies = { ...Scripts.together(), ...ticketMade }
    const key = "GET /api/v1/groups/00g2/users"
    const members = [{ id: "00u1" }, { id: "00u2" }]
    const updatedSince = new Date().toISOString()
    const changed = async (path: string) => (await itemsOf("OKTA", path, { updatedSince })).map(vendorIdOf)
    vendors.play({ ...replies, [key]: { body: members } })
    const job = await service.sync(connectionOf("OKTA"))
    expect(job.data_exports[0]).toMatchObject({ data_export_type: "idp", created: 1, changed: 0, deleted: 0 })
    expect(await changed("/idp/users")).toEqual(["00u2"])
    expect(await changed("/idp/groups")).toEqual(["00g2"])
    expect(await changed("/idp/applications")).toEqual([])
    vendors.play(replies)
    // Okta announces no total, so two complete scans must miss the membership. The service plans the second one for at once.
    const first = await service.sync(connectionOf("OKTA"))
    expect(first.data_exports[0]).toMatchObject({ data_export_type: "idp", created: 0, changed: 0, deleted: 0 })
    const deletions = await until(async () => {
      const { body } = await service.call(`${connection()}/jobs?limit=10`)
      const [newest] = body.items.filter(({ data_exports: [one] }: Json) => one?.deleted > 0)
      return newest ?? null
    })
    expect(deletions.data_exports[0]).toMatchObject({ data_export_type: "idp", created: 0, changed: 0, deleted: 1 })
  })

  const organization = () => `/provisioning/organizations/${service.organizationId}`
  const connection = () => `${organization()}/connections/${connectionOf("OKTA")}`

  /** Queues a ticket and waits for the end of its job. */
  const outboundJob = async (): Promise<string> => {
    const body = JSON.stringify({ name: "The wheel stands still", project_vendor_id: "10" })
    const queued = await service.call("/itsm/tickets", { method: "POST", connection: connectionOf("JIRA"), body })
    expect(queued.status, queued.text).toBe(202)
    const path = `/outbound-jobs/${queued.body.job_id}`
    await until(async () => {
      const job = await get("JIRA", path)
      return job.status === "SUCCESS" ? job : null
    })
    return path
  }

  /** Erases an organization that was made for it; returns the id of the erasure. */
  const erasure = async (): Promise<string> => {
    const made = await service.call("/provisioning/organizations", { method: "POST", body: '{"name":"Globex"}' })
    const path = `/provisioning/organizations/${made.body.id}?erase=true`
    const erased = await service.call(path, { method: "DELETE" })
    expect(erased.status, erased.text).toBe(202)
    return erased.body.erasure_id
  }

  /** Names an address for one event that nothing here causes; returns the id of the webhook. */
  const webhook = async (): Promise<string> => {
    const body = JSON.stringify({ url: `${vendors.url}/hook`, events: ["connection.created"] })
    const made = await service.call("/provisioning/webhooks", { method: "POST", body })
    expect(made.status, made.text).toBe(201)
    return made.body.id
  }

  /** Makes a link for a customer, and opens it. */
  const session = async () => {
    const made = await service.call(`${organization()}/connect-sessions`, {
      method: "POST",
      body: '{"vendors":["OKTA"]}'
    })
    expect(made.status, made.text).toBe(201)
    const path = `/connect-sessions/${made.body.id}`
    const link = new URL(made.body.url, service.baseUrl).hash.slice(1)
    const opened = await service.call(`${path}/open`, { method: "POST", key: link })
    expect(opened.status, opened.text).toBe(200)
    return { id: made.body.id as string, path, token: opened.body.token as string }
  }

  /** The reads that do not list records: the path of each, and what it must show of this service. */
  const okta = ["idp", "idp_alerts", "idp_audit_logs", "idp_policies"]
  const otherReads: Readonly<
    Record<string, { readonly path: () => string | Promise<string>; readonly says: () => object; readonly of?: string }>
  > = {
    "/outbound-jobs/{job_id}": {
      path: outboundJob,
      says: () => ({ status: "SUCCESS", vendor: "JIRA", failure_reason: null }),
      of: "JIRA"
    },
    "/usage": {
      path: () => "/usage",
      says: () => ({ organizations: { used: 1, limit: null }, connections: { used: connectors.length, limit: null } })
    },
    "/audit-events": {
      path: () => "/audit-events?action=organization.create&limit=500",
      says: () => ({ items: [{ action: "organization.create", actor: "API_KEY" }], next_before: null })
    },
    "/provisioning/erasures": {
      path: async () => {
        await erasure()
        return "/provisioning/erasures?limit=1"
      },
      says: () => ({ count: 1, items: [{ subject: "ORGANIZATION" }] })
    },
    "/provisioning/erasures/{erasure_id}": {
      path: async () => `/provisioning/erasures/${await erasure()}`,
      says: () => ({ subject: "ORGANIZATION" })
    },
    "/provisioning/organizations/{organization_id}/connect-sessions": {
      path: async () => {
        await session()
        return `${organization()}/connect-sessions?limit=1`
      },
      says: () => ({ count: 1, items: [{ vendors: ["OKTA"], state: "OPENED", connection_id: null }] })
    },
    "/provisioning/organizations/{organization_id}/connect-sessions/{session_id}": {
      path: async () => `${organization()}/connect-sessions/${(await session()).id}`,
      says: () => ({ vendors: ["OKTA"], state: "OPENED", connection_id: null })
    },
    "/provisioning/webhooks": {
      path: async () => {
        await webhook()
        return "/provisioning/webhooks?limit=1"
      },
      says: () => ({ count: 1, items: [{ events: ["connection.created"], is_paused: false }] })
    },
    "/provisioning/webhooks/{webhook_id}": {
      path: async () => `/provisioning/webhooks/${await webhook()}`,
      says: () => ({ url: `${vendors.url}/hook` })
    },
    "/provisioning/webhooks/{webhook_id}/deliveries": {
      path: async () => `/provisioning/webhooks/${await webhook()}/deliveries`,
      says: () => ({ total: 0, items: [] })
    },
    "/provisioning/organizations": {
      path: () => "/provisioning/organizations",
      says: () => ({ count: 1, total: 1, items: [{ id: service.organizationId, name: "Acme" }] })
    },
    "/provisioning/organizations/{organization_id}": {
      path: organization,
      says: () => ({ id: service.organizationId, name: "Acme" })
    },
    "/provisioning/organizations/{organization_id}/connections": {
      path: () => `${organization()}/connections`,
      says: () => ({ count: connectors.length, total: connectors.length })
    },
    "/provisioning/organizations/{organization_id}/connections/{connection_id}": {
      path: connection,
      says: () => ({ vendor: "OKTA", state: "ACTIVE", is_active: true, health: { name: "HEALTHY" } })
    },
    "/provisioning/organizations/{organization_id}/connections/{connection_id}/status": {
      path: () => `${connection()}/status`,
      says: () => ({
        phase: "SYNCED",
        first_sync: { status: "SUCCESS" },
        data_exports: okta.map((data_export_type) => ({ data_export_type, state: "CURRENT" })),
        problems: []
      })
    },
    "/provisioning/organizations/{organization_id}/connections/{connection_id}/test": {
      path: () => `${connection()}/test`,
      says: () => ({
        is_valid: true,
        data_export_types: okta.map((data_export_type) => ({ data_export_type, is_valid: true }))
      })
    },
    "/provisioning/organizations/{organization_id}/connections/{connection_id}/jobs": {
      path: () => `${connection()}/jobs`,
      says: () => ({ items: expect.arrayContaining([expect.objectContaining({ status: "SUCCESS" })]) })
    },
    "/provisioning/organizations/{organization_id}/connections/{connection_id}/counts": {
      path: () => `${connection()}/counts?kind=idp_user&by=is_deleted`,
      says: () => ({ kind: "idp_user", by: "is_deleted", total: expect.any(Number) })
    },
    "/connectors": {
      path: () => "/connectors",
      says: () => connectors.map(({ vendor }) => expect.objectContaining({ vendor }))
    }
  }
  it.each(Object.entries(otherReads))("GET %s [contract: vendor-to-caller]", async (path, read) => {
    const body = await get(read.of ?? "", await read.path())
    expect(body).toMatchObject(read.says())
    expect(PublishedApi.misfits(path, body)).toEqual([])
    expect(PublishedApi.violations(path, body)).toEqual([])
  })

  describe("a client that was generated from the interface specification alone", () => {
    /** The records of the specification, as the guide names them, by the operation that answers with them. */
    const records: Readonly<Record<string, readonly [name: string, prefix: string]>> = {
      "/entities/device-groups": ["device group", "items."],
      "/cspm/compliance_findings": ["compliance finding", "items."],
      "/vms/scan-configurations/{scan_config_id}": ["scan configuration", ""],
      "/itsm/users/{user_id}": ["ITSM user", ""],
      "/outbound-jobs/{job_id}": ["outbound job", ""]
    }
    const differences = readFileSync(new URL("../../../runtime-http/guides/differences.md", import.meta.url), "utf8")
    const listed = InterfaceDocument.listedDifferences(differences)

    it("reads every answer, but for the fields in the list of differences [contract: specification]", async () => {
      for (const { path, vendor } of filled)
        for (const enableCursor of ["true", "false"]) await itemsOf(vendor, path, { enableCursor })
      const patched = await service.call(connection(), { method: "PATCH", body: "{}" })
      answers.push({ method: "PATCH", url: connection(), status: patched.status, body: patched.body })
      const asked = new Set(answers.map((answer) => `${answer.method} ${InterfaceDocument.templateOf(answer)}`))
      expect(InterfaceDocument.operations.filter((operation) => !asked.has(operation))).toEqual([])
      const unlisted = new Set<string>()
      for (const answer of answers) {
        const path = InterfaceDocument.templateOf(answer) ?? ""
        const [record = "", prefix = ""] = records[path] ?? []
        for (const place of InterfaceDocument.misfits(answer)) {
          const field = place.startsWith(prefix) ? place.slice(prefix.length) : place
          if (listed.get(record)?.has(field) !== true) unlisted.add(`${answer.method} ${path}: ${place}`)
        }
      }
      expect([...unlisted]).toEqual([])
    })

    it("reads every error", async () => {
      const nobody = "00000000-0000-4000-8000-000000000000"
      const errors: ReadonlyArray<readonly [vendor: string, path: string, status: number]> = [
        ["OKTA", "/idp/users?limit=x", 422],
        ["OKTA", "/cspm/compliance_findings?limit=0", 422],
        ["OKTA", "/entities/device-groups?cursor=x", 422],
        ["OKTA", `/vms/scan-configurations/${nobody}`, 404],
        ["OKTA", "/vms/scan-configurations/x", 422],
        ["JIRA", `/itsm/users/${nobody}`, 404],
        ["JIRA", "/itsm/users/x", 422],
        ["JIRA", `/outbound-jobs/${nobody}`, 404],
        ["OKTA", "/connectors?dataExportType=x", 422]
      ]
      for (const [vendor, url, expected] of errors) {
        const { body, status } = await service.call(url, { connection: connectionOf(vendor) })
        expect([url, status]).toEqual([url, expected])
        expect([url, InterfaceDocument.misfits({ method: "GET", url, status, body })]).toEqual([url, []])
      }
    })

    it("knows the fields that the list of differences names", () => {
      const known = Object.values(records).map(([name]) => name)
      expect([...listed.keys()].toSorted()).toEqual(known.toSorted())
    })
  })
})
