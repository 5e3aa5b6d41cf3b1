import { expect, it } from "vitest"
import * as HelpText from "../src/HelpText.js"
import { run } from "./TestProgram.js"

it.each([[["try"]], [["new"]], [["accounts", "create"]], [[]]])(
  "the help of tributary %j says one sentence of each option, without what the parser says of its type",
  async (command) => {
    const { out } = await run([...command, "--help"])
    expect(out).toMatch(/USAGE/)
    expect(out).not.toMatch(/user-defined|true or false|An integer|This setting is optional|One of the following/)
  }
)

it("a text that is no help stays as it is", () => {
  expect(HelpText.plain("name\n\nAn integer.\n\nend")).toBe("name\n\nAn integer.\n\nend")
})
