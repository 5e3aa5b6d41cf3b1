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
    "keeps two ids apart that differ in a letter of ISO-8859-1: %s",
    async (contentType) => {
      const text = JSON.stringify(names)
      expect(await bodyOf(Buffer.from(text, "latin1"), contentType)).toEqual(names)
      expect(await bodyOf(Buffer.from(JSON.stringify(many), "latin1"), contentType)).toEqual(many)
    }
  )

  it("is UTF-8 if the bytes are, although the content type names another one", async () => {
    const contentType = "application/json;charset=ISO-8859-1"
    expect(await bodyOf(Buffer.from(JSON.stringify(names)), contentType)).toEqual(names)
    expect(await bodyOf(Buffer.from(JSON.stringify(many)), contentType)).toEqual(many)
  })

  it("costs one character if one byte of UTF-8 is wrong", async () => {
    const bytes = Buffer.concat([Buffer.from('["Müller","M'), Buffer.from([0xfc]), Buffer.from('ller"]')])
    expect(await bodyOf(bytes, "application/json")).toEqual(["Müller", "Müller"])
  })

  it.each([
    ["a mark of the byte order", "application/json", "\uFEFF"],
    ["the content type", "application/json; charset=utf-16le", ""]
  ])("is UTF-16 if %s says so", async (_, contentType, mark) => {
    expect(await bodyOf(Buffer.from(`${mark}${JSON.stringify(names)}`, "utf16le"), contentType)).toEqual(names)
    expect(await bodyOf(Buffer.from(`${mark}${JSON.stringify(many)}`, "utf16le"), contentType)).toEqual(many)
  })

  it("is told if nobody knows it", async () => {
    const bytes = Buffer.from(JSON.stringify(names))
    expect(String(await bodyOf(bytes, "application/json; charset=klingon"))).toContain("unknown charset (klingon)")
  })

  it("is found alike in other formats", async () => {
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
})
