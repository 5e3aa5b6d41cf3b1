import { cp, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Child from "../../../runtime-http/test/Child.js"
import * as PackageRegistry from "../../support/PackageRegistry.js"
import * as PackedPackages from "../../support/PackedPackages.js"
import * as ShellCommands from "../../support/ShellCommands.js"
import * as Roster from "../../support/vendor/Roster.js"
import { until } from "../../support/Wait.js"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** What the issue of authors promises: a new connector serves records after so many commands and so much machine time. */
const MOST_COMMANDS = 5
const MOST_MILLIS = 180_000

/** Packing takes half a minute, and the rest may take longer than promised before the test says so. */
const SLOW = { timeout: 600_000 }

/** The lines of code of a file, counted as the guide counts them: neither blank nor a comment. */
const linesOf = (text: string): number =>
  text.split("\n").filter((line) => !/^\s*(\/\*\*.*|\*.*|\/\/.*)?$/.test(line)).length

interface Page {
  readonly items: ReadonlyArray<{ readonly name: string }>
  readonly total?: number
}

describe("A new connector, outside the repository", () => {
  let folder: { readonly path: string; readonly remove: () => Promise<void> }
  let packages: ReadonlyArray<PackedPackages.Packed>
  let registry: PackageRegistry.PackageRegistry
  let vendor: Roster.Roster

  beforeAll(async () => {
    folder = await PackedPackages.makeFolder()
    packages = await PackedPackages.pack(folder.path, ["core", "cli", "console", "runtime-http", "create"])
    registry = await PackageRegistry.start(packages, folder.path)
    vendor = await Roster.start()
  }, SLOW.timeout)

  afterAll(async () => {
    await vendor?.stop()
    await registry?.stop()
    await folder?.remove()
  })

  it("is made, written, tested, tried and served with five commands in three minutes", SLOW, async () => {
    const port = String(await Child.freePort())
    const shell = ShellCommands.make({
      ...PackedPackages.cleanEnv(),
      ...registry.env,
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
      PORT: port,
      TRIBUTARY_ALLOW_LOOPBACK: "true"
    })
    const began = performance.now()

    // `npm create tributary-connector roster` runs the same program, once the package is published.
    const creator = packages.find(({ name }) => name === "create-tributary-connector")?.archive ?? ""
    const create = ["npm", "exec", "--yes", `--package=${creator}`, "--", "create-tributary-connector", "roster"]
    await shell.run(create, folder.path)
    const connector = join(folder.path, "tributary-connector-roster")

    // Writing the connector: the files of the guide.
    const guide = join(root, "examples/guide-connector")
    const sources = ["src/credentials.ts", "src/exports/idp.users.ts", "src/exports/idp.groups.ts", "src/roster.ts"]
    const tests = ["test/fixtures/replies.ts", "test/roster.test.ts"]
    for (const file of [...sources, "src/index.ts", ...tests]) await cp(join(guide, file), join(connector, file))

    expect(await shell.run(["npm", "test", "--", "--update"], connector)).toMatch(/Test Files .*1 passed/)

    const credentials = { base_url: vendor.url, api_key: vendor.key }
    await writeFile(join(connector, "credentials.json"), JSON.stringify(credentials))
    const attempt = ["npm", "run", "try", "--", "--credentials", "credentials.json", "--out", "records.jsonl"]
    expect(await shell.run(attempt, connector)).toContain(`idp_user: ${vendor.people.length} records`)
    const read = (await readFile(join(connector, "records.jsonl"), "utf8")).trim().split("\n")
    expect(read.length).toBe(vendor.people.length + vendor.memberships + 3)

    const server = shell.start(["npm", "start"], connector)
    try {
      const key = await server.printed(/A key of a new account: (trib_\S+)/)
      expect(await server.printed(/The API is at (\S+)\/v1,/)).toBe(`http://127.0.0.1:${port}`)
      const call = async <A>(
        path: string,
        init: RequestInit = {},
        headers: Record<string, string> = {}
      ): Promise<A> => {
        const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
          ...init,
          headers: { "x-api-key": key, "content-type": "application/json", ...headers }
        })
        const text = await response.text()
        if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
        return JSON.parse(text) as A
      }
      const post = (path: string, body: unknown) =>
        call<{ readonly id: string }>(path, { method: "POST", body: JSON.stringify(body) })
      const organization = await post("/provisioning/organizations", { name: "Acme" })
      const connection = await post(`/provisioning/organizations/${organization.id}/connections`, {
        vendor: "ROSTER",
        credentials
      })
      const names = (path: string) =>
        call<Page>(path, {}, { "x-connection-id": connection.id }).then(({ items }) => items.map(({ name }) => name))
      const [first] = await until(async () => {
        const found = await names("/idp/users?limit=1")
        return found.length === 0 ? null : found
      })
      const took = performance.now() - began
      expect(vendor.people).toContain(first)
      console.log(
        `From the first command to the first served record: ${(took / 1_000).toFixed(1)} s, ${shell.count()} commands.`
      )
      expect(shell.count()).toBeLessThanOrEqual(MOST_COMMANDS)
      expect(took).toBeLessThan(MOST_MILLIS)
      await until(async () => ((await names("/idp/groups?limit=100")).length === 3 ? true : null))
    } finally {
      await server.stop()
    }

    const promised = /The whole connector has (\d+) lines of code/.exec(
      await readFile(join(root, "core/guides/first-connector.md"), "utf8")
    )?.[1]
    const written = await Promise.all(sources.map((file) => readFile(join(connector, file), "utf8")))
    expect(written.map(linesOf).reduce((sum, lines) => sum + lines, 0)).toBeLessThanOrEqual(Number(promised))
  })

  it("passes its tests, compiles and builds as it is generated", SLOW, async () => {
    const shell = ShellCommands.make({
      ...PackedPackages.cleanEnv(),
      ...registry.env,
      npm_config_prefer_offline: "true"
    })
    const creator = packages.find(({ name }) => name === "create-tributary-connector")?.archive ?? ""
    const create = ["npm", "exec", "--yes", `--package=${creator}`, "--", "create-tributary-connector", "Acme Corp"]
    await shell.run([...create, "--no-install"], folder.path)
    const connector = join(folder.path, "tributary-connector-acme-corp")
    // What the connector of the test before has installed is the same, and it needs it no more.
    await rename(join(folder.path, "tributary-connector-roster/node_modules"), join(connector, "node_modules")).catch(
      () => shell.run(["npm", "install"], connector)
    )
    expect(await shell.run(["npm", "test"], connector)).toMatch(/Test Files .*1 passed/)
    await shell.run(["npm", "run", "typecheck"], connector)
    await shell.run(["npm", "run", "build"], connector)
    // Without a version, npm would take the next major one, and refuse it beside core, if the package did not name a range.
    await shell.run(["npm", "install", "effect"], connector)
    const { devDependencies } = JSON.parse(await readFile(join(connector, "package.json"), "utf8"))
    expect(devDependencies.effect).toMatch(/^\D?3\./)
    const packed = await shell.run(["npm", "pack", "--dry-run", "--json"], connector)
    const [{ files }] = JSON.parse(packed.slice(packed.indexOf("["))) as [{ files: ReadonlyArray<{ path: string }> }]
    const published = files.map(({ path }) => path.split("/")[0])
    expect([...new Set(published)].toSorted()).toEqual(["README.md", "dist", "package.json"])
  })
})
