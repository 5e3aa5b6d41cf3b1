import { readFileSync } from "node:fs"
import { it } from "vitest"
import { roster } from "../../examples/guide-connector/src/index.js"
import { replies } from "../../examples/guide-connector/test/fixtures/replies.js"
import * as ConnectorTest from "../src/testing/ConnectorTest.js"
import * as Marked from "./Marked.js"

const GUIDE = "../guides/first-connector.md"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

/** The files that the guide shows, in its order. */
const sources = [
  "src/credentials.ts",
  "src/exports/idp.users.ts",
  "src/exports/idp.groups.ts",
  "src/roster.ts",
  "src/index.ts",
  "test/fixtures/replies.ts",
  "test/roster.test.ts",
  "tributary.config.ts"
]

const shown = sources.map((name) => ({ name, text: read(`../../examples/guide-connector/${name}`) }))

/** Lines that are neither blank nor a comment. */
const linesOf = (part: string): number =>
  shown
    .filter(({ name }) => name.startsWith(part))
    .flatMap(({ text }) => text.split("\n"))
    .filter((line) => !/^\s*(\/\*\*.*|\*.*|\/\/.*)?$/.test(line)).length

const counted = [
  {
    name: "lines of code",
    content: `The whole connector has ${linesOf("src/")} lines of code, without blank lines and comments; its test has ${linesOf("test/")}.`
  },
  {
    name: "checks",
    content: `The kit makes ${ConnectorTest.checks(roster, { replies }).length} checks of these replies.`
  }
]

it("the guide shows the files of examples/guide-connector, and counts them", async ({ expect }) => {
  const parts = [...shown.map(({ name, text }) => ({ name, content: Marked.code(text) })), ...counted]
  await expect(parts.reduce(Marked.render, read(GUIDE))).toMatchFileSnapshot(GUIDE)
})
