import { execFile } from "node:child_process"
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Child from "../../runtime-http/test/Child.js"
import { onPostgres } from "../../runtime-http/test/TestDatabase.js"
import * as DeployFolder from "../support/DeployFolder.js"
import * as PackedPackages from "../support/PackedPackages.js"
import * as Databases from "../support/process/Databases.js"
import { until } from "../support/Wait.js"

const run = promisify(execFile)

/** Packing and installing takes up to half a minute on a quiet machine. */
const SLOW_MILLIS = 600_000

const slim = `${DeployFolder.folder}slim.mjs`
const { command, entrypoint, healthCheck } = DeployFolder.image()
const { services } = DeployFolder.yaml("compose.yaml")

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
  let secrets = ""

  beforeAll(async () => {
    folder = await PackedPackages.makeFolder()
    secrets = await mkdtemp(join(tmpdir(), "tributary-secrets-"))
    database = await Databases.create(process.env["TEST_DATABASE_URL"] ?? "")
    const packages = await PackedPackages.pack(folder.path, ["core", "cli", "runtime-http", "connectors/okta"])
    const { dependencies } = JSON.parse(DeployFolder.text("app/package.json")) as {
      readonly dependencies: Record<string, string>
    }
    const others = Object.entries(dependencies).filter(([name]) => !packages.some((each) => each.name === name))
    const beside = Object.fromEntries(others.map(([name, range]) => [name, /\d+\.\d+/.exec(range)?.[0] ?? range]))
    // The flags of the Containerfile; without a registry that has the packages, there is no lock file for `npm ci`.
    const [, flags = ""] = /npm ci (.*)/.exec(DeployFolder.text("Containerfile")) ?? []
    app = await PackedPackages.install(folder.path, "npm", packages, { beside, flags: flags.split(" ") })
    const installed = JSON.parse(await readFile(join(app.folder, "package.json"), "utf8"))
    expect(Object.keys(installed.dependencies).toSorted()).toEqual(Object.keys(dependencies).toSorted())
    await copyFile(`${DeployFolder.folder}app/tributary.config.ts`, join(app.folder, "tributary.config.ts"))
  }, SLOW_MILLIS)

  const children: Array<Child.Child> = []
  let port = ""

  /** Starts what the image starts, with the settings of a service of the compose file. */
  const start = (service: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
    const settings = Object.entries<string>(services[service].environment).map(
      ([name, value]) => [name, value.replace("/run/secrets", secrets)] as const
    )
    const [file = "", ...rest] = entrypoint.slice(1)
    const child = Child.spawn(join(app.folder, file), {
      args: [...rest, ...args],
      cwd: app.folder,
      env: { ...Object.fromEntries(settings), DATABASE_URL: "", HOST: "127.0.0.1", PORT: port, ...env }
    })
    children.push(child)
    return child
  }

  afterAll(async () => {
    for (const { release } of children) await release()
    await database?.drop()
    await folder?.remove()
    if (secrets !== "") await rm(secrets, { recursive: true, force: true })
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
    const sources = await mkdtemp(join(secrets, "sources-"))
    await writeFile(join(sources, "package.json"), `{ "dependencies": { "effect": "3" } }`)
    const refused = await run(process.execPath, [slim, sources]).catch(
      ({ stderr }: { readonly stderr: string }) => stderr
    )
    expect(refused).toContain(`${sources} is no application that depends on @tributary/runtime-http`)
  })

  it("migrates, serves, is ready, writes no file, and ends with code 0 on SIGTERM", {
    timeout: SLOW_MILLIS
  }, async () => {
    await run("bash", ["-euc", DeployFolder.commands("secrets")], { cwd: secrets })
    for (const name of ["database_url", "migrate_database_url"]) {
      await writeFile(join(secrets, name), `${database.url}\n`)
    }
    await copyFile(join(secrets, "secrets/master_key"), join(secrets, "master_key"))
    port = String(await Child.freePort())
    const before = await listing(app.folder)

    const print = async (args: ReadonlyArray<string>): Promise<string> => {
      const child = start("tributary-1", args)
      expect([await child.ended, child.err()]).toEqual([0, ""])
      return child.out()
    }
    const isHealthy = async () => {
      const [program = "", ...args] = healthCheck
      expect(program).toBe("node")
      return run(process.execPath, args, { env: { PORT: port } }).then(
        () => true,
        () => false
      )
    }
    expect(entrypoint[0]).toBe("node")

    const early = start("tributary-1", command)
    expect(await early.ended).toBe(1)
    expect(early.output()).toContain("migrat")

    const migrate = start("migrate", services.migrate.command)
    expect([await migrate.ended, migrate.err()]).toEqual([0, ""])
    expect(await isHealthy()).toBe(false)

    const server = start("tributary-1", command)
    await until(async () => {
      if (server.hasEnded()) throw new Error(server.output())
      return (await isHealthy()) ? true : null
    })
    const origin = `http://127.0.0.1:${port}`
    const [, account = ""] = /Account (\S+) was created/.exec(await print(["accounts", "create", "Acme"])) ?? []
    const [key = ""] = /trib_\S+/.exec(await print(["keys", "create", account, "--label", "production"])) ?? []
    const connectors = await fetch(`${origin}/v1/connectors`, { headers: { "x-api-key": key } })
    expect(await connectors.json()).toMatchObject([{ vendor: "OKTA" }])
    const page = await fetch(`${origin}/v1/docs`).then((answer) => answer.text())
    const [address = "no document"] = /docs\/\w+\/reference\.json/.exec(page) ?? []
    const reference = await fetch(`${origin}/v1/${address}`)
    expect([reference.status, await reference.text()]).toEqual([200, expect.stringContaining('"Keep a copy"')])
    const document = await fetch(`${origin}/v1/openapi.json`)
    expect(document.status).toBe(200)

    server.signal("SIGTERM")
    await until(async () => ((await isHealthy()) ? null : true))
    expect(await server.ended).toBe(0)
    expect(await listing(app.folder)).toEqual(before)
  })

  it("says that it has no database if nothing names one", { timeout: SLOW_MILLIS }, async () => {
    const server = start("tributary-1", command, { DATABASE_URL_FILE: "", TRIBUTARY_DATA_DIR: join(secrets, "data") })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain("DATABASE_URL is not set, and the embedded Postgres is not installed here")
  })
})
