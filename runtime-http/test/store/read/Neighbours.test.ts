import { expect, it } from "vitest"
import { neighbours } from "../../../src/store/read/PageRequest.js"

const row = (position: number): never => ["{}", position] as never

it("a page goes on behind records that have left it meanwhile, and a page of none ends", () => {
  const start = { _tag: "After", position: 4 } as const
  expect(neighbours({ limit: 1, start }, [row(9)], 0, true)).toEqual({ next: 4, previous: 5 })
  expect(neighbours({ limit: 0, start }, [row(9)], 0, true)).toEqual({ next: null, previous: 5 })
  expect(neighbours({ limit: 1, start }, [row(5), row(9)], 1, false)).toEqual({ next: 5, previous: null })
})
