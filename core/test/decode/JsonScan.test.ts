import { describe, expect, it } from "@effect/vitest"
import type { Decode } from "@tributary/core"
import { JsonScan } from "../../src/decode/JsonScan.js"

const encoder = new TextEncoder()

const within = (rows: number): Decode.Bounds => ({
  bytes: { max: 1_000_000, setting: null },
  rows: { max: rows, setting: null }
})

/** What a scan of the text finds, whichever parts it arrives in. */
const scanned = (text: string, rows: number) => {
  const bytes = encoder.encode(text)
  const found = Array.from({ length: bytes.length + 1 }, (_, cut) => {
    const scan = new JsonScan(within(rows))
    const excess = scan.add(bytes.subarray(0, cut)) ?? scan.add(bytes.subarray(cut))
    return JSON.stringify([excess, excess === null && scan.isCutShort])
  })
  expect(new Set(found).size).toBe(1)
  return JSON.parse(found[0] ?? "null") as [string | null, boolean]
}

describe("JsonScan", () => {
  it.each([
    ["a list", "[1,2,3]", 3],
    ["the longest of several lists", '{"a":[1,2],"b":[[1],[2,3,4,5],[]]}', 4],
    ["the fields of an object", '{"a":1,"b":2,"c":3}', 3],
    ["nothing in a string", '["a,b,[,\\"],{,\\\\",1]', 2],
    ["nothing after an escaped quote", '["\\\\\\"",2]', 2],
    ["characters of several bytes", '["…,é","\u{1F600},"]', 2],
    ["nothing outside of JSON", "a,b,c,[d,e,f", 0]
  ])("counts %s", (_, text, rows) => {
    expect(scanned(text, rows)).toEqual([null, false])
    if (rows > 1) expect(scanned(text, rows - 1)).toEqual(["rows", false])
  })

  it.each(['{"a":[1', '["a', '["a\\"]', "[[1]", "["])("recognizes that %s is cut short", (text) => {
    expect(scanned(text, 10)).toEqual([null, true])
  })

  it("counts only the levels that are open at the same time", () => {
    expect(scanned("[]".repeat(300), 10)).toEqual([null, false])
    expect(scanned(`${"[".repeat(256)}${"]".repeat(256)}`, 10)).toEqual([null, false])
    expect(scanned(`${'{"a":'.repeat(257)}1${"}".repeat(257)}`, 10)).toEqual(["depth", false])
  })

  it("finds a text that is too long, wherever it ends", () => {
    const scan = (text: string) => new JsonScan(within(10)).add(encoder.encode(text))
    const long = "a".repeat(4 * 1_048_576)
    expect([scan(`["${long}`), scan(`{"${long}":1}`), scan(`"${long}"`)]).toEqual(["text", "text", "text"])
    expect(scan(`["${long.slice(2)}"]`)).toBe(null)
  })
})
