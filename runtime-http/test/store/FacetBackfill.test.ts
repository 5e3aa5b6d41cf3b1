import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect, Either, Fiber } from "effect"
import * as FacetBackfill from "../../src/store/FacetBackfill.js"
import { Database } from "../../src/store/postgres/Database.js"
import { facetVersion, NO_FACETS } from "../../src/store/postgres/RecordTable.js"
import * as RecordCounts from "../../src/store/read/RecordCounts.js"
import { endedOrWaiting, heldOpen } from "./HeldTransaction.js"
import * as Fixture from "./RecordFixture.js"
import { wholeAccount } from "./WholeAccount.js"

const { ComplianceFinding, IdpGroup, Vulnerability } = RecordKind
const IdpUser: RecordKind.Any = RecordKind.IdpUser

/** The kind of a release whose lists have two further filters, and can be limited to those that have logged in since an instant. */
const Further: RecordKind.Any = {
  ...IdpUser,
  facets: {
    ...IdpUser.facets,
    department: { path: ["department"], ignoresCase: true },
    title: { path: ["job_title"], ignoresCase: false }
  },
  instants: ["activated_at", "last_login_at"]
}

const people = [
  Fixture.user("ann", { is_admin: true, department: "Legal", job_title: "CLO", last_login_at: "2024-02-01T00:00:00Z" }),
  Fixture.user("bob", { department: "Sales", last_login_at: "2024-01-01T00:00:00Z", name: "x".repeat(3_000) }),
  Fixture.user("cyd")
]

