import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ConfigProvider, Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { program } from "../../../runtime-http/src/cli/index.js"

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

it("a command makes no embedded database, because DATABASE_URL may be missing by mistake, and uses one that is there", async () => {
  for (const command of ["accounts create Acme", "hold --reason now", "connectors stop okta --reason now", "audit"]) {
    expect(await tributary(...command.split(" ")), command).toBe(1)
  }
  expect(await readdir(folder)).toEqual([])
  expect(await tributary("migrate")).toBe(0)
  expect(await tributary("accounts", "create", "Acme")).toBe(0)
})

it("a command fails if the folder of the embedded database cannot be made", async () => {
  const file = join(folder, "file")
  await writeFile(file, "")
  expect(await tributaryIn(join(file, "data"), "migrate")).toBe(1)
})
