import { describe, expect, it, vi } from "@effect/vitest"
import { Effect, Option } from "effect"
import { parseInPieces } from "../../src/decode/JsonPieces.js"
import { JsonScan } from "../../src/decode/JsonScan.js"
import * as LazyArray from "../../src/decode/LazyArray.js"

const MIB = 1_048_576
const bounds = { bytes: { max: 1e9, setting: null }, rows: { max: 1e6, setting: null } }

const rowOf = (index: number) => ({ id: index, name: `Zoë ${index}`, text: "x".repeat(900) })
const rows = Array.from({ length: 6_000 }, (_, index) => rowOf(index))

const lazily = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  const scan = new JsonScan(bounds)
  scan.add(bytes)
  return Effect.runPromise(parseInPieces(bytes, scan.long.found, { isLazy: true }))
}

const listIn = async (text: string) => ((await lazily(text)) as { readonly rows: Array<unknown> }).rows

/** How many characters of JSON are parsed while something runs. */
const parsedDuring = (run: () => void): number => {
  const parse = vi.spyOn(JSON, "parse")
  try {
    run()
    return parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
  } finally {
    parse.mockRestore()
  }
}

describe("A long array of JSON", () => {
  it("has the elements, the length and the methods of the array that JSON.parse returns", async () => {
    const whole = { next: "b", rows, total: rows.length }
    const body = (await lazily(JSON.stringify(whole))) as typeof whole
    expect(LazyArray.sourceOf(body.rows)).not.toBeNull()
    expect(Array.isArray(body.rows)).toBe(true)
    expect(body).toEqual(whole)
    expect(JSON.stringify(body)).toBe(JSON.stringify(whole))
    expect(body.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect([body.rows[5_999], body.rows[6_000], body.rows.at(-1), 17 in body.rows, (-1) in body.rows]).toEqual([
      rows[5_999],
      undefined,
      rows[5_999],
      true,
      false
    ])
    expect([...body.rows.slice(100, 102), ...Object.keys(body.rows).slice(-1)]).toEqual([rows[100], rows[101], "5999"])
  })

  it("parses no other elements than those that somebody asks for, and those near them", async () => {
    const list = await listIn(JSON.stringify({ rows }))
    expect(parsedDuring(() => expect(list).toHaveLength(6_000))).toBe(0)
    expect(parsedDuring(() => expect(list[3_000]).toEqual(rows[3_000]))).toBeLessThan(MIB)
    // Each piece once.
    expect(parsedDuring(() => expect(list.every((_, index) => index >= 0)).toBe(true))).toBeLessThan(6 * MIB)
  })

  it("keeps elements that are too long to be parsed at once", async () => {
    const long = { id: "long", items: Array.from({ length: 1_000 }, (_, index) => rowOf(index)) }
    const text = JSON.stringify({ rows: [...rows, long, ...rows] })
    const list = await listIn(text)
    expect(LazyArray.sourceOf(list)).not.toBeNull()
    expect(parsedDuring(() => expect(list[6_000]).toEqual(long))).toBe(0)
    expect(list).toEqual((JSON.parse(text) as { rows: unknown }).rows)
  })

  it("is an ordinary array once somebody changes it", async () => {
    const list = await listIn(JSON.stringify({ rows }))
    list.reverse()
    list.push("last")
    delete list[1]
    expect(list).toHaveLength(6_001)
    expect([list[0], list[1], list[5_999], list[6_000]]).toEqual([rows[5_999], undefined, rows[0], "last"])
    expect(LazyArray.sourceOf(list)).toBeNull()
  })

  it("is refused if any of its elements is not JSON", async () => {
    const text = JSON.stringify({ rows })
    const bytes = new TextEncoder().encode(`${text.slice(0, -4)}xx]}`)
    const scan = new JsonScan(bounds)
    scan.add(bytes)
    const parsed = parseInPieces(bytes, scan.long.found, { isLazy: true })
    expect(await Effect.runPromise(Effect.option(parsed))).toEqual(Option.none())
  })

  it("is cut where no part is long, however long its elements are", async () => {
    const source = LazyArray.sourceOf(await listIn(JSON.stringify({ rows })))
    const ends: Array<number> = []
    for (let from = 0; from < rows.length; from = source?.endOfPart(from) ?? rows.length) ends.push(from)
    expect(ends.length).toBeGreaterThanOrEqual(5)
    expect(ends.length).toBeLessThan(10)
  })

  it("is picked from without its elements", async () => {
    const list = await listIn(JSON.stringify({ rows }))
    const places = rows.flatMap(({ id }) => (id % 3 === 0 ? [id] : []))
    let picked: ReadonlyArray<unknown> = []
    expect(
      parsedDuring(() => {
        picked = LazyArray.pick(list, places)
      })
    ).toBe(0)
    expect(picked).toEqual(rows.filter(({ id }) => id % 3 === 0))
    expect(LazyArray.sourceOf(picked)?.endOfPart(0)).toBeLessThan(2_000)
    expect(LazyArray.pick(["a", "b", "c"], [0, 2])).toEqual(["a", "c"])
  })
})
