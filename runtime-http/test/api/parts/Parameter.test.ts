import { Either, FastCheck as fc, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Parameter from "../../../src/api/parts/Parameter.js"

const read = <A>(parameter: Parameter.Parameter<A>, sent: string | ReadonlyArray<string>) =>
  Option.getOrNull(Either.getRight(Schema.decodeEither(parameter)(sent)))

const refused = <A>(parameter: Parameter.Parameter<A>, sent: string | ReadonlyArray<string>) =>
  expect(read(parameter, sent), JSON.stringify(sent)).toBeNull()

const description = "A parameter."

describe("Parameter", () => {
  it("boolean: accepts only true and false [contract: parameter-values]", () => {
    const flag = Parameter.boolean(description)
    expect(read(flag, "true")).toBe(true)
    expect(read(flag, "false")).toBe(false)
    for (const sent of ["True", "1", "0", "", " true", "yes", ["true"], ["true", "true"], []]) refused(flag, sent)
  })

  it("integer: accepts values within its bounds", () => {
    const limit = Parameter.integer({ description, minimum: 1, maximum: 500 })
    expect(read(limit, "1")).toBe(1)
    expect(read(limit, "500")).toBe(500)
    expect(read(limit, "007")).toBe(7)
    for (const sent of ["0", "501", "-1", "1.0", "1e2", "0x10", "", " 1", "١", "9".repeat(400)]) refused(limit, sent)
  })

  it("integer: rejects values that a number cannot represent exactly", () => {
    const offset = Parameter.integer({ description, minimum: 0 })
    expect(read(offset, "9007199254740991")).toBe(9007199254740991)
    for (const sent of ["9007199254740992", "99999999999999999"]) refused(offset, sent)
  })

  const instants: ReadonlyArray<readonly [string, string]> = [
    ["2024-05-01T00:00:00Z", "2024-05-01T00:00:00.000Z"],
    ["2024-05-01T02:00:00+02:00", "2024-05-01T00:00:00.000Z"],
    // What `+02:00` becomes when a client does not percent-encode it.
    ["2024-05-01T02:00:00 02:00", "2024-05-01T00:00:00.000Z"],
    ["2024-05-01T00:00:00.123456Z", "2024-05-01T00:00:00.123456Z"],
    ["2024-05-01T02:00:00.9996+02:00", "2024-05-01T00:00:00.9996Z"],
    ["2024-05-01T00:00:00.123456789Z", "2024-05-01T00:00:00.123456Z"],
    ["2024-05-01T00:00Z", "2024-05-01T00:00:00.000Z"],
    // The other forms of ISO 8601.
    ["20240501T020000.123456+0200", "2024-05-01T00:00:00.123456Z"],
    ["2024-05-01T02:00:00,5+02", "2024-05-01T00:00:00.500Z"],
    ["2024-05-01T02:00:00 02", "2024-05-01T00:00:00.000Z"],
    ["2024-05-01t00:00:00z", "2024-05-01T00:00:00.000Z"],
    ["2024-05-01T00Z", "2024-05-01T00:00:00.000Z"],
    ["2024-04-30T24:00:00Z", "2024-05-01T00:00:00.000Z"],
    ["2024-W18-3T00:00:00Z", "2024-05-01T00:00:00.000Z"],
    ["2024-122T00:00:00Z", "2024-05-01T00:00:00.000Z"]
  ]
  it.each(instants)("instant: %s [contract: updated-since]", (sent, utc) => {
    expect(read(Parameter.instant(description), sent)).toBe(utc)
  })

  it("instant: requires an offset and a date that exists [contract: updated-since]", () => {
    const since = Parameter.instant(description)
    const bad = ["2024-05-01", "2024-05-01T00:00:00", "yesterday", "", "2024-13-01T00:00:00Z", "0000-01-01T00:00:00Z"]
    const rare = [
      "20240501T000000",
      "2024-W54-1T00:00:00Z",
      "2024-367T00:00:00Z",
      "2024-05-01T00:00:00Z[UTC]",
      "2024-05-01Z",
      "2024-05-01T00:00:00+99:99",
      "2024-05-01T00:00:00+05:75",
      "2024T00Z",
      "2024-05T00:00Z",
      "2024-0501T00Z"
    ]
    for (const sent of [...bad, ...rare, "1714521600", "0001-01-01T00:00:00+23:00"]) refused(since, sent)
  })

  it("text: rejects empty and overlong values", () => {
    const text = Parameter.text({ description, maxLength: 3 })
    expect(read(text, "abc")).toBe("abc")
    for (const sent of ["", "abcd", ["a", "b"]]) refused(text, sent)
  })

  it("lists: accept commas and repeated parameters [contract: parameter-values]", () => {
    const results = Parameter.manyOf({ description, values: ["PASS", "FAIL"] })
    expect(read(results, "PASS")).toEqual(["PASS"])
    expect(read(results, "PASS,FAIL")).toEqual(["PASS", "FAIL"])
    expect(read(results, ["PASS", "FAIL"])).toEqual(["PASS", "FAIL"])
    for (const sent of ["", "pass", "PASS,", "PASS, FAIL", ["PASS", "NOPE"], ["PASS", "FAIL,PASS"]])
      refused(results, sent)
  })

  it("lists of free texts: read one value without quotes as a whole, too, and repeated ones as they are [contract: parameter-values]", () => {
    const controls = Parameter.texts({ description, maxLength: 20 })
    expect(read(controls, '"AC-1, base",AC-2')).toEqual(["AC-1, base", "AC-2"])
    expect(read(controls, "PCI DSS, v4")).toEqual(["PCI DSS", " v4", "PCI DSS, v4"])
    expect(read(controls, ["CIS", "PCI DSS, v4"])).toEqual(["CIS", "PCI DSS, v4"])
    expect(read(controls, ["CIS", '"AC-1"'])).toEqual(["CIS", '"AC-1"'])
    // As a whole, it is longer than a value may be.
    expect(read(controls, "PCI DSS, version four")).toEqual(["PCI DSS", " version four"])
    expect(read(controls, "a,, b")).toEqual(["a", " b", "a,, b"])
    for (const sent of ["", '"a",', ["a", ""]]) refused(controls, sent)
  })

  it("uuid: accepts upper and lower case", () => {
    const id = Parameter.uuid(description)
    expect(read(id, "0190A0B0-0000-7000-8000-00000000ABCD")).toBe("0190a0b0-0000-7000-8000-00000000abcd")
    for (const sent of ["", "x", "0190a0b0000070008000000000000abcd"]) refused(id, sent)
  })

  it("every parameter reads back what it wrote and never throws", () => {
    const parameters: ReadonlyArray<Parameter.Parameter<unknown>> = [
      Parameter.boolean(description),
      Parameter.integer({ description, minimum: 0, maximum: 500 }),
      Parameter.instant(description),
      Parameter.text({ description, maxLength: 50 }),
      Parameter.uuid(description),
      Parameter.oneOf({ description, values: ["A", "B"] }),
      Parameter.manyOf({ description, values: ["A", "B"] }),
      Parameter.texts({ description, maxLength: 50 })
    ] as ReadonlyArray<unknown> as ReadonlyArray<Parameter.Parameter<unknown>>
    const sent = fc.oneof(
      fc.string(),
      fc.array(fc.string()),
      fc.constantFrom("A,B", "true", "12", "2024-05-01T00:00:00Z")
    )
    fc.assert(
      fc.property(fc.constantFrom(...parameters), sent, (parameter, value) => {
        const decoded = Schema.decodeEither(parameter)(value)
        if (Either.isLeft(decoded)) return
        const encoded = Schema.encodeSync(parameter)(decoded.right)
        expect(Schema.decodeSync(parameter)(encoded)).toEqual(decoded.right)
      })
    )
  })
})
