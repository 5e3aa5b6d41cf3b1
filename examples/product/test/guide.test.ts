import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { codeLines } from "../../../core/test/codeLines.js"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

const guide = read("../../../runtime-http/guides/connect-in-an-afternoon.md")
const blocks = [...guide.matchAll(/^```(?:ts|html|js)\n([\s\S]*?)^```$/gm)].map(([, code]) => code)

const server = ["../src/Tools.ts", "../src/Product.ts", "../src/main.ts"].map(read)
const page = ["../public/index.html", "../public/page.js"].map(read)

it("the guide shows every file that a reader needs as it is, and no other code", () => {
  expect(blocks).toEqual([...server, ...page])
})

it("the guide says how many lines of code it has", () => {
  const [, ofServer, ofPage] = /(\d+) lines of a server, and (\d+) of a page/.exec(guide) ?? []
  expect(Number(ofServer)).toBe(server.map(codeLines).reduce((sum, lines) => sum + lines))
  expect(Number(ofPage)).toBe(codeLines(read("../public/page.js")))
})

it("the guide installs the versions that the README of the runtime names", () => {
  const versions = /^npm install (effect@.*)$/m.exec(read("../../../runtime-http/README.md"))?.[1]
  expect(guide).toContain(`\nnpm install ${versions}\n`)
})
