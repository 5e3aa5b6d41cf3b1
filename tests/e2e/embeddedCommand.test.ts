import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ConfigProvider, Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { program } from "../../runtime-http/src/cli/index.js"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const tributary = (...args: ReadonlyArray<string>): Promise<number> => tributaryIn(folder, ...args)

const tributaryIn = (dataDir: string, ...args: ReadonlyArray<string>): Promise<number> =>
  Effect.runPromise(
    Effect.withConfigProvider(
      program([process.execPath, "tributary", ...args]),
      ConfigProvider.fromMap(new Map([["TRIBUTARY_DATA_DIR", dataDir]]))
    )
  )

it("a command migrates the embedded database before the first start, because nobody else can", async () => {
  expect(await tributary("migrate", "--status")).toBe(3)
  expect(await tributary("accounts", "create", "Acme")).toBe(0)
  expect(await tributary("migrate", "--status")).toBe(0)
})

it("a command fails if the folder of the embedded database cannot be made", async () => {
  const file = join(folder, "file")
  await writeFile(file, "")
  expect(await tributaryIn(join(file, "data"), "migrate")).toBe(1)
})
