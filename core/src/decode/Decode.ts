// decode: turns bodies that are not JSON into values in which paginations find their rows. Each file is one format.
import { Effect, Either } from "effect"
import * as Charset from "./Charset.js"
import { type Decoder, isEmpty, unreadable } from "./Decoder.js"

export { csv } from "./Csv.js"
export { AnswerBounds, type Body, type Bound, type Bounds, type Decoder, type Problem } from "./Decoder.js"
export { gunzip } from "./Gunzip.js"
export { json } from "./Json.js"
export { ndjson } from "./NdJson.js"
export { xml } from "./Xml.js"

/** The body of an answer, for an author's own decoder. */
export interface Received {
  /** The bytes. */
  readonly bytes: Uint8Array
  /** The bytes as text, in the charset of the content type. */
  readonly text: string
  /** The `content-type` header, such as `text/plain`; null if the answer has none. */
  readonly contentType: string | null
}

/** A decoder for a format of the vendor's own. An answer on which `read` throws counts as unreadable, and is retried. */
export const make = (options: {
  /** The media type that requests ask for in their `Accept` header, such as `text/plain`. */
  readonly mediaType: string
  /** Turns a body that is not empty into a value; throws if it is not of the format, or is cut short. */
  readonly read: (body: Received) => unknown
  /** Writes a value such that `read` makes the same of it; only the test kit does so, to change what the script answers. */
  readonly write: (value: unknown) => string | Uint8Array
}): Decoder => ({
  mediaType: options.mediaType,
  read: (body) =>
    Effect.suspend(() =>
      isEmpty(body)
        ? Effect.succeed(null)
        : Effect.try({
            try: () => {
              const { bytes, contentType } = body
              const text = () => Either.getOrThrowWith(Charset.textOf(body), ({ detail }) => new Error(detail))
              return options.read({
                bytes,
                contentType,
                get text() {
                  return text()
                }
              })
            },
            catch: () => unreadable(`the answer is not ${options.mediaType}`)
          })
    ),
  write: (value) => {
    const written = options.write(value)
    return typeof written === "string" ? new TextEncoder().encode(written) : written
  }
})
