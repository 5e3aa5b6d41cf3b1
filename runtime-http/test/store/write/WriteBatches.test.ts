import { describe, expect, it } from "@effect/vitest"
import { Batch, type Extractor, RecordKind, Result } from "@tributary/core"
import * as Scan from "../../../src/store/write/Scan.js"

const { DeviceGroup, IdpGroup } = RecordKind
const owner = { connectionId: "6f1d2f3e-7c5b-4a86-9d0e-2b1a4c3d5e6f", vendor: "ACME" }

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
const groups = (vendorIds: ReadonlyArray<string>, description = "") =>
  vendorIds.map((id) => Result.succeed({ vendor_id: id, name: id, description }))
const unreadable = (count: number) =>
  ids("r", count).map((vendorId) => Result.fail({ issues: ["is no object"], vendorId }))

const pageOf = (...batches: ReadonlyArray<Batch.Batch>): Extractor.Page => ({
  batches,
  checkpoint: { next: "p2" },
  delta: "d1",
  total: 7,
  completedParents: ["a"]
})

const rows = ({ batches }: Extractor.Page) =>
  batches.reduce(
    (sum, { records, rejections, removed }) => sum + records.length + rejections.length + removed.length,
    0
  )

describe("The pieces of a page", () => {
  it("are the page itself if it is small, even if it has no batches", () => {
    const small = pageOf(Batch.make(DeviceGroup, owner, groups(ids("a", 999))), Batch.make(IdpGroup, owner, [], ["g"]))
    expect(Scan.partsOf(small)).toEqual([small])
    expect(Scan.partsOf(pageOf())).toEqual([pageOf()])
  })

  it("have at most 1,000 rows of all kinds together, in the page's order, and only the last one advances the scan", () => {
    const rowsOfPage = [...groups(ids("a", 2_400)), ...unreadable(1_100), ...groups(["a0", "a2399"], "again")]
    const large = Batch.make(DeviceGroup, owner, rowsOfPage, ids("x", 30))
    const page = pageOf(
      large,
      Batch.make(IdpGroup, owner, [], ids("g", 900)),
      Batch.unreadBelow(IdpGroup, owner, [{ kind: null, vendorId: null }])
    )
    const pieces = Scan.partsOf(page)
    expect(pieces.map(rows)).toEqual([1_000, 1_000, 400, 1_000, 130, 900])
    expect(pieces.map(({ checkpoint }) => checkpoint)).toEqual([null, null, null, null, null, page.checkpoint])
    expect(pieces.slice(0, -1).every((piece) => piece.total === undefined && piece.delta === null)).toBe(true)
    expect(pieces.at(-1)).toMatchObject({ delta: "d1", total: 7, completedParents: ["a"] })

    const parts = pieces.flatMap(({ batches }) => batches).filter(({ kind }) => kind === DeviceGroup)
    expect(parts.flatMap(({ records }) => records)).toEqual(large.records)
    expect(parts.flatMap(({ rejections }) => rejections)).toEqual(large.rejections)
    expect(parts.flatMap(({ removed }) => removed)).toEqual(large.removed)
    // Other versions of a record stay with the record.
    expect(parts.map(({ duplicates }) => duplicates.length)).toEqual([1, 0, 1, 0, 0, 0])
    expect(parts.map(({ repeats }) => repeats.length)).toEqual([1, 0, 1, 0, 0, 0])
    expect(pieces.at(-1)?.batches.at(-1)?.isIncomplete).toBe(true)
  })

  it("have at most 16 MB of JSON, unless one row has more", () => {
    const long = "x".repeat(900_000)
    const batch = Batch.make(DeviceGroup, owner, groups(ids("a", 40), long))
    expect(Scan.partsOf(pageOf(batch)).map(rows)).toEqual([18, 18, 4])
  })
})
