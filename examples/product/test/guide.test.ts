import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

const guide = read("../../../runtime-http/guides/connect-in-an-afternoon.md")
const blocks = [...guide.matchAll(/^```(?:ts|js)\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code)

/** Lines without their indentation, because the guide shows parts of what is indented. */
const linesOf = (code: string): string =>
  code
    .split("\n")
    .map((line) => line.trim())
    .join("\n")

const files = ["../src/", "../public/"].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url)).map((name) => linesOf(read(`${folder}${name}`)))
)

it("the guide shows this code and no other", () => {
  expect(blocks.length).toBeGreaterThan(3)
  for (const block of blocks) {
    const isShown = files.some((file) => file.includes(linesOf(block)))
    if (!isShown) expect.fail(`The guide shows what the example does not have:\n${block}`)
  }
})