/** Everything stored of the connection's records. */
const rowsOf = (at: Fixture.Connection) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select *, facets::text as facets from record where connection_id = ${at.id} order by kind, position`
  )

/** The versions of the stored facets, and of those that all records of the list have. */
const versionsOf = (at: Fixture.Connection) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly versions: ReadonlyArray<number>; readonly common: number }>`
      select common_facet_version as common, (
        select json_agg(distinct facet_version)
        from record
        where connection_id = ${at.id} and kind = 'idp_user' and is_listed
      ) as versions
      from record_counter
      where connection_id = ${at.id} and kind = 'idp_user'`
    return row
  })

const allOf = (kind: RecordKind.Any) => ({ versions: [facetVersion(kind)], common: facetVersion(kind) })

/** Whom the further filters find, and how many have each title, null last. */
const found = (at: Fixture.Connection) =>
  Effect.gen(function* () {
    const lists = yield* Effect.forEach(
      [
        { filters: [Fixture.any("department:legal")] },
        { filters: [Fixture.any("department:sales"), Fixture.any("is_deleted:false")] },
        { periods: [{ field: "last_login_at", since: "2024-01-15T00:00:00Z", until: null }] },
        {
          filters: [Fixture.any("is_admin:true")],
          periods: [{ field: "last_login_at", since: "2024-01-15T00:00:00Z", until: null }]
        },
        { filters: [Fixture.any("department:legal")], ids: [Fixture.idOf(at, IdpUser, "ann")] }
      ],
      (conditions) => Fixture.list(at, Further, { ...conditions, wantsTotal: true })
    )
    const { counts } = yield* RecordCounts.count(yield* Database, {
      scope: wholeAccount(at.id, at.id),
      connectionId: at.id,
      kind: Further,
      by: "job_title",
      values: ["CLO"]
    })
    return [...lists.map(({ items, total }) => [Fixture.vendorIds(items), total]), counts.map(({ count }) => count)]
  })

const expected = (users: number) => [
  [["ann"], 1],
  [["bob"], 1],
  [["ann"], 1],
  [["ann"], 1],
  [["ann"], 1],
  [1, users - 1]
]

/** What a reader sees besides the content. */
const seen = (at: Fixture.Connection) =>
  Effect.map(Fixture.stored(at, IdpUser), (rows) =>
    rows.map(({ position, updated, vendor_id }) => [vendor_id, position, updated])
  )

const admins = (at: Fixture.Connection) =>
  Effect.map(Fixture.list(at, IdpUser, { filters: [Fixture.any("is_admin:true")] }), ({ items }) =>
    Fixture.vendorIds(items).toSorted()
  )

/** Lets the backfill die in the transaction that comes to this user. */
const killedAt = (vendorId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(`
      create function kill() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger kill before update on record for each row when (new.vendor_id = '${vendorId}') execute function kill()`)
    const result = yield* Effect.either(FacetBackfill.run([Further]))
    yield* sql.unsafe("drop trigger kill on record; drop function kill()")
    expect(Either.isLeft(result)).toBe(true)
  })

Fixture.bothDatabases("A further facet", (it) => {
  it.effect(
    "is added to stored, unchanged records, which filters and counts find before, during and after the backfill",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        yield* Fixture.put(at, IdpUser, people)
        expect(yield* versionsOf(at)).toEqual(allOf(IdpUser))
        expect(yield* found(at)).toEqual(expected(3))

        // A process of the release with the facet stores one of them.
        yield* Fixture.put(at, Further, [{ ...people[0], full_name: "Ann A." }])
        expect(yield* versionsOf(at)).toMatchObject({ common: NO_FACETS })
        expect(yield* found(at)).toEqual(expected(3))

        const before = yield* seen(at)
        yield* FacetBackfill.run([Further])
        expect(yield* versionsOf(at)).toEqual(allOf(Further))
        expect(yield* found(at)).toEqual(expected(3))
        expect(yield* seen(at)).toEqual(before)
        expect(yield* FacetBackfill.run([Further])).toBe(0)

        yield* Fixture.put(at, Further, [{ ...people[1], full_name: "Bob B." }])
        expect(yield* versionsOf(at)).toEqual(allOf(Further))
      })
  )

  it.effect("is added even if a process dies during the backfill: the next one continues where it stopped", () =>
    Effect.gen(function* () {
      // Those of other tests are not counted.
      yield* FacetBackfill.run([Further])
      const at = yield* Fixture.connection
      const others = FacetBackfill.MAX_ROWS + 5
      yield* Fixture.put(at, IdpUser, [...people, ...Fixture.users(others)])
      const before = yield* seen(at)
      yield* killedAt(`u${others - 1}`)
      expect(yield* versionsOf(at)).toMatchObject({ common: NO_FACETS, versions: { length: 2 } })
      expect(yield* found(at)).toEqual(expected(3 + others))
      expect(yield* admins(at)).toEqual(["ann"])

      expect(yield* FacetBackfill.run([Further])).toBe(3 + others - FacetBackfill.MAX_ROWS)
      expect(yield* versionsOf(at)).toEqual(allOf(Further))
      expect(yield* found(at)).toEqual(expected(3 + others))
      expect(yield* seen(at)).toEqual(before)
    })
  )

  it.effect("hides no record from processes of either release while both write and backfill", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const sql = yield* SqlClient.SqlClient
      const others = FacetBackfill.MAX_ROWS + 5
      const admin = (vendorId: string) => Fixture.user(vendorId, { is_admin: true })
      const check = (...ids: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          expect(yield* found(at)).toEqual(expected(others + 2 + ids.length))
          expect(yield* admins(at)).toEqual(["ann", ...ids].toSorted())
        })
      yield* Fixture.put(at, IdpUser, [...people, ...Fixture.users(others - 1), admin("last")])
      yield* killedAt("last")
      yield* check("last")
      yield* Fixture.put(at, IdpUser, [admin("older")])
      yield* check("last", "older")
      yield* FacetBackfill.run([Further])
      yield* check("last", "older")
      yield* Fixture.put(at, IdpUser, [admin("oldest")])
      yield* check("last", "older", "oldest")
      // A process that knows no versions has changed it.
      yield* sql`
        with counter as (
          update record_counter set position = position + 1
          where connection_id = ${at.id} and kind = 'idp_user' returning position
        )
        update record set facets = null, instant = null, facet_version = 0, position = (select position from counter)
        where connection_id = ${at.id} and vendor_id = 'ann'`
      yield* check("last", "older", "oldest")
      expect(yield* FacetBackfill.run([Further])).toBe(2)
      yield* check("last", "older", "oldest")
      yield* FacetBackfill.run([IdpUser])
      expect(yield* versionsOf(at)).toEqual(allOf(IdpUser))
      yield* check("last", "older", "oldest")
    })
  )

  it.effect(
    "is stored as a write would store it, also for deleted records and fields that items show only on request",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const compliances = [
          { standard: "CIS", standard_version: null, control: "1.1", control_name: null, result: "FAIL" }
        ]
        const finding = {
          title: "t",
          description: "",
          severity: "HIGH",
          vendor_severity: "high",
          status: "NEW",
          vendor_status: "new",
          status_changed_at: "2024-01-01T00:00:00Z",
          resource_id: "r",
          resource_name: "r",
          resource_type: "VM",
          vendor_id: "f",
          compliances
        }
        yield* Fixture.put(at, IdpUser, people)
        yield* Fixture.put(at, ComplianceFinding, [finding])
        yield* Fixture.put(at, Vulnerability, [Fixture.vulnerability("v", { cve: ["CVE-2024-3094"] })])
        yield* Fixture.put(at, IdpGroup, [Fixture.group("g")])
        const scan = yield* Fixture.openAnew(at, Fixture.extractor([IdpUser]))
        yield* Fixture.write(scan, Fixture.batch(at, IdpUser, [], ["cyd"]))
        const written = yield* rowsOf(at)
        const sql = yield* SqlClient.SqlClient
        yield* sql`update record set facets = null, instant = null, facet_version = 0 where connection_id = ${at.id}`
        yield* sql`update record_counter set facet_version = 0 where connection_id = ${at.id}`
        const ofStandard = () =>
          Effect.map(Fixture.list(at, ComplianceFinding, { filters: [Fixture.any("standard:CIS")] }), ({ items }) =>
            Fixture.vendorIds(items)
          )
        expect(yield* ofStandard()).toEqual(["f"])
        expect(yield* FacetBackfill.run()).toBeGreaterThan(0)
        expect(yield* rowsOf(at)).toEqual(written)
        expect(yield* ofStandard()).toEqual(["f"])
      })
  )
})

Fixture.postgres("The backfill of facets beside other work", (it) => {
  it.effect("is done by one process at a time, in small transactions, and waits for the writer of a list", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(FacetBackfill.MAX_ROWS + 5))
      const writer = yield* heldOpen(
        sql`select 1 from record_counter where connection_id = ${at.id} and kind = 'idp_user' for update`
      )
      const first = yield* Effect.fork(FacetBackfill.run([Further]))
      yield* endedOrWaiting(first)
      expect(yield* FacetBackfill.run([Further])).toBe(0)
      yield* writer.commit
      expect(yield* Fiber.join(first)).toBe(FacetBackfill.MAX_ROWS + 5)
      expect(yield* versionsOf(at)).toEqual(allOf(Further))
    })
  )
})
