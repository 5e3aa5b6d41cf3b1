import * as SqlClient from "@effect/sql/SqlClient"
import { Console, Effect, Redacted } from "effect"
import { expect, it } from "vitest"
import { printKey } from "../../src/cli/start/startCommand.js"
import * as ApiKeys from "../../src/store/accounts/ApiKeys.js"
import { Database } from "../../src/store/postgres/Database.js"
import { onPostgres, TestDatabase } from "../TestDatabase.js"

/** What one start prints. */
const start = Effect.gen(function* () {
  const lines: Array<unknown> = []
  const console = yield* Console.consoleWith(Effect.succeed)
  yield* Effect.withConsole(printKey, { ...console, log: (line) => Effect.sync(() => void lines.push(line)) })
  return lines.join("\n")
})

const keyIn = (text: string) => Redacted.make(/trib_[\w-]+/.exec(text)?.[0] ?? "")

onPostgres("tributary start --with-key", () => {
  it("makes one account, and another key for it at each start, while the earlier keys stay valid", async () => {
    const starts = Effect.gen(function* () {
      const keys = yield* ApiKeys.Keys
      const first = yield* start
      const account = yield* keys.authenticate(keyIn(first))
      const second = yield* start
      return {
        first,
        second,
        accounts: [
          account.accountId,
          (yield* keys.authenticate(keyIn(second))).accountId,
          (yield* keys.authenticate(keyIn(first))).accountId
        ],
        names: yield* (yield* SqlClient.SqlClient)`select name from account`
      }
    })
    const found = await Effect.gen(function* () {
      const url = yield* TestDatabase.makeUrl({ migrated: true })
      const database = Database.layerUrl({ url, maxConnections: 2 })
      return yield* starts.pipe(Effect.provide(ApiKeys.layer), Effect.provide(database))
    }).pipe(Effect.scoped, Effect.runPromise)
    expect(found.first).toMatch(/^A key of a new account: trib_[\w-]{43}$/)
    expect(found.second).toMatch(
      /^A new key of the account that an earlier start made: trib_[\w-]{43} \(earlier keys stay valid/
    )
    expect(Redacted.value(keyIn(found.first))).not.toBe(Redacted.value(keyIn(found.second)))
    expect(new Set(found.accounts).size).toBe(1)
    expect(found.names).toHaveLength(1)
  })
})
