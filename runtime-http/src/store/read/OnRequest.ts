import type { SqlError } from "@effect/sql/SqlError"
import type { Context } from "effect"
import { Effect } from "effect"
import type { Database } from "../postgres/Database.js"
import * as PoolQuery from "../postgres/NamedQuery.js"
import * as UuidArray from "../postgres/UuidArray.js"

/** The fields on request of a whole page: one probe an id. */
export const query: PoolQuery.PoolQuery = {
  name: "record_on_request",
  text: `
    select page.id, found.on_request
    from
      unnest($3::uuid[]) as page (id),
      lateral (
        select on_request
        from record
        where connection_id = $1 and kind = $2 and id = page.id
        offset 0
      ) as found`
}

/** By record, the JSON of the fields that were asked for, as `"field":value` texts. */
export const fieldsOf = (
  database: Context.Tag.Service<Database>,
  keys: readonly [connectionId: string, kind: string],
  fields: ReadonlyArray<string>,
  ids: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, ReadonlyArray<string>>, SqlError> =>
  Effect.gen(function* () {
    if (fields.length === 0 || ids.length === 0) return new Map()
    const rows = yield* PoolQuery.run<readonly [id: string, onRequest: string | null]>(database, query, [
      ...keys,
      UuidArray.of(ids)
    ])
    return new Map(
      rows.map(([id, onRequest]) => {
        const value = JSON.parse(onRequest ?? "{}") as Readonly<Record<string, unknown>>
        return [id, fields.map((field) => `${JSON.stringify(field)}:${JSON.stringify(value[field] ?? null)}`)]
      })
    )
  })
