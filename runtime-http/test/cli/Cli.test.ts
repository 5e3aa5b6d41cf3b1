import { randomUUID } from "node:crypto"
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { hostname, tmpdir, userInfo } from "node:os"
import { dirname, join } from "node:path"
import { format } from "node:util"
import * as SqlClient from "@effect/sql/SqlClient"
import { ConfigProvider, Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { program } from "../../src/cli/index.js"
import * as ApiKeys from "../../src/store/accounts/ApiKeys.js"
import * as ErasureWork from "../../src/store/erasure/ErasureWork.js"
import { Database } from "../../src/store/postgres/Database.js"
import { migrations } from "../../src/store/postgres/migrations/index.js"
import type { Migration } from "../../src/store/postgres/migrations/Migration.js"
import * as SchemaState from "../../src/store/postgres/SchemaState.js"
import * as SyncSchedule from "../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../src/store/secrets/MasterKeys.js"
import { onPostgres, TestDatabase } from "../TestDatabase.js"

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in this process. */
const run = async (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>>): Promise<Ended> => {
  const out: Array<string> = []
  const err: Array<string> = []
  const into =
    (lines: Array<string>) =>
    (...values: ReadonlyArray<unknown>) =>
      Effect.sync(() => void lines.push(`${format(...values)}\n`))
  const code = await Effect.consoleWith((console) =>
    Effect.withConsole(program([process.execPath, "tributary", ...args]), {
      ...console,
      log: into(out),
      error: into(err)
    })
  ).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))), Effect.runPromise)
  return { code, out: out.join(""), err: err.join("") }
}

const nowhere = { DATABASE_URL: "postgres://app:s3cret@127.0.0.1:1/none" }

