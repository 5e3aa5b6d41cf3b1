import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Decode } from "@tributary/core"
import { bounds, problemOf, read, valueOf } from "./decode.js"

const unreadable = (detail: string) => ({ isTooLarge: false, detail })

describe("Decode.csv", () => {
  const csv = Decode.csv({ columns: ["id"] })

  it("reads a row for each line after the first, with null for an empty cell", async () => {
    const text = '\uFEFFid,name,note\r\n1,Ada,"says ""hi"",\nand leaves"\r\n\r\n2,,\r\n'
    expect(await valueOf(csv, text)).toEqual([
      { id: "1", name: "Ada", note: 'says "hi",\nand leaves' },
      { id: "2", name: null, note: null }
    ])
    expect(await valueOf(Decode.csv({ columns: ["id"], delimiter: ";" }), "id;name\n1;a,b")).toEqual([
      { id: "1", name: "a,b" }
    ])
    expect(await valueOf(csv, "id,name\n")).toEqual([])
    expect(await valueOf(csv, "")).toBe(null)
  })

  it("reads a long text in pieces", async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `${index},"Grüße, ${index}\n"`)
    const rows = (await valueOf(csv, ["id,name", ...lines].join("\n"))) as ReadonlyArray<object>
    expect(rows).toHaveLength(20_000)
    expect(rows[19_999]).toEqual({ id: "19999", name: "Grüße, 19999\n" })
  })

  it.each([
    ["a line with more cells than columns", "id,name\n1,2,3"],
    ["an unclosed quotation mark", 'id,name\n1,"2'],
    ["a long text with such a line", `id,name\n${"1,2\n".repeat(20_000)}1,2,3`],
    ["an error as JSON", '{"error":"maintenance"}']
  ])("refuses %s", async (_, text) => {
    expect(await problemOf(csv, text)).toEqual(unreadable("the answer is not CSV"))
  })

  it.each(["<html><title>Sign in</title></html>", "Service unavailable", "name,mail\n1,2"])(
    "refuses a text that is not a list, instead of reading no rows: %s",
    async (text) => {
      expect(await problemOf(csv, text)).toEqual(unreadable("the answer lacks the column id"))
    }
  )

  it("refuses a declared column that occurs twice, because one of them hides the other", async () => {
    expect(await problemOf(csv, "id,name,id\n1,Ada,9\n2,Bob,9")).toEqual(
      unreadable("the answer has the column id more than once")
    )
    expect(await valueOf(csv, "id,label,label\n1,a,b")).toEqual([{ id: "1", label: "b" }])
  })

  it("refuses more rows, or more values, than the bounds", async () => {
    const detail = "a list in the answer has more than 3 rows"
    expect(await problemOf(csv, "id\n1\n2\n3\n4\n5\n6", bounds(1_000, 3))).toEqual({
      isTooLarge: true,
      detail
    })
    const long = `id\n${"1\n".repeat(40_000)}`
    expect(await problemOf(csv, long, bounds(1_000_000, 3))).toEqual({ isTooLarge: true, detail })
    const wide = `${"a,".repeat(99)}id\n${"1,".repeat(99)}1\n${"1,".repeat(99)}1`
    expect((await problemOf(csv, wide, bounds(1_000, 3))).detail).toMatch(/more than 150 values/)
  })

  it("refuses more columns than an object may have fields", async () => {
    const wide = `id${",a".repeat(50_000)}\n1${",".repeat(50_000)}`
    expect(await problemOf(csv, wide)).toEqual({
      isTooLarge: true,
      detail: "a row in the answer has more than 50,000 fields"
    })
  })

  it.each([
    ["a line feed", "id,name\n1,a\rb", [{ id: "1", name: "a\rb" }]],
    ["a carriage return", "id,name\r1,a\r2,b", ["a", "b"].map((name, index) => ({ id: `${index + 1}`, name }))],
    ["both", 'id,name\r\n1,"a\nb"\r\n', [{ id: "1", name: "a\nb" }]],
    ["both, after a different one between quotes", 'id,"a\rb"\r\n1,c\r\n', [{ id: "1", "a\rb": "c" }]]
  ])("ends rows like the first line, with %s", async (_, text, rows) => {
    expect(await valueOf(csv, text)).toEqual(rows)
  })

  it("reads a first line that is longer than a piece", async () => {
    const name = "n".repeat(100_000)
    expect(await valueOf(csv, `id,${name}\r\n1,a\r\n`)).toEqual([{ id: "1", [name]: "a" }])
    // A line break of another kind is a part of its cell.
    expect(await valueOf(csv, `id,${name}\n1,a\rb\n`)).toEqual([{ id: "1", [name]: "a\rb" }])
  })

  it("writes what it can read again, and writes a value that is not a row as an empty row", async () => {
    const rows = [
      { id: "1", name: 'x "y", z' },
      { id: null, name: " " }
    ]
    expect(await valueOf(csv, csv.write(rows))).toEqual(rows)
    expect(await valueOf(csv, csv.write([]))).toEqual([])
    expect(await valueOf(csv, csv.write(["no row", { id: "1" }]))).toEqual([{ id: null }, { id: "1" }])
  })
})

