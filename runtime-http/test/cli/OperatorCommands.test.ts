import { randomUUID } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { format } from "node:util"
import * as SqlClient from "@effect/sql/SqlClient"
import { ConfigProvider, Effect, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { program } from "../../src/cli/index.js"
import { OperatorKeys } from "../../src/store/accounts/OperatorKeys.js"
import { makeTenant, start, type Tenant, type TestServer } from "../http/TestServer.js"
import * as FakeVendor from "../sync/FakeVendor.js"

let server: TestServer
let tenant: Tenant
let keys: Readonly<Record<"read" | "act", string>>

const key = (role: "read" | "act") =>
  Effect.flatMap(OperatorKeys, ({ create }) =>
    Effect.map(create("test", { role, mayReadRecords: false }, null), (made) => Redacted.value(made.key))
  )

const sql = (run: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  server.run(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, run)))

beforeAll(async () => {
  server = await start({ connectors: [FakeVendor.connector()] })
  tenant = await server.run(makeTenant)
  keys = { read: await server.run(key("read")), act: await server.run(key("act")) }
  await sql(
    (sql) => sql`update account set name = ${`\u001b[2JEvil\n${"long ".repeat(40)}`} where id = ${tenant.accountId}`
  )
  await sql(
    (sql) => sql`
      insert into connection_problem (connection_id, extractor, reason, export_type, endpoint, detail, permissions, first_seen_at)
      values (
        ${tenant.connection.id}, 'idp /users', 'CREDENTIALS_UNREADABLE', 'idp', '/users',
        ${"\u001b]0;title\u0007the detail of a vendor that goes on and on, ".repeat(5)}, '[]', now() - interval '5 days')`
  )
  await sql(
    (sql) => sql`
      insert into job (id, connection_id, status, created_at, started_at, finished_at, failure_reason)
      values (${randomUUID()}, ${tenant.connection.id}, 'FAILED', now(), now() - interval '10 min', now(), ${"It \u001b[31mbroke."})`
  )
})
afterAll(() => server.stop())

const run = async (args: string, settings: Readonly<Record<string, string>> = {}) => {
  const out: Array<string> = []
  const err: Array<string> = []
  const into =
    (lines: Array<string>) =>
    (...values: ReadonlyArray<unknown>) =>
      Effect.sync(() => void lines.push(format(...values)))
  const given = { TRIBUTARY_URL: server.origin, TRIBUTARY_OPERATOR_KEY: keys.act, ...settings }
  const code = await Effect.consoleWith((console) =>
    Effect.withConsole(program([process.execPath, "tributary", ...args.split(" ")]), {
      ...console,
      log: into(out),
      error: into(err)
    })
  ).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(given)))), Effect.runPromise)
  return { code, out: out.join("\n"), err: err.join("\n") }
}

const lists = ["status", "connections list --failing", "jobs list", "accounts list"]

describe("The commands of operators", () => {
  it.each(lists)("%s prints lines of at most 100 columns, and nothing that a terminal would obey", async (command) => {
    const { code, err, out } = await run(command)
    expect([code, err]).toEqual([0, ""])
    for (const line of out.split("\n")) expect(line.length, line).toBeLessThanOrEqual(100)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/)
  })

  it.each(lists)("%s --json prints what the API answers", async (command) => {
    const { code, out } = await run(`${command} --json`)
    expect(code).toBe(0)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/)
    expect(JSON.stringify(JSON.parse(out))).toContain(command === "status" ? '"summary"' : tenant.accountId)
  })

  it("show what is wrong with a connection, who must act, and since when", async () => {
    const { out } = await run("connections list --vendor acme")
    expect(out).toMatch(new RegExp(`^${tenant.connection.id} .* ACME .*CREDENTIALS_UNREADABLE +customer +5d`, "m"))
    expect(out).toContain("The stored credentials of the connection cannot be read")
    const none = await run("connections list --vendor nobody")
    expect(none).toEqual({ code: 0, out: "No connection meets all that was asked for.", err: "" })
    expect((await run("connections list --stale 6h --owner vendor --reason timeout")).out).toBe(
      "No connection meets all that was asked for."
    )
    expect((await run("jobs list --failed --since 30m")).out).toContain("It \\u001b[31mbroke.")
  })

  it("pause, resume and sync what is meant, and say what became of each", async () => {
    const dry = await run("connections pause --vendor acme --dry-run")
    expect(dry.out).toContain("1 would be paused, 0 were so already, 0 refused.")
    expect((await run("connections pause --vendor acme")).out).toContain("1 paused, 0 were so already, 0 refused.")
    expect((await run("connections pause --vendor acme")).out).toContain("0 paused, 1 were so already, 0 refused.")
    const refused = await run(`connections sync --connection ${tenant.connection.id}`)
    expect(refused.out).toContain("It is paused, so no job runs: resume it first.")
    expect([refused.code, refused.err]).toEqual([1, "One connection was not synced: WHY says what to do."])
    const unknown = await run("connections sync --connection 00000000-0000-4000-8000-000000000009")
    expect([unknown.code, unknown.err]).toEqual([
      1,
      'No connection with such an id meets what was asked for: "tributary connections list" shows the ids.'
    ])
    expect((await run("connections resume --reason credentials_unreadable")).out).toContain("1 resumed")
    const synced = await run(`connections sync --account ${tenant.accountId} --json`)
    expect(JSON.parse(synced.out)).toMatchObject([{ connection_id: tenant.connection.id, outcome: "DONE" }])
    expect((await run("connections sync --vendor nobody")).out).toContain("nothing was changed")
  })

  it("change nothing unless it is said which connections are meant", async () => {
    const { code, err, out } = await run("connections pause")
    expect([code, out]).toEqual([1, ""])
    expect(err).toContain("--all")
    expect(await run("connections pause --connection")).toMatchObject({ code: 2, out: "" })
    expect((await run("connections pause --all --dry-run")).out).toContain("1 would be paused")
  })

  it.each([
    ["connections list --stale soon", 1, "--stale soon: expected a time such as 30m, 6h or 2d."],
    ["connections list --reason none", 1, "INVALID_PARAMETER: reason"],
    ["connections list --account 1", 1, "account_id: Expected a UUID"],
    ["jobs list --since 0m", 1, "--since 0m"],
    ["connections list --limit 0", 2, ""],
    ["connections lst", 2, ""],
    ["status --verbose", 2, ""]
  ])("exit with 1 if something is wrong, and with 2 if the command is: %s", async (command, code, text) => {
    const ended = await run(command)
    expect([ended.code, ended.out]).toEqual([code, ""])
    expect(ended.err).toContain(text)
  })
})

