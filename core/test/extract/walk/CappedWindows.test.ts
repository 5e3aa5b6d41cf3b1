import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind, type VendorError } from "@tributary/core"
import { Cause, Effect, Exit, Option, Schema, Stream } from "effect"
import * as PageWalk from "../../../src/extract/walk/PageWalk.js"
import { type Answer, converse, type ReceivedRequest } from "../../FakeVendor.js"
import { extract } from "../extract.js"

interface VendorRow {
  readonly id: number
  readonly at: string
}

const timeOf = (second: number): string => new Date(second * 1_000).toISOString()

/** Rows of which several have the same time, in order. */
const rowsAt = (seconds: ReadonlyArray<number>): ReadonlyArray<VendorRow> =>
  seconds.map((second, id) => ({ id, at: timeOf(second) }))

const parametersOf = ({ body, url }: ReceivedRequest): Readonly<Record<string, unknown>> =>
  body === undefined || body === null
    ? Object.fromEntries(new URL(url).searchParams)
    : (JSON.parse(String(body)) as Readonly<Record<string, unknown>>)

const CAP = 6

/** What the vendor has from the time of the window on, and where the page begins in it; `start` is the parameter with the index. */
const requested = (rows: ReadonlyArray<VendorRow>, request: ReceivedRequest, start: string) => {
  const parameters = parametersOf(request)
  const from = String(parameters["from"] ?? "")
  const found = rows.filter(({ at }) => at >= from)
  return { found, limit: Number(parameters["limit"]), begin: Number(parameters[start] ?? 0) }
}

/** A vendor that refuses to return rows behind the cap. */
const refusing =
  (rows: ReadonlyArray<VendorRow>) =>
  (request: ReceivedRequest): Answer => {
    const { begin, found, limit } = requested(rows, request, "offset")
    if (begin + limit > CAP) return { status: 400, body: { error: "offset + limit" } }
    return { body: { rows: found.slice(begin, begin + limit), total: found.length } }
  }

/** A vendor that ends the list at the cap as if it had no more rows, whichever way the list is cut into pages. */
const silent =
  (rows: ReadonlyArray<VendorRow>, start: string, first = 0) =>
  (request: ReceivedRequest): Answer => {
    const { begin, found, limit } = requested(rows, request, start)
    const index = start === "page" ? Math.max(0, begin - first) * limit : begin
    const reachable = found.slice(0, CAP)
    const next = index + limit < reachable.length ? String(index + limit) : null
    return { body: { rows: reachable.slice(index, index + limit), total: reachable.length, next } }
  }

const render = (from: string, query: Pagination.Query) => ({ ...query, from })
const windows = (pagination: Pagination.Pagination) =>
  Pagination.windows(pagination, { cap: CAP, from: "at", render: (from) => ({ from }) })
const byIndex = windows(Pagination.offset({ items: "rows", limit: 2, counts: "returned", total: "total" }))

const walkOf = (pagination: Pagination.Pagination): PageWalk.Walk => ({
  endpoint: "/rows",
  url: "/rows",
  pagination,
  queries: [{}],
  isTopLevel: true
})

/** The pages of a walk, the requests and the error at its end. */
const walked = async (
  answer: (request: ReceivedRequest) => Answer,
  walk: PageWalk.Walk,
  from: PageWalk.Position | null = null,
  most = Number.MAX_SAFE_INTEGER
) => {
  const pages: Array<PageWalk.WalkedPage> = []
  const reading = PageWalk.pages(walk, from).pipe(
    Stream.take(most),
    Stream.tap((page) => Effect.sync(() => pages.push(page))),
    Stream.runDrain
  )
  const { exit, received } = await converse(answer, reading, {})
  const failure: VendorError.VendorError | null = Exit.isSuccess(exit)
    ? null
    : Option.getOrNull(Cause.failureOption(exit.cause))
  return { pages, failure, asked: received.map(parametersOf) }
}

