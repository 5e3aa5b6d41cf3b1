import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Errors, openApiDocument } from "../../../src/api/index.js"

const detail = [{ loc: ["query", "limit"], msg: "Expected more", type: "integer", ctx: {}, input: "0" }]
const names = Object.keys(Errors.table) as ReadonlyArray<Errors.ErrorName>
const shapes: ReadonlyArray<Errors.ErrorShape> = ["validation", "both", "structured"]

const keysOf = (name: Errors.ErrorName, shape: Errors.ErrorShape) =>
  Object.keys(Errors.toBody(Errors.make(name, { detail }), shape)).sort()

const simple = ["detail"]
const structured = ["code", "detail", "message", "type"]

describe("the error table", () => {
  it("has the shapes of the contract [contract: error-shapes]", () => {
    expect(keysOf("KeyInvalid", "validation")).toEqual(simple)
    expect(keysOf("KeyInvalid", "both")).toEqual(simple)
    expect(keysOf("KeyInvalid", "structured")).toEqual(structured)
    expect(keysOf("ConnectionNotFound", "structured")).toEqual(structured)
    expect(keysOf("InvalidParameter", "validation")).toEqual(["detail"])
    expect(keysOf("InvalidParameter", "both")).toEqual(structured)
    expect(keysOf("InvalidParameter", "structured")).toEqual(structured)
    for (const shape of shapes) {
      for (const name of ["TooManyRequests", "Unexpected", "StoreUnavailable", "BodyTooLarge"] as const) {
        expect(keysOf(name, shape)).toEqual(simple)
      }
    }
  })

  it("has the same entries in both 422 shapes [contract: error-shapes]", () => {
    const error = Errors.make("InvalidParameter", { detail })
    expect(Errors.toBody(error, "validation")).toEqual({ detail })
    expect(Errors.toBody(error, "structured")).toEqual({
      type: "validation_error",
      code: "INVALID_PARAMETER",
      message: Errors.table.InvalidParameter.message,
      detail
    })
  })

  it("gives each error a unique code in upper snake case [contract: error-codes]", () => {
    const codes = names.map((name) => Errors.table[name].code)
    for (const code of codes) expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it.each(names)("%s survives encoding and decoding with its published schema", (name) => {
    for (const shape of shapes) {
      const error = Errors.make(name, { detail })
      const schema = Errors.schema(error.status, shape)
      const body = Schema.encodeSync(schema)(error)
      expect(body).toEqual(Errors.toBody(error, shape))
      const read: unknown = Schema.decodeUnknownSync(schema)(JSON.parse(JSON.stringify(body)))
      expect(read).toMatchObject({ _tag: "ApiError", status: error.status })
    }
  })

  it("has the same statuses as the OpenAPI document [contract: error-statuses]", () => {
    // Only for requests that match no operation or never become one, so no operation documents them.
    const beside = new Set([400, 405, 408, 417, 431])
    const documented = Object.values(openApiDocument().paths).flatMap((item) =>
      Object.values(item).flatMap(({ responses }) => Object.keys(responses).map(Number))
    )
    const errors = documented.filter((status) => status >= 400)
    expect([...new Set(errors)].sort()).toEqual(
      [...new Set(names.map((name) => Errors.table[name].status))].filter((status) => !beside.has(status)).sort()
    )
  })
})
