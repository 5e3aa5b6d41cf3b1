import { ExpiringMap } from "@tributary/core"
import { expect, it } from "vitest"

interface Entry {
  readonly until: number
}

const isOver = ({ until }: Entry, now: number): boolean => until <= now

it("forgets entries that are over, although nothing reads them again", () => {
  const map = new ExpiringMap<Entry>(isOver)
  for (let key = 0; key < 100; key += 1) map.getOrMake(`short ${key}`, 0, () => ({ until: 1 }))
  expect(map.size).toBe(100)
  for (let key = 0; key < 100; key += 1) map.getOrMake(`long ${key}`, 1, () => ({ until: 1_000 }))
  expect(map.size).toBe(100)
  expect(map.get("long 7", 999)).toEqual({ until: 1_000 })
  expect(map.get("long 7", 1_000)).toBeUndefined()
})

it("makes room for a new entry by forgetting the oldest one, if it has a largest size", () => {
  const map = new ExpiringMap<Entry>(isOver, 2)
  for (const key of ["a", "b", "a", "c"]) map.getOrMake(key, 0, () => ({ until: 10 }))
  expect(["a", "b", "c"].map((key) => map.get(key, 1) !== undefined)).toEqual([false, true, true])
})

it("forgets the entry that was used longest ago, if each use touches it", () => {
  const map = new ExpiringMap<Entry>(isOver, 2)
  for (const key of ["a", "b"]) map.getOrMake(key, 0, () => ({ until: 10 }))
  map.touch("a")
  map.touch("never made")
  map.getOrMake("c", 0, () => ({ until: 10 }))
  expect(["a", "b", "c", "never made"].map((key) => map.get(key, 1) !== undefined)).toEqual([true, false, true, false])
})
