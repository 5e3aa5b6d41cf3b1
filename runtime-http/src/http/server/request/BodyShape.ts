import * as Errors from "../../../api/parts/Errors.js"
import { inBody } from "./ValidationErrors.js"

/** How many levels of objects and arrays a request body may have; the deepest valid one has three. */
const MAX_DEPTH = 32

/** How many fields and elements a request body may have in all; validation takes time for each of them. */
const MAX_VALUES = 1_000

const fault = (type: string, maximum: number, counted: string): Errors.ApiError =>
  Errors.make("InvalidParameter", {
    detail: [
      inBody({
        path: [],
        msg: `The body may have at most ${maximum.toLocaleString("en")} ${counted}`,
        type,
        ctx: { maximum }
      })
    ]
  })

const tooDeep = fault("too_deep", MAX_DEPTH, "levels of objects and arrays")
const tooManyValues = fault("too_many_values", MAX_VALUES, "fields and elements")

const codes = (text: string): ReadonlySet<number> => new Set(Buffer.from(text))

const opening = codes("{[")
const closing = codes("}]")
const [COMMA, QUOTE, BACKSLASH] = [0x2c, 0x22, 0x5c]

/** The position of the quote that ends the string that starts at `start`. */
const endOfString = (body: Buffer, start: number): number => {
  let at = start + 1
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return at
}

/**
 * Why a JSON text is too deep or has too many values; null if it is not. Whatever else is wrong with it, the parser finds.
 *
 * Looks at the bytes, because parsing a body with 100,000 values and then validating it would stop every other request for seconds.
 */
export const excess = (body: Buffer): Errors.ApiError | null => {
  let depth = 0
  let values = 0
  for (let at = 0; at < body.length; at++) {
    const code = body[at] ?? 0
    if (code === QUOTE) {
      at = endOfString(body, at)
    } else if (code === COMMA) {
      values++
    } else if (opening.has(code)) {
      values++
      depth++
    } else if (closing.has(code)) {
      depth--
    }
    if (depth > MAX_DEPTH) return tooDeep
    if (values > MAX_VALUES) return tooManyValues
  }
  return null
}
