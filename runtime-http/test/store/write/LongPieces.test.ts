import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as Upsert from "../../../src/store/write/Upsert.js"
import * as Fixture from "../RecordFixture.js"

const { IdpGroup } = RecordKind

/** Some 2,000 characters each, the last one with more than a statement has otherwise. */
const groups = (version: string) =>
  Array.from({ length: 200 }, (_, index) =>
    Fixture.group(`g${index}`, { description: version.repeat(index === 199 ? 100_000 : 2_000) })
  )

type Parts = Upsert.Prepared["parts"]

const rowsOf = (part: Parts[number]): ReadonlyArray<{ readonly vendor_id: string }> =>
  JSON.parse(Upsert.jsonOf(IdpGroup, part))

/** The parts whose text is longer than that of a statement may be. */
const longOf = (parts: Parts): Parts => parts.filter((part) => Upsert.jsonOf(IdpGroup, part).length > 66_000)

Fixture.eitherDatabase("A piece with more text than a statement has", (it) => {
  it.effect("is stored by several statements, of which only that of one long row is longer", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const { records } = Fixture.batch(at, IdpGroup, groups("a"))
      const { parts } = yield* Upsert.prepare(at.id, IdpGroup, records)
      expect(parts.length).toBeGreaterThan(5)
      expect(longOf(parts).map((part) => part.length)).toEqual([1])
      expect(parts.flatMap(rowsOf).map(({ vendor_id: id }) => id)).toEqual(records.map(({ vendorId }) => vendorId))
      expect((yield* Upsert.prepare(at.id, IdpGroup, [])).parts).toEqual([])
    })
  )

  it.effect("is stored by several statements within the limit if it has many short rows", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const short = Array.from({ length: 1_000 }, (_, index) => Fixture.group(`g${index}`))
      const { parts } = yield* Upsert.prepare(at.id, IdpGroup, Fixture.batch(at, IdpGroup, short).records)
      expect(parts.length).toBeGreaterThan(5)
      expect(longOf(parts)).toEqual([])
    })
  )

  it.effect("has one position for each row, in the order of the rows, also when they change", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = yield* Fixture.connection
      const positions = sql<{ readonly id: string; readonly position: number }>`
        select vendor_id as id, position from record where connection_id = ${at.id} and kind = ${IdpGroup.name}
        order by position`
      for (const [version, first, counted] of [
        ["a", 1, { created: 200, changed: 0 }],
        ["b", 201, { created: 0, changed: 200 }]
      ] as const) {
        expect(yield* Fixture.put(at, IdpGroup, groups(version))).toMatchObject(counted)
        expect(yield* positions).toEqual(
          groups(version).map(({ vendor_id: id }, index) => ({ id, position: first + index }))
        )
      }
    })
  )
})
