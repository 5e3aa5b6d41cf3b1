import { Either } from "effect"
import { type Body, type Problem, unreadable } from "./Decoder.js"

const PARAMETER = /;\s*charset\s*=\s*"?([\w.:-]+)/i

const NAME = /^[\w.:-]{1,40}$/

/** Charsets that many answers name although they are UTF-8, and UTF-8 itself. */
const USUAL = /^(?:utf-?8|(?:us-)?ascii|latin-?1|iso-?8859-1|windows-1252|cp1252)$/i

const utf8 = new TextDecoder()

/** What stands where bytes are not UTF-8. */
const REPLACED = "\uFFFD"

/** A character of UTF-8 beyond ASCII, in a text whose characters are bytes: https://www.unicode.org/versions/Unicode15.0.0/ch03.pdf#G31703 */
const CHARACTER =
  /[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}/g

const characterOf = (bytes: string): string => utf8.decode(Buffer.from(bytes, "latin1"))

/**
 * The text of bytes that should be UTF-8: each byte that is not becomes its letter in ISO-8859-1.
 *
 * One mark for all such bytes would make different ids equal, and a record would replace another.
 */
export const usualTextOf = (bytes: Uint8Array): string => {
  const text = utf8.decode(bytes)
  if (!text.includes(REPLACED)) return text
  return Buffer.from(bytes)
    .toString("latin1")
    .replace(CHARACTER, characterOf)
    .replace(/^\uFEFF/, "")
}

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

/** The text of a body in its charset, which is UTF-8 unless something says otherwise; a mark of the byte order is left out. */
export const textOf = (body: Body, declared: string | null = null): Either.Either<string, Problem> => {
  const charset = unusualCharset(body, declared)
  if (charset === null) return Either.right(usualTextOf(body.bytes))
  return Either.try({
    try: () => new TextDecoder(charset).decode(body.bytes),
    catch: () => unreadable(`the answer has an unknown charset${NAME.test(charset) ? ` (${charset})` : ""}`)
  })
}

/** The bytes of a body, for `usualTextOf`: in UTF-8 if its charset is another one. */
export const usualBytesOf = (body: Body): Either.Either<Uint8Array, Problem> =>
  unusualCharset(body, null) === null
    ? Either.right(body.bytes)
    : Either.map(textOf(body), (text) => new TextEncoder().encode(text))

/** Whether a body can be read as `usualTextOf` does. */
export const isUsual = (body: Body): boolean => unusualCharset(body, null) === null
