import { describe, expect, it } from "@effect/vitest"
import * as WrittenTuples from "./WrittenTuples.js"

const written = (inserted: number, updated: number, deleted: number) => ({ inserted, updated, deleted })

describe("WrittenTuples", () => {
  it("omits tables in which nothing was written", () => {
    const before = { record: written(5, 0, 0), job: written(1, 1, 0) }
    const after = { record: written(5, 0, 0), job: written(2, 3, 0), scan: written(1, 0, 0) }
    expect(WrittenTuples.difference(before, after)).toEqual({ job: written(1, 2, 0), scan: written(1, 0, 0) })
  })

  it("counts what exceeds the bounds of each table, and everything in a table without bounds", () => {
    const found = {
      job: written(1, 2, 0),
      scan: written(0, 3, 9),
      record: written(0, 1, 0),
      shard_lock: written(0, 99, 0)
    }
    const bounds = { job: { inserted: 1, updated: 2 }, scan: { updated: 5, deleted: 4 } }
    expect(WrittenTuples.beyond(found, bounds)).toEqual({ scan: 5, record: 1 })
  })
})
