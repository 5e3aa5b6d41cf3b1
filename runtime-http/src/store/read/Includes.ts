import type { SqlError } from "@effect/sql/SqlError"
import type { Context } from "effect"
import { Effect } from "effect"
import type { Database } from "../postgres/Database.js"
import * as NamedQuery from "../postgres/NamedQuery.js"
import { uuidArray } from "../postgres/Uuid.js"
import type { Include, ListRequest } from "./PageRequest.js"
import * as PageSize from "./PageSize.js"

/**
 * The related records of a whole page in one query: $2 is the relation's kind, $3 the ids of the page, $4 the kind at the far end. A
 * related record that is gone but still listed is included as long as the relation is not gone.
 *
 * Each lateral with `offset 0` is one index probe per id or related record. The conditions inside fit only one index, so the planner uses
 * it even on a table that was never analyzed; there it could otherwise choose an index that reads the whole kind.
 *
 * The rows end with the first that makes them too long; its JSON is null.
 */
const query = (near: "source_id" | "target_id", far: "source_id" | "target_id"): NamedQuery.NamedQuery => ({
  name: `record_include_by_${near}`,
  text: `
    select id, case when bytes <= ${PageSize.MAX_BYTES} then wire end, relation_wire
    from (
      select
        page.id, page.place, related.vendor_id, related.wire, relation.wire as relation_wire,
        sum(octet_length(related.wire)) over (
          order by page.place, related.vendor_id collate "C" rows unbounded preceding
        ) as bytes
      from
        unnest($3::uuid[]) with ordinality as page (id, place),
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
    ) as sized
    where bytes - octet_length(wire) <= ${PageSize.MAX_BYTES}
    order by place, vendor_id collate "C"`
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

/** The first items of a page, as many as fit, and the texts to add to each. */
interface Added {
  readonly count: number
  readonly byId: ReadonlyMap<string, ReadonlyArray<string>>
}

const related = (
  database: Context.Tag.Service<Database>,
  connectionId: string,
  include: Include,
  ids: ReadonlyArray<string>
): Effect.Effect<Added, SqlError | PageSize.RelatedTooLarge> =>
  Effect.gen(function* () {
    const { relation } = include.relation
    const byId = new Map<string, Array<string>>(ids.map((id) => [id, []]))
    if (relation === null || ids.length === 0) return { count: ids.length, byId }
    const farKind = include.from === "source" ? relation.target.kind : relation.source.kind
    const rows = yield* NamedQuery.run<readonly [id: string, wire: string | null, relationWire: string]>(
      database,
      include.from === "source" ? bySource : byTarget,
      [connectionId, include.relation.name, uuidArray(ids), farKind]
    )
    for (const [id, wire, relationWire] of rows) {
      if (wire === null) {
        const count = ids.indexOf(id)
        return count > 0 ? { count, byId } : yield* new PageSize.RelatedTooLarge({ field: include.field })
      }
      byId.get(id)?.push(splice(wire, embedded(include, relationWire)))
    }
    return { count: ids.length, byId }
  })

/** The on-request fields of a whole page: $3 are its ids; one index probe per id. */
export const onRequestOf: NamedQuery.NamedQuery = {
  name: "record_on_request",
  text: `
    select id, wire
    from ${PageSize.cut(
      `
          select page.id, page.place, found.wire
          from
            unnest($3::uuid[]) with ordinality as page (id, place),
            lateral (
              select coalesce(on_request, '{}') as wire
              from record
              where connection_id = $1 and kind = $2 and id = page.id
              offset 0
            ) as found`,
      "place"
    )} as page`
}

/** The requested on-request fields by record id, as `"field":value` texts. */
const requestedFields = (
  database: Context.Tag.Service<Database>,
  keys: readonly [connectionId: string, kind: string],
  fields: ReadonlyArray<string>,
  ids: ReadonlyArray<string>
): Effect.Effect<Added, SqlError> =>
  Effect.gen(function* () {
    if (fields.length === 0 || ids.length === 0) return { count: ids.length, byId: new Map() }
    const rows = yield* NamedQuery.run<readonly [id: string, onRequest: string]>(database, onRequestOf, [
      ...keys,
      uuidArray(ids)
    ])
    const byId = new Map(
      rows.map(([id, onRequest]) => {
        const value = JSON.parse(onRequest) as Readonly<Record<string, unknown>>
        return [id, fields.map((field) => `${JSON.stringify(field)}:${JSON.stringify(value[field] ?? null)}`)]
      })
    )
    return { count: rows.length, byId }
  })

/**
 * Adds the requested on-request fields and arrays of related records to the JSON of each item.
 *
 * The result has fewer items if what is added to them is too long for one page, but at least one.
 */
export const splicedInto = (
  database: Context.Tag.Service<Database>,
  { scope, kind, onRequest, includes }: Pick<ListRequest, "scope" | "kind" | "onRequest" | "includes">,
  items: ReadonlyArray<{ readonly id: string; readonly wire: string }>
): Effect.Effect<ReadonlyArray<string>, SqlError | PageSize.RelatedTooLarge> =>
  Effect.gen(function* () {
    if (includes.length === 0 && onRequest.length === 0) return items.map((item) => item.wire)
    const { connectionId } = scope
    let ids = items.map((item) => item.id)
    const requested = yield* requestedFields(database, [connectionId, kind.name], onRequest, ids)
    ids = ids.slice(0, requested.count)
    const arrays: Array<Added["byId"]> = []
    for (const include of includes) {
      const { byId, count } = yield* related(database, connectionId, include, ids)
      arrays.push(byId)
      ids = ids.slice(0, count)
    }
    return items.slice(0, ids.length).map((item) => {
      const fields = includes.map(
        ({ field }, index) => `${JSON.stringify(field)}:[${(arrays[index]?.get(item.id) ?? []).join(",")}]`
      )
      return splice(item.wire, [...(requested.byId.get(item.id) ?? []), ...fields])
    })
  })
