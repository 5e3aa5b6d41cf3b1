import { readFileSync } from "node:fs"
import { it } from "@effect/vitest"
import * as Markers from "../../runtime-http/test/Readme.js"
import * as Readme from "./Readme.js"
import type { Result } from "./Result.js"

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")

it("the README shows the figures of the last benchmark that was saved", async ({ expect }) => {
  const result = JSON.parse(read("results.json")) as Result
  const { head, rows } = Readme.table(result)
  const content = `${Markers.table(head, rows)}\n\n${Readme.footnote(result)}`
  await expect(Markers.render(read("../../README.md"), "speed", content)).toMatchFileSnapshot("../../README.md")
})
