import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Cause, Effect, Exit, Option, Schema, Stream } from "effect"
import { type Answer, BASE_URL, converse } from "../FakeVendor.js"
import { toItsmUser, userList } from "../testing/Acme.js"

const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }
const full: Extractor.ExtractRequest = { owner, since: null, checkpoint: null, delta: null }

const extract = async (
  extractor: Extractor.Any,
  answer: (path: string) => Answer,
  request: Partial<Extractor.ExtractRequest> = {}
) => {
  const pages: Array<Extractor.Page> = []
  const reading = extractor.pages({ ...full, ...request }).pipe(
    Stream.tap((page) => Effect.sync(() => pages.push(page))),
    Stream.runDrain
  )
  const { exit, received } = await converse(({ url }) => answer(url.slice(BASE_URL.length)), reading)
  const failure = Exit.isSuccess(exit) ? null : Option.getOrNull(Cause.failureOption(exit.cause))
  const batches = pages.flatMap((page) => page.batches)
  return {
    pages,
    failure,
    ids: batches.flatMap(({ records }) => records.map(({ vendorId }) => vendorId)),
    rejections: batches.flatMap((batch) => batch.rejections),
    paths: received.map(({ url }) => url.slice(BASE_URL.length))
  }
}

const table = (endpoint: string) =>
  Extractor.make({
    ...userList,
    endpoint,
    permissions: [`${endpoint} read`],
    pagination: Pagination.cursor({ items: "items", from: "next", param: "page" }),
    toRecord: toItsmUser
  })

const user = (id: string) => ({ id, name: id })

/** Two tables with two pages of one row each. */
const tables = (path: string): Answer => {
  const { pathname, searchParams } = new URL(path, BASE_URL)
  const isSecond = searchParams.get("page") === "2"
  return { body: { items: [user(`${pathname}${isSecond ? 2 : 1}`)], next: isSecond ? null : "2" } }
}

describe("Extractor.concat", () => {
  const both = Extractor.concat(table("/a"), table("/b"))

  it("reads every part, and tells what all of them need", async () => {
    const { ids, pages } = await extract(both, tables)
    expect(ids).toEqual(["/a1", "/a2", "/b1", "/b2"])
    expect(pages.at(-1)?.checkpoint).toBeNull()
    expect(both.lists.map(({ endpoint }) => endpoint)).toEqual(["/a", "/b"])
    expect(both.kinds).toEqual([RecordKind.ItsmUser])
    expect(both.permissions).toEqual(["/a read", "/b read"])
    expect(both.isIncremental).toBe(true)
  })

  it("goes on from every checkpoint, never behind what was not read", async () => {
    const { pages } = await extract(both, tables)
    for (const [index, { checkpoint }] of pages.entries()) {
      if (checkpoint === null) continue
      const rest = pages.slice(index + 1).flatMap(({ batches }) => batches.flatMap(({ records }) => records))
      const { ids } = await extract(both, tables, { checkpoint })
      expect(ids).toEqual(expect.arrayContaining(rest.map(({ vendorId }) => vendorId)))
    }
    expect((await extract(both, tables, { checkpoint: { part: 7 } })).ids).toHaveLength(4)
  })

  it("ends where a part fails", async () => {
    const broken = (path: string): Answer => (path.startsWith("/b") ? { status: 403 } : tables(path))
    const { ids, failure } = await extract(both, broken)
    expect(ids).toEqual(["/a1", "/a2"])
    expect(failure).toMatchObject({ _tag: "Unauthorized", endpoint: "/b" })
  })

  it("asks for a delta only where every part can give one", async () => {
    const { since: _, ...fullOnly } = userList
    const mixed = Extractor.concat(table("/a"), Extractor.make({ ...fullOnly, endpoint: "/b" }))
    expect(mixed.isIncremental).toBe(false)
    const since = "2024-05-01T00:00:00.000Z"
    const { paths } = await extract(both, tables, { since })
    expect(paths.every((path) => path.includes("since="))).toBe(true)
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

describe("Extractor.below", () => {
  const answer =
    (tickets: ReadonlyArray<unknown>) =>
    (path: string): Answer => ({ body: path === "/tickets" ? tickets : [{ id: `${path.split("/")[2]}-1` }] })

  it("reads what is below the rows, and makes no record of the rows", async () => {
    const { ids, paths } = await extract(below, answer([{ id: "1" }, { id: "2", comments: 0 }, { id: "3" }]))
    expect(ids).toEqual(["1-1", "3-1"])
    expect(paths).toEqual(["/tickets", "/tickets/1/comments", "/tickets/3/comments"])
    expect([below.exportType, below.kinds]).toEqual(["itsm_comments", [RecordKind.ItsmComment]])
    expect(below.lists.map(({ role, kind }) => [role, kind?.name ?? null])).toEqual([
      ["parent", null],
      ["child", "itsm_comment"]
    ])
    expect([below.permissions, below.isIncremental]).toEqual([["tickets.read", "comments.read"], true])
  })

  it("counts a row that cannot be read, since it hides what is below it", async () => {
    const { ids, rejections } = await extract(below, answer([{ id: "1" }, { id: null }]))
    expect(ids).toEqual(["1-1"])
    expect(rejections).toMatchObject([{ kind: "itsm_comment", vendorId: null }])
  })
})
