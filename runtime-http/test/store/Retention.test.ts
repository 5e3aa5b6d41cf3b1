import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as Retention from "../../src/store/Retention.js"
import { onPostgres, TestDatabase } from "../TestDatabase.js"
import * as Fixture from "./RecordFixture.js"

const { IdpUser, IdpGroup, IdpGroupMembership, DeviceGroup } = RecordKind
const DAYS = 30

const backdate = (connectionId: string, days: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update record set gone_at = clock_timestamp() - make_interval(days => ${days})
      where connection_id = ${connectionId} and is_gone`
  )

/** The tables that still have rows of the connection. */
const tablesOf = (connectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found: Array<string> = []
    const tables = [
      "record",
      "scan_seen_block",
      "scan_parent",
      "scan",
      "missing_record",
      "pending_relation",
      "pending_move",
      "held_back_deletion",
      "missing_total",
      "emptied_field",
      "kept_field",
      "connection_problem",
      "record_counter"
    ]
    for (const table of [...tables, "job", "outbound_job", "schedule"]) {
      const rows = yield* sql`select 1 from ${sql(table)} where connection_id = ${connectionId} limit 1`
      if (rows.length > 0) found.push(table)
    }
    const own = yield* sql`select 1 from connection where id = ${connectionId}`
    return own.length === 0 ? found : ["connection", ...found]
  })

const addJob = (connectionId: string, daysAgo: number, status = "SUCCESS") =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into job (id, connection_id, status, created_at, finished_at)
      values (
        ${randomUUID()}, ${connectionId}, ${status}, clock_timestamp() - make_interval(days => ${daysAgo}),
        ${status === "SUCCESS" ? sql`clock_timestamp() - make_interval(days => ${daysAgo})` : sql`null`}
      )`
  )

const jobsOf = (connectionId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly count: number }>`select count(*) as count from job where connection_id = ${connectionId}`,
      ([row]) => row?.count ?? 0
    )
  )

/** Deletes the connection as the API does. */
const remove = (connectionId: string, daysAgo: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`delete from schedule where connection_id = ${connectionId}`
    yield* sql`
      update connection set state = 'DELETED', deleted_at = clock_timestamp() - make_interval(days => ${daysAgo})
      where id = ${connectionId}`
  })

