import { execFile } from "node:child_process"
import { copyFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { type DemoVendor, startDemoVendor } from "@tributary/example-demo-vendor"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Child from "../../../runtime-http/test/Child.js"
import { onPostgres } from "../../../runtime-http/test/TestDatabase.js"
import * as DeployFolder from "../../support/DeployFolder.js"
import * as PackedPackages from "../../support/PackedPackages.js"
import * as ComposeStandIn from "../../support/process/ComposeStandIn.js"
import * as Databases from "../../support/process/Databases.js"
import { until } from "../../support/Wait.js"

const run = promisify(execFile)

/** Packing and installing takes up to half a minute on a quiet machine. */
const SLOW_MILLIS = 600_000

const slim = `${DeployFolder.folder}slim.mjs`
const { command, entrypoint } = DeployFolder.image()

/** What the demo vendor takes, at an address of Okta. */
const ADDRESS = "https://acme.okta.com"
const TOKEN = "00abc"

/** Commands of the README, and titles above them, that are not run as they are there, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  "(cd app && npm install --package-lock-only)":
    "the packages are installed from their archives, with the flags of the image",
  "Without containers": "it needs systemd, and folders of the machine"
}

/** Every file of a folder with its time and size: what a read-only file system would keep as it is. */
const listing = async (folder: string): Promise<ReadonlyArray<string>> => {
  const names = await readdir(folder, { recursive: true })
  const all = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size } = await stat(join(folder, name))
      return `${name} ${mtimeMs} ${size}`
    })
  )
  return all.toSorted()
}

