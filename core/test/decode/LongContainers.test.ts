import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Option } from "effect"
import { parseInPieces } from "../../src/decode/JsonPieces.js"
import { JsonScan, type LongContainer, LongContainers } from "../../src/decode/JsonScan.js"
import * as TurnsOfLoop from "../TurnsOfLoop.js"

const bounds = { bytes: { max: 1e9, setting: null }, rows: { max: 1e6, setting: null } }

/** Parses a text in pieces of about so many bytes; none if it is not JSON. */
const inPieces = (text: string, pieceBytes?: number) => {
  const bytes = new TextEncoder().encode(text)
  const scan = new JsonScan(bounds, new LongContainers(256, pieceBytes))
  scan.add(bytes)
  return { pieces: scan.long.found.length, parsed: Effect.option(parseInPieces(bytes, scan.long.found)) }
}

const atOnce = (text: string): Option.Option<unknown> => {
  try {
    return Option.some(JSON.parse(text))
  } catch {
    return Option.none()
  }
}

/** JSON with arrays that are worth cutting. */
const json = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.stringify({ rows: [value, 1, value], value, more: [value] }))
/** The same with one character replaced, so that most texts are no longer valid JSON. */
const spoiled = fc
  .tuple(json, fc.nat(), fc.constantFrom(",", "]", "}", "[", "{", '"', "\\", " ", ""))
  .map(([text, at, put]) => text.slice(0, at % text.length) + put + text.slice((at % text.length) + 1))

describe("JsonPieces", () => {
  it("has the same result as JSON.parse, wherever the text is cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, spoiled), fc.nat(20), async (text, pieceBytes) => {
        expect(await Effect.runPromise(inPieces(text, pieceBytes).parsed)).toEqual(atOnce(text))
      }),
      { numRuns: 1_000 }
    )
  })

  it.each([
    "[1,,2]",
    "[1,2,]",
    "[,1]",
    "[1 2]",
    "[1,2}",
    "[1,2],[3]",
    "[1,2]]",
    '{"a":[1,2],"a":[3,4]}',
    "[1],2",
    '{[1,2]:3,"a":4}',
    "[[1,2],,3]",
    '{"a":1,,"b":2}',
    '{"a":[1,2],"a":3}',
    "[[1,2}]",
    "[]",
    '{"a":[ ],"b":{ }}',
    "[ ],"
  ])("accepts or refuses %s as JSON.parse does", async (text) => {
    expect(await Effect.runPromise(inPieces(text, 0).parsed)).toEqual(atOnce(text))
  })

  it("parses nested lists separately, even if none of them is long enough to be cut", () => {
    const text = `${'["aaaa",'.repeat(100)}1${"]".repeat(100)}`
    const scan = new JsonScan(bounds, new LongContainers(256, 20))
    scan.add(new TextEncoder().encode(text))
    const ownBytes = ({ end, inner, start }: LongContainer): ReadonlyArray<number> => [
      inner.reduce((rest, each) => rest - (each.end - each.start), end - start),
      ...inner.flatMap(ownBytes)
    ]
    expect(scan.long.found).toHaveLength(1)
    expect(Math.max(...scan.long.found.flatMap(ownBytes))).toBeLessThan(60)
  })

  it("refuses white space that is longer than any text, even next to a long list", async () => {
    const space = " ".repeat(13 * 1_048_576)
    const list = `[${"1,".repeat(200_000)}1]`
    for (const text of [`[1,${space}2]`, `[1,${space}${list}]`]) {
      expect(await Effect.runPromise(inPieces(text).parsed)).toEqual(Option.none())
    }
    expect(Option.isSome(await Effect.runPromise(inPieces(`[1,${list}]`).parsed))).toBe(true)
  })

  it("keeps fields with odd names, such as __proto__", async () => {
    const text = '{"__proto__":[1,2],"a":{"constructor":[[3,4],5]},"b":["x"],"1":[6,7]}'
    const { parsed, pieces } = inPieces(text, 0)
    expect(pieces).toBe(1)
    expect(JSON.stringify(Option.getOrNull(await Effect.runPromise(parsed)))).toBe(JSON.stringify(JSON.parse(text)))
  })

  it("lets the event loop turn while it parses many rows", async () => {
    const text = `{"rows":[${'{"id":"1","name":"Ada","tags":["a","b"]},'.repeat(400_000)}{}]}`
    const { parsed } = inPieces(text)
    let found: Option.Option<unknown> = Option.none()
    const turns = await TurnsOfLoop.during(async () => {
      found = await Effect.runPromise(parsed)
    })
    expect((Option.getOrNull(found) as { readonly rows: ReadonlyArray<unknown> }).rows).toHaveLength(400_001)
    // It turned not once when the text was parsed in one go.
    expect(turns).toBeGreaterThan(3)
  })
})