Fixture.bothDatabases("a purge", (it) => {
  it.effect("removes only the rows of a connection that was deleted long ago [contract: connection-states]", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [old, fresh, live] = [yield* Fixture.connection, yield* Fixture.connection, yield* Fixture.connection]
      for (const at of [old, fresh, live]) {
        yield* Fixture.put(at, IdpUser, Fixture.users(1_100))
        yield* addJob(at.id, 1)
        yield* sql`
          insert into outbound_job (id, account_id, connection_id, vendor, task_name)
          values (${randomUUID()}, ${at.id}, ${at.id}, 'OKTA', 'create_ticket')`
        yield* sql`
          insert into missing_record (connection_id, kind, id, scan, first_scan, is_planned)
          values (${at.id}, 'idp_user', ${at.id}, 1, 1, true)`
        yield* sql`
          insert into held_back_deletion (connection_id, kind, extractor, first_scan, reason, count)
          values (${at.id}, 'idp_user', 'idp_user', 1, 'EVERYTHING', 1)`
        yield* sql`
          insert into missing_total (connection_id, kind, count, since)
          values (${at.id}, 'idp_user', 1, clock_timestamp())`
        yield* sql`
          insert into emptied_field (connection_id, kind, id, fields, is_changed)
          values (${at.id}, 'idp_user', ${at.id}, '{}', false)`
        yield* sql`
          insert into kept_field (connection_id, extractor, kind, path, count, of_all, since)
          values (${at.id}, 'idp_user', 'idp_user', 'is_admin', 20, 20, clock_timestamp())`
        yield* sql`
          insert into connection_problem (connection_id, extractor, reason, detail, permissions)
          values (${at.id}, 'idp_user', 'VENDOR_DOWN', 'answered 503', '[]')`
        for (const table of ["pending_relation", "pending_move"]) {
          yield* sql`insert into ${sql(table)} (connection_id, kind, id) values (${at.id}, 'idp_user', ${at.id})`
        }
        yield* sql`insert into scan_parent (connection_id, extractor, id) values (${at.id}, 'idp_user', '\\x00')`
      }
      yield* remove(old.id, DAYS + 1)
      yield* remove(fresh.id, DAYS - 1)
      const before = yield* tablesOf(live.id)
      expect(before).toHaveLength(17)

      const purged = yield* Retention.purge(DAYS)
      expect(purged).toEqual({ connections: 1, organizations: 0, records: 1_100, jobs: 0 })
      expect(yield* tablesOf(old.id)).toEqual([])
      expect(yield* tablesOf(fresh.id)).toEqual(before.filter((table) => table !== "schedule"))
      expect(yield* tablesOf(live.id)).toEqual(before)
      expect(yield* Retention.purge(DAYS)).toEqual({ connections: 0, organizations: 0, records: 0, jobs: 0 })
    })
  )

  it.effect("removes an organization once it is empty", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      yield* sql`update organization set deleted_at = clock_timestamp() - interval '31 days' where id = ${at.id}`
      expect(yield* Retention.purge(DAYS)).toMatchObject({ organizations: 0 })
      yield* remove(at.id, DAYS + 1)
      expect(yield* Retention.purge(DAYS)).toMatchObject({ connections: 1, organizations: 1 })
    })
  )

  it.effect("removes hidden records that have been gone for long, but not records with a deleted flag", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      for (const [kind, make, listed] of [
        [IdpUser, Fixture.user, ["a", "b"]],
        [DeviceGroup, Fixture.deviceGroup, ["a"]]
      ] as const) {
        const scan = Fixture.extractor([kind])
        yield* Fixture.scanAll(at, scan, Fixture.batch(at, kind, [make("a"), make("b")]))
        yield* Fixture.scanAll(at, scan, Fixture.batch(at, kind, [make("a")]))
        const gone = Fixture.idOf(at, kind, "b")

        yield* backdate(at.id, DAYS - 1)
        expect((yield* Retention.purge(DAYS)).records).toBe(0)
        yield* backdate(at.id, DAYS + 1)
        expect((yield* Retention.purge(DAYS)).records).toBe(2 - listed.length)
        expect((yield* Fixture.counter(at, kind)).total).toBe(listed.length)
        expect(Fixture.vendorIds((yield* Fixture.list(at, kind)).items)).toEqual(listed)

        yield* Fixture.scanAll(at, scan, Fixture.batch(at, kind, [make("a"), make("b")]))
        expect((yield* Fixture.counter(at, kind)).total).toBe(2)
        const items = Fixture.parse((yield* Fixture.list(at, kind, { wantsTotal: true })).items)
        expect(items.map(({ id, vendor_id }) => [vendor_id, id]).at(-1)).toEqual(["b", gone])
      }
    })
  )

  it.effect("removes records that show as deleted after the number of days that the operator sets", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      const scan = Fixture.extractor([IdpUser])
      const users = (...names: ReadonlyArray<string>) =>
        Fixture.scanAll(
          at,
          scan,
          Fixture.batch(
            at,
            IdpUser,
            names.map((name) => Fixture.user(name))
          )
        )
      const active = { wantsTotal: true, filters: [Fixture.any("vendor_status:ACTIVE")] }
      const listed = Effect.gen(function* () {
        const { items, total } = yield* Fixture.list(at, IdpUser, { wantsTotal: true })
        // Counted by the same service each time, which remembers what it has counted.
        expect((yield* Fixture.list(at, IdpUser, active)).total).toBe(total)
        // The records of one sweep have no order among each other.
        const [counter] = yield* sql`
          select
            deleted = (
              select count(*) from record
              where record.connection_id = counter.connection_id and record.kind = counter.kind and is_gone and is_listed
            ) as "isCounted"
          from record_counter as counter
          where connection_id = ${at.id} and kind = ${IdpUser.name}`
        expect(counter).toEqual({ isCounted: true })
        return [Fixture.vendorIds(items).toSorted(), total]
      })
      yield* users("a", "b", "c", "d", "e")
      yield* users("a", "b", "c")
      yield* backdate(at.id, DAYS + 1)
      for (const [days, removed] of [
        [null, 0],
        [DAYS + 2, 0],
        [DAYS, 2]
      ] as const) {
        expect((yield* Retention.purge(DAYS, days)).records).toBe(removed)
        expect(yield* listed).toEqual(removed === 0 ? [["a", "b", "c", "d", "e"], 5] : [["a", "b", "c"], 3])
      }
      yield* users("a", "b", "c", "d")
      yield* backdate(at.id, DAYS + 1)
      expect((yield* Retention.purge(DAYS, DAYS)).records).toBe(0)
      expect(yield* listed).toEqual([["a", "b", "c", "d"], 4])
    })
  )

  it.effect("removes a record to which live relations refer with these, and moves what they show", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const names = ["u", "v"]
      const users = Fixture.extractor([IdpUser])
      const scanUsers = (some: ReadonlyArray<string>) =>
        Fixture.scanAll(
          at,
          users,
          Fixture.batch(
            at,
            IdpUser,
            some.map((name) => Fixture.user(name))
          )
        )
      yield* scanUsers(names)
      yield* Fixture.put(at, IdpGroup, [Fixture.group("g"), Fixture.group("other")])
      yield* Fixture.put(
        at,
        IdpGroupMembership,
        names.map((name) => Fixture.membership("g", name))
      )
      // The tool still lists the membership of the user that it has deleted.
      yield* scanUsers(["v"])
      const groups = (request = {}) =>
        Effect.map(Fixture.list(at, IdpGroup, { includes: [Fixture.usersOfGroup], ...request }), ({ items, asOf }) => ({
          asOf,
          shown: Fixture.parse(items).map(
            (item) =>
              [
                item["vendor_id"],
                (item["users"] as ReadonlyArray<Record<string, unknown>>).map(({ vendor_id }) => vendor_id).toSorted()
              ] as const
          )
        }))
      const before = yield* groups()
      expect(new Map(before.shown).get("g")).toEqual(["u", "v"])

      yield* backdate(at.id, DAYS - 1)
      expect((yield* Retention.purge(DAYS, DAYS)).records).toBe(0)
      yield* backdate(at.id, DAYS + 1)
      expect((yield* Retention.purge(DAYS, null)).records).toBe(0)
      expect((yield* Retention.purge(DAYS, DAYS)).records).toBe(1)

      // Only the group that shows it no longer has moved, once.
      const changed = yield* groups({ updatedSince: before.asOf })
      expect(changed.shown.filter(([id]) => id === "g")).toEqual([["g", ["v"]]])
      expect((yield* groups()).shown.at(-1)).toEqual(["g", ["v"]])
      const sql = yield* SqlClient.SqlClient
      const left = yield* sql<{ readonly kind: string; readonly total: number; readonly rows: number }>`
        select kind, total, (
          select count(*) from record
          where record.connection_id = counter.connection_id and record.kind = counter.kind and is_listed
        ) as rows
        from record_counter as counter where connection_id = ${at.id} and total > 0 order by kind`
      expect(left.map(({ kind, rows, total }) => [kind, total, rows])).toEqual([
        ["idp_group", 2, 2],
        ["idp_group_membership", 1, 1],
        ["idp_user", 1, 1]
      ])
      expect((yield* Retention.purge(DAYS, DAYS)).records).toBe(0)
    })
  )

  it.effect("limits the job history by age and number, but keeps the newest, the open and the first job", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const paused = yield* Fixture.connection
      for (let job = 0; job < 15; job += 1) yield* addJob(paused.id, DAYS + 1 + job)
      yield* addJob(paused.id, 0, "QUEUED")
      const busy = yield* Fixture.connection
      yield* sql`
        insert into job (id, connection_id, status, created_at, finished_at)
        select gen_random_uuid(), ${busy.id}, 'SUCCESS', at, at
        from generate_series(1, 2500) as n, lateral (select clock_timestamp() - n * interval '1 second' as at) as past`
      expect((yield* Retention.purge(DAYS)).jobs).toBe(5 + 1_499)
      // The nine newest jobs that have ended, the open one, and the first one, which the status of the connection shows.
      expect([yield* jobsOf(paused.id), yield* jobsOf(busy.id)]).toEqual([11, 1_001])
      const oldest = yield* sql<{ readonly secs: number }>`
        select extract(epoch from clock_timestamp() - created_at)::int as secs
        from job where connection_id = ${busy.id}
        order by created_at limit 2`
      expect(oldest[0]?.secs).toBeGreaterThanOrEqual(2_500)
      expect(oldest[1]?.secs).toBeLessThan(1_500)
    })
  )

  it.effect("ends after the transaction in which a hold begins, and goes on when it has ended", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      yield* sql`
        insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, is_gone, is_listed, gone_at)
        select ${at.id}, 'idp_user', gen_random_uuid(), n::text, n, now(), '', '{}', true, false, now() - interval '31 days'
        from generate_series(1, 1100) as n`
      yield* sql`insert into record_counter (connection_id, kind, total) values (${at.id}, 'idp_user', 0)`
      yield* sql`
        insert into job (id, connection_id, status, created_at, finished_at)
        select gen_random_uuid(), ${at.id}, 'SUCCESS', at, at
        from generate_series(1, 2500) as n, lateral (select clock_timestamp() - n * interval '1 second' as at) as past`
      const left = Effect.map(
        sql<{ readonly records: number; readonly jobs: number }>`
          select
            (select count(*) from record where connection_id = ${at.id}) as records,
            (select count(*) from job where connection_id = ${at.id}) as jobs`,
        ([row]) => [row?.records, row?.jobs]
      )
      yield* sql`
        create function hold() returns trigger language plpgsql as $$
          begin
            insert into connector_stop (vendor, version, reason) values ('*', '', 'test');
            return null;
          end $$`
      const purgeUntilHold = (table: string) =>
        Effect.gen(function* () {
          yield* sql`create trigger hold after delete on ${sql(table)} execute function hold()`
          expect(yield* Effect.flip(Retention.purge(DAYS))).toMatchObject({ _tag: "Held" })
          yield* sql`drop trigger hold on ${sql(table)}`
          expect(yield* Effect.flip(Retention.purge(DAYS))).toMatchObject({ _tag: "Held" })
          const counts = yield* left
          yield* sql`delete from connector_stop`
          return counts
        })
      expect(yield* purgeUntilHold("record")).toEqual([100, 2_500])
      expect(yield* purgeUntilHold("job")).toEqual([0, 1_500])
      expect(yield* Retention.purge(DAYS)).toMatchObject({ jobs: 499 })
      expect(yield* left).toEqual([0, 1_001])
      yield* sql`drop function hold`
    })
  )

  it.effect("is done by one process at a time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const turns = yield* Effect.all([Retention.takeTurn(3_600), Retention.takeTurn(3_600)], { concurrency: 2 })
      expect([...turns].sort()).toEqual([false, true])
      expect(yield* Retention.takeTurn(3_600)).toBe(false)
      yield* sql`
        update setting set value = (clock_timestamp() - interval '2 hours')::text where name = 'retention/last_run'`
      expect(yield* Retention.takeTurn(3_600)).toBe(true)
    })
  )
})

onPostgres("a purge while a list is being written", () => {
  layer(TestDatabase.postgres, { excludeTestServices: true })("", (it) => {
    it.effect("skips a list that is being written, without waiting for it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const at = yield* Fixture.connection
        yield* sql`insert into record_counter (connection_id, kind, total) values (${at.id}, 'idp_user', 0)`
        yield* sql`
          insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, is_gone, is_listed, gone_at)
          values (${at.id}, 'idp_user', ${randomUUID()}, 'a', 1, now(), '', '{}', true, false, now() - interval '31 days')`
        const reserved = yield* sql.reserve
        yield* reserved.executeRaw("begin", [])
        yield* reserved.executeRaw(`select 1 from record_counter where connection_id = '${at.id}' for update`, [])
        expect((yield* Retention.purge(DAYS)).records).toBe(0)
        yield* reserved.executeRaw("rollback", [])
        expect((yield* Retention.purge(DAYS)).records).toBe(1)
      }).pipe(Effect.scoped)
    )
  })
})
