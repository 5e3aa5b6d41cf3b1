import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import type pg from "pg"
import * as FacetBackfill from "../../src/store/FacetBackfill.js"
import { Database } from "../../src/store/postgres/Database.js"
import * as Retention from "../../src/store/Retention.js"
import type { Start } from "../../src/store/read/PageRequest.js"
import { RecordQuery } from "../../src/store/read/RecordQuery.js"
import { RecordStore } from "../../src/store/write/RecordStore.js"
import { unboundIn } from "./ConnectionOf.js"
import * as Fixture from "./RecordFixture.js"
import { wholeAccount } from "./WholeAccount.js"

const { ComplianceFinding, IdpGroup, IdpGroupMembership, IdpPolicy, IdpPolicyUser, IdpUser } = RecordKind

const MANY = 1_200

/** Every statement that the pool sends while the effect runs. */
const sentBy = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { pool } = yield* Database
    const texts = new Set<string>()
    const known = new WeakSet<pg.PoolClient>()
    const listen = (client: pg.PoolClient) => {
      if (known.has(client)) return
      known.add(client)
      const query = client.query.bind(client) as (...parts: ReadonlyArray<unknown>) => unknown
      const record = (...parts: ReadonlyArray<unknown>): unknown => {
        const [first] = parts
        texts.add(typeof first === "string" ? first : String((first as pg.QueryConfig).text))
        return query(...parts)
      }
      Object.assign(client, { query: record })
    }
    pool.on("acquire", listen)
    yield* self
    pool.off("acquire", listen)
    return [...texts]
  })

const drafts = (count: number, name: string) => Fixture.users(count, { name })

/** Scans of every kind: first, unchanged, changed, incremental, missing records, held back ones, and those that move many others. */
const sync = Effect.fnUntraced(function* (at: Fixture.Connection) {
  const sql = yield* SqlClient.SqlClient
  const store = yield* RecordStore
  const people = Fixture.extractor([IdpUser], { isIncremental: true })
  const groups = Fixture.extractor([IdpGroup, IdpGroupMembership])
  const memberships = (count: number) =>
    Fixture.users(count).map((user) => Fixture.membership("g", String(user["vendor_id"])))

  yield* Fixture.scanAll(at, people, Fixture.batch(at, IdpUser, drafts(MANY, "first")))
  const opened = yield* Fixture.open(at, groups)
  yield* Fixture.write(opened, Fixture.batch(at, IdpGroupMembership, memberships(MANY)))
  yield* Fixture.write(opened, Fixture.batch(at, IdpGroup, [Fixture.group("g"), Fixture.group("h")]))
  yield* store.write(opened, {
    ...Fixture.page([{ ...Fixture.batch(at, IdpGroupMembership, []), keptBelow: [Fixture.idOf(at, IdpGroup, "g")] }]),
    checkpoint: { page: "2" },
    completedParents: ["g"]
  })
  yield* store.completedParents(opened, ["g"])
  yield* Fixture.close(opened)
  // A delta, with records that the vendor reports as gone.
  yield* Fixture.scanUncounted(at, people, Fixture.batch(at, IdpUser, drafts(5, "changed"), ["u7", "u8"]))
  // Two scans that miss something, of which the second deletes it; then two that miss so much that it is held back.
  for (const left of [MANY - 100, MANY - 100, 10, 10, 10]) {
    const scan = yield* Fixture.openAnew(at, people)
    yield* Fixture.write(scan, Fixture.batch(at, IdpUser, drafts(left, "first")))
    yield* Fixture.close(scan)
    yield* sql`update held_back_deletion set decision = 'CONFIRM' where connection_id = ${at.id}`
  }
  // A hidden kind whose records have relations, and a scan that is read from its start again.
  yield* Fixture.openAnew(at, groups)
  const again = yield* Fixture.open(at, groups)
  yield* Fixture.write(again, Fixture.batch(at, IdpGroup, [], ["h"]))
  yield* Fixture.put(at, IdpPolicy, [{ name: "p", type: "t", status: "ACTIVE", vendor_id: "p" }])
  // New credentials.
  yield* Fixture.open(at, people, "elsewhere")
})

const starts: ReadonlyArray<Start> = [
  Fixture.beginning,
  { _tag: "After", position: 3 },
  { _tag: "Before", position: 9 },
  { _tag: "After", position: 1_000_000 }
]

