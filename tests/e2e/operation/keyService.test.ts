import { randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Exit, Redacted, Scope } from "effect"
import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Bundle from "../../../runtime-http/test/Bundle.js"
import * as TransitServer from "../../../runtime-http/test/store/secrets/TransitServer.js"
import { onPostgres, TestDatabase } from "../../../runtime-http/test/TestDatabase.js"
import * as CommandLine from "../../support/CommandLine.js"
import * as Installation from "../../support/process/Installation.js"
import * as ServerProcess from "../../support/process/ServerProcess.js"
import * as TicketVendor from "../../support/vendor/TicketVendor.js"
import { until } from "../../support/Wait.js"

/** The commands of the README, without its comments. */
const lines = (): ReadonlyArray<string> => {
  const readme = readFileSync(new URL("../../../runtime-http/README.md", import.meta.url), "utf8")
  const [, block = ""] = /begin: key service[^\n]*\n\s*```sh\n([\s\S]*?)```/.exec(readme) ?? []
  return block.split("\n").filter((line) => line !== "")
}

const MASTER_KEY = `2026-01:${randomBytes(32).toString("base64")}`
const SERVICE = "transit/tributary"

onPostgres("an external key service", () => {
  const scope = Effect.runSync(Scope.make())
  const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.extend(effect, scope))

  const folder = mkdtempSync(join(tmpdir(), "tributary-"))
  let installation: Installation.Installation
  let file = ""
  let command: CommandLine.CommandLine
  let vendor: TicketVendor.TicketVendor
  let transit: TransitServer.TransitServer
  let database: pg.Client
  let server: ServerProcess.ServerProcess | null = null
  let env: Record<string, string> = {}

  beforeAll(async () => {
    const url = Redacted.value(await scoped(TestDatabase.makeUrl({ migrated: true })))
    file = await scoped(Bundle.bundle(fileURLToPath(new URL("../../../examples/server/src/main.ts", import.meta.url))))
    command = await CommandLine.build()
    installation = await Installation.on(url)
    vendor = await TicketVendor.start(TicketVendor.jira)
    transit = await TransitServer.start()
    writeFileSync(join(folder, "token"), `${transit.token}\n`)
    database = new pg.Client({ connectionString: url })
    await database.connect()
    env = {
      ...installation.env,
      TRIBUTARY_MASTER_KEY: MASTER_KEY,
      TRIBUTARY_LOG_LEVEL: "Error",
      TRIBUTARY_DRAIN_SECS: "0"
    }
  })

  afterAll(async () => {
    await database?.end()
    await server?.release()
    await transit?.stop()
    await vendor?.stop()
    await installation?.remove()
    await command?.remove()
    rmSync(folder, { recursive: true })
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const restart = async () => {
    server?.signal("SIGTERM")
    await server?.ended
    server = await ServerProcess.start(file, env)
  }

  const ask = async (path: string, init: RequestInit = {}, connection?: string) => {
    const response = await fetch(`${server?.origin}/v1${path}`, {
      ...init,
      headers: {
        "x-api-key": installation.apiKey,
        "content-type": "application/json",
        ...(connection === undefined ? {} : { "x-connection-id": connection })
      }
    })
    const text = await response.text()
    return {
      status: response.status,
      code: response.headers.get("x-error-code"),
      body: text === "" ? null : JSON.parse(text)
    }
  }
  const post = (path: string, body: unknown, connection?: string) =>
    ask(path, { method: "POST", body: JSON.stringify(body) }, connection)

  const tributary = async (...args: ReadonlyArray<string>) => {
    const child = command.start(args, env)
    return { code: await child.ended, out: child.out(), err: child.err() }
  }

  /** By which keys the credentials are sealed. */
  const keys = async () => {
    const { rows } = await database.query(
      `select distinct encode(substring(credentials from 3 for get_byte(credentials, 1)), 'escape') as key from connection`
    )
    return rows.map(({ key }) => key)
  }

  let connections = ""
  let connection = ""
  const isValid = async () => (await ask(`${connections}/${connection}/test`)).body.is_valid

  it("takes the place of the master key by the steps of the README", async () => {
    await restart()
    const organization = await post("/provisioning/organizations", { name: "Acme" })
    connections = `/provisioning/organizations/${organization.body.id}/connections`
    const credentials = TicketVendor.jira.credentials(vendor.url)
    connection = (await post(connections, { vendor: "JIRA", credentials })).body.id
    expect(await keys()).toEqual(["2026-01"])

    const values: Readonly<Record<string, string>> = {
      TRIBUTARY_KEY_SERVICE_URL: transit.url,
      TRIBUTARY_KEY_SERVICE_TOKEN_FILE: join(folder, "token"),
      TRIBUTARY_KEY_SERVICE_SEALS: "false"
    }
    const outputs: Array<string> = []
    for (const line of lines()) {
      const [, assigned] = /^(TRIBUTARY_\w+)=/.exec(line) ?? []
      const [, removed] = /^unset (\w+)$/.exec(line) ?? []
      if (assigned !== undefined) env = { ...env, [assigned]: values[assigned] ?? "" }
      else if (removed !== undefined) {
        if (removed in values) await restart()
        expect(await isValid()).toBe(true)
        const { [removed]: _, ...others } = env
        env = others
        await restart()
      } else if (line.startsWith("npx tributary ")) {
        const { code, err, out } = await tributary(...line.slice("npx tributary ".length).split(" "))
        expect([code, err]).toEqual([0, ""])
        outputs.push(out)
      } else expect(line).toMatch(/^# /)
    }
    expect(env["TRIBUTARY_MASTER_KEY"]).toBeUndefined()
    expect(outputs).toEqual([
      expect.stringContaining(
        `Sealed again with the master key "${SERVICE}": the credentials of 1 connection.\nThe master key "2026-01" can be removed now: `
      ),
      'The master key "2026-01" was forgotten. Nothing was sealed with it.\n'
    ])
    expect(await keys()).toEqual([SERVICE])
    expect(await isValid()).toBe(true)
    expect((await tributary("master-keys", "list")).out).toMatch(
      /^transit\/tributary +1 +0 +0 +0 +1 +no: processes seal with it$/m
    )
  })

  it("that is down is the operator's matter: everything waits for it, and nobody has to enter credentials again", async () => {
    const { body: ticket } = await post("/itsm/tickets", TicketVendor.jira.ticket, connection)
    await until(async () =>
      (await ask(`/outbound-jobs/${ticket.job_id}`, {}, connection)).body.status === "SUCCESS" ? true : null
    )
    const [{ payload }] = (await database.query("select credentials as payload from connection")).rows
    // A process that has no data key yet.
    await restart()
    transit.mood = "sealed"
    const { rows } = await database.query(
      `insert into outbound_job (id, account_id, connection_id, vendor, task_name, payload)
       select gen_random_uuid(), account_id, connection_id, vendor, task_name, $1 from outbound_job returning id`,
      [payload]
    )
    expect(await ask(`${connections}/${connection}/test`)).toMatchObject({ status: 503, code: "STORE_UNAVAILABLE" })
    const credentials = TicketVendor.jira.credentials(vendor.url)
    expect((await post(connections, { vendor: "JIRA", credentials })).status).toBe(503)
    const change = { method: "PATCH", body: JSON.stringify({ credentials: { api_token: "another-invented-token" } }) }
    expect((await ask(`${connections}/${connection}`, change)).status).toBe(503)
    expect((await post("/itsm/tickets", TicketVendor.jira.ticket, connection)).status).toBe(503)
    await until(async () => ((await post(`${connections}/${connection}/sync`, {})).status === 202 ? true : null))
    const shown = await until(async () => {
      const { body } = await ask(`${connections}/${connection}`)
      return body.health.name === "HEALTHY" ? null : body
    })
    expect(shown.health.name).toBe("INTERNAL_ERROR")
    const { body: jobs } = await ask(`${connections}/${connection}/jobs`)
    expect(jobs.items[0].failure_reason).toMatch(
      /^The service cannot decrypt the credentials for now\. The next job tries again/
    )
    expect(JSON.stringify([shown, jobs])).not.toMatch(/[Ee]nter|127\.0\.0\.1:\d+\/v1/)
    const queued = async () =>
      (
        await database.query(
          "select status, attempt, due_at > clock_timestamp() as waits from outbound_job where id = $1",
          [rows[0].id]
        )
      ).rows[0]
    // An attempt that is under way counts until it ends.
    const waiting = { status: "RUNNING", attempt: 0, waits: true }
    await expect.poll(queued).toEqual(waiting)
    expect(server?.output()).toContain("it is sealed or under maintenance: unseal it (503: Vault is sealed)")
    expect(server?.output()).not.toContain(transit.token)
    expect((await tributary("master-keys", "rewrap")).err).toContain("it is sealed or under maintenance: unseal it")

    transit.mood = "well"
    await until(async () => ((await isValid()) ? true : null))
    await until(async () => ((await post(`${connections}/${connection}/sync`, {})).status === 202 ? true : null))
    await until(async () => ((await ask(`${connections}/${connection}`)).body.health.name === "HEALTHY" ? true : null))
  })

  it("rotates its key, and a rewrap of everything lets it forget the former version", async () => {
    transit.rotate()
    const { code, err, out } = await tributary("master-keys", "rewrap", "--all")
    expect([code, err]).toEqual([0, ""])
    expect(out).toContain("Keep the former versions of a key in a key service as long as you may restore a backup")
    transit.minDecryptionVersion = 2
    await restart()
    expect(await isValid()).toBe(true)
  })

  it("says what to do if the service has forgotten the version of the key", async () => {
    transit.minDecryptionVersion = 3
    transit.rotate()
    const refused = await tributary("master-keys", "rewrap", "--all")
    expect(refused.code).toBe(1)
    expect(refused.err).toContain("lower min_decryption_version")
    transit.minDecryptionVersion = 1
  })

  it("gives its place back to a master key", async () => {
    env = { ...env, TRIBUTARY_MASTER_KEY: MASTER_KEY, TRIBUTARY_KEY_SERVICE_SEALS: "false" }
    await restart()
    const { code, err, out } = await tributary("master-keys", "rewrap")
    expect([code, err]).toEqual([0, ""])
    expect(out).toContain('The master key "transit/tributary" can be removed')
    expect(await keys()).toEqual(["2026-01"])
    const { TRIBUTARY_KEY_SERVICE_SEALS: _, TRIBUTARY_KEY_SERVICE_URL: __, ...others } = env
    env = others
    await restart()
    await transit.stop()
    expect(await isValid()).toBe(true)
    expect((await tributary("master-keys", "forget", SERVICE)).code).toBe(0)
    const { rows } = await database.query("select name from setting where name like '%transit%'")
    expect(rows).toEqual([])
  })
})
