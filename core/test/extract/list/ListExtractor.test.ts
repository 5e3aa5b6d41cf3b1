import { describe, expect, it } from "@effect/vitest"
import {
  Changes,
  Child,
  type ExportJob,
  Extractor,
  NormalizedRecord,
  Pagination,
  RecordKind,
  Row,
  Tenant,
  VendorHttp
} from "@tributary/core"
import { Effect, Schema, Stream } from "effect"
import { type Answer, BASE_URL } from "../../FakeVendor.js"
import * as TurnsOfLoop from "../../TurnsOfLoop.js"
import { type AcmeUser, groupList, groups, userList } from "../../testing/Acme.js"
import { extract, owner } from "../extract.js"

const group = (id: string) => ({ id, name: id, created: "2024-05-01T08:30:00Z" })

/** Two groups on two pages, with one member each. */
const directory = (path: string): Answer => {
  if (path.startsWith("/groups?")) {
    const offset = Number(new URL(path, BASE_URL).searchParams.get("offset"))
    return { body: { items: ["a/b", "c"].slice(offset, offset + 1).map(group), total: 2 } }
  }
  if (path.endsWith("/tags")) return { body: { tags: [{ label: "red" }] } }
  return { body: { items: [{ id: "u" }], next: null } }
}

const users = Extractor.make(userList)
const user = (id: string) => ({ id, name: id })

