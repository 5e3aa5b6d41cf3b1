import { Credentials, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { Label } from "../../../runtime-http/src/api/parts/ConnectionBody.js"
import * as Parameter from "../../../runtime-http/src/api/parts/Parameter.js"
import * as BodyShape from "../../../runtime-http/src/http/server/request/BodyShape.js"
import * as Incoming from "../../../runtime-http/src/http/server/request/Incoming.js"
import * as UnknownNames from "../../../runtime-http/src/http/server/request/UnknownNames.js"
import * as Answer from "../../../runtime-http/src/http/server/response/Answer.js"

import { repeated, rows, type TextStep } from "../TextStep.js"
import { BODY, HEADERS } from "./bounds.js"

const baseUrl = Schema.decodeUnknownEither(Credentials.baseUrl({ title: "Base address", help: "Of the tenant." }))
const label = Schema.decodeUnknownEither(Label)

const route = {
  parameters: new Set(["limit", "cursor", "fields", "ids", "updated_since", "include", "sort", "offset"])
}
const rule = { noun: "field", constraints: { enum: Object.keys(RecordKind.Device.fields) } }

const queryOf = repeated("a=1&")

export const requestSteps: ReadonlyArray<TextStep> = [
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
  ...rows("list parameter", HEADERS, (text: string) => Parameter.parse([text]), {
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
    (text: string) => Incoming.unknownOf(route as never, new URLSearchParams(text)),
    {
      "many names": (length) => Array.from({ length: length / 6 }, (_, index) => `l${index}=1`).join("&"),
      "equal names": queryOf
    }
  ),
  ...rows("If-None-Match header", HEADERS, (text: string) => Answer.matchesEntityTag(text, '"a"'), {
    quotes: repeated('"'),
    "weak tags": repeated('W/"",'),
    "marks of weak tags": repeated("W/")
  }),
  ...rows("Accept-Encoding header", HEADERS, Answer.acceptedCoding, {
    commas: repeated(","),
    semicolons: repeated(";"),
    "white space": repeated(" ")
  }),
  ...rows("X-Request-ID header", HEADERS, Incoming.requestIdOf, { letters: repeated("a", "", " ") })
]
