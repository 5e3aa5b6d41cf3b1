import { gzipSync } from "node:zlib"
import { Decode } from "@tributary/core"
import { Effect } from "effect"
import { JsonScan } from "../../../core/src/decode/JsonScan.js"
import * as LazyArray from "../../../core/src/decode/LazyArray.js"
import * as AnswerBody from "../../../core/src/http/answer/AnswerBody.js"
import { bytesOf, repeated, rows, type TextStep } from "../TextStep.js"
import { ANSWER, BOUNDS, HEADERS, TEXT } from "./bounds.js"

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Reads a body as an answer's, from its first part to its value. */
const parseJson = (bytes: Uint8Array, isLazy = false) =>
  Effect.suspend(() => {
    const scan = new JsonScan(BOUNDS)
    // As it arrives, with a turn of the event loop after each part.
    const parts = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) => index * 65_536)
    return Effect.forEach(parts, (at) =>
      Effect.zipRight(
        Effect.promise(turn),
        Effect.sync(() => scan.add(bytes.subarray(at, at + 65_536)))
      )
    ).pipe(
      Effect.flatMap((found) => {
        if (found.some((excess) => excess !== null)) return Effect.void
        return AnswerBody.parse(
          { bytes, problem: null, isCutShort: scan.isCutShort, isRefused: false, long: scan.long.found },
          "application/json",
          BOUNDS,
          undefined,
          isLazy
        )
      })
    )
  })

const readJson = (bytes: Uint8Array) => Effect.ignore(parseJson(bytes))

/** The same of a page, whose rows are made in parts. */
const readPage = (bytes: Uint8Array) =>
  Effect.gen(function* () {
    const rows = (yield* parseJson(bytes, true)) as ReadonlyArray<unknown>
    const source = LazyArray.sourceOf(rows)
    for (let from = 0; source !== null && from < rows.length; ) {
      const end = source.endOfPart(from)
      rows.slice(from, end)
      from = end
      yield* Effect.promise(turn)
    }
  }).pipe(Effect.ignore)

const decoding =
  (decoder: Decode.Decoder, contentType: string | null = null) =>
  (bytes: Uint8Array) =>
    Effect.ignore(decoder.read({ bytes, contentType }, BOUNDS))

/** Bytes that are not UTF-8, between others. */
export const withWrongBytes = (length: number): Uint8Array => {
  const bytes = Buffer.from(repeated("aü", '["', '"]')(length))
  for (let at = 2; at < bytes.length - 2; at += 7) bytes[at] = 0xfc
  return bytes
}

/** So many bytes that are in no text of UTF-8. */
const wrongBytes = (length: number) => Buffer.alloc(length, 0xfc)

/** A long array, whose value is parsed apart from the text around it. */
const longArray = `[${"1,".repeat(65_536)}"${"a".repeat(262_144)}",1]`

/** Lists in each other, each with so many numbers that it is almost long. */
const nestedLists = (length: number): Uint8Array => {
  const level = `[${"11,".repeat(87_000)}`
  const levels = Math.max(1, Math.min(250, Math.floor(length / level.length)))
  return Buffer.from(`${level.repeat(levels)}1${"]".repeat(levels)}`)
}

/** The same of objects, whose names all differ. */
const nestedObjects = (length: number): Uint8Array => {
  const level = (at: number) =>
    `{${Array.from({ length: 12_000 }, (_, index) => `"${at}a${index}aaaaaa":1,`).join("")}"z":`
  const levels = Math.max(1, Math.min(250, Math.floor(length / level(100).length)))
  return Buffer.from(`${Array.from({ length: levels }, (_, at) => level(at)).join("")}1${"}".repeat(levels)}`)
}

