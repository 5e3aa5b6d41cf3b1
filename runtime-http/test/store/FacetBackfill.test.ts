import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect, Fiber } from "effect"
import * as FacetBackfill from "../../src/store/FacetBackfill.js"
import { kindsWithNewFacets } from "../../src/store/postgres/RecordTable.js"
import { endedOrWaiting, heldOpen } from "./HeldTransaction.js"
import * as Fixture from "./RecordFixture.js"

const { ComplianceFinding, DeviceGroup, IdpGroupMembership, IdpUser, Vulnerability } = RecordKind

const people = [
  Fixture.user("ann", { is_admin: true, is_mfa_enabled: true, email_addr: "Ann@Acme.com" }),
  Fixture.user("bob", { is_admin: true, is_mfa_enabled: false, name: "x".repeat(3_000) }),
  Fixture.user("cyd")
]

const weaknesses = [Fixture.vulnerability("v", { cve: ["CVE-2024-3094", "CVE-2024-1"] }), Fixture.vulnerability("w")]

/** Everything stored of the connection's records. */
const rowsOf = (at: Fixture.Connection) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select *, facets::text as facets from record where connection_id = ${at.id} order by kind, position`
  )

const withoutFacets = (at: Fixture.Connection) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly count: number }>`
        select count(*)::int as count from record where connection_id = ${at.id} and kind = 'idp_user' and facets is null`,
      ([row]) => row?.count
    )
  )

/** Makes the records of the connection those of a release whose kinds had fewer facets. */
const age = (at: Fixture.Connection) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update record set facets = null
      where connection_id = ${at.id} and kind not in ('compliance_finding', 'device_group')`
  )

Fixture.bothDatabases("The backfill of facets", (it) => {
  it.effect("adds what a write would store, and changes nothing else", () =>
    Effect.gen(function* () {
      const connections = [yield* Fixture.connection, yield* Fixture.connection]
      for (const at of connections) {
        yield* Fixture.put(at, IdpUser, people)
        yield* Fixture.put(at, IdpGroupMembership, [Fixture.membership("g", "ann")])
        yield* Fixture.put(at, Vulnerability, weaknesses)
        yield* Fixture.put(at, DeviceGroup, [Fixture.deviceGroup("g")])
        // One that is deleted but stays listed, and one that leaves its list.
        const scan = yield* Fixture.openAnew(at, Fixture.extractor([IdpUser, Vulnerability]))
        yield* Fixture.write(scan, Fixture.batch(at, IdpUser, [], ["cyd"]), Fixture.batch(at, Vulnerability, [], ["w"]))
        const written = yield* rowsOf(at)
        yield* age(at)
        expect(yield* rowsOf(at)).not.toEqual(written)
        expect(yield* FacetBackfill.run).toBe(4)
        expect(yield* rowsOf(at)).toEqual(written)
        expect(yield* FacetBackfill.run).toBe(0)
      }
    })
  )
})

Fixture.eitherDatabase("Kinds with new facets", (it) => {
  it.effect("are all kinds but those that always had them, and each of their records has one", () =>
    Effect.sync(() => {
      const kinds = Object.values(RecordKind.table).filter((kind) => Object.keys(kind.facets).length > 0)
      const older = [ComplianceFinding.name, DeviceGroup.name]
      expect(
        kinds
          .map(({ name }) => name)
          .filter((name) => !older.includes(name as never))
          .sort()
      ).toEqual(kindsWithNewFacets)
      for (const { name, facets, fields } of kinds.filter((kind) => kindsWithNewFacets.includes(kind.name))) {
        // The JSON that is compared instead of the facets has no fields on request.
        for (const { path } of Object.values(facets)) expect(fields, name).toContain(path[0])
        const always = ["is_deleted", "status", "severity", "result"]
        expect(
          always.some((field) => facets[field]?.path.length === 1),
          name
        ).toBe(true)
      }
    })
  )
})

Fixture.postgres("The backfill of facets beside other work", (it) => {
  it.effect("lets one process at a time do it, in small transactions, and waits for the writer of a list", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      yield* Fixture.put(at, IdpUser, Fixture.users(FacetBackfill.MAX_ROWS + 5))
      yield* age(at)
      const writer = yield* heldOpen(
        sql`select 1 from record_counter where connection_id = ${at.id} and kind = 'idp_user' for update`
      )
      const first = yield* Effect.fork(FacetBackfill.run)
      yield* endedOrWaiting(first)
      expect(yield* FacetBackfill.run).toBe(0)
      expect(yield* withoutFacets(at)).toBe(FacetBackfill.MAX_ROWS + 5)
      yield* writer.commit
      expect(yield* Fiber.join(first)).toBe(FacetBackfill.MAX_ROWS + 5)
      expect(yield* withoutFacets(at)).toBe(0)
    })
  )
})
