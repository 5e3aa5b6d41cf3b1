import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { run } from "../TestProgram.js"

describe("tributary new connector", () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "tributary-new-"))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it("makes the package that npm create tributary-connector makes", async () => {
    const made = await run(["new", "connector", "--no-install", "--folder", folder, "acme-corp"])
    expect([made.code, made.err]).toEqual([0, ""])
    expect(await readFile(join(folder, "package.json"), "utf8")).toContain('"name": "tributary-connector-acme-corp"')
  })

  it("exits with 1 and suggests a remedy if the name cannot be a vendor's name", async () => {
    expect(await run(["new", "connector", "--no-install", "--folder", folder, "1password"])).toMatchObject({
      code: 1,
      err: "The name of the vendor begins with a digit, and code cannot: write the number as a word, such as one-password.\n"
    })
  })
})
