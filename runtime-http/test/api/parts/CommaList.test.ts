import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import * as CommaList from "../../../src/api/parts/CommaList.js"

describe("CommaList", () => {
  const valid: ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<string>]> = [
    [["a"], ["a"]],
    [["a,b"], ["a", "b"]],
    [
      ["a,b", "c"],
      ["a", "b", "c"]
    ],
    [['"CIS 1.1, level 2",b'], ["CIS 1.1, level 2", "b"]],
    [['"say ""hi""",b'], ['say "hi"', "b"]],
    [[""], [""]],
    [["a,"], ["a", ""]],
    [["a\nb"], ["a\nb"]]
  ]
  it.each(valid)("reads %j as %j", (sent, values) => {
    expect(CommaList.parse(sent)).toMatchObject({ _tag: "Right", right: values })
  })

  it.each([['"a'], ['a"b'], ['"a"b'], ['""a'], [',"']])("refuses %j", (sent) => {
    expect(CommaList.parse([sent])._tag).toBe("Left")
  })

  it("reads back what it wrote", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (values) => {
        expect(CommaList.parse([CommaList.print(values)].flat())).toMatchObject({ _tag: "Right", right: values })
      })
    )
  })

  it("terminates on every input", () => {
    fc.assert(
      fc.property(fc.array(fc.stringOf(fc.constantFrom('"', ",", "a", "\n"))), (sent) => {
        expect(["Left", "Right"]).toContain(CommaList.parse(sent)._tag)
      })
    )
  })
})
