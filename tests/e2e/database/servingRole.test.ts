import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { format } from "node:util"
import { HttpServer } from "@effect/platform"
import { Connector, Credentials, Extractor, Pagination, RecordKind } from "@tributary/core"
import { ConfigProvider, Effect, Exit, Layer, Redacted, Schema, Scope } from "effect"
import type pg from "pg"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { program } from "../../../runtime-http/src/cli/index.js"
import * as Runtime from "../../../runtime-http/src/Runtime.js"
import * as RuntimeConfig from "../../../runtime-http/src/RuntimeConfig.js"
import { Database } from "../../../runtime-http/src/store/postgres/Database.js"
import * as Migrator from "../../../runtime-http/src/store/postgres/Migrator.js"
import { migrations } from "../../../runtime-http/src/store/postgres/migrations/index.js"
import type { Migration } from "../../../runtime-http/src/store/postgres/migrations/Migration.js"
import * as SchemaState from "../../../runtime-http/src/store/postgres/SchemaState.js"
import * as MasterKeys from "../../../runtime-http/src/store/secrets/MasterKeys.js"
import { onPostgres, TestDatabase } from "../../../runtime-http/test/TestDatabase.js"
import * as Databases from "../../support/process/Databases.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"
import { until } from "../../support/Wait.js"

const connector = Connector.make({
  vendor: "SMALL",
  name: "Small",
  description: "A vendor with two users.",
  category: "ITSM",
  authType: "API_KEY",
  docsUrl: "https://vendor.example/docs",
  version: "1.0.0",
  credentials: Schema.Struct({ base_url: Credentials.baseUrl({ title: "Address", help: "Anywhere." }) }),
  http: ({ base_url }) => ({ baseUrl: base_url }),
  check: "/check",
  exports: {
    itsm_users: [
      Extractor.make({
        record: RecordKind.ItsmUser,
        endpoint: "/users",
        row: Schema.Struct({ id: Schema.String }),
        permissions: [],
        pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
        toRecord: ({ id }) => ({
          name: id,
          status: "ACTIVE" as const,
          vendor_attributes: { created_at: null, id, updated_at: null, vendor: "SMALL", data: null }
        })
      })
    ]
  }
})

/** The statements of the README that give the serving user its rights. */
const grants = (user: string, database: string): string => {
  const readme = readFileSync(new URL("../../../runtime-http/README.md", import.meta.url), "utf8")
  const [, statements = ""] = /begin: grants[^\n]*\n\s*```sql\n([\s\S]*?)```/.exec(readme) ?? []
  return statements
    .replaceAll("tributary_app", user)
    .replaceAll("on database tributary to", `on database ${database} to`)
}

/** Deleted so long ago that the first purge removes it. */
const DELETED = "6f1f6f0e-0f0f-4f0f-8f0f-0f0f0f0f0f0f"

const hasPsql = spawnSync("psql", ["--version"]).status === 0

const server = process.env["TEST_DATABASE_URL"] ?? ""