const idsOf = (pages: ReadonlyArray<PageWalk.WalkedPage>): ReadonlyArray<number> =>
  pages.flatMap(({ rows }) => rows.map((row) => Number(Pagination.at(row, "id"))))

const distinct = (ids: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...new Set(ids)].toSorted((one, other) => one - other)

const MANY = rowsAt([1, 1, 2, 3, 3, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 12])
const ALL = MANY.map(({ id }) => id)

describe("Pagination.windows", () => {
  it("reads every row of a list that is longer than the cap, and no request passes the cap", async () => {
    const { asked, failure, pages } = await walked(refusing(MANY), walkOf(byIndex))
    expect(failure).toBeNull()
    expect(distinct(idsOf(pages))).toEqual(ALL)
    expect(asked.slice(2, 5)).toEqual([
      { limit: "2", offset: "4" },
      { limit: "2", offset: "0", from: timeOf(3) },
      { limit: "2", offset: "2", from: timeOf(3) }
    ])
  })

  it.each([
    {
      name: "a page size that does not divide the cap",
      pagination: Pagination.offset({ items: "rows", limit: 4, counts: "returned" })
    },
    {
      name: "numbered pages",
      pagination: Pagination.pageNumber({ items: "rows", limit: 2, first: 0 }),
      answer: silent(MANY, "page")
    },
    {
      name: "cursors",
      pagination: Pagination.cursor({ items: "rows", limit: 2, from: "next", param: "cursor" }),
      answer: silent(MANY, "cursor")
    },
    { name: "one page", pagination: Pagination.none({ items: "rows" }), answer: silent(MANY, "offset") }
  ])("reads every row of a list with $name", async ({ answer = refusing(MANY), name, pagination }) => {
    const limited = name === "one page" ? { ...pagination, query: { limit: CAP } } : pagination
    const { failure, pages } = await walked(answer, walkOf(windows(limited)))
    expect(failure).toBeNull()
    expect(distinct(idsOf(pages))).toEqual(ALL)
  })

  it("reads the newest rows first if the vendor sorts them so", async () => {
    const pagination = Pagination.windows(Pagination.offset({ items: "rows", limit: 2, counts: "returned" }), {
      cap: CAP,
      from: "at",
      order: "descending",
      render: (until) => ({ until })
    })
    const newest = (request: ReceivedRequest): Answer => {
      const { limit, offset, until = "9" } = parametersOf(request)
      const found = MANY.toReversed().filter(({ at }) => at <= String(until))
      return { body: { rows: found.slice(Number(offset), Number(offset) + Number(limit)) } }
    }
    const { failure, pages } = await walked(newest, walkOf(pagination))
    expect(failure).toBeNull()
    expect(distinct(idsOf(pages))).toEqual(ALL)
  })

  it("sends the window in the body of a list that is read with POST, beside the parameters of the list", async () => {
    const pagination = Pagination.windows(Pagination.offset({ items: "rows", limit: 2, counts: "returned" }), {
      cap: CAP,
      from: "at",
      render
    })
    const walk = { ...walkOf(pagination), queries: [{ from: timeOf(2), open: true }], post: { sort: "at" } }
    const { asked, pages } = await walked(refusing(MANY), walk)
    expect(distinct(idsOf(pages))).toEqual(ALL.slice(2))
    expect(asked[0]).toEqual({ sort: "at", limit: 2, offset: 0, from: timeOf(2), open: true })
    expect(asked[3]).toEqual({ sort: "at", limit: 2, offset: 0, from: timeOf(5), open: true })
  })

  it("begins no second window for a list that the cap does not cut, and its total then proves that it is whole", async () => {
    const pagination = windows({ ...Pagination.none({ items: "rows", total: "total" }), query: { limit: CAP } })
    const { asked, pages } = await walked(refusing(MANY.slice(0, 2)), walkOf(pagination))
    expect(asked).toHaveLength(1)
    expect(pages.at(-1)?.total).toBe(2)
  })

  it("reads on behind pages that the vendor has emptied of rows that the customer may not see", async () => {
    const pagination = windows(Pagination.offset({ items: "rows", limit: 2, counts: "requested" }))
    const hidden = new Set([4, 5, 15])
    const filtering = (request: ReceivedRequest): Answer => {
      const { begin, found, limit } = requested(MANY, request, "offset")
      if (begin + limit > CAP) return { status: 400, body: { error: "offset + limit" } }
      return { body: { rows: found.slice(begin, begin + limit).filter(({ id }) => !hidden.has(id)) } }
    }
    const { failure, pages } = await walked(filtering, walkOf(pagination))
    expect(failure).toBeNull()
    expect(distinct(idsOf(pages))).toEqual(ALL.filter((id) => !hidden.has(id)))
  })

  it("proves nothing by the total of a later window", async () => {
    const pagination = windows({ ...Pagination.none({ items: "rows", total: "total" }), query: { limit: CAP } })
    const { pages } = await walked(silent(MANY, "offset"), walkOf(pagination))
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.at(-1)).not.toHaveProperty("total")
    expect(pages.at(-1)).not.toHaveProperty("missing")
  })

  it("says that the list is incomplete if its last window ends before the total of that window", async () => {
    const short = (request: ReceivedRequest): Answer => {
      const { begin, found, limit } = requested(MANY.slice(0, -1), request, "offset")
      const isLast = found.length < CAP
      const rows = (isLast ? found.slice(0, 2) : found).slice(begin, begin + limit)
      return { body: { rows, total: found.length } }
    }
    const { pages } = await walked(short, walkOf(byIndex))
    expect(pages.at(-1)?.missing).toEqual([{ endpoint: "/rows", detail: "it ended after 2 of 5 rows" }])
  })

  it("fails if more rows than the cap have the same value", async () => {
    const same = rowsAt([1, 2, 2, 2, 2, 2, 2, 2, 3])
    const { failure, asked } = await walked(refusing(same), walkOf(byIndex))
    expect(failure).toMatchObject({
      _tag: "IncompleteList",
      detail: "has 6 rows or more with the same at, behind which no further row can be requested"
    })
    expect(asked).toHaveLength(6)
  })

  it("fails if the vendor ignores the parameters of the window", async () => {
    const ignoring = (request: ReceivedRequest): Answer => {
      const { begin, limit } = requested(MANY, request, "offset")
      return { body: { rows: MANY.slice(begin, begin + limit) } }
    }
    const { failure } = await walked(ignoring, walkOf(byIndex))
    expect(failure).toMatchObject({ _tag: "IncompleteList" })
  })

  it.each([
    ["are not sorted by the field", rowsAt([1, 2, 3, 5, 4, 6, 7]), "which are not sorted by at"],
    [
      "lack the field behind others that have it",
      [...rowsAt([1, 2, 3, 4]), { id: 4, at: "" }, { id: 5, at: timeOf(9) }, { id: 6, at: timeOf(9) }],
      "which are not sorted by at"
    ],
    ["have something else there", MANY.map(({ id }) => ({ id, at: "never" })), "in which at is no time and no number"]
  ])("fails at the cap if the rows %s", async (_, rows, detail) => {
    const { failure } = await walked(refusing(rows), walkOf(byIndex))
    expect(failure).toMatchObject({ _tag: "IncompleteList", detail: expect.stringContaining(detail) })
  })

  it("orders ids by their number, also ids of other lengths and beyond the exact numbers", async () => {
    const ids = ["9", "10", "99", "100", "9007199254740993", "9007199254740994", "9007199254740995", "9007199254740996"]
    const pagination = Pagination.windows(Pagination.offset({ items: "rows", limit: 2, counts: "returned" }), {
      cap: CAP,
      from: "id",
      render: (from) => ({ from })
    })
    const answer = (request: ReceivedRequest): Answer => {
      const { from = "0", limit, offset } = parametersOf(request)
      const found = ids.filter((id) => BigInt(id) >= BigInt(String(from)))
      return { body: { rows: found.slice(Number(offset), Number(offset) + Number(limit)).map((id) => ({ id })) } }
    }
    const { failure, pages } = await walked(answer, walkOf(pagination))
    expect(failure).toBeNull()
    expect(new Set(pages.flatMap(({ rows }) => rows.map((row) => Pagination.at(row, "id"))))).toEqual(new Set(ids))
  })

  it("goes on in its window after a stop behind any page, and misses no row", async () => {
    const { pages: whole } = await walked(refusing(MANY), walkOf(byIndex))
    for (let most = 1; most < whole.length; most += 1) {
      const { pages: before } = await walked(refusing(MANY), walkOf(byIndex), null, most)
      // A checkpoint is stored as JSON.
      const position = JSON.parse(JSON.stringify(before.at(-1)?.after ?? null)) as PageWalk.Position
      const { failure, pages: after } = await walked(refusing(MANY), walkOf(byIndex), position)
      expect(failure).toBeNull()
      expect(distinct(idsOf([...before, ...after]))).toEqual(ALL)
      expect(after.length).toBeLessThanOrEqual(whole.length - most + 1)
    }
  })

  it("counts a list that stopped between two windows as read in one go", async () => {
    const { pages: before } = await walked(refusing(MANY), walkOf(byIndex), null, 3)
    const position = before.at(-1)?.after ?? null
    expect(position).toMatchObject({ next: { query: { from: timeOf(3) } } })
    const { pages: after } = await walked(refusing(MANY), walkOf(byIndex), position)
    expect(after.at(-1)).not.toHaveProperty("isInParts")
    const { pages: within } = await walked(refusing(MANY), walkOf(byIndex), null, 2)
    const { pages: rest } = await walked(refusing(MANY), walkOf(byIndex), within.at(-1)?.after ?? null)
    expect(rest.at(-1)).toMatchObject({ isInParts: true })
  })

  it("is resumed from the checkpoint of an extractor, also in a log and in a delta", async () => {
    const log = Extractor.make({
      record: RecordKind.IdpAuditEvent,
      endpoint: "/rows",
      row: Schema.Struct({ id: Schema.Number, at: Schema.String }),
      permissions: [],
      pagination: byIndex,
      since: (from) => ({ from }),
      toRecord: ({ at, id }) => ({ event_type: "login", outcome: "SUCCESS", occurred_at: at, vendor_id: String(id) })
    })
    const since = timeOf(2)
    const answer = (_: string, request: ReceivedRequest) => refusing(MANY)(request)
    const whole = await extract(log, answer, { since })
    expect(whole.failure).toBeNull()
    expect(distinct(whole.vendorIds.map(Number))).toEqual(ALL.slice(2))
    for (const [index, { checkpoint }] of whole.pages.entries()) {
      if (checkpoint === null) continue
      const rest = await extract(log, answer, { since, checkpoint })
      const before = whole.pages.slice(0, index + 1).flatMap(({ batches }) => batches.flatMap(({ records }) => records))
      const ids = [...before.map(({ vendorId }) => vendorId), ...rest.vendorIds]
      expect(distinct(ids.map(Number))).toEqual(ALL.slice(2))
      expect(rest.paths.length).toBeLessThanOrEqual(whole.paths.length - index)
    }
  })

  it.each([
    ["a token for changes", Pagination.deltaLink({ from: "next", delta: "delta" }), CAP],
    ["one row", Pagination.one(), CAP],
    ["pages longer than the cap", Pagination.offset({ limit: 7, counts: "returned" }), CAP],
    ["no cap", Pagination.none(), 0]
  ])("refuses a declaration with %s", (_, pagination, cap) => {
    expect(() => Pagination.windows(pagination, { cap, from: "at", render })).toThrow("Pagination.windows")
  })
})
