import { ParseResult, Schema } from "effect"
import * as Result from "./Result.js"
import * as Field from "./records/Field.js"

const FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/

/**
 * An instant from 1900 on that exists in the calendar, in UTC and with milliseconds or without: what nearly every vendor sends.
 *
 * Only the 29th of February is left out, because it needs the year.
 */
const CANONICAL =
  /^(?:19|[2-9]\d)\d{2}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/

/** The length of `2020-01-02T03:04:05`. */
const TO_THE_SECOND = 19

/** An offset can move a date out of the years 1 to 9999, and databases do not accept those. */
const YEAR_OF_FOUR_DIGITS = /^(?!0000)\d{4}-/

/** Needed because `Date.parse` reads the 30th of February as the 1st of March. */
const existsInCalendar = (text: string): boolean => {
  const [year = 0, month = 1, day = 1] = text.slice(0, 10).split("-").map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1
}

/** Several vendors write "never" as the first day of year 1; no real instant in a security tool is earlier than this. */
const EARLIEST = Date.UTC(1900, 0, 1)

/**
 * Converts an ISO 8601 instant with an offset to UTC with milliseconds; its failure says what was expected instead.
 *
 * `2020-01-02T03:04:05+0100` and `2020-01-02T02:04:05Z` become the same text, so that a record does not change when its
 * vendor changes the notation.
 */
export const normalize = (text: string): Result.Result<string, string> => {
  if (CANONICAL.test(text))
    return Result.succeed(text.charAt(TO_THE_SECOND) === "." ? text : text.replace("Z", ".000Z"))
  if (!FORM.test(text)) return Result.fail("an ISO 8601 date-time with an offset")
  const millis = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"))
  if (Number.isNaN(millis) || !existsInCalendar(text)) return Result.fail("a date-time that exists in the calendar")
  const utc = new Date(millis).toISOString()
  return YEAR_OF_FOUR_DIGITS.test(utc) ? Result.succeed(utc) : Result.fail("a date-time in the years 1 to 9999")
}

/** Whether the instant is before 1900, which is how vendors write "never". */
export const isNever = (text: string): boolean => {
  if (CANONICAL.test(text)) return false
  const millis = Date.parse(text)
  return !Number.isNaN(millis) && millis < EARLIEST
}

/** An ISO 8601 date-time with an offset; decoding converts it to UTC with milliseconds. */
export const Timestamp = Schema.transformOrFail(
  Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } }),
  Schema.String,
  {
    strict: true,
    decode: (text, _options, ast) => {
      const utc = normalize(text)
      return Result.isSuccess(utc)
        ? ParseResult.succeed(utc.success)
        : ParseResult.fail(new ParseResult.Type(ast, text, `Expected ${utc.failure}`))
    },
    encode: (text) => ParseResult.succeed(text)
  }
).annotations({
  ...Field.named("Timestamp"),
  jsonSchema: { type: "string", format: "date-time", ...Field.described("Timestamp") }
})

/** The last second of the year 9999, since 1970. */
const LAST_SECOND = 253_402_300_799

/**
 * The instant that a vendor writes as seconds since 1970, as a number or in digits; null for null, for 0, which vendors write for "never", and
 * for what is no such number. Divide milliseconds by 1,000 first.
 */
export const fromSeconds = (seconds: number | string | null | undefined): string | null => {
  const number = typeof seconds === "string" && seconds.trim() === "" ? Number.NaN : Number(seconds ?? 0)
  return number > 0 && number <= LAST_SECOND ? new Date(Math.floor(number * 1_000)).toISOString() : null
}