onPostgres("A user of the database that has only the rights of the README", () => {
  const scope = Effect.runSync(Scope.make())
  const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.extend(effect, scope))
  const suffix = randomBytes(6).toString("hex")
  const [owner, app] = [`tributary_owner_${suffix}`, `tributary_app_${suffix}`]
  const urls = { admin: "", owner: "", app: "" }
  const masterKey = Redacted.value(MasterKeys.generate())
  let vendor: VendorServer.VendorServer

  const settings = (user: "owner" | "app", more: Readonly<Record<string, string>> = {}) =>
    ConfigProvider.fromMap(new Map(Object.entries({ DATABASE_URL: urls[user], ...more })))

  const tributary = async (user: "owner" | "app", ...args: ReadonlyArray<string>) => {
    const printed: Array<string> = []
    const print = (...values: ReadonlyArray<unknown>) => Effect.sync(() => void printed.push(format(...values)))
    const code = await Effect.consoleWith((console) =>
      Effect.withConsole(program([process.execPath, "tributary", ...args]), { ...console, log: print, error: print })
    ).pipe(Effect.withConfigProvider(settings(user)), Effect.runPromise)
    return { code, text: printed.join("\n") }
  }

  /** Starts a runtime as the serving user; returns its address. */
  const start = (more: Readonly<Record<string, string>> = {}) =>
    Effect.gen(function* () {
      const config = yield* RuntimeConfig.load.pipe(
        Effect.withConfigProvider(
          settings("app", {
            PORT: "0",
            TRIBUTARY_ALLOW_LOOPBACK: "true",
            TRIBUTARY_VENDOR_PORTS: new URL(vendor.url).port,
            TRIBUTARY_MASTER_KEY: masterKey,
            TRIBUTARY_LOG_LEVEL: "Debug",
            TRIBUTARY_DRAIN_SECS: "0",
            ...more
          })
        )
      )
      const services = yield* Layer.build(Runtime.layer({ connectors: [connector], config }))
      return yield* Effect.provide(HttpServer.addressFormattedWith(Effect.succeed), services)
    })

  /** How the commands and the start name the database. */
  const nameFor = (user: "owner" | "app"): string => {
    const { host, pathname, username } = new URL(urls[user])
    return `The database "${pathname.slice(1)}" at ${host}, with the user "${username}"`
  }

  const asAdmin = <A>(use: (client: pg.Client) => Promise<A>) => Databases.connected(urls.admin, use)

  beforeAll(async () => {
    vendor = await VendorServer.start(({ url: { pathname } }) =>
      pathname === "/check" ? {} : { body: { rows: [{ id: "u1" }, { id: "u2" }] } }
    )
    // Before the database, which is dropped first.
    await scoped(
      Effect.addFinalizer(() => Effect.promise(() => Databases.run(server, `drop role ${owner}`, `drop role ${app}`)))
    )
    const url = new URL(Redacted.value(await scoped(TestDatabase.makeUrl({ migrated: false }))))
    urls.admin = url.href
    url.password = suffix
    url.username = owner
    urls.owner = url.href
    url.username = app
    urls.app = url.href
    await Databases.run(
      urls.admin,
      `create role ${owner} login password '${suffix}'`,
      `create role ${app} login password '${suffix}'`,
      `alter database ${url.pathname.slice(1)} owner to ${owner}`,
      // Everybody may use both otherwise.
      `revoke all on database ${url.pathname.slice(1)} from public`,
      "revoke all on schema public from public",
      // Before Postgres 15, it does not belong to the owner of the database.
      `grant usage, create on schema public to ${owner} with grant option`
    )
  })

  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await vendor?.stop()
  })

  it("cannot start a process on an empty database, and is told what to run", async () => {
    const database = new URL(urls.app).pathname.slice(1)
    expect((await tributary("app", "migrate")).text).toContain(
      `cannot be used: the user lacks a right (42501: permission denied for database "${database}"). Grant it the rights`
    )
    const statements = grants(app, database).split(/(?<=;)\s*/)
    await Databases.run(urls.owner, ...statements.filter((statement) => statement.includes("on database")))
    expect(await tributary("app", "migrate")).toEqual({
      code: 1,
      text: `${nameFor("app")}:\n${nameFor("app")}: In this database, no schema of the search path exists or may be used (search_path = "$user", public). Correct the search path, or grant the user usage on the schema, such as: grant usage on schema public to <user>;`
    })
    await Databases.run(urls.owner, ...statements)
    const error = await Effect.runPromise(Effect.flip(Effect.scoped(start())))
    expect(error.message).toBe(
      `${nameFor("app")}: The database lacks the migration 1 "schema", and this user may not make the changes (permission denied for schema public). Run "tributary migrate" as a user that owns the tables and may create further ones. The database is unchanged.`
    )
    const never = await Effect.runPromise(Effect.flip(Effect.scoped(start({ TRIBUTARY_MIGRATE: "false" }))))
    expect(never.message).toBe(
      `${nameFor("app")}: The database has no schema yet: it lacks the migration 1 "schema". Run "tributary migrate" first, as a user that may create tables.`
    )
    expect(await tributary("app", "migrate")).toEqual({ code: 1, text: `${nameFor("app")}:\n${error.message}` })
    const elsewhere = await Effect.runPromise(
      Effect.flip(Effect.scoped(start({ DATABASE_URL: Databases.urlOf(urls.app, "none") })))
    )
    expect(elsewhere.message).toBe(
      `The database "none" at ${new URL(urls.app).host}, with the user "${app}", cannot be used: the server has no database of this name (3D000: database "none" does not exist). Correct the name in DATABASE_URL, or create the database.`
    )
  })

  it.skipIf(!hasPsql)("ends psql with an error if it runs the script of the migrations", async () => {
    const { text } = await tributary("owner", "migrate", "--dry-run")
    expect(text).toContain("Run this as the user of tributary migrate, because the tables belong to whoever runs it.")
    const { status, stderr } = spawnSync("psql", [urls.app], { input: text, encoding: "utf8" })
    expect([status, stderr]).toEqual([3, expect.stringContaining("permission denied for schema public")])
  })

  it("serves, syncs, counts and purges once another user has migrated the database", async () => {
    expect(await tributary("owner", "migrate")).toEqual({
      code: 0,
      text: `${nameFor("owner")}:\nApplied the migration schema.`
    })
    expect(await tributary("app", "migrate")).toEqual({
      code: 0,
      text: `${nameFor("app")}:\nThe schema is up to date.`
    })
    expect((await tributary("app", "migrate", "--status")).code).toBe(0)
    const created = await tributary("app", "accounts", "create", "Acme")
    const account = /Account (\S+)/.exec(created.text)?.[1] ?? ""
    const [key = ""] = /trib_\S+/.exec((await tributary("app", "keys", "create", account)).text) ?? []
    await asAdmin(async (client) => {
      await client.query(`insert into organization (id, account_id, name) values ('${DELETED}', '${account}', 'old')`)
      await client.query(
        `insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs, deleted_at)
         values ('${DELETED}', '${account}', '${DELETED}', 'SMALL', 'DELETED', 3600, 60, now() - interval '1 year')`
      )
    })
    const lines: Array<string> = []
    const log = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0)
    const running = Effect.runSync(Scope.make())
    try {
      const address = await Effect.runPromise(Scope.extend(start(), running))
      const ask = async (path: string, headers: Readonly<Record<string, string>>, body?: unknown) => {
        const response = await fetch(`${address}/v1${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { "x-api-key": key, "content-type": "application/json", ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
        return { status: response.status, json: JSON.parse(await response.text()) }
      }
      const organization = await ask("/provisioning/organizations", {}, { name: "Acme" })
      const connection = await ask(
        `/provisioning/organizations/${organization.json.id}/connections`,
        {},
        {
          vendor: "SMALL",
          credentials: { base_url: vendor.url }
        }
      )
      expect([organization.status, connection.status, connection.json]).toEqual([201, 201, expect.anything()])
      const ofConnection = { "x-connection-id": connection.json.id }
      await until(async () => {
        const { json } = await ask("/itsm/users", ofConnection)
        return json.items?.length === 2 ? true : null
      })
      expect(await ask("/itsm/users?includeTotal=true", ofConnection)).toMatchObject({ status: 200 })
      expect(await ask("/usage", {})).toMatchObject({ status: 200, json: { records: { used: 2 } } })
      await until(async () => {
        const { rowCount } = await asAdmin((client) => client.query(`select from connection where id = '${DELETED}'`))
        return rowCount === 0 ? true : null
      })
      expect((await fetch(`${address}/readyz`)).status).toBe(200)
    } finally {
      await Effect.runPromise(Scope.close(running, Exit.void))
      log.mockRestore()
    }
    // Work in the background reports what it lacks only to the log.
    expect(lines.join("").match(/[^\n]*(42501|permission denied|must be owner)[^\n]*/g)).toBe(null)
  })

  it("may do nothing else, and may use the tables of later migrations", async () => {
    await expect(Databases.run(urls.app, "create table further (id int)")).rejects.toThrow("permission denied")
    await expect(Databases.run(urls.app, "alter table record add column further int")).rejects.toThrow("must be owner")
    await Databases.run(urls.owner, "create table later (id int); create sequence later_id")
    await Databases.run(
      urls.app,
      "insert into later values (nextval('later_id')); update later set id = 3; delete from later"
    )
  })

  it.skipIf(spawnSync("pg_dump", ["--version"]).status !== 0)("may dump the database", async () => {
    const { status, stderr, stdout } = spawnSync("pg_dump", [urls.app], { encoding: "utf8" })
    expect([status, stderr]).toEqual([0, ""])
    expect(stdout).toContain("COPY public.record ")
  })

  it("cannot update the schema of an older release, and is told what to run", async () => {
    const next = { id: 9_000, name: "next", sql: "alter table record add column further int" }
    const refused = (effect: (all: ReadonlyArray<Migration>) => ReturnType<typeof Migrator.run>) =>
      Effect.flip(effect([...migrations, next])).pipe(
        Effect.provide(Database.layerUrl({ url: Redacted.make(urls.app), maxConnections: 1 })),
        Effect.map(({ message }) => message),
        Effect.runPromise
      )
    expect(await refused(Migrator.run)).toMatch(
      /^The database lacks the migration 9000 "next", and this user may not make the changes \(permission denied/
    )
    expect(await refused((all) => Effect.as(SchemaState.requireCurrent(all), []))).toBe(
      'The database has the schema of an older release: it lacks the migration 9000 "next". Run "tributary migrate" first, as a user that may create tables.'
    )
  })

  it("is told which right it lacks", async () => {
    await Databases.run(urls.owner, `revoke insert on account from ${app}`)
    const { code, text } = await tributary("app", "accounts", "create", "Other")
    expect([code, text]).toEqual([
      1,
      expect.stringContaining(
        "cannot be used: the user lacks a right (42501: permission denied for table account). Grant it the rights that the README"
      )
    ])
  })

  it("keeps its rights on the table record if that is partitioned", async () => {
    const script = readFileSync(new URL("../../../runtime-http/partition-record.sql", import.meta.url), "utf8")
    // As another user than that of the migrations, whose default privileges would give the rights anew.
    await Databases.run(urls.admin, script)
    await Databases.run(urls.app, "select from record", "delete from record", "update record set wire = wire")
  })
})
