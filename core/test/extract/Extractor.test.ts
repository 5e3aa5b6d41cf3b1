import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { Cause, Effect, Exit, Option, Schema, Stream } from "effect"
import { type Answer, BASE_URL, converse, type ReceivedRequest } from "../FakeVendor.js"
import { groups, userList } from "../testing/Acme.js"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }
const full = { owner, since: null, checkpoint: null, delta: null }

const extract = async (
  extractor: Extractor.Any,
  answer: (path: string, request: ReceivedRequest, index: number) => Answer,
  request: Partial<Extractor.ExtractRequest> = {}
) => {
  const pages: Array<Extractor.Page> = []
  const reading = extractor.pages({ ...full, ...request }).pipe(
    Stream.tap((page) => Effect.sync(() => pages.push(page))),
    Stream.runDrain
  )
  const { exit, received } = await converse(
    (seen, index) => answer(seen.url.slice(BASE_URL.length), seen, index),
    reading
  )
  const failure = Exit.isSuccess(exit) ? null : Option.getOrNull(Cause.failureOption(exit.cause))
  const batches = pages.flatMap((page) => page.batches)
  const ids = batches.flatMap(({ kind, records }) => records.map(({ vendorId }) => `${kind.name} ${vendorId}`))
  return { pages, ids, failure, batches, paths: received.map(({ url }) => url.slice(BASE_URL.length)) }
}

const group = (id: string) => ({ id, name: id, created: "2024-05-01T08:30:00Z" })

/** Two groups on two pages, with one member each. */
const directory = (path: string): Answer => {
  if (path.startsWith("/groups?")) {
    const offset = Number(new URL(path, BASE_URL).searchParams.get("offset"))
    return { body: { items: [group(offset === 0 ? "a/b" : "c")], total: 2 } }
  }
  if (path.endsWith("/tags")) return { body: { tags: [{ label: "red" }] } }
  return { body: { items: [{ id: "u" }], next: null } }
}

const users = Extractor.make(userList)
const user = (id: string) => ({ id, name: id })

