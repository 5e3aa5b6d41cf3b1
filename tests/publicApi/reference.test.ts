import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"
import { entriesOf, programOf, root } from "./Declarations.js"
import * as Names from "./Names.js"

const run = promisify(execFile)

/** The pages take half a minute on a quiet machine. */
const SLOW = 300_000

const entries = ["core", "runtime-http"].flatMap(entriesOf)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-reference-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it("the reference is made from every entry point of the packages", async () => {
  const { entryPoints } = JSON.parse(await readFile(join(root, "typedoc.json"), "utf8")) as {
    readonly entryPoints: ReadonlyArray<string>
  }
  expect(entryPoints.toSorted()).toEqual(entries.map(({ source }) => source).toSorted())
})

it("`pnpm reference` writes a page for everything that can be imported, without a warning", {
  timeout: SLOW
}, async () => {
  // Warnings count as errors, such as a link that leads nowhere or an export without a comment.
  await run(process.execPath, [join(root, "node_modules/typedoc/bin/typedoc"), "--out", folder], { cwd: root })
  const pages = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(".html"))
  const names = Names.make(await programOf(entries), entries)
  const missing = entries.flatMap((entry) =>
    names
      .exportsOf(entry)
      .map(names.allOf)
      .filter((all) => !all.some((name) => pages.some((page) => page.endsWith(`.${name}.html`))))
  )
  expect(missing).toEqual([])
})
