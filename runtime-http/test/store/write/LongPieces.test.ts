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

Fixture.eitherDatabase("A piece with more text than a statement has", (it) => {
  it.effect("is stored by several statements, of which only that of one long row is longer", () =>
    Effect.gen(function* () {
      const at = yield* Fixture.connection
      const { records } = Fixture.batch(at, IdpGroup, groups("a"))
      const { parts } = yield* Upsert.prepare(at.id, IdpGroup, records)
      expect(parts.length).toBeGreaterThan(5)
      const charsOf = (part: (typeof parts)[number]) => part.reduce((sum, { record }) => sum + record.wire.length, 0)
      expect(parts.filter((part) => charsOf(part) > 65_536).map((part) => part.length)).toEqual([1])
      expect(parts.flat().map(({ record }) => record)).toEqual(records)
      expect((yield* Upsert.prepare(at.id, IdpGroup, [])).parts).toEqual([])
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
