import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import type { NormalizedRecord } from "../../src/record/normalize.js"
import * as UnmappedValues from "../../src/record/UnmappedValues.js"
import * as Field from "../../src/records/Field.js"

const Colour = Field.openEnum({ identifier: "Colour", values: ["RED", "OTHER"], catchAll: "OTHER" })
const Plain = Schema.Literal("RED", "OTHER")
const Part = Schema.Struct({ colour: Colour, vendor_colour: Schema.NullOr(Schema.String), plain: Plain })

const Thing = Schema.Struct({
  colour: Schema.NullOr(Colour),
  parts: Field.optional(Schema.Array(Part)),
  vendor_data: Schema.NullOr(Field.JsonObject)
})

const fields = UnmappedValues.fieldsOf(Thing.ast)
const count = (...values: ReadonlyArray<object>) =>
  UnmappedValues.count(
    fields,
    values.map((value) => ({ value }) as NormalizedRecord)
  )

describe("UnmappedValues", () => {
  it("finds catch-alls in fields and in optional lists of objects, and nowhere else", () => {
    expect(fields).toEqual([
      { within: [], field: "colour", value: "OTHER", word: null },
      { within: ["parts"], field: "colour", value: "OTHER", word: ["vendor_colour"] }
    ])
  })

  it("counts a record once, and compares each item of a list with the vendor's word for that item", () => {
    const red = { colour: "RED", vendor_colour: "red", plain: "OTHER" }
    const silent = { ...red, colour: "OTHER", vendor_colour: null }
    const mauve = { ...silent, vendor_colour: "mauve" }
    expect(count({ colour: null, parts: null }, { colour: "RED", parts: [red, silent] })).toEqual({
      unmapped: 0,
      unmappedFields: []
    })
    expect(count({ colour: "RED", parts: [silent, mauve, mauve] }, { colour: "OTHER", parts: [] })).toEqual({
      unmapped: 2,
      unmappedFields: ["parts.colour", "colour"]
    })
  })

  it("ignores fields of the same name in the vendor's own data", () => {
    expect(count({ colour: "RED", parts: [], vendor_data: { colour: "OTHER" } }).unmapped).toBe(0)
  })
})
