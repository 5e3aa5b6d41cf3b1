import { Either } from "effect"
import { type Body, type Problem, unreadable } from "./Decoder.js"

const PARAMETER = /;\s*charset\s*=\s*"?([\w.:-]+)/i

const NAME = /^[\w.:-]{1,40}$/

/** The text of a body in the charset of its content type, or else in `declared`, or else in UTF-8; a mark of the byte order is left out. */
export const textOf = (
  { bytes, contentType }: Body,
  declared: string | null = null
): Either.Either<string, Problem> => {
  const charset = PARAMETER.exec(contentType ?? "")?.[1] ?? declared ?? "utf-8"
  return Either.try({
    try: () => new TextDecoder(charset).decode(bytes),
    catch: () => unreadable(`the answer has an unknown charset${NAME.test(charset) ? ` (${charset})` : ""}`)
  })
}
