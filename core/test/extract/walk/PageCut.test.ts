import { describe, expect, it } from "@effect/vitest"
import { PageCut } from "@tributary/core"

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe("PageCut", () => {
  it("cuts a list into parts with at most so many rows, and keeps the order", () => {
    expect(PageCut.parts(numbers(5), { rows: 2 })).toEqual([[0, 1], [2, 3], [4]])
    expect(PageCut.parts(numbers(2), { rows: 2 })).toEqual([[0, 1]])
    expect(PageCut.parts([], { rows: 2 })).toEqual([])
  })

  it("starts another part when the next item would make it too long, and gives a longer item a part of its own", () => {
    const lengths = [3, 3, 9, 2, 4]
    expect(PageCut.parts(lengths, { rows: 10, length: 6 }, (length) => ({ rows: 1, length }))).toEqual([
      [3, 3],
      [9],
      [2, 4]
    ])
  })

  it("counts the rows that an item stands for", () => {
    expect(PageCut.parts([2, 2, 1, 4], { rows: 4 }, (rows) => ({ rows, length: 0 }))).toEqual([[2, 2], [1], [4]])
  })

  it("gives the checkpoint only to the last piece, even if the page has no rows", () => {
    const checkpointed = (items: ReadonlyArray<number>) => ({ items, checkpoint: true })
    const inner = (items: ReadonlyArray<number>) => ({ items, checkpoint: false })
    expect(PageCut.pieces([[1], [2], [3]], inner, checkpointed)).toEqual([inner([1]), inner([2]), checkpointed([3])])
    expect(PageCut.pieces([], inner, checkpointed)).toEqual([checkpointed([])])
  })
})
