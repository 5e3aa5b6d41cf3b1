import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import type { JobWait, Problem } from "@tributary/core"
import { Effect, Layer } from "effect"
import * as InstallationFacts from "../../../src/store/jobs/InstallationFacts.js"
import { LoadedLists, type ReadList } from "../../../src/store/jobs/ReadLists.js"
import * as ConnectionOverview from "../../../src/store/operators/ConnectionOverview.js"
import * as ServiceOverview from "../../../src/store/operators/ServiceOverview.js"
import { LoadedVersions } from "../../../src/store/schedule/StoppedConnectors.js"
import * as SyncSchedule from "../../../src/store/schedule/SyncSchedule.js"
import * as FakeStore from "../../sync/FakeStore.js"
import { TestDatabase } from "../../TestDatabase.js"

const users: ReadList = { vendor: "FAKE", exportType: "idp", extractor: "idp /users" }

const stores = Layer.mergeAll(ConnectionOverview.layer, ServiceOverview.layer, SyncSchedule.layer).pipe(
  Layer.provideMerge(TestDatabase.layer),
  Layer.provideMerge(Layer.succeed(LoadedLists, [users])),
  Layer.provideMerge(Layer.succeed(LoadedVersions, { FAKE: "1.4.2" }))
)

const load = Effect.flatMap(InstallationFacts.loaded, InstallationFacts.load)

/** Undoes what the test has stored, so that all can have one database. */
const undone = <E, R>(test: Effect.Effect<void, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(Effect.zipRight(test, Effect.fail("undone" as const)))
  ).pipe(
    Effect.catchIf(
      (error) => error === "undone",
      () => Effect.void
    )
  )

type Arrange = (connectionId: string) => Effect.Effect<unknown, unknown, SqlClient.SqlClient>

const withSql =
  (run: (sql: SqlClient.SqlClient, connectionId: string) => Effect.Effect<unknown, unknown>): Arrange =>
  (connectionId) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => run(sql, connectionId))

const waits = (wait: Pick<JobWait, "reason" | "retries">, secs: number): Arrange =>
  withSql((sql, id) => {
    const since = new Date(Date.now() - secs * 1_000).toISOString()
    const all = [{ data_export_type: "idp", endpoint: "/users", since, until: since, ...wait }]
    return sql`
      insert into job (id, connection_id, status, started_at, waits)
      values (${randomUUID()}, ${id}, 'RUNNING', clock_timestamp(), ${JSON.stringify(all)})`
  })

const fails = (extractor: string, reason: Problem.ProblemReason): Arrange =>
  withSql(
    (sql, id) => sql`
      insert into connection_problem (connection_id, extractor, reason, export_type, endpoint, detail, permissions)
      values (${id}, ${extractor}, ${reason}, 'idp', '/users', 'answered 401', '[]')`
  )

const unread: Arrange = withSql(
  (sql, id) => sql`
    update connection set unread_fields = ${JSON.stringify([{ record_kind: "idp_user", problem: "PERMISSION_MISSING" }])}
    where id = ${id}`
)

const stopped = (version: string): Arrange =>
  withSql((sql) => sql`insert into connector_stop (vendor, version, reason) values ('FAKE', ${version}, 'test')`)

const choosesDevices: Arrange = withSql(
  (sql, id) => sql`update connection set data_export_types = '["devices"]' where id = ${id}`
)

