import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import * as Scaffold from "../src/Scaffold.js"

describe("A new connector", () => {
  let cwd: string
  let lines: Array<string>
  beforeEach(async () => {
    lines = []
    cwd = await mkdtemp(join(tmpdir(), "tributary-create-"))
  })
  afterEach(() => rm(cwd, { recursive: true, force: true }))

  const make = (options: Partial<Scaffold.ScaffoldOptions> = {}) =>
    Scaffold.make({ vendor: "acme-corp", cwd, manager: null, print: (line) => lines.push(line), ...options })

  it("is written into a folder with the name of its package", async () => {
    const folder = await make()
    expect(folder).toBe(join(cwd, "tributary-connector-acme-corp"))
    expect(await readdir(folder)).toEqual(
      expect.arrayContaining([".changeset", ".github", ".gitignore", "AGENTS.md", "README.md", "package.json", "src"])
    )
    expect(lines.join("\n")).toContain("  cd tributary-connector-acme-corp\n  npm install\n  npm test\n")
  })

  it("does not overwrite files", async () => {
    await writeFile(join(cwd, "mine.txt"), "mine")
    await expect(make({ folder: "." })).rejects.toThrow(
      `The folder ${cwd} is not empty: name another one with --folder, or empty it.`
    )
    expect(await readdir(cwd)).toEqual(["mine.txt"])
  })

  it("is refused if the name cannot be used in code", async () => {
    await expect(make({ vendor: "1password" })).rejects.toBeInstanceOf(Scaffold.ScaffoldError)
    expect(await readdir(cwd)).toEqual([])
  })

  it("says how to continue if the installation fails", async () => {
    await expect(make({ manager: "no-such-manager" })).rejects.toThrow(
      /^no-such-manager install did not start \(.*\)\. Run it again in \S+\.$/
    )
  })

  it.each([
    ["pnpm/10.34.9 npm/? node/v20.20.2 linux x64", "pnpm"],
    ["npm/10.8.2 node/v20.20.2 linux x64", "npm"],
    ["other/1", "npm"],
    [undefined, "npm"]
  ])("is installed by the program that runs it: %j means %s", (agent, manager) => {
    expect(Scaffold.managerOf({ npm_config_user_agent: agent })).toBe(manager)
  })
})