describe("The settings of the commands of operators", () => {
  it("are named with what to do if they are missing or wrong", async () => {
    const without = async (settings: Readonly<Record<string, string>>) => {
      const { code, err, out } = await run("status", settings)
      expect([code, out]).toEqual([1, ""])
      return err
    }
    expect(await without({ TRIBUTARY_URL: "http://api.example.com/v1" })).toContain(
      "TRIBUTARY_URL: http://api.example.com is another machine without TLS, to which no key is sent"
    )
    const { port } = new URL(server.origin)
    expect((await run("status", { TRIBUTARY_URL: "", PORT: port })).code).toBe(0)
    expect(await without({ TRIBUTARY_URL: "", PORT: "1" })).toContain("http://127.0.0.1:1 does not answer")
    expect(await without({ TRIBUTARY_OPERATOR_KEY: " " })).toContain('Make a key with "tributary operators create"')
    for (const url of ["nowhere", "ftp://x", "http://user:pass@x/", "http://x/?a=1"]) {
      const said = await without({ TRIBUTARY_URL: url })
      expect(said).toContain("TRIBUTARY_URL: expected the address of a server")
      expect(said).not.toContain("pass")
    }
    expect(await without({ TRIBUTARY_OPERATOR_KEY_FILE: "/nowhere" })).toContain("are both set")
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
    await new Promise((resolve) => closed.close(resolve))
    expect(await without({ TRIBUTARY_URL: url })).toContain(
      `${url} does not answer (ECONNREFUSED). Check TRIBUTARY_URL`
    )
    const unknown = keys.read.replace(/.{5}$/, "AAAAA")
    expect(await without({ TRIBUTARY_OPERATOR_KEY: unknown })).toContain("401 KEY_INVALID")
    expect(await without({ TRIBUTARY_OPERATOR_KEY: tenant.key })).toContain("403 KEY_OF_ACCOUNT")
    expect(await without({ TRIBUTARY_OPERATOR_KEY: tenant.key })).not.toContain(tenant.key)
  })

  it("may name a file with the key, and an address that ends in /v1", async () => {
    const path = join(await mkdtemp(join(tmpdir(), "tributary-")), "key")
    await writeFile(path, `${keys.read}\n`)
    const settings = {
      TRIBUTARY_OPERATOR_KEY: "",
      TRIBUTARY_OPERATOR_KEY_FILE: path,
      TRIBUTARY_URL: `${server.origin}/v1/`
    }
    expect((await run("status", settings)).code).toBe(0)
    const refused = await run("connections pause --all", settings)
    expect([refused.code, refused.out]).toEqual([1, ""])
    expect(refused.err).toContain("403 ROLE_MISSING")
    await rm(dirname(path), { recursive: true })
  })
})

describe("A server that is none of Tributary", () => {
  let other: Server
  let url = ""
  let received: Array<string> = []
  beforeAll(async () => {
    other = createServer((request, response) => {
      received.push(`${request.url} ${request.headers["x-operator-key"] === undefined ? "without" : "with"} a key`)
      if (request.url?.startsWith("/moved") === true) {
        response.writeHead(302, { location: `${url}/elsewhere` }).end()
        return
      }
      response.writeHead(200, { "content-type": "text/html" }).end("<html>\u001b[2J")
    })
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => other.close(resolve)))

  it("is told apart, and does not get the key by a redirect", async () => {
    const { code, err } = await run("status", { TRIBUTARY_URL: url })
    expect(code).toBe(1)
    expect(err).toBe(
      `${url} answered 200, but not as a server of Tributary does. Check TRIBUTARY_URL: it is the address before /v1/operator.`
    )
    received = []
    expect((await run("status", { TRIBUTARY_URL: `${url}/moved` })).err).toContain("answered 302")
    expect(received).toEqual(["/moved/v1/operator/status?strict=true with a key"])
  })
})
