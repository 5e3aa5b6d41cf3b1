import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as Fixture from "../RecordFixture.js"

const { IdpUser } = RecordKind
const users = Fixture.extractor([IdpUser])

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
})
