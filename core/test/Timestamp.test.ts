import { describe, expect, it } from "@effect/vitest"
import { Result, Timestamp } from "@tributary/core"
import { Either, FastCheck as fc, Schema } from "effect"

const minutes = fc.integer({ min: -14 * 60, max: 14 * 60 })
const instant = fc.date({
  min: new Date("0001-01-02T00:00:00Z"),
  max: new Date("9999-12-30T00:00:00Z"),
  noInvalidDate: true
})

/** The instant as written by a vendor in another time zone. */
const written = (date: Date, offset: number, colon: string): string => {
  const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1)
  const two = (value: number) => String(value).padStart(2, "0")
  const size = Math.abs(offset)
  return `${local}${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}${colon}${two(size % 60)}`
}

describe("Timestamp", () => {
  it.prop(
    "normalizes an instant from any time zone to the same text [contract: instants]",
    [instant, minutes, fc.constantFrom(":", "")],
    (all) => {
      const [date, offset, colon] = all
      expect(Timestamp.normalize(written(date, offset, colon))).toEqual(Result.succeed(date.toISOString()))
    }
  )

  it.prop(
    "is stable when normalized twice, and never throws",
    [fc.oneof(fc.string(), instant.map(String))],
    ([text]) => {
      const once = Timestamp.normalize(text)
      if (Result.isSuccess(once)) expect(Timestamp.normalize(once.success)).toEqual(once)
    }
  )

  it.each([
    ["2020-01-02T03:04:05+0100", "2020-01-02T02:04:05.000Z"],
    ["2020-01-02T03:04:05Z", "2020-01-02T03:04:05.000Z"],
    ["2020-01-02T03:04Z", "2020-01-02T03:04:00.000Z"],
    ["2020-01-02T03:04:05.123456789Z", "2020-01-02T03:04:05.123Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"]
  ])("reads %s", (text, expected) => {
    expect(Timestamp.normalize(text)).toEqual(Result.succeed(expected))
  })

  it.each([
    "",
    "yesterday",
    "1700000000",
    "2020-01-02",
    "2020-01-02T03:04:05",
    "2020-13-01T00:00:00Z",
    "2023-02-29T00:00:00Z",
    "2024-02-30T00:00:00Z",
    "2020-01-01T25:00:00Z",
    "0000-06-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "+020000-01-01T00:00:00Z"
  ])("rejects %s", (text) => {
    expect(Result.isFailure(Timestamp.normalize(text))).toBe(true)
  })

  it("accepts exactly the days of the calendar, with and without milliseconds", () => {
    const two = (value: number) => String(value).padStart(2, "0")
    const dates = [1899, 1900, 2023, 2024, 9999].flatMap((year) =>
      Array.from({ length: 14 * 33 }, (_, index) => ({ year, month: index % 14, day: Math.floor(index / 14) }))
    )
    const exists = ({ year, month, day }: (typeof dates)[number]) =>
      month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
    const results = dates.flatMap((date) => {
      const text = `${date.year}-${two(date.month)}-${two(date.day)}T03:04:05`
      const expected = exists(date) ? `${text}.000Z` : null
      return [`${text}Z`, `${text}.000Z`].map((instant) => ({ instant, expected }))
    })
    const normalized = results.map(({ instant }) => {
      const utc = Timestamp.normalize(instant)
      return { instant, expected: Result.isSuccess(utc) ? utc.success : null }
    })
    expect(normalized).toEqual(results)
  })

  it("says what was expected, without quoting the value", () => {
    const read = Schema.decodeUnknownEither(Timestamp.Timestamp)
    expect(String(Either.getLeft(read("grace@acme.example")))).not.toContain("grace")
  })

  it('recognizes the instants that vendors use for "never"', () => {
    expect(Timestamp.isNever("0001-01-01T00:00:00Z")).toBe(true)
    expect(Timestamp.isNever("1899-12-31T23:59:59Z")).toBe(true)
    expect(Timestamp.isNever("1970-01-01T00:00:00Z")).toBe(false)
    expect(Timestamp.isNever("nothing")).toBe(false)
  })

  it("reads seconds since 1970, and no instant from what is none", () => {
    expect([1_700_000_000, "1700000000", 1_700_000_000.5].map(Timestamp.fromSeconds)).toEqual([
      "2023-11-14T22:13:20.000Z",
      "2023-11-14T22:13:20.000Z",
      "2023-11-14T22:13:20.500Z"
    ])
    for (const none of [null, undefined, 0, "0", "", " ", -1, "soon", 1_700_000_000_000]) {
      expect(Timestamp.fromSeconds(none)).toBeNull()
    }
  })
})
