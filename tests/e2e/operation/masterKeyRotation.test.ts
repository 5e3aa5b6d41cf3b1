import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Effect, Exit, Redacted, Scope } from "effect"
import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as MasterKeys from "../../../runtime-http/src/store/secrets/MasterKeys.js"
import { Vault } from "../../../runtime-http/src/store/secrets/Vault.js"
import * as Bundle from "../../../runtime-http/test/Bundle.js"
import { onPostgres, TestDatabase } from "../../../runtime-http/test/TestDatabase.js"
import * as CommandLine from "../../support/CommandLine.js"
import * as Installation from "../../support/process/Installation.js"
import * as ServerProcess from "../../support/process/ServerProcess.js"
import * as TicketVendor from "../../support/vendor/TicketVendor.js"
import { until } from "../../support/Wait.js"

/** The commands of the README, one step each, without its comments. */
const steps = (): ReadonlyArray<string> => {
  const readme = readFileSync(new URL("../../../runtime-http/README.md", import.meta.url), "utf8")
  const [, block = ""] = /begin: rotation[^\n]*\n\s*```sh\n([\s\S]*?)```/.exec(readme) ?? []
  return block.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
}

const OLD = `2026-01:${randomBytes(32).toString("base64")}`
const CONNECTIONS = 20
const CLIENTS = 2

const users = ["a", "b", "c"].map((id) => ({ accountId: id, accountType: "atlassian", displayName: id, active: true }))
const dialect: TicketVendor.Dialect = {
  ...TicketVendor.jira,
  emptyList: (path) => (path.endsWith("/users/search") ? users : TicketVendor.jira.emptyList(path))
}

