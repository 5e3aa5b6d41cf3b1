import { createGunzip, gunzipSync, gzipSync } from "node:zlib"
import { Effect } from "effect"
import { joined } from "../EventLoop.js"
import {
  type Body,
  type Bounds,
  type Decoder,
  excess,
  LONG_BYTES,
  PIECE_BYTES,
  type Problem,
  tooLarge,
  Unpacking,
  unreadable
} from "./Decoder.js"

/** The first bytes of a gzip file: https://www.rfc-editor.org/rfc/rfc1952#page-6 */
const MAGIC = [0x1f, 0x8b]

/** Up to this size, the event loop waits less for the file than a thread would take to begin. */
const SMALL_BYTES = 4_096

const problemOf = (error: unknown, bounds: Bounds): Problem => {
  const { code } = error as { readonly code?: unknown }
  if (code === "ERR_BUFFER_TOO_LARGE") return tooLarge(excess.bytes(bounds))
  return unreadable(code === "Z_BUF_ERROR" ? "the gzip file is cut short" : "the answer is not a gzip file")
}

const unzipped = ({ bytes }: Body, bounds: Bounds): Effect.Effect<Uint8Array, Problem> => {
  const limit = { maxOutputLength: bounds.bytes.max }
  if (bytes.length <= SMALL_BYTES) {
    return Effect.try({ try: () => gunzipSync(bytes, limit), catch: (error) => problemOf(error, bounds) })
  }
  return Effect.async<ReadonlyArray<Uint8Array>, Problem>((resume) => {
    const stream = createGunzip({ chunkSize: PIECE_BYTES })
    const parts: Array<Uint8Array> = []
    let size = 0
    stream.on("data", (part: Uint8Array) => {
      parts.push(part)
      size += part.length
      if (size <= bounds.bytes.max) return
      stream.destroy()
      resume(Effect.fail(tooLarge(excess.bytes(bounds))))
    })
    stream.on("error", (error) => resume(Effect.fail(problemOf(error, bounds))))
    stream.on("end", () => resume(Effect.succeed(parts)))
    stream.end(bytes)
    return Effect.sync(() => stream.destroy())
  }).pipe(Effect.flatMap(joined))
}

/** How many bytes a gzip file has unpacked, as its end says: https://www.rfc-editor.org/rfc/rfc1952#page-6 */
const announcedIn = ({ buffer, byteLength, byteOffset }: Uint8Array): number =>
  byteLength < 4 ? 0 : new DataView(buffer, byteOffset).getUint32(byteLength - 4, true)

/** The content of the file. It asks for memory before it unpacks the file, and again if the file is longer than its trailer says. */
const contentOf = (body: Body, bounds: Bounds): Effect.Effect<Uint8Array, Problem> =>
  Effect.gen(function* () {
    const waitFor = yield* Unpacking
    const announced = Math.min(announcedIn(body.bytes), bounds.bytes.max)
    if (announced > LONG_BYTES) yield* waitFor(announced)
    const bytes = yield* unzipped(body, bounds)
    if (bytes.length > Math.max(announced, LONG_BYTES)) yield* waitFor(bytes.length)
    return bytes
  })

/**
 * Unpacks a gzip file, such as a chunk of an export, and reads what is in it: `Decode.gunzip(Decode.ndjson)`.
 *
 * The bound of an answer's bytes also holds for what is in the file. A body that is no longer packed is read as it is.
 * Answers with the header `content-encoding: gzip` need no decoder.
 */
export const gunzip = (inner: Decoder): Decoder => ({
  mediaType: `application/gzip, ${inner.mediaType}`,
  read: (body, bounds) => {
    const isPacked = MAGIC.every((byte, index) => body.bytes[index] === byte)
    if (!isPacked) return inner.read(body, bounds)
    return Effect.flatMap(contentOf(body, bounds), (bytes) => inner.read({ bytes, contentType: null }, bounds))
  },
  write: (value) => gzipSync(inner.write(value))
})
