import { gzipSync } from "node:zlib"
import { Credentials, Decode, OperatingSystem, RecordKind } from "@tributary/core"
import { AnswerText, type Exchange, Redaction } from "@tributary/core/replay"
import { Effect, Schema } from "effect"
import { classify as classifyAws } from "../../connectors/aws-securityhub/src/errors.js"
import { toControl, toStandard } from "../../connectors/aws-securityhub/src/standard.js"
import { toText } from "../../connectors/jira/src/atlassianDocument.js"
import { browseUrl } from "../../connectors/jira/src/browseUrl.js"
import { classify as classifyDefender } from "../../connectors/ms-defender-cloud/src/errors.js"
import { classify as classifyEntra } from "../../connectors/ms-entra/src/errors.js"
import { membersOf } from "../../connectors/ms-entra/src/exports/idp_policies.js"
import { classify as classifyServiceNow } from "../../connectors/servicenow/src/errors.js"
import { journalText } from "../../connectors/servicenow/src/journalText.js"
import { nextLinkOf } from "../../core/src/extract/walk/LinkHeader.js"
import * as AnswerBody from "../../core/src/http/AnswerBody.js"
import * as AnswerErrors from "../../core/src/http/AnswerErrors.js"
import * as AnswerExcerpt from "../../core/src/http/AnswerExcerpt.js"
import { JsonScan } from "../../core/src/http/JsonScan.js"
import * as VendorError from "../../core/src/http/VendorError.js"
import * as WebPage from "../../core/src/http/WebPage.js"
import { normalize } from "../../core/src/record/normalize.js"
import { describe } from "../../core/src/record/safeMessage.js"
import * as Timestamp from "../../core/src/Timestamp.js"
import * as CommaList from "../../runtime-http/src/api/parts/CommaList.js"
import { Label } from "../../runtime-http/src/api/parts/ConnectionBody.js"
import * as BodyShape from "../../runtime-http/src/http/server/request/BodyShape.js"
import * as RequestId from "../../runtime-http/src/http/server/request/RequestId.js"
import * as UnknownNames from "../../runtime-http/src/http/server/request/UnknownNames.js"
import * as UnknownParameters from "../../runtime-http/src/http/server/request/UnknownParameters.js"
import * as AcceptedCodings from "../../runtime-http/src/http/server/response/AcceptedCodings.js"
import * as EntityTags from "../../runtime-http/src/http/server/response/EntityTags.js"
import { bytesOf, repeated, rows, type TextStep } from "./TextStep.js"

/*
 * Every synchronous step on a text from outside, with the texts that are worst for it. Add a row for each new step: a test holds that twice the
 * text costs at most 2.3 times the processor time, and `npm run bench` that the longest text holds the event loop for at most 50 ms.
 */

const MIB = 1_048_576

/** What a vendor's answer has at most, by default. */
const ANSWER = 64 * MIB
/** What Node accepts of the headers of an answer, and of the line and the headers of a request. */
const HEADERS = 16_384
/** What a request's body has at most, by default. */
const BODY = MIB
/** What the text of a failed answer has at most. */
const FAILURE = 524_288
/** A record is at most as long. */
const RECORD = MIB

const BOUNDS = { bytes: { max: ANSWER, setting: null }, rows: { max: 100_000, setting: null } }

/** Reads a body as an answer's, from its first part to its value. */
const readJson = (bytes: Uint8Array) =>
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
          { bytes, problem: null, isCutShort: scan.isCutShort, long: scan.long.found },
          "application/json",
          BOUNDS
        )
      }),
      Effect.ignore
    )
  })

const turn = () => new Promise((resolve) => setImmediate(resolve))

const decoding =
  (decoder: Decode.Decoder, contentType: string | null = null) =>
  (bytes: Uint8Array) =>
    Effect.ignore(decoder.read({ bytes, contentType }, BOUNDS))

/** Bytes that are not UTF-8, between others. */
const withWrongBytes = (length: number): Uint8Array => {
  const bytes = Buffer.from(repeated("aü", '["', '"]')(length))
  for (let at = 2; at < bytes.length - 2; at += 7) bytes[at] = 0xfc
  return bytes
}

const page = (html: string) => ({
  status: 200,
  headers: { "content-type": "text/plain" },
  bytes: Buffer.from(html)
})

const raw = (status: number) => (text: string) => ({ endpoint: "/users", status, headers: {}, text })

const OWNER = { connectionId: "8f14e45f-ceea-467f-ab0d-4c1f3a1b7e11", vendor: "ACME" }

const group = (text: string) =>
  normalize(RecordKind.IdpGroup, OWNER, {
    name: text,
    description: text,
    types: [],
    vendor_id: text,
    vendor_created_at: "2024-05-01T08:30:00Z"
  })