describe("Decode.ndjson", () => {
  it("reads a row for each line that is not empty", async () => {
    expect(await valueOf(Decode.ndjson, '{"id":1}\r\n\n{"id":[2,3]}\n')).toEqual([{ id: 1 }, { id: [2, 3] }])
    const lines = Array.from({ length: 20_000 }, (_, id) => JSON.stringify({ id }))
    expect(await valueOf(Decode.ndjson, lines.join("\n"))).toHaveLength(20_000)
  })

  it("refuses a line that is cut short, too deep, and more rows than the bounds", async () => {
    expect(await problemOf(Decode.ndjson, '{"id":1}\n{"id":2')).toEqual(unreadable("line 2 of the answer is not JSON"))
    expect(await problemOf(Decode.ndjson, `1\n${"[".repeat(100_000)}`)).toEqual(
      unreadable("line 2 of the answer is not JSON")
    )
    expect(await problemOf(Decode.ndjson, `{"a":${"[".repeat(100_000)}`)).toEqual({
      isTooLarge: true,
      detail: "the answer is nested deeper than 256 levels"
    })
    const detail = "a list in the answer has more than 3 rows"
    expect(await problemOf(Decode.ndjson, "1\n2\n3\n4", bounds(1_000, 3))).toEqual({ isTooLarge: true, detail })
    expect(await problemOf(Decode.ndjson, '{"a":[1,2,3,4]}', bounds(1_000, 3))).toEqual({ isTooLarge: true, detail })
  })

  it("writes what it can read again, and writes a value that is not a list so that reading it fails", async () => {
    expect(await valueOf(Decode.ndjson, Decode.ndjson.write([{ id: 1 }, "no row"]))).toEqual([{ id: 1 }, "no row"])
    expect(await problemOf(Decode.ndjson, Decode.ndjson.write({ error: 1 }))).toEqual(
      unreadable("line 1 of the answer is not JSON")
    )
  })
})

describe("Decode.gunzip", () => {
  const rows = Decode.gunzip(Decode.ndjson)

  it("reads the contents of the file, and a body that is not compressed", async () => {
    expect(await valueOf(rows, gzipSync('{"id":1}'))).toEqual([{ id: 1 }])
    expect(await valueOf(rows, '{"id":1}')).toEqual([{ id: 1 }])
    expect(await valueOf(rows, rows.write([{ id: 1 }]))).toEqual([{ id: 1 }])
    const noise = Array.from({ length: 5_000 }, () => JSON.stringify({ id: crypto.randomUUID() }))
    expect(gzipSync(noise.join("\n")).length).toBeGreaterThan(65_536)
    expect(await valueOf(rows, gzipSync(noise.join("\n")))).toHaveLength(5_000)
  })

  it("refuses a truncated file, and one that is not gzip after its first bytes", async () => {
    const packed = gzipSync('{"id":1}')
    expect(await problemOf(rows, packed.subarray(0, -1))).toEqual(unreadable("the gzip file is cut short"))
    expect(await problemOf(rows, new Uint8Array([0x1f, 0x8b, 1, 2, 3, 4]))).toEqual(
      unreadable("the answer is not a gzip file")
    )
    expect(await problemOf(rows, gzipSync("no json"))).toEqual(unreadable("line 1 of the answer is not JSON"))
  })

  it.each([
    ["small", 3_000_000],
    ["large", 20_000_000]
  ])("refuses a file that expands to more than an answer may have: %s", async (_, size) => {
    const bomb = gzipSync(Buffer.alloc(size))
    expect(bomb.length).toBeLessThan(bounds(1_000_000).bytes.max)
    const exit = await read(rows, bomb, bounds(1_000_000))
    expect(exit).toMatchObject({
      _tag: "Failure",
      cause: { error: { isTooLarge: true, detail: "the answer is larger than 1,000,000 bytes" } }
    })
  })
})

describe("Decode.json", () => {
  it("reads JSON within the bounds", async () => {
    expect(await valueOf(Decode.json, '{"a":[1]}')).toEqual({ a: [1] })
    expect(await valueOf(Decode.json, "")).toBe(null)
    expect(await problemOf(Decode.json, "<a/>")).toEqual(unreadable("the answer is not JSON"))
    expect(await problemOf(Decode.json, "[1,2,3,4]", bounds(1_000, 3))).toMatchObject({ isTooLarge: true })
  })
})

describe("Decode.make", () => {
  const pairs = Decode.make({
    mediaType: "text/plain",
    read: ({ contentType, text }) => {
      if (!text.endsWith(";")) throw new Error("the text of the customer")
      return { contentType, rows: text.slice(0, -1).split(";") }
    },
    write: (value) => `${(value as { readonly rows: ReadonlyArray<string> }).rows.join(";")};`
  })

  it("reads the author's own format, in the charset of the content type", async () => {
    const contentType = "text/plain; charset=latin1"
    expect(await valueOf(pairs, Buffer.from("é;b;", "latin1"), contentType)).toEqual({ contentType, rows: ["é", "b"] })
    expect(await valueOf(pairs, "")).toBe(null)
    expect(await valueOf(pairs, pairs.write({ rows: ["a"] }))).toMatchObject({ rows: ["a"] })
  })

  it("does not quote errors that the author's code throws", async () => {
    expect(await problemOf(pairs, "a;b")).toEqual(unreadable("the answer is not text/plain"))
  })
})