describe("Extractor.make", () => {
  it("reads rows, what hangs below them, and the answers about them", async () => {
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
      "/groups/c/members"
    ])
    expect(batches[0]?.records[0]?.value["types"]).toEqual(["red"])
  })

  it("tells what it reads before it reads", () => {
    const { lists, kinds, permissions, optionalPermissions, isIncremental } = groups()
    expect(lists.map(({ role, endpoint, isPaged }) => [role, endpoint, isPaged])).toEqual([
      ["own", "/groups", true],
      ["child", "/groups/{id}/members", true],
      ["lookup", "/groups/{id}/tags", false]
    ])
    expect(kinds.map(({ name }) => name)).toEqual(["idp_group", "idp_group_membership"])
    expect([permissions, optionalPermissions, isIncremental]).toEqual([["groups.read"], ["tags.read"], false])
  })

  it("moves its checkpoint behind the last child of a page only", async () => {
    const { pages } = await extract(groups(), directory)
    const second = { list: 0, next: { query: { offset: 1 } } }
    expect(pages.map(({ checkpoint }) => checkpoint)).toEqual([null, null, second, second, second, null])
  })

  it("goes on at a checkpoint", async () => {
    const { ids } = await extract(groups(), directory, { checkpoint: { list: 0, next: { query: { offset: 1 } } } })
    expect(ids).toEqual(["idp_group c", 'idp_group_membership ["c","u"]'])
  })

  it("begins again at a checkpoint that it cannot read, or whose list is no more", async () => {
    for (const checkpoint of [{ other: "release" }, { list: 3, next: null }]) {
      expect((await extract(groups(), directory, { checkpoint })).ids).toHaveLength(4)
    }
  })

  it("walks every list of today from a checkpoint in a list that is no more", async () => {
    const extractor = Extractor.make({ ...userList, queries: [{ state: "on" }, { state: "off" }] })
    const answer = (path: string): Answer => ({ body: [user(path)] })
    const { paths } = await extract(extractor, answer, { checkpoint: { list: 2, next: null } })
    expect(paths).toEqual(["/users?limit=2&state=on", "/users?limit=2&state=off"])
  })

  it("asks no further row what it may not ask, and gives the mapping null", async () => {
    const { paths, batches, failure } = await extract(groups(), (path) =>
      path.endsWith("/tags") ? { status: 403 } : directory(path)
    )
    expect(failure).toBeNull()
    expect(paths.filter((path) => path.endsWith("/tags"))).toHaveLength(1)
    expect(batches.flatMap(({ records }) => records.map(({ value }) => value["types"]))).toEqual([
      [],
      undefined,
      [],
      undefined
    ])
  })

  it("takes 404 for an answer about one row alone", async () => {
    const { paths, failure } = await extract(groups(), (path) =>
      path.endsWith("/tags") ? { status: 404 } : directory(path)
    )
    expect(failure).toBeNull()
    expect(paths.filter((path) => path.endsWith("/tags"))).toHaveLength(2)
  })

  it.each([
    [401, "Unauthorized"],
    [500, "ServerError"],
    [400, "ClientError"]
  ])("fails where a lookup answers %s", async (status, tag) => {
    const { failure } = await extract(groups(), (path) => (path.endsWith("/tags") ? { status } : directory(path)))
    expect(failure).toMatchObject({ _tag: tag, endpoint: "/groups/{id}/tags" })
  })

  it("fails, and names the list, where a child's list fails", async () => {
    const { failure, ids } = await extract(groups(), (path) =>
      path.endsWith("/members") ? { status: 403 } : directory(path)
    )
    expect(failure).toMatchObject({ _tag: "Unauthorized", endpoint: "/groups/{id}/members" })
    expect(ids).toEqual(["idp_group a/b"])
  })

  it("asks for what changed since an instant, in one list alone", async () => {
    const extractor = Extractor.make({ ...userList, queries: [{ state: "on" }, { state: "off" }] })
    const answer = (path: string): Answer => ({ body: [user(path)] })
    const delta = await extract(extractor, answer, { since: "2024-05-01T00:00:00.000Z" })
    expect(delta.paths).toEqual(["/users?limit=2&since=2024-05-01T00%3A00%3A00.000Z"])
    expect((await extract(extractor, answer)).paths).toEqual(["/users?limit=2&state=on", "/users?limit=2&state=off"])
    expect([users.isIncremental, users.lookbackSecs]).toEqual([true, 600])
  })

  it("rejects bad rows, and fails when most rows are bad", async () => {
    const rows = (good: number, bad: number) => [
      ...Array.from({ length: good }, (_, index) => user(`u${index}`)),
      ...Array.from({ length: bad }, () => ({ id: 7 }))
    ]
    const few = await extract(users, () => ({ body: rows(28, 9) }))
    expect(few.failure).toBeNull()
    expect(few.batches[0]?.rejections).toHaveLength(9)
    const many = await extract(users, () => ({ body: rows(28, 10) }))
    expect(many.failure).toMatchObject({ _tag: "BadPayload", detail: "10 of 38 rows could not be read" })
    expect(many.pages).toEqual([])
    const all = await extract(users, () => ({ body: rows(0, 1) }))
    expect(all.failure).toMatchObject({ _tag: "BadPayload", detail: "1 of 1 rows could not be read" })
  })

  it("goes on after a delta whose only row is bad", async () => {
    const delta = await extract(users, () => ({ body: [{ id: 7 }] }), { since: "2024-05-01T00:00:00.000Z" })
    expect(delta.failure).toBeNull()
    expect(delta.batches[0]?.rejections).toHaveLength(1)
  })
})

describe("Extractor.fromStream", () => {
  const draft = (vendor_id: string): RecordKind.Draft<typeof RecordKind.DeviceGroup> => ({
    vendor_id,
    name: vendor_id,
    device_ids: []
  })
  const stream = (...emitted: ReadonlyArray<Extractor.Emitted<RecordKind.Draft<typeof RecordKind.DeviceGroup>>>) =>
    Extractor.fromStream({
      record: RecordKind.DeviceGroup,
      endpoint: "/device-groups",
      permissions: ["devices.read"],
      pages: () => Stream.fromIterable(emitted)
    })

  it("hands on drafts, checkpoints and what is gone", async () => {
    const { pages, ids } = await extract(
      stream({ drafts: [draft("a")], checkpoint: { at: 1 } }, { drafts: [], removed: ["b"] }),
      () => ({})
    )
    expect(ids).toEqual(["device_group a"])
    expect(pages.map(({ checkpoint }) => checkpoint)).toEqual([{ at: 1 }, null])
    expect(pages[1]?.batches[0]?.removed).toEqual(["b"])
  })

  it("refuses a page that comes twice in a row, and nothing else", async () => {
    const twice = await extract(stream({ drafts: [draft("a")] }, { drafts: [draft("a")] }), () => ({}))
    expect(twice.failure).toMatchObject({ _tag: "BadPayload", endpoint: "/device-groups", detail: "repeated a page" })
    const empty = await extract(stream({ drafts: [] }, { drafts: [] }, { drafts: [draft("a")] }), () => ({}))
    expect(empty.failure).toBeNull()
  })
})

describe("Extractor rows", () => {
  it("are rejected by a mapping that throws, without the message of what it threw", async () => {
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
      { kind: "itsm_user", vendorId: null, issues: ["mapping: threw TypeError"] }
    ])
    expect(ids).toEqual(["itsm_user good"])
  })
})