onPostgres("The command line", () => {
  const scope = Effect.runSync(Scope.make())
  let url = ""

  beforeAll(async () => {
    url = Redacted.value(await Effect.runPromise(Scope.extend(TestDatabase.makeUrl({ migrated: false }), scope)))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const tributary = (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>> = {}) =>
    run(args, { DATABASE_URL: url, ...settings })

  /** How the commands name a database. */
  const nameOf = (text: string): string => {
    const { host, pathname, username } = new URL(text)
    return `The database "${pathname.slice(1)}" at ${host}, with the user "${username}"`
  }

  const onDatabase = <A, E>(effect: Effect.Effect<A, E, ApiKeys.Keys | SqlClient.SqlClient>) =>
    Effect.runPromise(
      effect.pipe(
        Effect.provide(ApiKeys.layer),
        Effect.provide(Database.layerUrl({ url: Redacted.make(url), maxConnections: 2 }))
      )
    )

  const wordAfter = (text: string, word: string): string => new RegExp(`${word} (\\S+)`).exec(text)?.[1] ?? ""

  it("runs the migrations only if it is told to, and shows before what it would do, and on which database", async () => {
    const name = nameOf(url)
    const refusal = {
      code: 1,
      out: "",
      err: `${name}: The database has no schema yet: it lacks the migration 1 "schema". Run "tributary migrate" first, as a user that may create tables.\n`
    }
    for (const args of [
      ["accounts", "create", "Acme"],
      ["keys", "list", "x"],
      ["master-keys", "list"]
    ]) {
      expect(await tributary(args)).toEqual(refusal)
    }
    const config = join(await mkdtemp(join(tmpdir(), "tributary-")), "tributary.config.ts")
    await writeFile(config, "export default { connectors: [] }\n")
    const started = await tributary(["start", "--config", config], {
      TRIBUTARY_MIGRATE: "false",
      TRIBUTARY_MASTER_KEY: Redacted.value(MasterKeys.generate()),
      TRIBUTARY_LOG_LEVEL: "None",
      PORT: "0"
    })
    await rm(dirname(config), { recursive: true })
    expect(started).toEqual(refusal)
    expect(await tributary(["migrate", "--status"])).toEqual({
      code: 3,
      out: `${name}:\nMIGRATION  NAME    APPLIED\n1          schema  pending\n`,
      err: 'The database lacks the migration 1 "schema": run "tributary migrate".\n'
    })
    const script = await tributary(["migrate", "--dry-run"])
    expect([script.code, script.err]).toEqual([0, ""])
    // Otherwise, psql ends with 0 although everything was rolled back.
    const [first, second, ...statements] = script.out.split("\n")
    expect([first, second]).toEqual(["\\set ON_ERROR_STOP on", `-- ${name}`])
    const tables = () =>
      onDatabase(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select from pg_tables where schemaname = 'public'`))
    expect(await tables()).toEqual([])
    expect(await tributary(["migrate", "--status", "--dry-run"])).toMatchObject({ code: 2 })

    expect(await tributary(["migrate"])).toEqual({
      code: 0,
      out: `${name}:\nApplied the migration schema.\n`,
      err: ""
    })
    expect(await tributary(["migrate"])).toEqual({
      code: 0,
      out: `${name}:\nThe schema is up to date.\n`,
      err: ""
    })
    expect(await tributary(["migrate", "--dry-run"])).toMatchObject({
      code: 0,
      out: `-- ${name}\n-- The schema is up to date.\n`
    })
    const status = await tributary(["migrate", "--status"])
    expect([status.code, status.err]).toEqual([0, ""])
    expect(status.out).toMatch(
      /^The database .*:\nMIGRATION {2}NAME {4}APPLIED\n1 {10}schema {2}\S+T\S+Z\n\nThe schema is up to date\.\n$/
    )

    // Run by hand, the script does the same.
    const byHand = Redacted.value(
      await Effect.runPromise(Scope.extend(TestDatabase.makeUrl({ migrated: false }), scope))
    )
    await Effect.runPromise(
      Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statements.join("\n"))),
        Database.layerUrl({ url: Redacted.make(byHand), maxConnections: 1 })
      )
    )
    const after = await tributary(["migrate", "--status"], { DATABASE_URL: byHand })
    expect([after.code, after.out.split("\n").length]).toEqual([0, status.out.split("\n").length])
  })

  it("works on a database that a later release has migrated, and on none that another program has made", async () => {
    const sqlOf = (text: string) => onDatabase(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)))
    await sqlOf("insert into migration (id, name, hash) values (9000, 'of_a_later_release', 'x')")
    expect((await tributary(["migrate"])).out).toBe(`${nameOf(url)}:\nThe schema is up to date.\n`)
    expect((await tributary(["migrate", "--status"])).out).toMatch(/^9000 +of_a_later_release +\S+Z$/m)
    await sqlOf("update migration set name = e'\\x1b[2J' || repeat('x', 5000), applied_at = 'infinity' where id = 9000")
    expect((await tributary(["migrate", "--status"])).out).toMatch(/^9000 +\\u001b\[2Jx{100,300} +at an unknown time$/m)
    expect((await tributary(["master-keys", "list"])).code).toBe(0)
    await sqlOf("delete from migration where id = 9000; update migration set hash = 'x'")
    for (const args of [["migrate"], ["migrate", "--status"], ["migrate", "--dry-run"], ["master-keys", "list"]]) {
      const refused = await tributary(args)
      expect([refused.code, refused.out.includes("\n1 ")]).toEqual([1, false])
      expect(refused.err).toContain(
        `${nameOf(url)}: Migration 1 "schema" has other statements in this release than in the database, so `
      )
    }
    await sqlOf(`update migration set hash = '${SchemaState.hashOf(migrations[0] as Migration)}'`)
  })

  it("creates an account and a key, shows when the key was last used, and revokes it [contract: api-keys]", async () => {
    const made = await tributary(["accounts", "create", "Acme Inc."])
    expect([made.code, made.err]).toEqual([0, ""])
    const account = wordAfter(made.out, "Account")
    expect((await tributary(["keys", "list", account])).out).toBe(`Account ${account} has no keys.\n`)
    const created = await tributary(["keys", "create", "--label", "for tests", account])
    const keyId = wordAfter(created.out, "Key")
    const [key = ""] = /trib_\S+/.exec(created.out) ?? []
    const before = (await tributary(["keys", "list", account])).out
    expect(before).toMatch(/^KEY +LABEL +SCOPES +ORGANIZATIONS +CREATED +LAST USED +EXPIRES +STATE\n/)
    expect(before).toMatch(new RegExp(`^${keyId}  for tests  all +all +\\S+Z  never +never +active$`, "m"))
    expect(before).not.toContain(key)
    await onDatabase(
      Effect.gen(function* () {
        const keys = yield* ApiKeys.Keys
        yield* keys.authenticate(Redacted.make(key))
        // The time of use is recorded in the background.
        yield* keys.list(account).pipe(
          Effect.filterOrFail(([info]) => info?.lastUsedAt != null),
          Effect.eventually
        )
      })
    )
    expect((await tributary(["keys", "list", account])).out).toMatch(
      /for tests {2}all +all +\S+Z {2}\S+Z {2}never +active$/m
    )
    expect((await tributary(["keys", "revoke", keyId])).out).toBe(`Key ${keyId} was revoked.\n`)
    expect((await tributary(["keys", "list", account])).out).toMatch(/revoked \S+Z$/m)
    expect(await tributary(["keys", "revoke", keyId])).toEqual({
      code: 1,
      out: "",
      err: `No active key ${keyId}. Run "tributary keys list <account-id>" to see the keys of an account.\n`
    })
    const elsewhere = await tributary(["keys", "create", account], { TRIBUTARY_REGION: "eu" })
    expect([elsewhere.code, elsewhere.err]).toEqual([
      1,
      `No account ${account} in this region. Check the id and TRIBUTARY_REGION.\n`
    ])
  })

  it("creates a key with scopes, organizations and an end, and rotates it with an overlap [contract: api-keys]", async () => {
    const account = wordAfter((await tributary(["accounts", "create", "Scoped Inc."])).out, "Account")
    const organization = randomUUID()
    await onDatabase(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`insert into organization (id, account_id, name) values (${organization}, ${account}, 'o')`
      )
    )
    const limits = [
      "--scope",
      "read",
      "--scope",
      "write",
      "--scope",
      "read",
      "--organization",
      organization.toUpperCase()
    ]
    const created = await tributary(["keys", "create", ...limits, "--expires", "90d", "--label", "limited", account])
    expect([created.code, created.err]).toEqual([0, ""])
    const keyId = wordAfter(created.out, "Key")
    const expiresAt = wordAfter(created.out, "Ends:").slice(0, -1)
    expect(created.out).toContain(
      `was created. It may: read, write. Organizations: ${organization}. Ends: ${expiresAt}. `
    )
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 90 * 86_400_000)).toBeLessThan(60_000)
    const rowOf = async (id: string) =>
      (await tributary(["keys", "list", account])).out
        .split("\n")
        .find((line) => line.startsWith(id))
        ?.split(/ {2,}/)
    const shown = ["limited", "read write", organization]
    expect(await rowOf(keyId)).toEqual([keyId, ...shown, expect.any(String), "never", expiresAt, "active"])

    const rotated = await tributary(["keys", "rotate", "--overlap", "2h", keyId])
    expect([rotated.code, rotated.err]).toEqual([0, ""])
    const next = wordAfter(rotated.out, "Key")
    const endsAt = wordAfter(rotated.out, `Key ${keyId}, which it replaces, ends at`).slice(0, -1)
    expect(Math.abs(Date.parse(endsAt) - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000)
    expect(rotated.out).toMatch(/ {2}trib_[\w-]{43}$/m)
    expect(await rowOf(keyId)).toEqual([
      keyId,
      ...shown,
      expect.any(String),
      "never",
      endsAt,
      `active, replaced by ${next}`
    ])
    expect((await tributary(["keys", "rotate", keyId])).err).toContain(
      `No active key ${keyId} that can be rotated. If it was rotated before, rotate the key that replaced it. Run "tributary keys list`
    )
    for (const unknown of [randomUUID(), "x"]) {
      expect((await tributary(["keys", "rotate", unknown])).err).toContain(
        `No active key ${unknown} that can be rotated. If`
      )
    }
    expect((await rowOf(next))?.slice(1, 4)).toEqual(shown)

    const again = await tributary(["keys", "rotate", "--overlap", "0", next])
    expect([again.code, (await rowOf(next))?.at(-1)]).toEqual([
      0,
      `expired, replaced by ${wordAfter(again.out, "Key")}`
    ])
    expect((await tributary(["keys", "rotate", next])).err).toContain(`No active key ${next} `)
  })

  it("says what is wrong with the limits of a key", async () => {
    const account = wordAfter((await tributary(["accounts", "create", "Wrong Inc."])).out, "Account")
    const other = wordAfter((await tributary(["accounts", "create", "Other Inc."])).out, "Account")
    const theirs = randomUUID()
    await onDatabase(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`insert into organization (id, account_id, name) values (${theirs}, ${other}, 'o')`
      )
    )
    const form =
      "expected a time from now of up to 3650 days, such as 90d, 12h or 30m, or an instant, such as 2027-01-31T00:00:00Z."
    const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
      [["--scope", "raed"], "--scope raed: there is no such scope. The scopes are read, write, provisioning."],
      [
        ["--scope", "provision"],
        "--scope provision: there is no such scope. Did you mean provisioning? The scopes are read, write, provisioning."
      ],
      [["--organization", theirs], `--organization ${theirs}: account ${account} has no such organization.`],
      [["--organization", "acme"], `--organization acme: account ${account} has no such organization.`],
      [["--expires", "soon"], `--expires soon: ${form}`],
      [["--expires", "9999d"], `--expires 9999d: ${form}`],
      [["--expires", "2027-13-01"], `--expires 2027-13-01: ${form}`],
      [["--expires", "2027-01-01T10:00"], `--expires 2027-01-01T10:00: ${form}`],
      [["--expires", "2027-02-31"], `--expires 2027-02-31: ${form}`],
      [["--expires", "2028-02-30T10:00:00Z"], `--expires 2028-02-30T10:00:00Z: ${form}`],
      [["--expires", "9999-01-01"], "--expires 9999-01-01: a key is valid for up to 3650 days."],
      [["--expires", "2020-01-01"], "--expires 2020-01-01: this is not in the future."],
      [["--expires", "0d"], "--expires 0d: this is not in the future."]
    ]
    for (const [options, sentence] of cases) {
      const { code, err, out } = await tributary(["keys", "create", ...options, account])
      expect([code, err, out]).toEqual([1, `${sentence}\n`, ""])
    }
    expect((await tributary(["keys", "list", account])).out).toBe(`Account ${account} has no keys.\n`)
    const rotated = await tributary(["keys", "rotate", "--overlap", "1 day", randomUUID()])
    expect(rotated.err).toBe("--overlap 1 day: expected 0 or a time of up to 3650 days, such as 24h, 30m or 7d.\n")
  })

  it("makes no key if a limit has no value, or is written in other letters", async () => {
    const account = wordAfter((await tributary(["accounts", "create", "Empty Inc."])).out, "Account")
    const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
      [["--scope", "", account], "--scope: expected a value after it."],
      [["--scope", " ", account], "--scope: expected a value after it."],
      [[account, "--scope"], "--scope: expected a value after it."],
      [["--scope", "read", "--scope", "", account], "--scope: expected a value after it."],
      [["--scope", "--expires", "9d", account], "--scope: expected a value after it."],
      [["--organization", "", account], "--organization: expected a value after it."],
      [[account, "--scope", "read", "--organization"], "--organization: expected a value after it."],
      [["--scope=", account], ""],
      [[account, "--scope="], ""],
      [["--expires=", account], ""],
      [["--SCOPE", "read", account], ""],
      [[account, "--Scope", "read"], ""],
      [["--scope", "read", "--ORGANIZATION", randomUUID(), account], ""],
      [["--EXPIRES", "9d", account], ""]
    ]
    for (const [args, sentence] of cases) {
      const { code, err } = await tributary(["keys", "create", ...args])
      expect([args, code, err.startsWith(sentence)]).toEqual([args, 2, true])
    }
    expect((await tributary(["keys", "list", account])).out).toBe(`Account ${account} has no keys.\n`)
    const unlimited = (await tributary(["keys", "create", account])).out
    expect(unlimited).toContain("It may: everything. Organizations: all. Ends: never.")
    const overlap = await tributary(["keys", "rotate", "--OVERLAP", "0", wordAfter(unlimited, "Key")])
    expect(overlap.code).toBe(2)
    expect((await tributary(["keys", "list", account])).out).not.toContain("replaced by")
  })

  it("sets quotas of an account, and lists what the accounts use [contract: usage]", async () => {
    const account = wordAfter((await tributary(["accounts", "create", "Quota Inc."])).out, "Account")
    const set = await tributary(["accounts", "quota", "--connections", "50", "--records", "none", account], {
      TRIBUTARY_ACCOUNT_ORGANIZATIONS: "3",
      TRIBUTARY_ACCOUNT_RECORDS: "9"
    })
    expect([set.code, set.err]).toEqual([0, ""])
    expect(set.out.split("\n").map((line) => line.split(/ {2,}/).slice(2))).toEqual([
      ["WHAT", "USED", "LIMIT"],
      ["organizations", "0", "3"],
      ["connections", "0", "50"],
      ["records", "0", "none"],
      []
    ])
    const again = await tributary(["accounts", "quota", "--connections", "default", account])
    expect(again.out).toMatch(/connections +0 +none$/m)
    const usage = (await tributary(["accounts", "usage"])).out
    expect(usage).toMatch(/^ACCOUNT +NAME +WHAT +USED +LIMIT\n/)
    expect(usage).toMatch(new RegExp(`^${account} +Quota Inc\\. +records +0 +none$`, "m"))
    expect(usage).toContain("Acme Inc.")
    const wrong = await tributary(["accounts", "quota", "--connections", "many", account])
    expect([wrong.code, wrong.err]).toEqual([
      1,
      "--connections many: expected a number up to 1000000000000, none or default.\n"
    ])
    const elsewhere = await tributary(["accounts", "quota", "--connections", "1", account], { TRIBUTARY_REGION: "eu" })
    expect([elsewhere.code, elsewhere.err]).toEqual([
      1,
      `No account ${account} in this region. Check the id and TRIBUTARY_REGION.\n`
    ])
    expect((await tributary(["accounts", "usage"], { TRIBUTARY_REGION: "eu" })).out).toBe(
      "This region has no accounts.\n"
    )
  })

  it("erases only with --yes, and shows what it would erase or has erased", async () => {
    const account = wordAfter((await tributary(["accounts", "create", "Erased"])).out, "Account")
    await tributary(["keys", "create", account])
    expect((await tributary(["erase", "list"])).out).toBe("Nothing was erased yet.\n")
    const preview = await tributary(["erase", "account", account])
    expect([preview.code, preview.err]).toEqual([0, ""])
    expect(preview.out).toContain(`This would erase the account ${account} (Erased) for good`)
    expect(preview.out).toContain("Nothing was changed; run the command again with --yes to do it.")
    expect(preview.out).toMatch(/^api_key +1\naccount +1$/m)
    expect((await tributary(["keys", "list", account])).out).toContain("active")

    const erased = await tributary(["erase", "account", account, "--yes"])
    const erasure = wordAfter(erased.out, "erase show")
    expect((await tributary(["keys", "list", account])).out).toContain("revoked")
    expect((await tributary(["erase", "show", erasure])).out).toMatch(/queued\n\nNo row is gone yet\.\n$/)
    await onDatabase(Effect.flatMap(SyncSchedule.make, ErasureWork.turn))
    const shown = await tributary(["erase", "show", erasure])
    expect(shown.out).toMatch(/^account +1 /m)
    expect((await tributary(["erase", "list"])).out).toMatch(
      new RegExp(`^${erasure}  account  ${account}  .* finished`, "m")
    )
    expect(wordAfter((await tributary(["erase", "account", account, "--yes"])).out, "erase show")).toBe(erasure)
    for (const args of [[account], [account, "--yes"], ["nonsense", "--yes"]]) {
      const none = await tributary(["erase", "connection", ...args])
      expect([none.code, none.err]).toEqual([
        1,
        `No connection ${args[0]} in this region. Check the id and TRIBUTARY_REGION.\n`
      ])
    }
    const none = await tributary(["erase", "show", account])
    expect([none.code, none.err]).toEqual([1, `No erasure ${account}. Run "tributary erase list" to see the latest.\n`])
    const elsewhere = wordAfter((await tributary(["accounts", "create", "Other"])).out, "Account")
    expect((await tributary(["erase", "account", elsewhere, "--yes"], { TRIBUTARY_REGION: "eu" })).code).toBe(1)
  })

  it("lists held-back deletions, and confirms or dismisses them by kind", async () => {
    const id = "6f1f6f0e-0f0f-4f0f-8f0f-0f0f0f0f0f0f"
    await onDatabase(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`insert into account (id, name) values (${id}, 'a')`
        yield* sql`insert into organization (id, account_id, name) values (${id}, ${id}, 'o')`
        yield* sql`
          insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs)
          values (${id}, ${id}, ${id}, 'ACME', 'ACTIVE', 60, 60)`
        yield* sql`
          insert into held_back_deletion (connection_id, kind, extractor, first_scan, reason, count)
          values
            (${id}, 'idp_user', 'idp_user', 1, 'EVERYTHING', 7),
            (${id}, 'idp_group', 'idp_group', 1, 'UNREADABLE_ROWS', 3),
            (${id}, 'device', 'device', 1, 'LARGE_SHARE', 9)`
      })
    )
    const listed = (await tributary(["deletions", "list"])).out
    expect(listed).toMatch(/^CONNECTION +KIND +RECORDS +REASON +SINCE\n/)
    expect(listed).toMatch(new RegExp(`^${id}  device     9        LARGE_SHARE      \\S+Z$`, "m"))
    expect((await tributary(["deletions", "list", id])).out).toBe(listed)
    for (const args of [
      ["--kind", "", id],
      [id, "--kind"],
      ["--KIND", "device", id]
    ]) {
      expect((await tributary(["deletions", "confirm", ...args])).code).toBe(2)
    }
    expect((await tributary(["deletions", "list", id])).out).toBe(listed)
    const dismissed = await tributary(["deletions", "dismiss", "--kind", "device", id])
    expect([dismissed.code, dismissed.out]).toEqual([
      0,
      "Dismissed: 9 records of device stay until later scans miss them again.\n"
    ])
    const confirmed = await tributary(["deletions", "confirm", id])
    expect([confirmed.code, confirmed.out]).toEqual([
      0,
      "Confirmed: the next full scan, which is due now, deletes those of 3 records of idp_group, 7 records of idp_user that it still misses.\n"
    ])
    expect((await tributary(["deletions", "list"])).out).toBe("No deletions wait for a decision.\n")
    for (const connection of [id, "x"]) {
      const none = await tributary(["deletions", "confirm", connection])
      expect([none.code, none.err]).toEqual([
        1,
        `No such deletions of connection ${connection} wait for a decision. Run "tributary deletions list" to see those that do.\n`
      ])
    }
  })

  it("stops connectors, lists what is stopped, and resumes them [contract: stopped-connectors]", async () => {
    expect((await tributary(["connectors", "stop", "--reason", "It sends wrong data", "acme"])).out).toBe(
      'The connector of ACME is stopped in all processes. Its jobs (of 1 connection) end at their next page, and none starts until "tributary connectors resume ACME".\n'
    )
    expect(await tributary(["connectors", "stop", "--reason", "It deletes too much", "ACNE"])).toEqual({
      code: 1,
      out: "",
      err: 'No connection is of ACNE, but some are of ACME: nothing was stopped. "tributary connectors list" shows the vendors.\n'
    })
    const one = ["connectors", "stop", "--release", "1.4.2", "--reason", "It deletes too much", "acme"]
    expect((await tributary(one)).out).toContain(
      "Version 1.4.2 of the connector of ACME is stopped in all processes that have loaded it; those with another version go on."
    )
    const listed = (await tributary(["connectors", "list"])).out
    expect(listed).toMatch(/^VENDOR +CONNECTIONS +STOPPED +SINCE +REASON\n/)
    expect(listed).toMatch(/^ACME +1 +all versions +\S+Z +It sends wrong data$/m)
    expect(listed).toMatch(/ 1\.4\.2 +\S+Z +It deletes too much$/m)
    expect(listed).not.toContain("ACNE")
    expect((await tributary(["connectors", "resume", "--release", "1.4.2", "acme"])).out).toBe(
      "Version 1.4.2 of the connector of ACME is no longer stopped, but this still is: all versions.\n"
    )
    expect((await tributary(["connectors", "resume", "acme"])).out).toContain("The connector of ACME runs again.")
    expect((await tributary(["connectors", "list"])).out).toMatch(/^VENDOR .*\nACME +1 +no\n$/)
    const again = await tributary(["connectors", "resume", "--release", "1.4.2", "acme"])
    expect([again.code, again.err]).toEqual([
      1,
      'Version 1.4.2 of the connector of ACME is not stopped. Run "tributary connectors list" to see what is.\n'
    ])
    const padded = await tributary([
      "connectors",
      "stop",
      "--release",
      " 1.4.3 ",
      "--reason",
      "It deletes too much",
      "acme"
    ])
    expect(padded.out).toBe(
      'Version 1.4.3 of the connector of ACME is stopped in all processes that have loaded it; those with another version go on. Jobs end there at their next page, and none starts until "tributary connectors resume ACME --release 1.4.3".\n'
    )
    expect((await tributary(["connectors", "resume", "--release", "1.4.3", "acme"])).out).toContain("runs again")
    for (const release of ["", " ", "v1.4.2", "latest"]) {
      for (const args of [["stop", "--reason", "It deletes too much"], ["resume"]]) {
        const refused = await tributary(["connectors", ...args, "--release", release, "acme"])
        expect(refused).toMatchObject({ code: 1 })
        expect(refused.err).toContain(`--release ${release.trim()}: expected the version of a package, such as 1.4.2`)
      }
    }
    expect((await tributary(["connectors", "list"])).out).toMatch(/^VENDOR .*\nACME +1 +no\n$/)
    const silent = await tributary(["connectors", "stop", "--reason", " ", "acme"])
    expect([silent.code, silent.err]).toEqual([
      1,
      "The reason must not be empty: customers read why their data is old.\n"
    ])
  })

  it("shows who did what, from this machine, page by page", async () => {
    const account = wordAfter((await tributary(["accounts", "create", "Audited Inc."])).out, "Account")
    const keyId = wordAfter((await tributary(["keys", "create", account])).out, "Key")
    await tributary(["keys", "revoke", keyId])
    const all = await tributary(["audit", "--account", account])
    const [titles, ...lines] = all.out.trimEnd().split("\n")
    expect(titles).toMatch(/^ID +AT +ACTION +RESOURCE +BY +FROM +ACCOUNT$/)
    const line = (action: string, resource: string) =>
      expect.stringMatching(
        new RegExp(`^\\d+ +\\S+Z +${action} +${resource} +COMMAND +${userInfo().username}@${hostname()} +${account}$`)
      )
    expect(lines).toEqual([line("key.revoke", keyId), line("key.create", keyId), line("account.create", account)])
    const first = await tributary(["audit", "--account", account, "--limit", "2"])
    const [, before = ""] = /Older ones: add --before (\d+)$/m.exec(first.out) ?? []
    const rest = await tributary(["audit", "--account", account, "--limit", "2", "--before", before])
    expect(rest.out.trimEnd().split("\n").slice(1)).toEqual([line("account.create", account)])
    expect((await tributary(["audit", "--connection", account])).out).toBe("No such event is in the audit log.\n")
    for (const [option, value] of [
      ["--account", "Acme"],
      ["--connection", "x"],
      ["--limit", "0"]
    ] as const) {
      const { code, err } = await tributary(["audit", option, value])
      expect([code, err]).toEqual([1, expect.stringContaining(`${option} ${value}: expected`)])
    }
  })

  it("lists master keys and forgets a lost one", async () => {
    expect((await tributary(["master-keys", "list"])).out).toContain("No process has used")
    await onDatabase(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`insert into setting (name, value) values ('master_key/2026-01', 'a fingerprint')`
      })
    )
    const listed = async () => (await tributary(["master-keys", "list"])).out
    expect(await listed()).toMatch(
      /^MASTER KEY +CREDENTIALS +CONSENT TOKENS +QUEUED PAYLOADS +WEBHOOK SECRETS +SEALING PROCESSES +CAN BE REMOVED\n2026-01 +0 +0 +0 +0 +0 +now\nKeep a copy of a key .* as long as you may restore a backup from before the rewrap.*\n$/
    )
    const forget = (...args: ReadonlyArray<string>) => tributary(["master-keys", "forget", ...args, "2026-01"])
    const account = wordAfter((await tributary(["accounts", "create", "Sealed"])).out, "Account")
    const run = (sql: string) => onDatabase(Effect.flatMap(SqlClient.SqlClient, (client) => client.unsafe(sql)))
    await run(
      `insert into idempotency_key (account_id, key, fingerprint, master_key) values ('${account}', 'k', '', '2026-01')`
    )
    expect(await listed()).toMatch(/2026-01 +0 +0 +0 +0 +0 +from \d{4}-\d\d-\d\dT/)
    await run("insert into runner (name, master_keys) values ('host:1/x', '{2026-01}')")
    expect(await listed()).toMatch(
      /2026-01 +0 +0 +0 +0 +1 +no: processes seal with it\nThese processes .*: host:1\/x\.\n$/
    )
    expect(await forget()).toMatchObject({ code: 1, err: expect.stringContaining("host:1/x. Remove it from their") })
    // The header of a sealed value: the version, the length of the id, and the id.
    await run(
      `delete from runner;
       insert into organization (id, account_id, name) values ('${account}', '${account}', 'o');
       insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs, credentials)
       values ('${account}', '${account}', '${account}', 'ACME', 'ACTIVE', 60, 60, '\\x0107' || '2026-01x'::bytea)`
    )
    expect(await listed()).toMatch(/2026-01 +1 +0 +0 +0 +0 +no: run master-keys rewrap/)
    expect(await forget()).toMatchObject({
      code: 1,
      err: 'The master key "2026-01" seals the credentials of 1 connection. Run "tributary master-keys rewrap" first. If the key is lost, give --lost: nobody can open them again.\n'
    })
    expect(await listed()).not.toContain("Keep a copy")
    expect((await forget("--lost")).out).toContain('"2026-01" was forgotten. Connections whose')
    const again = await tributary(["master-keys", "forget", "2026-01"])
    expect([again.code, again.err]).toEqual([
      1,
      'This database knows no master key "2026-01". Run "tributary master-keys list" to see those it knows.\n'
    ])
  })
})