onPostgres("what the image contains, without a container", () => {
  let folder: { readonly path: string; readonly remove: () => Promise<void> }
  let app: PackedPackages.Application
  let database: Databases.Database
  let vendor: DemoVendor
  let compose: ComposeStandIn.ComposeStandIn
  /** A copy of the folder, as an operator has it. */
  let deploy = ""

  beforeAll(async () => {
    folder = await PackedPackages.makeFolder()
    deploy = await mkdtemp(join(tmpdir(), "tributary-deploy-"))
    await cp(DeployFolder.folder, deploy, { recursive: true })
    vendor = await startDemoVendor({ users: 5, token: TOKEN, changeEverySeconds: 0 })
    database = await Databases.create(process.env["TEST_DATABASE_URL"] ?? "")
    const packages = await PackedPackages.pack(folder.path, [
      "core",
      "cli",
      "console",
      "runtime-http",
      "connectors/okta"
    ])
    const { dependencies } = JSON.parse(DeployFolder.text("app/package.json")) as {
      readonly dependencies: Record<string, string>
    }
    const others = Object.entries(dependencies).filter(([name]) => !packages.some((each) => each.name === name))
    const beside = Object.fromEntries(others.map(([name, range]) => [name, /\d+\.\d+/.exec(range)?.[0] ?? range]))
    // The flags of the Containerfile; without a registry that has the packages, there is no lock file for `npm ci`.
    const [, flags = ""] = /npm ci (.*)/.exec(DeployFolder.text("Containerfile")) ?? []
    app = await PackedPackages.install(folder.path, "npm", packages, { beside, flags: flags.split(" ") })
    const installed = JSON.parse(await readFile(join(app.folder, "package.json"), "utf8"))
    // The runtime brings its pages by itself, from a registry that has them.
    const expected = [...Object.keys(dependencies), "@tributary/console"]
    expect(Object.keys(installed.dependencies).toSorted()).toEqual(expected.toSorted())
    await copyFile(`${DeployFolder.folder}app/tributary.config.ts`, join(app.folder, "tributary.config.ts"))
    compose = await ComposeStandIn.start({
      app: app.folder,
      folder: deploy,
      databaseUrl: database.url,
      site: "api.example.com",
      env: {
        TRIBUTARY_HOST_OVERRIDES: `${new URL(ADDRESS).host}=${vendor.url}`,
        TRIBUTARY_ALLOW_LOOPBACK: "true",
        // Services are started again twenty times; rollingDeploy.test.ts is about what happens meanwhile.
        TRIBUTARY_DRAIN_SECS: "0"
      }
    })
  }, SLOW_MILLIS)

  afterAll(async () => {
    await compose?.release()
    await vendor?.close()
    await database?.drop()
    await folder?.remove()
    if (deploy !== "") await rm(deploy, { recursive: true, force: true })
  })

  it("is less than half of what was installed", { timeout: SLOW_MILLIS }, async () => {
    const { stdout } = await run(process.execPath, [slim, app.folder])
    console.info(stdout.trim())
    const [, before, after] =
      /^node_modules: (\S+) MiB before, (\S+) MiB after; \S+ MiB removed\.\n$/.exec(stdout) ?? []
    expect(Number(after)).toBeGreaterThan(10)
    expect(Number(after)).toBeLessThan(Number(before) / 2)
    const files = await readdir(join(app.folder, "node_modules"), { recursive: true })
    expect(files.filter((file) => /pglite|\.map$|\.d\.ts$/.test(file))).toEqual([])
    expect(files.some((file) => /^licen[cs]e/i.test(file.split("/").at(-1) ?? ""))).toBe(true)
  })

  it("loses nothing if the folder is not an application", async () => {
    const sources = await mkdtemp(join(deploy, "sources-"))
    await writeFile(join(sources, "package.json"), `{ "dependencies": { "effect": "3" } }`)
    const refused = await run(process.execPath, [slim, sources]).catch(
      ({ stderr }: { readonly stderr: string }) => stderr
    )
    expect(refused).toContain(`${sources} is no application that depends on @tributary/runtime-http`)
  })

  it("says that it has no database if nothing names one", { timeout: SLOW_MILLIS }, async () => {
    const server = Child.spawn(join(app.folder, entrypoint[1] ?? ""), {
      args: command,
      cwd: app.folder,
      env: { DATABASE_URL: "", TRIBUTARY_DATA_DIR: join(deploy, "data") }
    })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain("DATABASE_URL is not set, and the embedded Postgres is not installed here")
  })

  it("works by every command of the runbook, and writes no file", { timeout: SLOW_MILLIS }, async () => {
    const commands = DeployFolder.shellCommands()
    const left = new Set(commands)
    /** What the README has in angle brackets, as the commands before have printed it. */
    const values = new Map<string, string>()
    const learnt = {
      "account-id": /Account (\S+) was created/,
      key: /(trib_\S+)/,
      "key-id": /Key (\S+) was created/,
      "operator-key": /(tribop_\S+)/
    }
    /** Runs the commands below a title, with these values in angle brackets; returns what they printed. */
    const perform = async (title: string, given: Readonly<Record<string, string>> = {}): Promise<string> => {
      let printed = ""
      for (const [name, value] of Object.entries(given)) values.set(name, value)
      for (const one of commands.filter((each) => each.title === title && !(each.line in NOT_RUN))) {
        left.delete(one)
        const line = one.line.replace(/<([\w-]+)>/g, (name, of) => values.get(of) ?? name)
        const lines = await compose.shell(line)
        for (const [name, pattern] of Object.entries(learnt)) {
          const [, value] = pattern.exec(lines) ?? []
          if (value !== undefined && !values.has(name)) values.set(name, value)
        }
        printed += lines
      }
      return printed
    }
    const call = async (path: string, method = "GET", body?: object) => {
      const answer = await fetch(`${compose.originOf("tributary-1")}/v1${path}`, {
        method,
        headers: { "x-api-key": values.get("key") ?? "", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return answer.json() as Promise<{ readonly id: string; readonly last_sync: { readonly status: string } | null }>
    }
    const before = await listing(app.folder)

    await perform("1. Make the secrets")
    expect(await compose.shell("docker compose run --rm tributary-1").catch(String)).toContain("migrat")
    await perform("2. Build the image")
    expect(await perform("3. Start")).toMatch(/tributary-1 Up.*tributary-2 Up.*200 /s)
    const made = await perform("4. Make an account and a key")
    expect(made).toContain('"vendor":"OKTA"')
    expect(made).toMatch(/dashboard +read.*key\.create.*key\.rotate/s)

    const page = await compose.shell("curl https://api.example.com/v1/docs")
    const [address = "no document"] = /docs\/\w+\/reference\.json/.exec(page) ?? []
    expect(await compose.shell(`curl https://api.example.com/v1/${address}`)).toContain('"Keep a copy"')
    expect(await compose.shell("curl https://api.example.com/v1/openapi.json")).toContain('"openapi":"3.')

    const organization = (await call("/provisioning/organizations", "POST", { name: "Globex" })).id
    values.set("organization-id", organization)
    const connections = `/provisioning/organizations/${organization}/connections`
    const credentials = { base_url: ADDRESS, api_token: TOKEN }
    const connection = (await call(connections, "POST", { vendor: "OKTA", credentials })).id
    const syncedAs = (status: string) =>
      until(async () =>
        (await call(`${connections}/${connection}/status`)).last_sync?.status === status ? true : null
      )
    await syncedAs("SUCCESS")

    expect(await perform("Upgrade and roll back")).toContain("The schema is up to date.")
    expect(compose.running()).toEqual(["tributary-1", "tributary-2"])

    // The second time, the first key is still there, as if nobody had removed it.
    expect(await perform("Rotate the master key", { "new-id": "2026-07" })).toContain("CREDENTIALS: 1 sealed again")
    expect(await perform("Rotate the master key", { "new-id": "2027-01" })).toContain("CREDENTIALS: 1 sealed again")
    const keys = () => readFile(join(deploy, "secrets", "master_key"), "utf8")
    expect(await keys()).toMatch(/^2027-01:[^,]+,2026-07:[^,]+,2026-01:[^,]+$/)
    expect(await perform("Remove an old key", { "old-id": "2026-01" })).toContain("2026-01")
    expect(await perform("Remove an old key", { "old-id": "2026-07" })).toContain("2026-07")
    expect(await keys()).toMatch(/^2027-01:[^,]+\n$/)
    expect(await compose.shell("docker compose run --rm tributary-1 master-keys list")).not.toContain("2026")

    await perform("Back up and restore")
    expect((await readFile(join(deploy, "tributary.dump"))).subarray(0, 5).toString()).toBe("PGDMP")

    // Asked to come back so late, a job does not wait: without that, it repeats a request of each list for 15 seconds.
    vendor.fail({ path: ".*", times: 1_000_000, status: 503, headers: { "retry-after": "600" } })
    await call(`${connections}/${connection}/sync`, "POST")
    await syncedAs("FAILED")
    const seen = await perform("See who must act")
    expect(seen).toContain("1 connection needs a vendor.")
    expect(seen).toMatch(new RegExp(`^${connection} .*VENDOR_DOWN +vendor`, "m"))
    const outage = await perform("A vendor is down or sends wrong data")
    expect(outage).toContain(`"id":"${connection}"`)
    expect(outage).toContain("Okta returns users of other tenants")

    expect(await perform("A customer leaves")).toContain(organization)
    await until(async () => {
      const all = await compose.shell("docker compose run --rm tributary-1 erase list")
      return /finished/.test(all) ? true : null
    })

    await perform("Stop")
    expect(compose.running()).toEqual(["tributary-2"])
    expect(await listing(app.folder)).toEqual(before)
    for (const { line, title } of left) console.info(`Not run: ${line} (${NOT_RUN[line] ?? NOT_RUN[title]})`)
    expect([...left].filter(({ line, title }) => !(line in NOT_RUN || title in NOT_RUN))).toEqual([])
  })
})
