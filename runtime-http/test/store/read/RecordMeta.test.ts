import { randomUUID } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind

interface Meta {
  readonly updated_at: string
  readonly first_seen_at: string
  readonly last_seen_at: string
  readonly job_id: string | null
  readonly connector_version: string | null
}

const extractor = Fixture.extractor([IdpUser])

/** The same connection while a job with this connector version runs. */
const during = (at: Fixture.Connection, connectorVersion: string) => {
  const jobId = randomUUID()
  return { jobId, at: { ...at, lease: { ...at.lease, origin: { jobId, connectorVersion } } } }
}

/** The `meta` of each user, by the vendor's id. */
const metas = (at: Fixture.Connection) =>
  Effect.map(
    Fixture.list(at, IdpUser, { hasMeta: true }),
    ({ items }) =>
      Object.fromEntries(Fixture.parse(items).map(({ meta, vendor_id }) => [vendor_id, meta as Meta])) as Readonly<
        Record<"a" | "b", Meta>
      >
  )

/** When the last complete scan began. */
const scanned = (at: Fixture.Connection) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly time: string }>`
        select to_char(last_full_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time
        from scan
        where connection_id = ${at.id}`,
      ([row]) => row?.time
    )
  )

const placeOf = (at: Fixture.Connection, vendorId: string) =>
  Effect.map(Fixture.stored(at, IdpUser), (rows) => rows.find(({ vendor_id }) => vendor_id === vendorId)?.place)

Fixture.bothDatabases("The meta of records", (it) => {
  it.effect("says which job wrote a record, and when it was first and last seen, without writing unchanged ones", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const users = (...drafts: ReadonlyArray<Fixture.Draft>) => Fixture.batch(at, IdpUser, drafts)
      const first = during(at, "1.0.0")
      yield* Fixture.scanAll(first.at, extractor, users(Fixture.user("a"), Fixture.user("b")))
      const new_ = yield* metas(at)
      const { updated_at } = new_.a
      const written = { updated_at, first_seen_at: updated_at, job_id: first.jobId, connector_version: "1.0.0" }
      expect(new_.a).toEqual({ ...written, last_seen_at: updated_at })

      const place = yield* placeOf(at, "a")
      const second = during(at, "1.1.0")
      yield* Fixture.scanAll(second.at, extractor, users(Fixture.user("a"), Fixture.user("b", { name: "new" })))
      const seen = yield* metas(at)
      const last_seen_at = yield* scanned(at)
      expect(seen.a).toEqual({ ...written, last_seen_at })
      expect(yield* placeOf(at, "a")).toBe(place)
      expect(seen.b).toEqual({
        updated_at: seen.b.updated_at,
        first_seen_at: updated_at,
        last_seen_at: seen.b.updated_at,
        job_id: second.jobId,
        connector_version: "1.1.0"
      })
      expect(seen.b.updated_at > updated_at).toBe(true)

      // The vendor's total does not prove that it is gone, so it takes two distant scans that miss it.
      yield* Fixture.scanUncounted(at, extractor, users(Fixture.user("b")))
      expect((yield* metas(at)).a).toEqual({ ...written, last_seen_at })
      yield* Fixture.later(at, 2)
      const last = during(at, "1.2.0")
      yield* Fixture.scanUncounted(last.at, extractor, users(Fixture.user("b")))
      expect((yield* Fixture.stored(at, IdpUser)).filter(({ is_gone }) => is_gone)).toHaveLength(1)
      const gone = (yield* metas(at)).a
      expect(gone).toEqual({
        updated_at: gone.updated_at,
        first_seen_at: updated_at,
        last_seen_at,
        job_id: last.jobId,
        connector_version: "1.2.0"
      })
      expect(gone.updated_at > updated_at).toBe(true)

      yield* Fixture.scanUncounted(at, extractor, users(Fixture.user("a"), Fixture.user("b")))
      const back = (yield* metas(at)).a
      expect(back).toMatchObject({ first_seen_at: updated_at, last_seen_at: back.updated_at, job_id: null })
    })
  )
})
