import type { SqlError } from "@effect/sql/SqlError"
import type { Context } from "effect"
import { Effect } from "effect"
import type { Database } from "../postgres/Database.js"
import * as NamedQuery from "../postgres/NamedQuery.js"
import { uuidArray } from "../postgres/Uuid.js"
import type { Include, ListRequest } from "./PageRequest.js"

/**
 * The related records of a whole page in one query: $2 is the relation's kind, $3 the ids of the page, $4 the kind at the far end. A
 * related record that is gone but still listed is included as long as the relation is not gone.
 *
 * Each lateral with `offset 0` is one index probe per id or related record. The conditions inside fit only one index, so the planner uses
 * it even on a table that was never analyzed; there it could otherwise choose an index that reads the whole kind.
 */
const query = (near: "source_id" | "target_id", far: "source_id" | "target_id"): NamedQuery.NamedQuery => ({
  name: `record_include_by_${near}`,
  text: `
    select page.id, related.wire, relation.wire
    from
      unnest($3::uuid[]) as page (id),
      lateral (
        select ${far} as id, wire, connection_id, is_gone
        from record
        where ${near} = page.id and kind = $2
        offset 0
      ) as relation,
      lateral (
        select vendor_id, wire, is_listed
        from record
        where connection_id = $1 and kind = $4 and id = relation.id
        offset 0
      ) as related
    where relation.connection_id = $1 and not relation.is_gone and related.is_listed
    order by related.vendor_id collate "C"`
})

/** From the records at the source to those at the target. */
export const bySource: NamedQuery.NamedQuery = query("source_id", "target_id")
/** From the records at the target to those at the source. */
export const byTarget: NamedQuery.NamedQuery = query("target_id", "source_id")

/** Adds fields to a record's JSON text. */
const splice = (wire: string, fields: ReadonlyArray<string>): string =>
  fields.length === 0 ? wire : `${wire.slice(0, -1)},${fields.join(",")}}`

/** The fields of the relation that the API shows inside the record at its target, as `"field":value` texts. */
const embedded = (include: Include, relationWire: string): ReadonlyArray<string> => {
  const embed = include.from === "source" ? (include.relation.relation?.embed ?? []) : []
  if (embed.length === 0) return []
  const value = JSON.parse(relationWire) as Record<string, unknown>
  return embed.map((field) => `${JSON.stringify(field)}:${JSON.stringify(value[field] ?? null)}`)
}

const related = (
  database: Context.Tag.Service<Database>,
  connectionId: string,
  include: Include,
  ids: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, ReadonlyArray<string>>, SqlError> =>
  Effect.gen(function* () {
    const { relation } = include.relation
    const byId = new Map<string, Array<string>>(ids.map((id) => [id, []]))
    if (relation === null || ids.length === 0) return byId
    const farKind = include.from === "source" ? relation.target.kind : relation.source.kind
    const rows = yield* NamedQuery.run<readonly [id: string, wire: string, relationWire: string]>(
      database,
      include.from === "source" ? bySource : byTarget,
      [connectionId, include.relation.name, uuidArray(ids), farKind]
    )
    for (const [id, wire, relationWire] of rows) byId.get(id)?.push(splice(wire, embedded(include, relationWire)))
    return byId
  })

/** The on-request fields of a whole page: $3 are its ids; one index probe per id. */
export const onRequestOf: NamedQuery.NamedQuery = {
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

/** The requested on-request fields by record id, as `"field":value` texts. */
const requestedFields = (
  database: Context.Tag.Service<Database>,
  keys: readonly [connectionId: string, kind: string],
  fields: ReadonlyArray<string>,
  ids: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, ReadonlyArray<string>>, SqlError> =>
  Effect.gen(function* () {
    if (fields.length === 0 || ids.length === 0) return new Map()
    const rows = yield* NamedQuery.run<readonly [id: string, onRequest: string | null]>(database, onRequestOf, [
      ...keys,
      uuidArray(ids)
    ])
    return new Map(
      rows.map(([id, onRequest]) => {
        const value = JSON.parse(onRequest ?? "{}") as Readonly<Record<string, unknown>>
        return [id, fields.map((field) => `${JSON.stringify(field)}:${JSON.stringify(value[field] ?? null)}`)]
      })
    )
  })

/** Adds the requested on-request fields and arrays of related records to the JSON of each item. */
export const splicedInto = (
  database: Context.Tag.Service<Database>,
  { scope, kind, onRequest, includes }: Pick<ListRequest, "scope" | "kind" | "onRequest" | "includes">,
  items: ReadonlyArray<{ readonly id: string; readonly wire: string }>
): Effect.Effect<ReadonlyArray<string>, SqlError> =>
  Effect.gen(function* () {
    if (includes.length === 0 && onRequest.length === 0) return items.map((item) => item.wire)
    const { connectionId } = scope
    const ids = items.map((item) => item.id)
    const requested = yield* requestedFields(database, [connectionId, kind.name], onRequest, ids)
    const arrays = yield* Effect.forEach(includes, (include) => related(database, connectionId, include, ids))
    return items.map((item) => {
      const fields = includes.map(
        ({ field }, index) => `${JSON.stringify(field)}:[${(arrays[index]?.get(item.id) ?? []).join(",")}]`
      )
      return splice(item.wire, [...(requested.get(item.id) ?? []), ...fields])
    })
  })
