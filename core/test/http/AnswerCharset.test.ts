import { describe, expect, it } from "@effect/vitest"
import { Decode, VendorHttp } from "@tributary/core"
import { Effect, Exit } from "effect"
import { converse } from "../FakeVendor.js"

const streamOf = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(bytes)
      controller.close()
    }
  })

const bodyOf = async (bytes: Uint8Array, contentType: string, decode?: Decode.Decoder) => {
  const send = Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send({ url: "/users", endpoint: "/users" }))
  const answer = () => ({ headers: { "content-type": contentType }, body: streamOf(bytes) })
  const { exit } = await converse(answer, send, decode === undefined ? {} : { decode })
  return Exit.isSuccess(exit) ? exit.value.body : exit.cause
}

const names = ["Müller", "Möller", "naïve"]
/** More than one piece of the parser, so that each piece is read alike. */
const many = Array.from({ length: 40_000 }, (_, index) => ({ id: `ü${index}` }))

describe("The charset of an answer", () => {
  it.each(["application/json;charset=ISO-8859-1", "application/json", "application/json; charset=utf-8"])(
    "keeps two ids distinct that differ only in an ISO-8859-1 letter: %s",
    async (contentType) => {
      const text = JSON.stringify(names)
      expect(await bodyOf(Buffer.from(text, "latin1"), contentType)).toEqual(names)
      expect(await bodyOf(Buffer.from(JSON.stringify(many), "latin1"), contentType)).toEqual(many)
    }
  )

  it("is UTF-8 if the bytes are, even if the content type names another charset", async () => {
    const contentType = "application/json;charset=ISO-8859-1"
    expect(await bodyOf(Buffer.from(JSON.stringify(names)), contentType)).toEqual(names)
    expect(await bodyOf(Buffer.from(JSON.stringify(many)), contentType)).toEqual(many)
  })

  it("falls back to ISO-8859-1 for a single byte that is not UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from('["Müller","M'), Buffer.from([0xfc]), Buffer.from('ller"]')])
    expect(await bodyOf(bytes, "application/json")).toEqual(["Müller", "Müller"])
  })

  it.each([
    ["a byte order mark", "application/json", "\uFEFF"],
    ["the content type", "application/json; charset=utf-16le", ""]
  ])("is UTF-16 if %s says so", async (_, contentType, mark) => {
    expect(await bodyOf(Buffer.from(`${mark}${JSON.stringify(names)}`, "utf16le"), contentType)).toEqual(names)
    expect(await bodyOf(Buffer.from(`${mark}${JSON.stringify(many)}`, "utf16le"), contentType)).toEqual(many)
  })

  it("is named in the error if it is unknown", async () => {
    const bytes = Buffer.from(JSON.stringify(names))
    expect(String(await bodyOf(bytes, "application/json; charset=klingon"))).toContain("unknown charset (klingon)")
  })

  it("is detected in other formats as well", async () => {
    const csv = Decode.csv({ columns: ["id"] })
    const rows = [
      { id: "Müller", name: "a" },
      { id: "Möller", name: "b" }
    ]
    const text = "id,name\nMüller,a\nMöller,b"
    expect(await bodyOf(Buffer.from(text, "latin1"), "text/csv", csv)).toEqual(rows)
    expect(await bodyOf(Buffer.from(`\uFEFF${text}`, "utf16le"), "text/csv", csv)).toEqual(rows)
    const xml = '<?xml version="1.0" encoding="UTF-16"?><a><b>ü</b></a>'
    expect(await bodyOf(Buffer.from(`\uFEFF${xml}`, "utf16le"), "text/xml", Decode.xml())).toEqual({ a: { b: "ü" } })
  })

  describe("with U+FEFF", () => {
    const ids = ["a", "\uFEFFa", "a\uFEFF", "\uFEFF"]
    const wrong = Buffer.from([0xfc])

    it("keeps it in ids, even if one byte of the answer is not UTF-8", async () => {
      const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(ids).slice(0, -1)},"M`), wrong, Buffer.from('ller"]')])
      expect(await bodyOf(bytes, "application/json")).toEqual([...ids, "Müller"])
      expect(await bodyOf(Buffer.concat([Buffer.from("\uFEFF"), bytes]), "application/json")).toEqual([
        ...ids,
        "Müller"
      ])
    })

    it("keeps it at the start of each part of a long answer", async () => {
      const rows = Array.from({ length: 20_000 }, (_, index) => `\uFEFF${"ü".repeat(index % 7)}${index}`)
      expect(await bodyOf(Buffer.from(JSON.stringify(rows)), "application/json")).toEqual(rows)
      const csv = Decode.csv({ columns: ["id"] })
      const asRows = rows.map((id) => ({ id }))
      expect(await bodyOf(Buffer.from(`\uFEFFid\n${rows.join("\n")}`), "text/csv", csv)).toEqual(asRows)
      const lines = rows.map((row) => JSON.stringify(row)).join("\n")
      expect(await bodyOf(Buffer.from(lines), "application/x-ndjson", Decode.ndjson)).toEqual(rows)
      const xml = `<rows>${rows.map((row) => `<row>${row}</row>`).join("")}</rows>`
      const decoder = Decode.xml({ lists: ["rows.row"] })
      expect(await bodyOf(Buffer.from(`\uFEFF${xml}`), "text/xml", decoder)).toEqual({ rows: { row: rows } })
    })

    it("does not remove a second one from the start", async () => {
      const csv = Decode.csv({ columns: ["id"] })
      expect(String(await bodyOf(Buffer.from("\uFEFF\uFEFFid\n1"), "text/csv", csv))).toContain("lacks the column id")
    })
  })

  it("is decoded alike at every border of two parts, whatever the bytes", async () => {
    const plain = Decode.make({ mediaType: "text/plain", read: ({ text }) => text, write: String })
    const parts = [
      Buffer.from("ü"),
      Buffer.from("€"),
      Buffer.from("😀"),
      Buffer.from([0xfc]),
      Buffer.from([0xe2, 0x82])
    ]
    const texts = ["ü", "€", "😀", "ü", "â\u0082"]
    for (let before = 65_530; before < 65_537; before++) {
      const bytes = Buffer.concat([Buffer.alloc(before, "a"), ...parts, Buffer.from("z")])
      expect(await bodyOf(bytes, "text/plain", plain)).toBe(`${"a".repeat(before)}${texts.join("")}z`)
    }
  })
})
