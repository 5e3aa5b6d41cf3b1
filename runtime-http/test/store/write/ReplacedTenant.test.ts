import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind
const users = Fixture.extractor([IdpUser])
const changingUsers = Fixture.extractor([IdpUser], { isIncremental: true })

Fixture.eitherDatabase("A tenant that replaced another one", (it) => {
  it.effect(
    "leaves none of its 200 users after the first complete full scan, without a second scan or a confirmation",
    () =>
      Effect.gen(function* () {
        const at = yield* Fixture.connection
        const former = Fixture.batch(at, IdpUser, Fixture.users(200))
        yield* Effect.flatMap(Fixture.open(at, users, "tenant 0"), (scan) =>
          Effect.zipRight(Fixture.write(scan, former), Fixture.close(scan))
        )
        const own = Fixture.batch(
          at,
          IdpUser,
          Fixture.users(200).map((user) => ({ ...user, vendor_id: `new-${user.vendor_id}` }))
        )
        const scan = yield* Fixture.open(at, users, "tenant 1")
        expect(scan).toMatchObject({ mode: "full", isNewBaseline: true })
        yield* Fixture.write(scan, own)
        expect(yield* Fixture.close(scan)).toMatchObject({ deleted: 200, heldBack: 0 })
        // From then on, the guard and the second scan are as before.
        const next = yield* Fixture.open(at, users, "tenant 1")
        expect(next).toMatchObject({ isNewBaseline: false })
        expect(yield* Fixture.close(next)).toMatchObject({ deleted: 0 })
      })
  )

  it.effect(
    "replaces it within the quota of the account: the former users leave, then the next full scan stores the new ones",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const at = yield* Fixture.connection
        yield* sql`insert into account_quota (account_id, quota, "limit") select account_id, 'records', 3 from connection where id = ${at.lease.connectionId}`
        const read = (names: ReadonlyArray<string>, tenant: string) =>
          Effect.gen(function* () {
            const scan = yield* Fixture.open(at, changingUsers, tenant)
            const written = yield* Fixture.write(
              scan,
              Fixture.batch(
                at,
                IdpUser,
                names.map((name) => Fixture.user(name))
              )
            )
            return { mode: scan.mode, created: written.created, deleted: (yield* Fixture.close(scan)).deleted }
          })
        expect(yield* read(["a", "b", "c"], "tenant 0")).toEqual({ mode: "full", created: 3, deleted: 0 })
        expect(yield* read(["x", "y", "z"], "tenant 1")).toEqual({ mode: "full", created: 0, deleted: 3 })
        expect(yield* read(["x", "y", "z"], "tenant 1")).toEqual({ mode: "full", created: 3, deleted: 0 })
        expect(yield* read([], "tenant 1")).toMatchObject({ mode: "delta" })
      })
  )
})