describe("Extractor.make", () => {
  it("reads the rows, the lists below them and the answers to their lookups", async () => {
    const { ids, paths, batches } = await extract(groups(), directory)
    expect(ids).toEqual([
      "idp_group a/b",
      'idp_group_membership ["a/b","u"]',
      "idp_group c",
      'idp_group_membership ["c","u"]'
    ])
    expect(paths).toEqual([
      "/groups?limit=1&offset=0",
      "/groups/a%2Fb/tags",
      "/groups/a%2Fb/members",
      "/groups?limit=1&offset=1",
      "/groups/c/tags",
      "/groups/c/members",
      // The last page is full, so there may be rows that the total does not count.
      "/groups?limit=1&offset=2"
    ])
    expect(batches[0]?.records[0]?.value["types"]).toEqual(["red"])
  })

  it("describes what it reads without reading it", () => {
    const { lists, kinds, permissions, optionalPermissions, isIncremental } = groups()
    expect(lists.map(({ role, endpoint, isPaged }) => [role, endpoint, isPaged])).toEqual([
      ["own", "/groups", true],
      ["child", "/groups/{id}/members", true],
      ["lookup", "/groups/{id}/tags", false]
    ])
    expect(kinds.map(({ name }) => name)).toEqual(["idp_group", "idp_group_membership"])
    expect([permissions, optionalPermissions, isIncremental]).toEqual([["groups.read"], ["tags.read"], false])
  })

  it("moves its checkpoint only after the last child list of a page", async () => {
    const paged = Extractor.make({
      ...groupList,
      pagination: Pagination.cursor({ items: "items", from: "next", param: "after" })
    })
    const answer = (path: string): Answer => {
      if (!path.startsWith("/groups?") && path !== "/groups") return directory(path)
      return path.includes("after=p2")
        ? { body: { items: [group("c")], next: null } }
        : { body: { items: [group("a/b")], next: "p2" } }
    }
    const { pages } = await extract(paged, answer)
    const second = { list: 0, next: { query: { after: "p2" } } }
    expect(pages.map(({ checkpoint }) => checkpoint)).toMatchObject([null, null, second, second, second, null])
    const resumed = await extract(paged, answer, { checkpoint: second })
    expect(resumed.ids).toEqual(["idp_group c", 'idp_group_membership ["c","u"]'])
  })

  it("saves the position of the last page itself if the list is paged by index, because rows shift between runs", async () => {
    const { pages } = await extract(groups(), directory)
    const positions = pages.map(({ checkpoint }) => checkpoint?.["next"] ?? null)
    const second = { query: { offset: 1 } }
    expect(positions.filter((position) => position !== null)).toEqual(positions.slice(-3, -1).map(() => second))
  })

  it("does not repeat the lists below a row that an earlier run of the scan has completed", async () => {
    const first = await extract(groups(), directory)
    expect(first.pages.flatMap(({ completedParents }) => completedParents ?? [])).toEqual(["a/b", "c"])
    const resumed = await extract(groups(), directory, {
      completedParents: (ids) => Effect.succeed(new Set(ids.filter((id) => id === "a/b")))
    })
    expect(resumed.ids).toEqual(["idp_group a/b", "idp_group c", 'idp_group_membership ["c","u"]'])
  })

  it("does not count a row as completed if a list below it was missing", async () => {
    const { pages } = await extract(groups(), (path) =>
      path === "/groups/c/members" ? { status: 404 } : directory(path)
    )
    expect(pages.flatMap(({ completedParents }) => completedParents ?? [])).toEqual(["a/b"])
  })

  it("identifies an unreadable row by its raw id, and keeps what is below it", async () => {
    const unreadable = (row: unknown) => (path: string) =>
      path.startsWith("/groups?offset=0") || path.startsWith("/groups?limit=1&offset=0")
        ? { body: { items: [row], total: 2 } }
        : directory(path)
    const known = await extract(groups(), unreadable({ id: "a/b" }))
    expect(known.batches[0]).toMatchObject({
      isIncomplete: false,
      rejections: [{ kind: "idp_group", vendorId: "a/b" }]
    })
    const id = NormalizedRecord.deriveId(owner.connectionId, "idp_group", "a/b")
    expect(known.batches[1]).toMatchObject({
      kind: { name: "idp_group_membership" },
      isIncomplete: false,
      keptBelow: [id]
    })
    const unknown = await extract(groups(), unreadable({ name: "nobody" }))
    expect(unknown.batches.slice(0, 2)).toMatchObject([{ isIncomplete: true }, { isIncomplete: true, keptBelow: [] }])
  })

  it("keeps what is below a row whose list is missing, because the row may still exist", async () => {
    const { batches } = await extract(groups(), (path) =>
      path === "/groups/c/members" ? { status: 404 } : directory(path)
    )
    const id = NormalizedRecord.deriveId(owner.connectionId, "idp_group", "c")
    expect(batches.flatMap(({ keptBelow }) => keptBelow)).toEqual([id])
    expect(batches.some(({ isIncomplete }) => isIncomplete)).toBe(false)
  })

  it("treats a full page without any Link header as one that a proxy cut short", async () => {
    const users = [user("1"), user("2")]
    const cut = await extract(Extractor.make(userList), () => ({ body: users }))
    expect(cut.batches.map(({ isIncomplete }) => isIncomplete)).toEqual([true])
    const self = { link: `<${BASE_URL}/users>; rel="self"` }
    const whole = await extract(Extractor.make(userList), () => ({ body: users, headers: self }))
    expect(whole.batches.map(({ isIncomplete }) => isIncomplete)).toEqual([false])
  })

  it("does not trust an id option that differs from the vendor_id of the record", async () => {
    const wrong = Extractor.make({ ...userList, id: "name" })
    const { defect } = await extract(wrong, () => ({ body: [{ id: "1", name: "Ada" }] }))
    expect(String(defect)).toContain("Set the list's `id` option")
  })

  it("rejects a row whose numeric id was rounded, because its record could replace a neighbor's", async () => {
    const numbered = Extractor.make({
      ...userList,
      row: Schema.Struct({ id: Schema.Number, name: Schema.String }),
      toRecord: ({ id, name }) => userList.toRecord({ id: String(id), name, email: null, state: null })
    })
    const rows = JSON.parse(
      '[{"id":9007199254740992,"name":"a"},{"id":9007199254740993,"name":"b"},{"id":7,"name":"c"}]'
    )
    const { rejections, vendorIds } = await extract(numbered, () => ({ body: rows }))
    expect(vendorIds).toEqual(["7"])
    expect(rejections).toHaveLength(2)
    expect(rejections[0]).toMatchObject({ vendorId: null, issues: [expect.stringContaining("below 2^53")] })
  })

  it("lets the event loop turn while it reads a page of very many rows", async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => user(`u${index}`))
    const whole = Extractor.make({ ...userList, pagination: Pagination.none({ items: "rows" }) })
    const http = VendorHttp.VendorHttp.of({
      send: () => Effect.succeed({ status: 200, headers: {}, body: { rows } }),
      permit: () => Effect.void,
      chooses: () => true,
      furtherBaseUrls: [],
      withoutSecrets: (link) => link,
      tenant: Tenant.openGuard
    })
    const pages = whole.pages({ owner, since: null, checkpoint: null, delta: null })
    const turns = await TurnsOfLoop.during(() =>
      Effect.runPromise(Effect.provideService(Stream.runDrain(pages), VendorHttp.VendorHttp, http))
    )
    // It turned not once when the page was read in one go.
    expect(turns).toBeGreaterThan(50)
  })

  it("lets the later one win if a page has a row and its removal", async () => {
    const { since: _, ...full } = userList
    const told = Extractor.make({
      ...full,
      pagination: Pagination.deltaLink({ items: "rows", from: "next", delta: "later" }),
      changes: Changes.of<AcmeUser>()({
        row: Schema.Struct({ id: Schema.String, gone: Row.nullish(Schema.Boolean) }),
        toChange: ({ gone, id }) => ({ id, isRemoved: gone === true })
      })
    })
    const rows = [{ id: "a", gone: true }, user("a"), user("b"), { id: "b", gone: true }]
    const { batches, vendorIds } = await extract(told, () => ({ body: { rows } }))
    expect(batches.map((batch) => batch.removed)).toEqual([["b"]])
    expect(vendorIds).toContain("a")
  })

  it("rejects a row whose id has characters that cannot be stored, and does not take it for another row", async () => {
    const { batches } = await extract(
      Extractor.make(userList),
      () => ({
        body: [{ id: "a\u0000b", name: "Ada" }, { id: "c\u0000d" }]
      }),
      { since: "2024-05-01T00:00:00.000Z" }
    )
    expect(batches).toMatchObject([{ records: [], rejections: [{ vendorId: "a\u0000b" }, { vendorId: "c\u0000d" }] }])
  })

  it("cuts a page of very many rows into pieces, and announces the vendor's total with the last", async () => {
    const rows = Array.from({ length: 1_201 }, (_, index) => user(`u${index}`))
    const whole = Extractor.make({ ...userList, pagination: Pagination.none({ items: "rows", total: "count" }) })
    const { pages } = await extract(whole, () => ({ body: { rows, count: rows.length } }))
    expect(pages.map(({ batches, total }) => [batches[0]?.records.length, total])).toEqual([
      [500, undefined],
      [500, undefined],
      [201, 1_201]
    ])
    const delta = await extract(whole, () => ({ body: { rows, count: rows.length } }), {
      since: "2026-01-01T00:00:00Z"
    })
    expect(delta.pages.at(-1)?.total).toBeUndefined()
  })

  it("starts again if it cannot read the checkpoint, or if the list of the checkpoint no longer exists", async () => {
    for (const checkpoint of [{ other: "release" }, { list: 3, next: null }]) {
      expect((await extract(groups(), directory, { checkpoint })).ids).toHaveLength(4)
    }
  })

  it("reads every current list if the list of the checkpoint no longer exists", async () => {
    const extractor = Extractor.make({ ...userList, queries: [{ state: "on" }, { state: "off" }] })
    const answer = (path: string): Answer => ({ body: [user(path)] })
    const { paths } = await extract(extractor, answer, { checkpoint: { list: 2, next: null } })
    expect(paths).toEqual(["/users?limit=2&state=on", "/users?limit=2&state=off"])
  })

  it.each([
    [401, "Unauthorized"],
    [500, "ServerError"],
    [400, "ClientError"]
  ])("fails if a lookup answers %s", async (status, tag) => {
    const { failure } = await extract(groups(), (path) => (path.endsWith("/tags") ? { status } : directory(path)))
    expect(failure).toMatchObject({ _tag: tag, endpoint: "/groups/{id}/tags" })
  })

  it("fails with an expired checkpoint if rows that an earlier run exported have disappeared since", async () => {
    const exportJob: ExportJob.ExportJob = {
      start: "/export",
      body: {},
      id: "id",
      status: "/export/{id}/status",
      read: () => ({ state: "finished", chunks: [1] }),
      chunk: "/export/{id}/chunks/{chunk}",
      items: "items"
    }
    const exported = Extractor.make({ ...groupList, pagination: Pagination.none(), exportJob })
    const vendor = (path: string): Answer => {
      if (path === "/export") return { body: { id: "7" } }
      if (path.includes("/chunks/")) return { body: { items: [group("a")] } }
      return path.endsWith("/members") ? { status: 404 } : { body: { tags: [] } }
    }
    expect((await extract(exported, vendor)).failure).toMatchObject({ _tag: "ClientError", status: 404 })
    const checkpoint = { list: 0, next: { query: { id: "7", done: [] } } }
    expect((await extract(exported, vendor, { checkpoint })).failure).toMatchObject({
      _tag: "CheckpointExpired",
      endpoint: "/groups/{id}/members"
    })
  })

  it("fails with the name of the list if a child list fails", async () => {
    const { failure, ids } = await extract(groups(), (path) =>
      path.endsWith("/members") ? { status: 403 } : directory(path)
    )
    expect(failure).toMatchObject({ _tag: "Unauthorized", endpoint: "/groups/{id}/members" })
    expect(ids).toEqual(["idp_group a/b"])
  })

  it("reads what changed since an instant from each of its lists", async () => {
    const extractor = Extractor.make({ ...userList, queries: [{ state: "on" }, { state: "off" }] })
    const answer = (path: string): Answer => ({ body: [user(path)] })
    const changed = { since: "2024-05-01T00:00:00.000Z" }
    const delta = await extract(extractor, answer, changed)
    const since = "since=2024-05-01T00%3A00%3A00.000Z"
    expect(delta.paths).toEqual([`/users?limit=2&state=on&${since}`, `/users?limit=2&state=off&${since}`])
    expect((await extract(extractor, answer)).paths).toEqual(["/users?limit=2&state=on", "/users?limit=2&state=off"])
    expect([users.isIncremental, users.lookbackSecs]).toEqual([true, 600])

    // What `since` says replaces what the lists say under the same name, and equal lists are read once.
    const filtered = Extractor.make({
      ...userList,
      queries: [{}, { filter: "off" }],
      since: (instant) => ({ filter: `changed ${instant.slice(0, 4)}` })
    })
    expect((await extract(filtered, answer, changed)).paths).toEqual(["/users?limit=2&filter=changed+2024"])
  })

  it("rejects a row whose mapping throws, without the message of the error", async () => {
    const throwing = Extractor.make({
      ...userList,
      row: Schema.Struct({ id: Schema.String }),
      pagination: Pagination.none(),
      toRecord: ({ id }) => {
        if (id === "bad") throw new TypeError("quotes grace@acme.example")
        return {
          name: id,
          status: "ACTIVE",
          vendor_attributes: { id, vendor: "ACME", created_at: null, updated_at: null, data: null }
        }
      }
    })
    const { batches, ids } = await extract(throwing, () => ({ body: [user("bad"), user("good")] }))
    expect(batches[0]?.rejections).toEqual([
      { kind: "itsm_user", vendorId: "bad", issues: ["mapping: threw TypeError"] }
    ])
    expect(ids).toEqual(["itsm_user good"])
  })
})

