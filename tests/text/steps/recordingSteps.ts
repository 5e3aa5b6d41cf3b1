import { AnswerText, type Exchange, Redaction } from "@tributary/core/replay"
import { repeated, rows, type TextStep } from "../TextStep.js"
import { ANSWER } from "./bounds.js"
import { withWrongBytes } from "./decodingSteps.js"

const exchange = (text: string): Exchange.Exchange => ({
  request: { method: "GET", path: "/users", query: {}, body: null },
  response: { status: 200, headers: {}, text }
})

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
