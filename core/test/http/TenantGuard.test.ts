import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind, Row, Tenant, type VendorError, VendorHttp } from "@tributary/core"
import { Effect, Either, Exit, Schema, Stream } from "effect"
import { type Answer, converse, type ReceivedRequest } from "../FakeVendor.js"

const groups = Extractor.make({
  record: RecordKind.DeviceGroup,
  endpoint: "/groups",
  row: Schema.Struct({ id: Schema.String, name: Row.nullish(Schema.String) }),
  permissions: ["groups.read"],
  pagination: Pagination.offset({ counts: "returned", items: "groups", limit: 2 }),
  toRecord: (row) => ({
    name: row.name ?? row.id,
    vendor_id: row.id,
    created_by: null,
    description: null,
    vendor_created_at: null,
    vendor_data: {}
  })
})

const request: Extractor.ExtractRequest = {
  owner: { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "FAKE" },
  since: null,
  checkpoint: null,
  delta: null
}

const pathOf = ({ url }: ReceivedRequest): string => new URL(url).pathname

/** Answers with pages of groups, two a page; the last page is empty. */
const serving =
  (orgs: ReadonlyArray<string>, more: Readonly<Record<string, (index: number) => Answer>> = {}) =>
  (received: ReceivedRequest, index: number): Answer => {
    const answer = more[pathOf(received)]
    if (answer !== undefined) return answer(index)
    const from = Number(new URL(received.url).searchParams.get("offset") ?? 0)
    return { body: { groups: orgs.map((org, id) => ({ id: `g${id}`, org })).slice(from, from + 2) } }
  }

const orgOf: Tenant.Tenant["ofRow"] = (row) => Pagination.at(row, "org") as string | undefined

/** What was read of the list before it ended or failed, and which tenants its rows named. */
const read = async (answer: (request: ReceivedRequest, index: number) => Answer, tenant: Tenant.Tenant) => {
  const ids: Array<string> = []
  const all = Effect.gen(function* () {
    const http = yield* VendorHttp.VendorHttp
    const exit = yield* groups.pages(request).pipe(
      Stream.runForEach(({ batches }) =>
        Effect.sync(() => ids.push(...batches.flatMap(({ records }) => records.map(({ vendorId }) => vendorId))))
      ),
      Effect.either
    )
    return { exit, seen: [...http.tenant.seen()] }
  })
  const { exit, received } = await converse(answer, all, { tenant })
  if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
  const error = Either.isLeft(exit.value.exit) ? exit.value.exit.left : null
  return { ids, error, seen: exit.value.seen, paths: received.map(pathOf) }
}

const idOf = async (answer: (request: ReceivedRequest, index: number) => Answer, id: Tenant.Tenant["id"]) => {
  const { exit, received } = await converse(
    answer,
    Effect.flatMap(VendorHttp.VendorHttp, ({ tenant }) => Effect.all([tenant.id, tenant.id])),
    { tenant: { id } }
  )
  if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
  return { id: exit.value[0], requests: received.length }
}

