import { Effect, Either } from "effect"
import * as EventLoop from "../EventLoop.js"
import { joined } from "../EventLoop.js"
import { type Body, PIECE_BYTES, type Problem, unreadable } from "./Decoder.js"

const PARAMETER = /;\s*charset\s*=\s*"?([\w.:-]+)/i

const NAME = /^[\w.:-]{1,40}$/

/** Charsets that many answers name although they are UTF-8, and UTF-8 itself. */
const USUAL = /^(?:utf-?8|(?:us-)?ascii|latin-?1|iso-?8859-1|windows-1252|cp1252)$/i

// Left to itself, it would also remove the character U+FEFF from the start of each piece.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

/** The mark of the byte order in UTF-8. */
const MARK = [0xef, 0xbb, 0xbf]

/** What stands where bytes are not UTF-8. */
const REPLACED = "\uFFFD"

/** The least and the most of the second byte of a character, if its first one allows less than 0x80 to 0xBF. */
const SECOND_BYTES: Readonly<Record<number, readonly [least: number, most: number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f]
}

const isWithin = (byte: number | undefined, least: number, most: number): boolean =>
  byte !== undefined && byte >= least && byte <= most

/** How many bytes a character has by its first one; 0 if none begins with it: https://www.unicode.org/versions/Unicode15.0.0/ch03.pdf#G31703 */
const lengthOf = (first: number): number => {
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

/** The length of the character of UTF-8 at a position, in bytes; 0 if there is none. */
const lengthAt = (bytes: Uint8Array, at: number): number => {
  const first = bytes[at] ?? 0
  const length = lengthOf(first)
  if (length < 2) return length
  const [least, most] = SECOND_BYTES[first] ?? [0x80, 0xbf]
  if (!isWithin(bytes[at + 1], least, most)) return 0
  for (let next = at + 2; next < at + length; next++) if (!isWithin(bytes[next], 0x80, 0xbf)) return 0
  return length
}

/** The bytes as UTF-8, in which each byte that was not has become its letter in ISO-8859-1. */
const repaired = (bytes: Uint8Array): Uint8Array => {
  const result = new Uint8Array(2 * bytes.length)
  let end = 0
  let at = 0
  while (at < bytes.length) {
    const length = lengthAt(bytes, at)
    if (length === 0) {
      const byte = bytes[at] ?? 0
      result[end] = 0xc0 | (byte >> 6)
      result[end + 1] = 0x80 | (byte & 0x3f)
      end += 2
      at += 1
    } else {
      for (let copied = 0; copied < length; copied++) result[end + copied] = bytes[at + copied] ?? 0
      end += length
      at += length
    }
  }
  return result.subarray(0, end)
}

/**
 * The text of bytes that should be UTF-8: each byte that is not becomes its letter in ISO-8859-1.
 *
 * One mark for all such bytes would make different ids equal, and a record would replace another.
 */
export const usualTextOf = (bytes: Uint8Array): string => {
  const text = utf8.decode(bytes)
  return text.includes(REPLACED) ? utf8.decode(repaired(bytes)) : text
}

/** The bytes without the mark of the byte order before them. */
export const withoutMark = (bytes: Uint8Array): Uint8Array =>
  MARK.every((byte, index) => bytes[index] === byte) ? bytes.subarray(MARK.length) : bytes

/** The charset that the first bytes show; null if they show none, or UTF-8. */
const markedCharset = (bytes: Uint8Array): string | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null
}

/** The charset of a body by the mark of its byte order, its content type, or else `declared`; null for UTF-8 and those that stand for it. */
const unusualCharset = ({ bytes, contentType }: Body, declared: string | null): string | null => {
  const charset = markedCharset(bytes) ?? PARAMETER.exec(contentType ?? "")?.[1] ?? declared
  return charset === null || USUAL.test(charset) ? null : charset
}

/** The end of a piece that begins before `at`, between two characters. */
const endOfPiece = (bytes: Uint8Array, at: number): number => {
  let first = at
  while (first > at - 3 && isWithin(bytes[first], 0x80, 0xbf)) first -= 1
  return (bytes[first] ?? 0) >= 0xc0 ? first : at
}

function* piecesOf(bytes: Uint8Array, decode: (piece: Uint8Array, isLast: boolean) => string) {
  let start = 0
  while (start < bytes.length) {
    const end = start + PIECE_BYTES < bytes.length ? endOfPiece(bytes, start + PIECE_BYTES) : bytes.length
    yield decode(bytes.subarray(start, end), end === bytes.length)
    start = end
  }
}

/** The text of bytes as `usualTextOf` reads them, in pieces, so that the event loop can turn between two of them. */
export const usualPiecesOf = (bytes: Uint8Array): Iterable<string> => piecesOf(bytes, usualTextOf)

/**
 * The text of a body in its charset, which is UTF-8 unless something says otherwise, without the mark of the byte order before it.
 *
 * It comes in pieces, so that the event loop can turn between two of them.
 */
export const pieces = (body: Body, declared: string | null = null): Either.Either<Iterable<string>, Problem> => {
  const charset = unusualCharset(body, declared)
  if (charset === null) return Either.right(usualPiecesOf(withoutMark(body.bytes)))
  return Either.try({
    try: () => {
      const decoder = new TextDecoder(charset)
      return piecesOf(body.bytes, (piece, isLast) => decoder.decode(piece, { stream: !isLast }))
    },
    catch: () => unreadable(`the answer has an unknown charset${NAME.test(charset) ? ` (${charset})` : ""}`)
  })
}

/** The text of a body at once. */
export const textOf = (body: Body): Either.Either<string, Problem> =>
  Either.map(pieces(body), (found) => [...found].join(""))

/** The bytes of a body in UTF-8, for `usualTextOf`, without the mark of the byte order before them. */
export const usualBytesOf = (body: Body): Effect.Effect<Uint8Array, Problem> =>
  Effect.gen(function* () {
    if (isUsual(body)) return withoutMark(body.bytes)
    const encoder = new TextEncoder()
    const encoded: Array<Uint8Array> = []
    for (const piece of yield* pieces(body)) {
      if (encoded.length > 0) yield* EventLoop.pause
      encoded.push(encoder.encode(piece))
    }
    return yield* joined(encoded)
  })

/** Whether a body can be read as `usualTextOf` does. */
export const isUsual = (body: Body): boolean => unusualCharset(body, null) === null