export const decodingSteps: ReadonlyArray<TextStep> = [
  ...rows("JSON of an answer", ANSWER, readJson, {
    "many rows": bytesOf(
      '{"id":"00u1","name":"Ada","tags":["a","b"],"at":"2024-05-01T08:30:00Z"},'.padEnd(700, " "),
      "[",
      "{}]"
    ),
    "one row of nested lists": bytesOf('["aaaaaaaaaaaaaaaaaaaaaaaaaaaa"],', '[{"a":[', "1]}]"),
    "one long text": bytesOf("a", '{"a":"', '"}'),
    "one long text of escapes": bytesOf('\\"', '{"a":"', '"}'),
    "one long name": bytesOf("a", '{"', '":1}'),
    "one text and nothing else": bytesOf("a", '"', '"'),
    "many fields of one object": (length) =>
      Buffer.from(
        `{${Array.from({ length: Math.max(1, length / 700) }, (_, index) => `"a${index}":"${"b".repeat(690)}"`).join(",")}}`
      ),
    "a long number": bytesOf("1", "[", "]"),
    "white space": bytesOf(" ", "[1,", "2]"),
    "nothing but white space": bytesOf(" "),
    "bytes that are not UTF-8": withWrongBytes,
    "no JSON": bytesOf("a"),
    "lists that never end": bytesOf("[1,"),
    "rows that are cut short": bytesOf('{"id":"00u1"},'.padEnd(700, " "), "[", '{"id'),
    "lists in each other": nestedLists,
    // Longer ones have so many names that the process collects garbage for longer.
    "objects in each other": (length) => nestedObjects(length / 4),
    "white space before a long list": bytesOf(" ", "[1,", `${longArray}]`),
    "a number before a long list": bytesOf("1", "[1,", `${longArray}]`)
  }),
  ...rows("JSON of a page", ANSWER, readPage, {
    "many rows": bytesOf('{"id":"00u1","name":"Ada","tags":["a","b"]},'.padEnd(700, " "), "[", "{}]"),
    "rows that are not UTF-8": (length) => {
      const row = Buffer.concat([Buffer.from('"'), wrongBytes(690), Buffer.from('",')])
      return Buffer.concat([
        Buffer.from("["),
        Buffer.alloc(length - 3, row).fill(" ", length - 3 - ((length - 3) % row.length)),
        Buffer.from("1]")
      ])
    },
    "rows of long texts": bytesOf(`"${"a".repeat(200_000)}",`, "[", "1]")
  }),
  ...rows("JSON with the longest text", TEXT, readJson, {
    "of escapes": (length) => bytesOf('\\"', '{"a":"', '"}')(length - 8),
    "of other letters": (length) => bytesOf("ü", '{"a":"', '"}')(length / 2 - 8),
    "that is not UTF-8": (length) => Buffer.concat([Buffer.from('["'), wrongBytes(length - 8), Buffer.from('"]')]),
    "and a name that is as long": (length) =>
      Buffer.concat([
        Buffer.from('{"'),
        wrongBytes(length - 8),
        Buffer.from('":"'),
        wrongBytes(length - 8),
        Buffer.from('"}')
      ])
  }),
  ...rows("lines of JSON", ANSWER, decoding(Decode.ndjson), {
    "many rows": bytesOf(`{"id":"1","name":"${"a".repeat(680)}"}\n`),
    "empty lines": bytesOf("\n"),
    "one long line": bytesOf('"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",', '{"a":[', "1]}"),
    "one long text": bytesOf("a", '"', '"')
  }),
  ...rows("CSV", ANSWER, decoding(Decode.csv({ columns: ["id"] })), {
    "many rows": bytesOf(`1,${"a".repeat(690)}\n`, "id,name\n"),
    "one long cell": bytesOf("a", "id,name\n1,"),
    "a quoted cell that never ends": bytesOf("a\n", 'id,name\n1,"'),
    "doubled quotes": bytesOf('""', 'id,name\n1,"', '"'),
    "empty lines": bytesOf("\n", "id,name\n"),
    "many columns": bytesOf("aaaaaaaaaaaaaaaa,", "id,", "\n1"),
    // As many as a row may have.
    "a row for many columns": (length) => {
      const columns = Array.from({ length: Math.max(1, length / 1_400) }, (_, index) => `a${index}`)
      return Buffer.from(`id,${columns.join(",")}\n1${",b".repeat(columns.length)}\n`)
    }
  }),
  ...rows("XML", ANSWER, decoding(Decode.xml({ lists: ["a.b"] })), {
    "many elements": bytesOf(`<b id="1">${"c".repeat(680)}</b>`, "<a>", "</a>"),
    "one long text": bytesOf("a ", "<a>", "</a>"),
    "white space": bytesOf(" ", "<a>", "</a>"),
    entities: bytesOf("&amp;", "<a>", "</a>"),
    "an entity that never ends": bytesOf("a", "<a>&", "</a>"),
    "many attributes": (length) =>
      Buffer.from(
        `<a ${Array.from({ length: Math.max(1, length / 100) }, (_, index) => `a${index}="${"b".repeat(88)}"`).join(" ")}/>`
      ),
    "a long attribute": bytesOf("a", '<a b="', '"/>'),
    "a long name": bytesOf("a", "<", "/>"),
    "a long comment": bytesOf("- ", "<a><!--", "--></a>"),
    "many comments": bytesOf("<!-- -->", "<a>", "</a>"),
    brackets: bytesOf("]", "<a>", "</a>"),
    "parts of CDATA": bytesOf("<![CDATA[ ]]>", "<a>", "</a>"),
    "a document type": bytesOf("[<!a>]", "<!DOCTYPE a ", "><a/>"),
    "an instruction": bytesOf("? ", "<?a ", "?><a/>"),
    "bytes that are not UTF-8": (length) => Buffer.from(repeated("aü")(length), "latin1")
  }),
  ...rows("rows of XML", ANSWER, decoding(Decode.xml({ lists: ["a.b", "a.b.c?.d", "a.e?.f"] })), {
    "long rows": bytesOf(`<b><c>${'<d e="1">2</d>'.repeat(20)}</c><g>${"h".repeat(400)}</g></b>`, "<a>", "</a>"),
    "short rows": (length) => bytesOf("<b/>", "<a>", "</a>")(length / 200),
    "rows of many elements": (length) => bytesOf(`<b>${"<c/>".repeat(45)}</b>`, "<a>", "</a>")(length / 4),
    "lists that are left out": (length) => bytesOf("<e/>", "<a>", "</a>")(length / 200),
    "elements with different names": (length) =>
      Buffer.from(
        `<a><b>${Array.from({ length: Math.max(1, length / 1_400) }, (_, index) => `<c${index}/>`).join("")}</b></a>`
      )
  }),
  ...rows("gzip", ANSWER, decoding(Decode.gunzip(Decode.ndjson)), {
    "many rows": (length) => gzipSync(repeated(`{"id":"1","name":"${"a".repeat(680)}"}\n`)(length))
  }),
  ...rows("charset", ANSWER, decoding(Decode.csv({ columns: ["id"] }), "text/csv; charset=utf-16le"), {
    "UTF-16": (length) =>
      Buffer.from(
        repeated("1,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n".padStart(340, "ü"), "id,name\n")(length / 2),
        "utf16le"
      )
  }),
  ...rows("charset", ANSWER, decoding(Decode.ndjson, "text/csv; charset=gb18030"), {
    "bytes that are not of GB 18030": (length) => Buffer.alloc(length, 0x81)
  }),
  ...rows("name of a charset", HEADERS, (type: string) => decoding(Decode.ndjson, type)(Buffer.from("1")), {
    "many marks": repeated(";charset"),
    "white space": repeated(" ", ";charset", "x")
  })
]