layer(stores)("What operators and metrics see", (it) => {
  const problems: ReadonlyArray<readonly [string, ReadonlyArray<Arrange>, Problem.ProblemReason | null]> = [
    ["a connection that works", [], null],
    ["an extractor that failed", [fails("idp /users", "CREDENTIALS_REFUSED")], "CREDENTIALS_REFUSED"],
    ["a type of data that is not read any more", [fails("idp /users", "VENDOR_DOWN"), choosesDevices], null],
    ["a field that cannot be read", [unread], "PERMISSION_MISSING"],
    ["a connector that an operator has stopped", [stopped("")], "CONNECTOR_STOPPED"],
    ["a release that an operator has stopped", [stopped("1.4.2")], "CONNECTOR_STOPPED"],
    ["another release that an operator has stopped", [stopped("1.4.1")], null],
    ["a request that is refused for a minute", [waits({ reason: "VENDOR_DOWN", retries: 0 }, 61)], "VENDOR_DOWN"],
    ["a request that is refused for a moment", [waits({ reason: "VENDOR_DOWN", retries: 3 }, 5)], null],
    ["a long turn within a rate limit", [waits({ reason: "RATE_LIMITED", retries: 0 }, 600)], null],
    ["a rate limit that refuses for a minute", [waits({ reason: "RATE_LIMITED", retries: 2 }, 61)], "RATE_LIMITED"],
    ["a wait for a type that is not read", [waits({ reason: "VENDOR_DOWN", retries: 0 }, 600), choosesDevices], null]
  ]

  it.effect.each(problems)("has the same problems: %s", ([, arrangements, expected]) =>
    Effect.gen(function* () {
      const { connectionId } = yield* FakeStore.seed()
      for (const arrange of arrangements) yield* arrange(connectionId)
      const overview = yield* ConnectionOverview.ConnectionOverview
      const found = (filter: Parameters<typeof overview.list>[0]) =>
        Effect.map(overview.list(filter, { limit: 10, offset: 0 }), ({ items }) => items.map(({ id }) => id))
      expect(yield* found({ isFailing: expected !== null })).toEqual([connectionId])
      if (expected !== null) expect(yield* found({ reasons: [expected] })).toEqual([connectionId])
      const facts = yield* load
      const failing = facts.flatMap(({ count, detail, name }) => (name === "failing" ? [[detail, count]] : []))
      expect(failing).toEqual(expected === null ? [] : [[expected, 1]])
    }).pipe(undone)
  )
  const aged: Arrange = withSql(
    (sql, id) => sql`update connection set created_at = created_at - interval '1 day' where id = ${id}`
  )
  const scanned = (secs: number): Arrange =>
    withSql(
      (sql, id) => sql`
        insert into scan (connection_id, extractor, baseline, last_scan_at)
        values (${id}, 'idp /users', '', clock_timestamp() - make_interval(secs => ${secs}::int))`
    )
  const begun = (extractor: string, secs: number): Arrange =>
    withSql(
      (sql, id) => sql`
        insert into scan (connection_id, extractor, baseline, added_at)
        values (${id}, ${extractor}, '', clock_timestamp() - make_interval(secs => ${secs}::int))`
    )

  const ages: ReadonlyArray<readonly [string, ReadonlyArray<Arrange>, readonly [number, string | null, number]]> = [
    ["that of the last complete scan", [aged, scanned(100)], [0, null, 100]],
    ["stale after two intervals and a timeout", [aged, scanned(11_000)], [1, null, 11_000]],
    ["that of the connection if there was no scan", [aged], [1, null, 86_400]],
    ["since its first scan began if none was complete", [aged, begun("idp /users", 100)], [0, null, 100]],
    ["stale if its first scan began long ago", [aged, begun("idp /users", 11_000)], [1, null, 11_000]],
    ["none if it is new to a connection with other lists", [aged, begun("idp /groups", 11_000)], [0, null, 0]],
    ["with the reason of the list", [aged, fails("idp /users", "VENDOR_DOWN")], [1, "VENDOR_DOWN", 86_400]],
    ["with the reason of all lists", [aged, fails("", "CREDENTIALS_REFUSED")], [1, "CREDENTIALS_REFUSED", 86_400]],
    [
      "with the stop of the connector first",
      [aged, fails("", "CREDENTIALS_REFUSED"), stopped("")],
      [1, "CONNECTOR_STOPPED", 86_400]
    ]
  ]

  it.effect.each(ages)("knows the age of a list: %s", ([, arrangements, expected]) =>
    Effect.gen(function* () {
      const { connectionId } = yield* FakeStore.seed()
      for (const arrange of arrangements) yield* arrange(connectionId)
      const facts = yield* load
      const [list, ...others] = facts.filter(({ name }) => name === "lists")
      expect(others).toEqual([])
      // Some seconds pass.
      expect([list?.count, list?.reason, Math.floor((list?.oldestSecs ?? 0) / 50) * 50]).toEqual(expected)
      expect([list?.vendor, list?.detail]).toEqual(["FAKE", "idp"])
      const [stale = 0] = expected
      const overview = yield* ConnectionOverview.ConnectionOverview
      const { total } = yield* overview.list({ staleSecs: 10_000 }, { limit: 10, offset: 0 })
      expect(total).toBe(stale)
    }).pipe(undone)
  )

  it.effect("leaves out types that a connection does not read", () =>
    Effect.gen(function* () {
      const { connectionId } = yield* FakeStore.seed()
      yield* choosesDevices(connectionId)
      const facts = yield* load
      expect(facts.filter(({ name }) => name === "lists")).toEqual([])
      const { freshness } = yield* ServiceOverview.ServiceOverview
      expect(yield* freshness({})).toEqual([])
    }).pipe(undone)
  )
})
