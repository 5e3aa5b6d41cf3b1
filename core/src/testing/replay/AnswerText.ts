import { gunzipSync } from "node:zlib"
import { Either } from "effect"
import * as Charset from "../../decode/Charset.js"

/** The first bytes of a gzip file: https://www.rfc-editor.org/rfc/rfc1952#page-6 */
const MAGIC = [0x1f, 0x8b]

/** As many bytes as a runtime reads of an answer by default. */
const MAX_BYTES = 64 * 1_048_576

const CHARSET = /;\s*charset\s*=\s*[^;]*/i

/** The content of a gzip file; the bytes themselves if they are none that can be read. */
const unpacked = (bytes: Uint8Array): Uint8Array => {
  if (!MAGIC.every((byte, index) => bytes[index] === byte)) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    return bytes
  }
}

/**
 * An answer as a recording keeps it: as text, out of its gzip file, so that people can read it and nothing secret stays packed.
 *
 * A replay sends the text as UTF-8, so its content type no longer names another charset. Decoders read both.
 */
export const readable = ({
  bytes,
  headers
}: {
  /** The body. */
  readonly bytes: Uint8Array
  /** The headers; names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}): {
  /** The headers that fit the text. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text. */
  readonly text: string
} => {
  const contentType = headers["content-type"] ?? null
  const body = { bytes: unpacked(bytes), contentType }
  const text = Either.getOrElse(Charset.textOf(body), () => Charset.usualTextOf(body.bytes))
  return {
    headers: contentType === null ? headers : { ...headers, "content-type": contentType.replace(CHARSET, "") },
    text
  }
}