onPostgres("the rotation of the master key", () => {
  const scope = Effect.runSync(Scope.make())
  const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.extend(effect, scope))

  let installation: Installation.Installation
  let file = ""
  let command: CommandLine.CommandLine
  let vendor: TicketVendor.TicketVendor
  let database: pg.Client
  /** Holds a row, in a transaction of its own. */
  let holder: pg.Client
  let servers: ReadonlyArray<ServerProcess.ServerProcess> = []
  let masterKey = OLD

  const startServer = (keys: string) =>
    ServerProcess.start(file, {
      ...installation.env,
      TRIBUTARY_MASTER_KEY: keys,
      TRIBUTARY_LOG_LEVEL: "Error",
      TRIBUTARY_DRAIN_SECS: "0",
      TRIBUTARY_REQUESTS_PER_SECOND: "100000",
      TRIBUTARY_DATABASE_SHARE_MILLIS: "1000000"
    })

  beforeAll(async () => {
    const url = Redacted.value(await scoped(TestDatabase.makeUrl({ migrated: true })))
    file = await scoped(Bundle.bundle(fileURLToPath(new URL("../../../examples/server/src/main.ts", import.meta.url))))
    command = await CommandLine.build()
    installation = await Installation.on(url)
    vendor = await TicketVendor.start(dialect)
    // Tickets stay in the queue.
    vendor.refusal = () => 503
    database = new pg.Client({ connectionString: url })
    holder = new pg.Client({ connectionString: url })
    await Promise.all([database.connect(), holder.connect()])
    servers = await Promise.all([startServer(OLD), startServer(OLD)])
  })

  afterAll(async () => {
    await Promise.all([database?.end(), holder?.end()])
    for (const { release } of servers) await release()
    await vendor?.stop()
    await installation?.remove()
    await command?.remove()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  /** Asks one of the servers. */
  const ask = async (
    path: string,
    {
      body,
      headers = {},
      method = body === undefined ? "GET" : "POST",
      to = 0
    }: {
      readonly body?: unknown
      readonly headers?: Readonly<Record<string, string>>
      readonly method?: string
      readonly to?: number
    } = {}
  ) => {
    const response = await fetch(`${servers[to % 2]?.origin}/v1${path}`, {
      method,
      headers: { "x-api-key": installation.apiKey, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return {
      status: response.status,
      code: response.headers.get("x-error-code"),
      body: text === "" ? null : JSON.parse(text)
    }
  }

  /** Starts the servers again, one after the other. */
  const restart = async (keys: string, which: ReadonlyArray<number> = [0, 1]) => {
    for (const index of which) {
      const former = servers[index]
      former?.signal("SIGTERM")
      await former?.ended
      const next = await startServer(keys)
      servers = servers.map((server, at) => (at === index ? next : server))
    }
    masterKey = keys
  }

  const tributary = (...args: ReadonlyArray<string>) =>
    command.start(args, { ...installation.env, TRIBUTARY_MASTER_KEY: masterKey })

  const run = async (...args: ReadonlyArray<string>) => {
    const child = tributary(...args)
    return { code: await child.ended, out: child.out(), err: child.err() }
  }

  /** How many values of both tables name this key in their header. */
  const sealedWith = async (id: string): Promise<number> => {
    const { rows } = await database.query(
      `select count(*)::int as count
       from (select credentials as value from connection union all select payload from outbound_job) as sealed
       where octet_length(value) > 2 and encode(substring(value from 3 for get_byte(value, 1)), 'escape') = $1`,
      [id]
    )
    return rows[0].count
  }

  it("follows the README under load, with a kill in the middle of the rewrap, and loses nothing", async () => {
    const [makeKey = "", behind = "", inFront = "", rewrap = "", alone = "", forget = "", ...further] = steps()
    expect(further).toEqual([])
    const NEW = execFileSync("sh", ["-c", `${makeKey}\nprintf %s "$NEW"`], { encoding: "utf8" })
    const valueOf = (line: string) =>
      execFileSync("sh", ["-c", `OLD='${OLD}' NEW='${NEW}'\n${line}\nprintf %s "$TRIBUTARY_MASTER_KEY"`], {
        encoding: "utf8"
      })
    const argsOf = (line: string) => line.replace("npx tributary ", "").split(" ")
    expect([valueOf(behind), valueOf(inFront), valueOf(alone)]).toEqual([`${OLD},${NEW}`, `${NEW},${OLD}`, NEW])
    expect([argsOf(rewrap), argsOf(forget)]).toEqual([
      ["master-keys", "rewrap"],
      ["master-keys", "forget", "2026-01"]
    ])
    const newId = NEW.slice(0, NEW.indexOf(":"))

    const once = (name: string) =>
      ask("/provisioning/organizations", { body: { name }, headers: { "idempotency-key": "before-the-rotation" } })
    const organization = await once("Acme")
    expect(organization.status).toBe(201)
    const connections = `/provisioning/organizations/${organization.body.id}/connections`

    /** The token that the API has accepted last for each connection. */
    const tokens = new Map<string, string>()
    let count = 0
    const credentials = () => {
      count += 1
      return { ...dialect.credentials(vendor.url), api_token: `invented-token-${count}` }
    }
    const connect = async (to: number) => {
      const made = credentials()
      const answer = await ask(connections, { body: { vendor: "JIRA", credentials: made }, to })
      expect([answer.status, answer.body]).toEqual([201, expect.anything()])
      tokens.set(answer.body.id, made.api_token)
      return String(answer.body.id)
    }
    const ids = await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => connect(index)))
    const [walked = ""] = ids
    const walk = (query: string) => ask(`/itsm/users?limit=1&${query}`, { headers: { "x-connection-id": walked } })
    const { next_cursor: cursor } = await until(async () => {
      const { body } = await walk("enableCursor=true")
      return body.next_cursor === null ? null : body
    })
    const goOn = () => walk(`enableCursor=true&cursor=${cursor}`)

    // Each client changes credentials and queues tickets; while its server restarts, it tries again.
    let isOver = false
    const accepted = { credentials: 0, tickets: 0 }
    const client = async (number: number) => {
      for (let turn = 0; !isOver; turn += 1) {
        const id = ids[(turn * CLIENTS + number) % ids.length] ?? ""
        const made = credentials()
        try {
          const changed = await ask(`${connections}/${id}`, { method: "PATCH", body: { credentials: made }, to: turn })
          if (changed.status === 200) {
            tokens.set(id, made.api_token)
            accepted.credentials += 1
          }
          const headers = { "x-connection-id": id }
          const { status } = await ask("/itsm/tickets", { body: dialect.ticket, headers, to: turn })
          if (status < 300) accepted.tickets += 1
        } catch {
          // The answer is lost, so either of the two may be stored.
          tokens.delete(id)
        }
      }
    }
    const clients = Array.from({ length: CLIENTS }, (_, number) => client(number))
    const more = async () => {
      const before = { ...accepted }
      await until(async () =>
        accepted.credentials > before.credentials + 2 && accepted.tickets > before.tickets + 2 ? true : null
      )
    }
    try {
      await more()
      await restart(valueOf(behind))
      await more()
      // The other process still has the old key in front.
      await restart(valueOf(inFront), [0])

      // The kill comes when the command waits for a row in the middle, whatever the machine does meanwhile.
      const { rows } = await database.query("select id from connection order by id")
      await holder.query("begin")
      await holder.query("select from connection where id = $1 for update", [rows[CONNECTIONS / 2].id])
      const killed = tributary(...argsOf(rewrap))
      try {
        await until(async () => {
          const { rowCount } = await database.query(
            `select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%update "connection" set "credentials"%returning 1%'`
          )
          return rowCount === 0 ? null : true
        })
      } finally {
        await killed.release()
        await holder.query("rollback")
      }
      expect(await killed.ended).toBe("SIGKILL")
      expect(Math.min(await sealedWith("2026-01"), await sealedWith(newId))).toBeGreaterThan(0)

      // As long as a process seals with the old key, nobody is told that it can go.
      await more()
      const halfway = await run(...argsOf(rewrap))
      expect(halfway).toMatchObject({
        code: 0,
        out: expect.stringContaining(`seal with the master key "2026-01": ${servers[1]?.runner}`)
      })
      expect(halfway.out).toContain('the key "2026-01" cannot be removed before')
      expect(halfway.out).not.toContain("can be removed from")
      expect(await run(...argsOf(forget))).toMatchObject({ code: 1 })
      await restart(valueOf(inFront), [1])
      await more()
      const both = await Promise.all([run(...argsOf(rewrap)), run(...argsOf(rewrap))])
      for (const { code, err, out } of both) {
        expect([code, err]).toEqual([0, ""])
        expect(out).toMatch(/The master key "2026-01" can be removed from \d{4}-\S+Z on/)
      }
      await more()
    } finally {
      isOver = true
      await Promise.all(clients)
    }
    expect(await sealedWith("2026-01")).toBe(0)

    // The old key, which opens nothing any more, still recognizes what was given out before.
    expect((await once("Acme")).body).toEqual(organization.body)
    expect((await goOn()).status).toBe(200)

    await restart(valueOf(alone))
    // The test does not wait for the instant that the rewrap has named.
    expect(await run(...argsOf(forget))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Until \S+Z, a repetition of a request with an Idempotency-Key needs the master key/)
    })
    expect(await run(...argsOf(forget), "--early")).toMatchObject({
      code: 0,
      out: 'The master key "2026-01" was forgotten. Nothing was sealed with it.\n'
    })
    // As documented: a cursor and a repetition that only the old key would recognize.
    expect((await goOn()).code).toBe("CURSOR_INVALID")
    expect((await once("Acme")).code).toBe("IDEMPOTENCY_KEY_REUSED")
    const keys = await Effect.runPromise(MasterKeys.parse(Redacted.make(NEW)))
    const vault = Vault.make(keys)
    const stored = await database.query(
      `select id as owner, credentials as value, true as "isConnection" from connection
       union all select connection_id, payload, false from outbound_job where payload is not null`
    )
    for (const { isConnection, owner, value } of stored.rows) {
      const opened = JSON.parse(Redacted.value(await Effect.runPromise(vault.open(owner, value))))
      const token = tokens.get(owner)
      if (isConnection && token !== undefined) expect(opened.api_token).toBe(token)
    }
    expect(stored.rows.filter(({ isConnection }) => isConnection).length).toBe(CONNECTIONS)
    expect((await ask(`${connections}/${walked}/test`)).status).toBe(200)
  })
})