const Ticket = Schema.Struct({ id: Schema.String, comments: Row.nullish(Schema.Number) })
type Ticket = Schema.Schema.Type<typeof Ticket>

const comments = Child.of<Ticket>()({
  record: RecordKind.ItsmComment,
  endpoint: "/tickets/{id}/comments",
  row: Schema.Struct({ id: Schema.String }),
  pagination: Pagination.none(),
  permissions: ["comments.read"],
  when: (ticket) => ticket.comments !== 0,
  toRecord: (comment, ticket) => ({
    body: null,
    ticket_id: ticket.id,
    vendor_id: comment.id,
    vendor_attributes: { id: comment.id, vendor: "ACME", created_at: null, updated_at: null, data: null }
  })
})

const below = Extractor.below({
  endpoint: "/tickets",
  row: Ticket,
  pagination: Pagination.none(),
  permissions: ["tickets.read"],
  since: (instant) => ({ since: instant }),
  child: comments
})

describe("The path of a list that is below no row", () => {
  it("has no placeholder for a field, because no row fills it, and may have one for the connector's settings", () => {
    const at = (endpoint: string) => Extractor.make({ ...userList, endpoint })
    expect(() => at("/orgs/{org_id}/users")).toThrow(
      "/orgs/{org_id}/users: nothing stands for {org_id} in the path of a list that is below no row: write {$org_id} for a part of the connector's settings, or declare the list with Child.of."
    )
    expect(at("/orgs/{$org_id}/users").endpoint).toBe("/orgs/{$org_id}/users")
  })
})

