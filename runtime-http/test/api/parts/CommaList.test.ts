import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import * as Parameter from "../../../src/api/parts/Parameter.js"

describe("Parameter.parse", () => {
  const valid: ReadonlyArray<readonly [string | ReadonlyArray<string>, ReadonlyArray<string>]> = [
    ["a", ["a"]],
    ["a,b", ["a", "b"]],
    [
      ["a,b", "c"],
      ["a,b", "c"]
    ],
    ['"CIS 1.1, level 2",b', ["CIS 1.1, level 2", "b"]],
    ['"say ""hi""",b', ['say "hi"', "b"]],
    ["", [""]],
    ["a,", ["a", ""]],
    ["a\nb", ["a\nb"]]
  ]
  it.each(valid)("reads %j as %j [contract: parameter-values]", (sent, values) => {
    expect(Parameter.parse(sent)).toMatchObject({ _tag: "Right", right: values })
  })

  it.each([['"a'], ['a"b'], ['"a"b'], ['""a'], [',"']])("refuses %j", (sent) => {
    expect(Parameter.parse(sent)._tag).toBe("Left")
  })

  it("reads back what it wrote", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (values) => {
        expect(Parameter.parse(Parameter.print(values))).toMatchObject({ _tag: "Right", right: values })
      })
    )
  })

  it("terminates on every input", () => {
    fc.assert(
      fc.property(fc.array(fc.stringOf(fc.constantFrom('"', ",", "a", "\n"))), (sent) => {
        expect(["Left", "Right"]).toContain(Parameter.parse(sent)._tag)
      })
    )
  })
})
