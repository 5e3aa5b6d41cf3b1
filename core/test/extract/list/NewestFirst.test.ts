import { describe, expect, it } from "@effect/vitest"
import { Extractor, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { extract } from "../extract.js"

const SINCE = "2026-11-10T00:00:00.000Z"

const options = {
  record: RecordKind.DeviceGroup,
  endpoint: "/alerts",
  row: Schema.Struct({ id: Schema.String }),
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
  permissions: [],
  toRecord: ({ id }: { readonly id: string }) => ({ name: id, vendor_id: id })
}

const newestFirst = { query: { sort: "updated", direction: "desc" }, changedAt: "changed.at" }

const alerts = Extractor.make({ ...options, newestFirst, queries: [{ kind: "a" }, { kind: "b" }] })

const dayOf = (day: number): string => `2026-11-${String(day).padStart(2, "0")}T12:00:00Z`

/** Pages of two rows, with the days of November on which the rows of each list changed. */
const vendor = (days: Readonly<Record<string, ReadonlyArray<number>>>) => (path: string) => {
  const { searchParams } = new URL(path, "https://vendor.example")
  const kind = searchParams.get("kind") ?? ""
  const start = Number(searchParams.get("after") ?? 0)
  const rows = (days[kind] ?? []).map((day) => ({ id: `${kind}${day}`, changed: { at: dayOf(day) } }))
  const next = start + 2 < rows.length ? { next: String(start + 2) } : {}
  return { body: { rows: rows.slice(start, start + 2), ...next } }
}

const SORTED = { a: [29, 20, 15, 12, 11, 8, 7, 6, 5], b: [28, 27, 26, 5] }

describe("a list that is read newest first", () => {
  it("is read whole in its usual order by a full scan", async () => {
    const { ids, paths } = await extract(alerts, vendor(SORTED))
    expect(ids).toHaveLength(13)
    expect(paths[0]).toBe("/alerts?kind=a")
  })

  it("is read by a delta until a row that changed before the instant, as each list beside it", async () => {
    const { pages, paths, vendorIds } = await extract(alerts, vendor(SORTED), { since: SINCE })
    expect(vendorIds).toEqual(["a29", "a20", "a15", "a12", "a11", "a8", "b28", "b27", "b26", "b5"])
    expect(paths[0]).toBe("/alerts?kind=a&sort=updated&direction=desc")
    expect(paths).toHaveLength(5)
    expect(pages.at(-1)?.checkpoint).toBeNull()
    expect(pages.at(-1)?.total).toBeUndefined()
  })

  it("goes on in the second list after an interruption", async () => {
    const { pages } = await extract(alerts, vendor(SORTED), { since: SINCE })
    const checkpoint = pages[2]?.checkpoint ?? null
    const { vendorIds } = await extract(alerts, vendor(SORTED), { since: SINCE, checkpoint })
    expect(vendorIds).toEqual(["b28", "b27", "b26", "b5"])
  })

  it("is read whole by a delta if the vendor does not sort it, or does not say when rows changed", async () => {
    const ascending = { a: [11, 12, 15, 28, 29], b: [5, 6, 20] }
    expect((await extract(alerts, vendor(ascending), { since: SINCE })).ids).toHaveLength(8)
    const silent = Extractor.make({ ...options, newestFirst: { ...newestFirst, changedAt: "updated" } })
    const rows = { "": [29, 8, 7, 6] }
    expect((await extract(silent, vendor(rows), { since: SINCE })).ids).toHaveLength(4)
  })

  it("excludes other ways to find what changed", () => {
    const both = () => Extractor.make({ ...options, newestFirst, since: (instant) => ({ instant }) })
    expect(both).toThrow("newestFirst is for a list without since, changes and exportJob")
    expect(alerts.isIncremental).toBe(true)
  })
})
