import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { format } from "node:util"
import { ConfigProvider, Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { program } from "../../../runtime-http/src/cli/index.js"
import * as Bundle from "../../../runtime-http/test/Bundle.js"
import { onPostgres, TestDatabase } from "../../../runtime-http/test/TestDatabase.js"
import * as Databases from "../../support/process/Databases.js"
import * as Installation from "../../support/process/Installation.js"
import * as ServerProcess from "../../support/process/ServerProcess.js"
import * as TicketVendor from "../../support/vendor/TicketVendor.js"
import { until } from "../../support/Wait.js"

/** More than a connection may send at once, so that some of them are only queued. */
const TICKETS = 9

/** Lets a process believe that it runs on another host. */
const onHost = (name: string) => ({
  NODE_OPTIONS: `--import "data:text/javascript,import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module'; os.hostname = () => '${name}'; syncBuiltinESMExports()"`
})

/*
 * A copy is made while tickets are queued. The installation goes on and sends them; then the copy starts, as after the restore of a dump.
 */
onPostgres("the restore of a copy with queued tickets", () => {
  const scope = Effect.runSync(Scope.make())
  const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.extend(effect, scope))

  let installation: Installation.Installation
  let vendor: TicketVendor.TicketVendor
  let file = ""
  let connection = ""
  let jobs: ReadonlyArray<string> = []
  const folder = mkdtempSync(join(tmpdir(), "tributary-dump-"))
  let server: ServerProcess.ServerProcess | null = null

  const start = async (url: string, host: string, more: Readonly<Record<string, string>> = {}) => {
    server = await ServerProcess.start(file, { ...installation.env, DATABASE_URL: url, ...onHost(host), ...more })
    return server
  }

  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${server?.origin}/v1${path}`, {
      ...init,
      headers: {
        "x-api-key": installation.apiKey,
        "content-type": "application/json",
        ...(connection === "" ? {} : { "x-connection-id": connection })
      }
    })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  const post = async (path: string, sent: unknown) => {
    const { body, status } = await ask(path, { method: "POST", body: JSON.stringify(sent) })
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  const end = async () => {
    await server?.release()
    server = null
  }

  /** Runs a command of the operator; returns its exit code and what it prints. */
  const command = async (url: string, ...args: ReadonlyArray<string>) => {
    const settings = new Map(Object.entries({ ...installation.env, DATABASE_URL: url }))
    const printed: Array<string> = []
    const print = (...values: ReadonlyArray<unknown>) => Effect.sync(() => void printed.push(format(...values)))
    const code = await Effect.consoleWith((console) =>
      Effect.withConsole(program(["node", "tributary", ...args]), { ...console, log: print, error: print })
    ).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(settings)), Effect.runPromise)
    return [code, printed.join("\n")]
  }

  const query = (url: string, text: string) =>
    Databases.connected(url, async (client) => (await client.query(text)).rows)

  /** Waits until all tickets have ended. */
  const ended = async (url: string) =>
    until(async () => {
      const rows = await query(url, "select status, vendor_id from outbound_job")
      return rows.some(({ status }) => status === "QUEUED" || status === "RUNNING") ? null : rows
    })

  /** Ends the leases of a dead process, which would last for minutes. */
  const expire = (url: string) =>
    query(url, "update outbound_job set due_at = clock_timestamp() where status = 'RUNNING'")

  /** Runs the commands of the README that begin with this word. */
  const shell = (word: string, env: Readonly<Record<string, string>>, options = "") => {
    const lines = readFileSync(new URL("../../../runtime-http/README.md", import.meta.url), "utf8").split("\n")
    const script = lines
      .filter((line) => line.startsWith(`${word} --`))
      .join("\n")
      .replace(word, `${word} ${options}`)
    const { status, stderr } = spawnSync("sh", ["-ec", script], {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: "utf8"
    })
    expect([status, stderr]).toEqual([0, ""])
    expect(script).not.toBe("")
  }

  /** A new database with what was dumped. */
  const restore = async () => {
    const copy = await Databases.create(Databases.urlOf(installation.url, "postgres"))
    shell("pg_restore", { NEW_DATABASE_URL: copy.url })
    await expire(copy.url)
    return copy
  }

  beforeAll(async () => {
    const url = Redacted.value(await scoped(TestDatabase.makeUrl({ migrated: true })))
    file = await scoped(Bundle.bundle(fileURLToPath(new URL("../../../examples/server/src/main.ts", import.meta.url))))
    installation = await Installation.on(url)
    const dialect = TicketVendor.jira
    vendor = await TicketVendor.start(dialect)
    await start(url, "home")
    const { id: organization } = await post("/provisioning/organizations", { name: "Acme" })
    const made = await post(`/provisioning/organizations/${organization}/connections`, {
      vendor: dialect.vendor,
      credentials: dialect.credentials(vendor.url),
      data_export_types: ["itsm_users"]
    })
    connection = made.id
    // The vendor makes the first tickets, and answers only when the copy exists.
    vendor.onCreated = () => new Promise(() => undefined)
    const queued = []
    for (let ticket = 0; ticket < TICKETS; ticket += 1)
      queued.push((await post("/itsm/tickets", dialect.ticket)).job_id)
    jobs = queued
    await until(async () => (vendor.tickets.length === 4 ? true : null))
    await end()
    shell("pg_dump", { DATABASE_URL: url })
    vendor.onCreated = () => Promise.resolve()
    await expire(url)
    await start(url, "home")
    expect((await ended(url)).map(({ status }) => status)).toEqual(jobs.map(() => "SUCCESS"))
    expect(vendor.tickets).toHaveLength(TICKETS)
    await end()
  })

  afterEach(end)

  afterAll(async () => {
    await vendor?.stop()
    rmSync(folder, { recursive: true })
    await installation?.remove()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const findsAll = async (url: string) => {
    const rows = await ended(url)
    expect(rows.map(({ status }) => status)).toEqual(jobs.map(() => "SUCCESS"))
    expect(new Set(rows.map((row) => row["vendor_id"]))).toEqual(new Set(vendor.tickets.map(({ id }) => id)))
    expect(vendor.tickets).toHaveLength(TICKETS)
  }

  it("on another host is held until an operator lets it run, and then finds every ticket", async () => {
    const copy = await restore()
    try {
      const searches = vendor.searches()
      await start(copy.url, "rehearsal")
      expect(await ask("/itsm/tickets?limit=1")).toMatchObject({ status: 200 })
      const [organization] = await query(copy.url, "select id from organization")
      const path = `/provisioning/organizations/${organization?.["id"]}/connections/${connection}`
      const isHeld = async () => {
        const { body, status } = await ask(`${path}/test`)
        expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining("another host")])
      }
      await isHeld()
      expect((await ask(`${path}/status`)).body).toMatchObject({
        problems: [{ reason: "CONNECTOR_STOPPED", operator_message: expect.stringContaining('"tributary resume"') }]
      })
      // A second process there is held, too, and so is one that starts again.
      await end()
      await start(copy.url, "rehearsal")
      await isHeld()
      expect(vendor.searches()).toBe(searches)
      expect(await command(copy.url, "resume")).toEqual([0, expect.stringContaining("runs again")])
      await findsAll(copy.url)
      expect(await command(copy.url, "resume")).toEqual([1, expect.stringContaining("is not held")])
    } finally {
      await end()
      await copy.drop()
    }
  })

  it("on another host takes over at once if a move was announced", async () => {
    const copy = await restore()
    try {
      expect(await command(copy.url, "move")).toEqual([0, expect.stringContaining("takes over")])
      await start(copy.url, "new-home")
      await findsAll(copy.url)
    } finally {
      await end()
      await copy.drop()
    }
  })

  it("into the database itself is noticed, too, and every ticket is found again", async () => {
    const copy = await restore()
    try {
      await start(copy.url, "home")
      await findsAll(copy.url)
      await end()
      shell("pg_restore", { NEW_DATABASE_URL: copy.url }, "--clean --if-exists")
      await expire(copy.url)
      const searches = vendor.searches()
      await start(copy.url, "home")
      await findsAll(copy.url)
      expect(vendor.searches()).toBe(searches + TICKETS)
    } finally {
      await end()
      await copy.drop()
    }
  })

  it("on the same host takes over at once, and a setting holds it", async () => {
    const copy = await restore()
    try {
      const searches = vendor.searches()
      await start(copy.url, "home", { TRIBUTARY_HOLD: "true" })
      const [held] = await query(copy.url, "select reason from connector_stop where vendor = '*'")
      expect(held?.["reason"]).toBe("the service does not run for now")
      await end()
      expect(vendor.searches()).toBe(searches)
      expect(await command(copy.url, "resume")).toEqual([0, expect.any(String)])
      await start(copy.url, "home")
      await findsAll(copy.url)
    } finally {
      await end()
      await copy.drop()
    }
  })
})
