import { Cause } from "effect"
import { describe, expect, it } from "vitest"
import * as Defect from "../src/Defect.js"

const thrown = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

describe("The description of a defect", () => {
  it("has the name of the error and its place in the code, but not its message", () => {
    const message = "cannot read secret-1\n    at secret-2 (file:///secret-3.js:1:1)"
    const text = Defect.describe(
      Cause.die(
        thrown(() => {
          throw new RangeError(message)
        })
      )
    )
    expect(text).toMatch(/^RangeError at .*runtime-http\/test\/Defect\.test\.ts:\d+:\d+/)
    expect(text).not.toContain("secret")
  })

  it.each([
    ["file:///app/node_modules/x/dist/index.js:12:5", "x/dist/index.js:12:5"],
    ["/srv/app/a/b/c/d.js:1:2", "a/b/c/d.js:1:2"],
    ["node:internal/modules/run:1:2", "node:internal/modules/run:1:2"]
  ])("names the place %s without the folders above it", (place, expected) => {
    const error = Object.assign(new Error("secret"), { stack: `Error: secret\n    at read (${place})` })
    expect(Defect.describe(Cause.die(error))).toBe(`Error at read (${expected})`)
  })

  it.each([
    ["a thrown string", "secret"],
    ["a thrown null", null],
    ["a thrown object", { secret: "secret" }]
  ])("says only that it is %s if it is not an error", (expected, defect) => {
    expect(Defect.describe(Cause.die(defect))).toBe(expected)
  })

  it("names each of several defects once", () => {
    const error = new Error("secret", { cause: "secret" })
    delete error.stack
    expect(Defect.describe(Cause.parallel(Cause.die(error), Cause.sequential(Cause.die(error), Cause.fail("x"))))).toBe(
      "Error; a thrown string"
    )
  })
})