describe("TenantGuard", () => {
  it("fails the list and stores no row of a page if a row belongs to a tenant outside the closed set", async () => {
    const found = await read(serving(["acme", "acme", "acme", "globex"]), { id: "acme", ofRow: orgOf, covers: [] })
    expect(found.ids).toEqual(["g0", "g1"])
    expect(found.error).toMatchObject({
      _tag: "ForeignPage",
      endpoint: "/groups",
      detail: "a row belongs to the tenant globex, which the credentials do not cover (they cover acme)"
    } satisfies Partial<VendorError.VendorError>)
  })

  it("requests the set once, page by page, and once more before it treats a row as foreign", async () => {
    const children = (pages: ReadonlyArray<string>) => () => ({ body: { children: pages } })
    const covers: Tenant.Tenant["covers"] = [
      {
        path: "/children",
        query: { page: 0 },
        names: "children",
        next: (_, sent) => (sent["page"] === 0 ? { page: 1 } : null)
      }
    ]
    const tenant: Tenant.Tenant = { id: "acme", ofRow: orgOf, covers }
    const own = await read(serving(["acme", "child", "child"], { "/children": children(["child"]) }), tenant)
    expect(own).toMatchObject({ ids: ["g0", "g1", "g2"], error: null, seen: [] })
    expect(own.paths.filter((path) => path === "/children")).toHaveLength(2)

    let asked = 0
    const joins = () => {
      asked += 1
      return children(asked > 2 ? ["child", "joined"] : ["child"])()
    }
    const joined = await read(serving(["acme", "joined"], { "/children": joins }), tenant)
    expect(joined).toMatchObject({ ids: ["g0", "g1"], error: null })
    const foreign = await read(serving(["acme", "globex"], { "/children": children([]) }), tenant)
    expect(foreign).toMatchObject({ ids: [], error: { _tag: "ForeignPage" } })
    expect(foreign.paths.filter((path) => path === "/children")).toHaveLength(4)
  })

  it("sends one request if the same answer names both the tenant and the set", async () => {
    const answer = { body: { id: "o-1", hosts: ["acme"] } }
    const found = await read(serving(["acme"], { "/org": () => answer }), {
      id: { path: "/org", names: "id" },
      ofRow: orgOf,
      covers: [{ path: "/org", names: "hosts" }]
    })
    expect(found).toMatchObject({ ids: ["g0"], error: null })
    expect(found.paths.filter((path) => path === "/org")).toHaveLength(1)
  })

  const unanswered: ReadonlyArray<readonly [title: string, answer: Answer]> = [
    ["refuses to name them", { status: 403 }],
    ["answers without them", { body: {} }],
    ["fails", { status: 500 }],
    ["does not answer in time", "hang"]
  ]
  it.each(unanswered)("stores rows of any tenant if the vendor %s, and remembers their names", async (_, answer) => {
    const tenant: Tenant.Tenant = { id: "acme", ofRow: orgOf, covers: [{ path: "/children", names: "children" }] }
    const found = await read(serving(["acme", "globex"], { "/children": () => answer }), tenant)
    expect(found).toMatchObject({ ids: ["g0", "g1"], error: null, seen: ["acme", "globex"] })
  })

  it("keeps the set open if the tenant itself is unknown, and ignores rows that name no tenant", async () => {
    const tenant: Tenant.Tenant = {
      id: { path: "/session", names: "uuid" },
      ofRow: (row) => (orgOf(row, "/groups") === "none" ? null : orgOf(row, "/groups")),
      covers: []
    }
    const unknown = await read(serving(["none", "globex"], { "/session": () => ({ status: 403 }) }), tenant)
    expect(unknown).toMatchObject({ ids: ["g0", "g1"], error: null, seen: ["globex"] })
    const known = await read(serving(["none", "acme"], { "/session": () => ({ body: { uuid: "acme" } }) }), tenant)
    expect(known).toMatchObject({ ids: ["g0", "g1"], error: null, seen: [] })
  })

  it("asks once who the tenant is, and leaves it unknown if the vendor names none or several", async () => {
    const at = (body: unknown) => serving([], { "/session": () => ({ body }) })
    const session: Tenant.TenantRequest = { path: "/session", names: "uuid" }
    expect(await idOf(at({ uuid: "c-1" }), session)).toEqual({ id: "c-1", requests: 1 })
    expect((await idOf(at({}), session)).id).toBeNull()
    expect((await idOf(at({ uuid: ["a", "b"] }), session)).id).toBeNull()
    const names = (body: unknown) => Pagination.at(body, "uuid") as string
    expect((await idOf(at({ uuid: "c-2" }), { ...session, names })).id).toBe("c-2")
    expect(await idOf(at({}), "acme")).toEqual({ id: "acme", requests: 0 })
    expect(await idOf(at({}), null)).toEqual({ id: null, requests: 0 })
  })

  it("uses the base address, without scheme and trailing slash, as the name of an undeclared tenant", () => {
    expect(Tenant.declared({ baseUrl: "https://acme.example:8443/api/" })).toEqual({ id: "acme.example:8443/api" })
    expect(Tenant.declared({ baseUrl: "https://acme.example", tenant: "t1" })).toEqual({ id: "t1" })
  })
})
