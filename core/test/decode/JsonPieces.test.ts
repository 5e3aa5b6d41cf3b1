import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Option } from "effect"
import * as JsonPieces from "../../src/decode/JsonPieces.js"
import { JsonScan } from "../../src/http/JsonScan.js"
import { LongContainers } from "../../src/http/LongContainers.js"

const bounds = { bytes: { max: 1e9, setting: null }, rows: { max: 1e6, setting: null } }

/** Parses a text in pieces of about so many bytes; none if it is not JSON. */
const inPieces = (text: string, pieceBytes?: number) => {
  const bytes = new TextEncoder().encode(text)
  const scan = new JsonScan(bounds, new LongContainers(256, pieceBytes))
  scan.add(bytes)
  return { pieces: scan.long.found.length, parsed: Effect.option(JsonPieces.parse(bytes, scan.long.found)) }
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
  it("has the same result as JSON.parse, wherever it cuts", async () => {
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
    "[[1,2}]"
  ])("judges %s as JSON.parse does", async (text) => {
    expect(await Effect.runPromise(inPieces(text, 0).parsed)).toEqual(atOnce(text))
  })

  it("leaves fields with odd names what they are", async () => {
    const text = '{"__proto__":[1,2],"a":{"constructor":[[3,4],5]},"b":["x"],"1":[6,7]}'
    const { parsed, pieces } = inPieces(text, 0)
    expect(pieces).toBe(1)
    expect(JSON.stringify(Option.getOrNull(await Effect.runPromise(parsed)))).toBe(JSON.stringify(JSON.parse(text)))
  })

  it("lets the event loop turn while it parses many rows", async () => {
    const text = `{"rows":[${'{"id":"1","name":"Ada","tags":["a","b"]},'.repeat(400_000)}{}]}`
    let turns = 0
    let isDone = false
    const turn = () => {
      turns += 1
      if (!isDone) setImmediate(turn)
    }
    const { parsed } = inPieces(text)
    setImmediate(turn)
    const found = await Effect.runPromise(parsed)
    isDone = true
    expect((Option.getOrNull(found) as { readonly rows: ReadonlyArray<unknown> }).rows).toHaveLength(400_001)
    // It turned not once when the text was parsed in one go.
    expect(turns).toBeGreaterThan(3)
  })
})