describe("The command line without a database", () => {
  it("shows help, and explains every failure in a sentence", async () => {
    for (const args of [["--help"], ["keys", "--help"], ["keys", "create", "--help"]]) {
      const help = await run(args, nowhere)
      expect([help.code, help.err]).toEqual([0, ""])
      expect(help.out).toContain("USAGE")
    }
    const bad = await run(["keys", "make"], nowhere)
    expect(bad.code).toBe(2)
    const away = await run(["keys", "list", "x"], nowhere)
    expect([away.code, away.out, away.err]).toEqual([
      1,
      "",
      'The database "none" at 127.0.0.1:1, with the user "app", cannot be used: nothing listens there (ECONNREFUSED). Check the host and port in DATABASE_URL, and that Postgres is running.\n'
    ])
    const setting = await run(["keys", "list", "x"], { TRIBUTARY_REGION: "S3cret!" })
    expect([setting.code, setting.err]).toEqual([1, expect.stringContaining("TRIBUTARY_REGION: expected")])
    expect(setting.err + away.err).not.toMatch(/s3cret/i)
  })
})

describe("The command line with the embedded database", () => {
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tributary-"))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it("shows which migrations are pending, and of which folder, without creating the database", async () => {
    // As a variable that a deployment has left empty.
    const settings = { DATABASE_URL: "", TRIBUTARY_DATA_DIR: join(folder, "data") }
    const name = `The embedded database in ${settings.TRIBUTARY_DATA_DIR}`
    const { code, out } = await run(["migrate", "--status"], settings)
    expect([code, out]).toEqual([3, expect.stringMatching(`^${name}:\nMIGRATION`)])
    const script = await run(["migrate", "--dry-run"], settings)
    expect(script.out).toContain(`\n-- ${name}\n`)
    expect(script.out).toContain("create table connection (")
    expect(await readdir(folder)).toEqual([])
  })
})
