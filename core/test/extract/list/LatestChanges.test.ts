import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { Chunk, Effect, Either, Schema, Stream } from "effect"
import * as Checkpoint from "../../../src/extract/Checkpoint.js"
import * as LatestChanges from "../../../src/extract/list/LatestChanges.js"
import * as RowId from "../../../src/extract/row/RowId.js"
import { extract } from "../extract.js"

const SINCE = "2026-11-10T00:00:00.000Z"

const options = {
  record: RecordKind.DeviceGroup,
  endpoint: "/changes",
  row: Schema.Struct({ id: Schema.NullishOr(Schema.String), name: Schema.String }),
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
  permissions: [],
  changeOrder: (row: unknown) => String(Pagination.at(row, "at")),
  toRecord: ({ id, name }: { readonly id?: string | null | undefined; readonly name: string }) => ({
    name,
    vendor_id: id ?? ""
  })
}

const changes = Extractor.make({ ...options, since: (instant) => ({ since: instant }) })

type Change = readonly [id: string | null, at: number]

/** A vendor with these changes, page by page. */
const vendor = (pages: ReadonlyArray<ReadonlyArray<Change>>) => (path: string) => {
  const page = Number(new URL(path, "https://vendor.example").searchParams.get("after") ?? 0)
  const rows = (pages[page] ?? []).map(([id, at]) => ({ id, at, name: `${id} at ${at}` }))
  return { body: { rows, next: page + 1 < pages.length ? String(page + 1) : null } }
}

/** The names that the store has after a run, by id. */
const namesAfter = async (pages: ReadonlyArray<ReadonlyArray<Change>>, request: Partial<Extractor.ExtractRequest>) => {
  const run = await extract(changes, vendor(pages), request)
  const records = run.batches.flatMap((batch) => batch.records)
  return { ...run, names: records.map(({ wire }) => String(JSON.parse(wire).name)) }
}

describe("a list with several changes of a row", () => {
  it("has only the latest of them in a delta, whatever their order on a page and over pages", async () => {
    const { names, rejections } = await namesAfter(
      [
        [
          ["a", 9],
          ["b", 1],
          ["b", 3],
          ["b", 2]
        ],
        [
          ["a", 8],
          ["c", 5],
          ["b", 4]
        ]
      ],
      { since: SINCE }
    )
    expect(names).toEqual(["a at 9", "b at 3", "c at 5", "b at 4"])
    expect(rejections).toEqual([])
  })

  it("has the one that is listed last of those that are equally late", async () => {
    const twice = Extractor.make({ ...options, since: (instant) => ({ since: instant }), changeOrder: () => "" })
    const { batches } = await extract(
      twice,
      vendor([
        [
          ["a", 1],
          ["a", 2]
        ],
        [["a", 3]]
      ]),
      { since: SINCE }
    )
    expect(batches.flatMap(({ records }) => records.map(({ wire }) => JSON.parse(wire).name))).toEqual([
      "a at 2",
      "a at 3"
    ])
  })

  it("keeps rows without an id, which count as rejected", async () => {
    const { names, rejections } = await namesAfter(
      [
        [
          [null, 1],
          ["a", 1]
        ]
      ],
      { since: SINCE }
    )
    expect([names, rejections.length]).toEqual([["a at 1"], 1])
  })

  it("is read from its beginning by a run that continues a delta, because only that run knows what was latest", async () => {
    const pages: ReadonlyArray<ReadonlyArray<Change>> = [[["a", 9]], [["a", 8]]]
    const first = await namesAfter(pages, { since: SINCE })
    expect(first.pages.map(({ checkpoint }) => checkpoint)).toEqual([null, null])
    const second = await namesAfter(pages, { since: SINCE, checkpoint: Checkpoint.START })
    expect(second.names).toEqual(["a at 9"])
    const third = await namesAfter(pages, { since: SINCE, checkpoint: { list: 0, next: { query: { after: "1" } } } })
    expect(third.names).toEqual(["a at 9"])
  })

  it("is read page by page by a full scan, which a later run can continue", async () => {
    const { pages, paths } = await namesAfter([[["a", 9]], [["a", 8]]], {})
    expect(paths).toEqual(["/changes", "/changes?after=1"])
    expect(pages.map(({ checkpoint }) => checkpoint === null)).toEqual([false, true])
  })

  it("makes a full scan begin if it has changes of more rows than a run remembers", async () => {
    const rowsOf = (...ids: ReadonlyArray<string>) => ({ rows: ids.map((id) => ({ id })), after: null, delta: null })
    const read = (most: number) =>
      Stream.make(rowsOf("a", "b"), rowsOf("b", "c")).pipe(
        LatestChanges.ofPages("/changes", RowId.reader("id"), () => "", most),
        Stream.runCollect,
        Effect.either,
        Effect.runPromise
      )
    expect(Either.getOrThrow(Either.map(await read(3), Chunk.size))).toBe(2)
    expect(Either.getOrThrow(Either.flip(await read(2)))._tag).toBe("CheckpointExpired")
  })

  it("is refused for a log, whose events do not change", () => {
    const log = { ...options, since: (instant: string) => ({ since: instant }) }
    expect(() => Extractor.make({ ...log, isLog: true })).toThrow(
      "/changes: changeOrder is for rows that change, and the events of a log do not: leave out changeOrder, or say isLog: false."
    )
    expect(Extractor.make({ ...log, isLog: false }).isIncremental).toBe(true)
  })

  it("needs since", () => {
    expect(() => Extractor.make(options)).toThrow("changeOrder is for a list with since")
  })
})
