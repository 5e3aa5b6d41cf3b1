import * as SqlClient from "@effect/sql/SqlClient"
import type { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import { facetKey, facetVersion, instantColumn } from "../../../src/store/postgres/RecordTable.js"
import type * as Fixture from "../RecordFixture.js"

/** The values of each facet; the nth record has value n modulo their number. */
export type Values = Readonly<Record<string, ReadonlyArray<string>>>

/** Fills a list of any kind; the instants of the nth record are n seconds after the beginning of 2024. */
export const fill = (at: Fixture.Connection, kind: RecordKind.Any, rows: number, values: Values) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const nth = (type: string, all: ReadonlyArray<string>) => `('{${all.join(",")}}'::${type}[])[1 + n % ${all.length}]`
    const keys = (name: string, all: ReadonlyArray<string>) =>
      all.map((value) => facetKey(at.id, kind.name, `${name}:${value}`))
    const entries = Object.entries(values)
    const instants = kind.instants.map((_, index) => `, ${instantColumn(index)}`).join("")
    const second = "timestamptz '2024-01-01' + n * interval '1 second'"
    yield* sql.unsafe(`
      insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, facets, facet_version${instants})
      select
        '${at.id}', '${kind.name}', md5('${at.id}' || n)::uuid, n::text, n, ${second}, '',
        '{"vendor_id":"' || n || '"${entries.map(([name, all]) => `,"${kind.facets[name]?.path[0]}":"' || ${nth("text", all)} || '"`).join("")},"pad":"${"x".repeat(400)}"}',
        array[${entries.map(([name, all]) => nth("bigint", keys(name, all))).join(",")}], ${facetVersion(kind)}${kind.instants.map(() => `, ${second}`).join("")}
      from generate_series(1, ${rows}) as n`)
    yield* sql`
      insert into record_counter (connection_id, kind, position, total, facet_version, facet_position)
      values (${at.id}, ${kind.name}, ${rows}, ${rows}, ${facetVersion(kind)}, ${rows})`
  })