/** Every way to read a list, its members, one record and the counts. */
const read = Effect.fnUntraced(function* (at: Fixture.Connection) {
  const query = yield* RecordQuery
  const id = Fixture.idOf(at, IdpUser, "u1")
  const base = {
    claim: at.claim,
    limit: 5,
    updatedSince: null,
    ids: null,
    includes: [],
    onRequest: [],
    wantsTotal: true
  }
  for (const start of starts) {
    yield* Fixture.list(at, IdpUser, { start, limit: 5 })
    yield* Fixture.list(at, IdpUser, { start, wantsTotal: true, updatedSince: "2024-01-01T00:00:00Z", hasMeta: true })
    for (const from of [Fixture.groupsOfUser, Fixture.usersOfGroup])
      for (const expandAs of [undefined, "ids", "count"] as const)
        yield* Fixture.list(at, from === Fixture.groupsOfUser ? IdpUser : IdpGroup, {
          start,
          includes: [from],
          ...(expandAs === undefined ? {} : { expandAs })
        })
    for (const filters of [
      [Fixture.any("is_admin:false")],
      [Fixture.any("is_admin:true"), Fixture.any("is_deleted:false")]
    ])
      yield* Fixture.list(at, IdpUser, { start, filters, limit: 2, wantsTotal: true })
    yield* Fixture.list(at, IdpUser, { start, ids: [id], wantsTotal: true })
    yield* Fixture.list(at, ComplianceFinding, {
      start,
      periods: [{ field: "status_changed_at", since: "2024-01-01T00:00:00Z", until: null }],
      onRequest: ["rule"],
      wantsTotal: true
    })
    yield* query.members({
      ...base,
      kind: IdpUser,
      start,
      relation: IdpPolicyUser,
      of: { kind: IdpPolicy, id: Fixture.idOf(at, IdpPolicy, "p") },
      filters: [],
      periods: [],
      related: []
    })
  }
  yield* query.get({ claim: at.claim, kind: IdpUser, id, includes: [], onRequest: [] })
  yield* Effect.option(query.vendorId(at.scope, IdpUser, id))
  for (const by of ["vendor_status", "is_admin"])
    yield* query.counts({
      scope: wholeAccount(at.id, "key"),
      connectionId: at.id,
      kind: IdpUser,
      by,
      values: [true, false]
    })
})

const ofScans =
  /(delete from|update) (scan_\w+|missing_record|pending_relation|pending_move|emptied_field)\b.* where ctid = any/

/** Statements that name no connection, and why that is right. The texts are parts of them. */
const exceptions = {
  sync: {
    "Rows of scans are written at a ctid, which a subquery found in the same connection: their tables are not partitioned.":
      ofScans,
    "The quota of an account is about all of its connections: it reads the counters of their lists, once a second at most, and only if there is one.":
      /from connection as own join record_counter on record_counter\.connection_id = own\.id where own\.account_id = /
  },
  read: {
    "A facet is the hash of its connection, kind and value, so the index finds no record of another connection. Each partition is asked.":
      /from record where is_listed and facets && /
  },
  background: {
    "One process of all looks once an hour for what is old, in every connection.":
      /from record(, lateral \(\) as near)? where is_gone and (not )?is_listed and record\.gone_at < /,
    "One process of all looks once an hour for lists of events, and then removes those that are old list by list.":
      /from record_counter where kind in \(\$\d+\) and total > 0/,
    "The audit log belongs to no connection; one process of all looks once an hour for what is old.":
      /(from|delete from) audit_event where (at <|ctid =)/,
    "One process of all looks for lists whose records may have other facets; each kind is two look-ups in the index.":
      /from record_counter where kind = \$\d+ and common_facet_version [<>] \$\d+/
  }
} as const

const tablesOfConnections = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'connection_id' and table_name not in ('job', 'outbound_job', 'schedule', 'erasure', 'idempotency_key', 'webhook_delivery', 'connect_session')`
).pipe(Effect.map((rows) => rows.map(({ name }) => name)))

Fixture.eitherDatabase("Each statement of", (it) => {
  const check = (texts: ReadonlyArray<string>, known: Readonly<Record<string, RegExp>>) =>
    Effect.gen(function* () {
      const tables = yield* tablesOfConnections
      const unbound = texts.flatMap((text) => unboundIn(text, tables))
      const reasons = Object.entries(known)
      expect(unbound.filter((part) => !reasons.some(([, pattern]) => pattern.test(part)))).toEqual([])
      for (const [reason, pattern] of reasons)
        expect(
          unbound.some((part) => pattern.test(part)),
          `No longer needed: ${reason}`
        ).toBe(true)
    })

  it.effect("a sync names the connection whose rows it reads or writes", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* check(yield* sentBy(sync(at)), exceptions.sync)
    })
  )

  it.effect("a read names the connection whose rows it reads", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      yield* sync(at)
      yield* check(yield* sentBy(read(at)), exceptions.read)
    })
  )

  it.effect("the purge and the backfill names the connection, except for the search", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      yield* sync(at)
      yield* sql`update record set facets = null, facet_version = 0 where connection_id = ${at.id} and kind = ${IdpUser.name}`
      yield* sql`update record_counter set facet_version = 0 where connection_id = ${at.id} and kind = ${IdpUser.name}`
      yield* sql`update record set gone_at = gone_at - interval '90 days' where is_gone`
      const deleted = yield* Fixture.connection
      yield* Fixture.put(deleted, IdpUser, Fixture.users(3))
      yield* sql`delete from schedule where connection_id = ${deleted.id}`
      yield* sql`update connection set state = 'DELETED', deleted_at = now() - interval '90 days' where id = ${deleted.id}`
      const texts = yield* sentBy(Effect.zipRight(FacetBackfill.run(), Retention.purge(30, 30)))
      yield* check(texts, exceptions.background)
    })
  )
})