describe("Extractor.below", () => {
  const answer =
    (tickets: ReadonlyArray<unknown>) =>
    (path: string): Answer => ({ body: path === "/tickets" ? tickets : [{ id: `${path.split("/")[2]}-1` }] })

  it("reads the lists below the rows, but makes no records of the rows", async () => {
    const { vendorIds, paths } = await extract(below, answer([{ id: "1" }, { id: "2", comments: 0 }, { id: "3" }]))
    expect(vendorIds).toEqual(["1-1", "3-1"])
    expect(paths).toEqual(["/tickets", "/tickets/1/comments", "/tickets/3/comments"])
    expect([Extractor.exportTypesOf(below), below.kinds]).toEqual([["itsm_comments"], [RecordKind.ItsmComment]])
    expect(below.lists.map(({ role, kind }) => [role, kind?.name ?? null])).toEqual([
      ["parent", null],
      ["child", "itsm_comment"]
    ])
    expect([below.permissions, below.isIncremental]).toEqual([["tickets.read", "comments.read"], true])
  })

  it("announces no total, because the vendor's total counts the rows above the records", async () => {
    const counted = Extractor.below({
      endpoint: "/tickets",
      row: Ticket,
      pagination: Pagination.none({ items: "rows", total: "count" }),
      permissions: [],
      child: comments
    })
    const { pages } = await extract(counted, (path) => ({
      body: path === "/tickets" ? { rows: [{ id: "1" }], count: 1 } : [{ id: "1-1" }]
    }))
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => undefined))
  })

  it("counts an unreadable row, because the list below it cannot be read", async () => {
    const { vendorIds, rejections } = await extract(below, answer([{ id: "1" }, { id: null }]))
    expect(vendorIds).toEqual(["1-1"])
    expect(rejections).toMatchObject([{ kind: "itsm_comment", vendorId: null }])
  })
})
