import { execFile } from "node:child_process"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as ApiKeys from "../../src/store/accounts/ApiKeys.js"
import { Database } from "../../src/store/postgres/Database.js"
import { bundleBeside } from "../Child.js"
import { onPostgres, TestDatabase } from "../TestDatabase.js"

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

onPostgres("The command line", () => {
  const scope = Effect.runSync(Scope.make())
  let file = ""
  let url = ""

  beforeAll(async () => {
    file = await Effect.runPromise(Scope.extend(bundleBeside(import.meta.url, "CliProcess"), scope))
    // Not migrated, because a command may be the first thing that an operator runs.
    url = Redacted.value(await Effect.runPromise(Scope.extend(TestDatabase.makeUrl({ migrated: false }), scope)))
  }, 60_000)
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const tributary = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    new Promise((resolve) => {
      const settings = { ...process.env, DATABASE_URL: url, NO_COLOR: "1", ...env }
      execFile(process.execPath, [file, ...args], { env: settings }, (error, out, err) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err })
      })
    })

  const onDatabase = <A, E>(effect: Effect.Effect<A, E, ApiKeys.Keys | SqlClient.SqlClient>) =>
    Effect.runPromise(
      effect.pipe(
        Effect.provide(ApiKeys.layer),
        Effect.provide(Database.layerUrl({ url: Redacted.make(url), maxConnections: 2 }))
      )
    )

  const wordAfter = (text: string, word: string): string => new RegExp(`${word} (\\S+)`).exec(text)?.[1] ?? ""

  it("creates an account and a key, shows when the key was last used, and revokes it", async () => {
    const made = await tributary(["accounts", "create", "Acme Inc."])
    expect([made.code, made.err]).toEqual([0, ""])
    const account = wordAfter(made.out, "Account")
    expect((await tributary(["keys", "list", account])).out).toBe(`Account ${account} has no keys.\n`)
    const created = await tributary(["keys", "create", "--label", "for tests", account])
    const keyId = wordAfter(created.out, "Key")
    const [key = ""] = /trib_\S+/.exec(created.out) ?? []
    const before = (await tributary(["keys", "list", account])).out
    expect(before).toMatch(/^KEY +LABEL +CREATED +LAST USED +REVOKED\n/)
    expect(before).toMatch(new RegExp(`^${keyId}  for tests  \\S+Z  never      no$`, "m"))
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
    expect((await tributary(["keys", "list", account])).out).toMatch(/for tests {2}\S+Z {2}\S+Z {2}no$/m)
    expect((await tributary(["keys", "revoke", keyId])).out).toBe(`Key ${keyId} was revoked.\n`)
    expect((await tributary(["keys", "list", account])).out).toMatch(/Z$/m)
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
  }, 60_000)

  it("confirms held-back deletions", async () => {
    const id = "6f1f6f0e-0f0f-4f0f-8f0f-0f0f0f0f0f0f"
    await onDatabase(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`insert into account (id, name) values (${id}, 'a')`
        yield* sql`insert into organization (id, account_id, name) values (${id}, ${id}, 'o')`
        yield* sql`
          insert into connection (id, account_id, organization_id, vendor, state, refresh_interval_secs, timeout_secs)
          values (${id}, ${id}, ${id}, 'ACME', 'ACTIVE', 60, 60)`
        yield* sql`insert into record_counter (connection_id, kind, held_back) values (${id}, 'idp_user', 7)`
      })
    )
    const confirmed = await tributary(["deletions", "confirm", id])
    expect([confirmed.code, confirmed.out]).toEqual([
      0,
      "Confirmed: the next full scan may delete the 7 held-back records.\n"
    ])
    const none = await tributary(["deletions", "confirm", "x"])
    expect([none.code, none.err]).toEqual([
      1,
      "No held-back deletions on connection x. Check the id; GET .../jobs shows held_back for each job.\n"
    ])
  }, 60_000)

  it("lists master keys and forgets a lost one", async () => {
    expect((await tributary(["master-keys", "list"])).out).toContain("No process has used")
    await onDatabase(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`insert into setting (name, value) values ('master_key/2026-01', 'a fingerprint')`
      })
    )
    expect((await tributary(["master-keys", "list"])).out).toMatch(/^MASTER KEY +SEALED CONNECTIONS\n2026-01 +0\n$/)
    expect((await tributary(["master-keys", "forget", "2026-01"])).out).toContain('"2026-01" was forgotten')
    const again = await tributary(["master-keys", "forget", "2026-01"])
    expect([again.code, again.err]).toEqual([
      1,
      'This database knows no master key "2026-01". Run "tributary master-keys list" to see those it knows.\n'
    ])
  }, 60_000)

  it("shows help without a database, and explains every failure in a sentence", async () => {
    const nowhere = { DATABASE_URL: "postgres://s3cret:s3cret@127.0.0.1:1/none" }
    for (const args of [["--help"], ["keys", "--help"], ["keys", "create", "--help"]]) {
      const help = await tributary(args, nowhere)
      expect([help.code, help.err]).toEqual([0, ""])
      expect(help.out).toContain("USAGE")
    }
    const bad = await tributary(["keys", "make"], nowhere)
    expect(bad.code).toBe(1)
    const away = await tributary(["keys", "list", "x"], nowhere)
    expect([away.code, away.out, away.err]).toEqual([
      1,
      "",
      "Cannot reach or use the database. Check DATABASE_URL and that Postgres is running.\n"
    ])
    const setting = await tributary(["keys", "list", "x"], { TRIBUTARY_REGION: "S3cret!" })
    expect([setting.code, setting.err]).toEqual([1, expect.stringContaining("TRIBUTARY_REGION: expected")])
    expect(setting.err + away.err).not.toMatch(/s3cret/i)
  }, 60_000)
})