const Row = Schema.Struct({ id: Schema.Number, name: Schema.Number })
const decodeRow = Schema.decodeUnknownEither(Row, { errors: "all" })

const exchange = (text: string): Exchange.Exchange => ({
  request: { method: "GET", path: "/users", query: {}, body: null },
  response: { status: 200, headers: {}, text }
})

const baseUrl = Schema.decodeUnknownEither(Credentials.baseUrl({ title: "Base address", help: "Of the tenant." }))
const label = Schema.decodeUnknownEither(Label)

const route = {
  parameters: new Set(["limit", "cursor", "fields", "ids", "updated_since", "include", "sort", "offset"])
}
const rule = { noun: "field", constraints: { enum: Object.keys(RecordKind.Device.fields) } }

const queryOf = repeated("a=1&")

export const textSteps: ReadonlyArray<TextStep> = [
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
    "rows that are cut short": bytesOf('{"id":"00u1"},'.padEnd(700, " "), "[", '{"id')
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
  }),
  ...rows("web page", 16_384, (html: string) => WebPage.faultOf(page(html)), {
    "comments that never end": repeated("<!---->"),
    "parts of comments": repeated("<!-", "<!--"),
    "titles that never end": repeated("<title", "<html>"),
    "titles that end once": repeated("<title", "<html>", ">"),
    "inputs that never end": repeated("<input ", "<html>"),
    "inputs that end": repeated("<input type>", "<html>"),
    "one input": repeated("type type=", "<html><input ", ">"),
    "white space": repeated(" ", "", "x")
  }),
  ...rows(
    "excerpt",
    ANSWER,
    (text: string) =>
      AnswerExcerpt.describe({
        status: 200,
        headers: { "content-type": text.slice(0, HEADERS) },
        bytes: Buffer.from(text.slice(0, 2_000)),
        isSecret: false
      }),
    {
      "white space": repeated(" "),
      words: repeated("aaa "),
      marks: repeated('"')
    }
  ),
  ...rows("Link header", HEADERS, nextLinkOf, {
    "links that never end": repeated("<"),
    "many links": repeated("<>,"),
    "many parameters": repeated(";rel", "<a>"),
    "white space": repeated("\t", "<a>;rel=", "x"),
    "many relations": repeated("next\tx", '<a>;rel="'),
    quotes: repeated('"', "<a>;rel="),
    backslashes: repeated("\\", '<a>;rel="')
  }),
  ...rows("Retry-After header", HEADERS, (text: string) => VendorError.parseRetryAfter(text, 0), {
    digits: repeated("1"),
    "white space": repeated(" ", "1", "x")
  }),
  ...rows(
    "errors in an answer",
    100_000,
    (body: unknown) => AnswerErrors.reportedIn({ at: "errors[].code", codes: { A: 401 } }, body, true),
    {
      "many errors": (length) => ({ errors: Array.from({ length: length }, () => ({ code: "B" })) })
    }
  ),
  ...rows("record", RECORD / 2, group, {
    plain: repeated("a"),
    "null characters": repeated("\0"),
    "lone surrogates": repeated("\uD800"),
    quotes: repeated('"')
  }),
  ...rows("instant", RECORD, Timestamp.normalize, {
    digits: repeated("1", "2020-01-02T03:04:05.", "Z"),
    "digits and no zone": repeated("1", "2020-01-02T03:04:05.")
  }),
  ...rows("instant that means never", RECORD, Timestamp.isNever, {
    digits: repeated("1"),
    parentheses: repeated("("),
    words: repeated("a ", "2020 ")
  }),
  ...rows("operating system", RECORD, (name: string) => OperatingSystem.toPlatform(name), {
    "white space": repeated(" ", "", "x"),
    "parts of names": repeated("mac os x", "", "q")
  }),
  ...rows(
    "what is wrong with a row",
    RECORD,
    (text: string) => {
      const found = decodeRow({ id: text, name: [text] })
      return found._tag === "Left" ? describe(found.left) : null
    },
    { "a long text": repeated("a"), commas: repeated(", actual ") }
  ),
  ...rows("journal of ServiceNow", RECORD, journalText, {
    "marks that never end": repeated("[code]"),
    "parts of marks": repeated("[code"),
    "tags that never end": repeated("<", "[code]", "[/code]"),
    tags: repeated("<br>", "[code]", "[/code]"),
    entities: repeated("&a", "[code]", "[/code]"),
    "white space": repeated(" ", "[code]<br", ">[/code]")
  }),
  ...rows("document of Atlassian", 10_000, toText, {
    "many paragraphs": (length) => ({
      type: "doc",
      content: Array.from({ length }, () => ({ type: "paragraph", content: [{ type: "text", text: "a" }] }))
    }),
    "lines in nested lists": (length) => {
      let node: unknown = { type: "paragraph", content: Array.from({ length }, () => ({ type: "hardBreak" })) }
      for (let depth = 0; depth < 60; depth++)
        node = { type: "bulletList", content: [{ type: "listItem", content: [node] }] }
      return node
    }
  }),
  ...rows("address of Jira", RECORD, (self: string) => browseUrl(self, "A-1"), {
    "many slashes": repeated("/rest/api", "https://a")
  }),
  ...rows("standard of AWS", RECORD, (id: string) => [toStandard(id), toControl(id)], {
    "many slashes": repeated("standards/"),
    "many versions": repeated("/v/")
  }),
  ...rows("members of a policy", 50_000, (ids: ReadonlyArray<string>) => membersOf(ids, ids.toReversed()), {
    "many exclusions": (length) => Array.from({ length }, (_, index) => `id-${index}`)
  }),
  ...rows("error of Entra", FAILURE, (text: string) => classifyEntra(raw(400)(text)), {
    "many codes": repeated('"code":"a",'),
    "white space": repeated(" ", '"code"')
  }),
  ...rows("error of Defender", FAILURE, (text: string) => classifyDefender(raw(401)(text)), {
    "many codes": repeated('"code":"a a",')
  }),
  ...rows("error of AWS", FAILURE, (text: string) => classifyAws(raw(400)(text)), {
    "codes that never end": repeated('"code":"'),
    "white space": repeated(" ", '"code"')
  }),
  ...rows("error of ServiceNow", ANSWER, (text: string) => classifyServiceNow(raw(200)(text)), {
    "many rows": repeated('{"a":"failure"},'.padEnd(700, " "), '{"result":[', "1]}")
  }),
  ...rows("address of a tenant", BODY, baseUrl, {
    slashes: repeated("/", "https://a.example", "x"),
    "slashes at the end": repeated("/", "https://a.example"),
    dots: repeated("a.", "https://"),
    letters: repeated("a")
  }),
  ...rows("name of a connection", BODY, label, {
    "white space": repeated(" ", "a", "a"),
    letters: repeated("a")
  }),
  ...rows("body of a request", BODY, (body: Buffer) => BodyShape.excess(body), {
    "a long text": (length) => Buffer.from(repeated("\\\\", '"', '"')(length)),
    brackets: (length) => Buffer.from(repeated("{}")(length)),
    "texts that never end": (length) => Buffer.from(repeated('"')(length))
  }),
  ...rows("list parameter", HEADERS, (text: string) => CommaList.parse([text]), {
    commas: repeated(","),
    quotes: repeated('"'),
    "quoted values": repeated('"a",'),
    "a quote that never ends": repeated('""', '"')
  }),
  ...rows("unknown fields", HEADERS, (text: string) => UnknownNames.find(rule as never, [text]), {
    "many names": repeated("idd,"),
    "a long name": repeated("a")
  }),
  ...rows(
    "unknown parameters",
    HEADERS,
    (text: string) => UnknownParameters.find(route as never, new URLSearchParams(text)),
    {
      "many names": (length) => Array.from({ length: length / 6 }, (_, index) => `l${index}=1`).join("&"),
      "equal names": queryOf
    }
  ),
  ...rows("If-None-Match header", HEADERS, (text: string) => EntityTags.matches(text, '"a"'), {
    quotes: repeated('"'),
    "weak tags": repeated('W/"",'),
    "marks of weak tags": repeated("W/")
  }),
  ...rows("Accept-Encoding header", HEADERS, AcceptedCodings.choose, {
    commas: repeated(","),
    semicolons: repeated(";"),
    "white space": repeated(" ")
  }),
  ...rows("X-Request-ID header", HEADERS, RequestId.of, { letters: repeated("a", "", " ") })
]

/** Steps of recordings: the kit and the commands of authors run them, in processes that serve no requests. */
export const recordingSteps: ReadonlyArray<TextStep> = [
  ...rows("recording", ANSWER / 16, (text: string) => Redaction.redact(exchange(text), { secrets: ["s3cr3t-token"] }), {
    parameters: repeated("&token=a"),
    fields: repeated('"token":"a",'),
    "fields that never end": repeated('"a":"\\"'),
    "names that never end": repeated('"a'),
    elements: repeated("<token>a</token>"),
    "elements that never end": repeated("<a "),
    base64: repeated("QUJD"),
    dots: repeated("a.b-")
  }),
  ...rows("recorded answer", ANSWER, (bytes: Uint8Array) => AnswerText.readable({ bytes, headers: {} }), {
    "bytes that are not UTF-8": withWrongBytes
  })
]
