import type { SqlError } from "@effect/sql/SqlError"
import type { Context } from "effect"
import { Effect } from "effect"
import type { Database } from "../postgres/Database.js"
import * as NamedQuery from "../postgres/NamedQuery.js"
import { uuidArray } from "../postgres/Uuid.js"
import type { Include, ItemShape, ListRequest } from "./PageRequest.js"
import * as PageSize from "./PageSize.js"
import * as RecordMeta from "./RecordMeta.js"
import * as SelectedFields from "./SelectedFields.js"

type End = "source_id" | "target_id"

/** The related records that an item shows: those that are listed, at the other end of a relation that is not gone. */
const relatedTo = (near: End, far: End, columns: string): string => `
        lateral (
          select ${far} as id, wire, is_gone
          from record
          where connection_id = $1 and ${near} = page.id and kind = $2
          offset 0
        ) as relation,
        lateral (
          select ${columns}, is_listed
          from record
          where connection_id = $1 and kind = $4 and id = relation.id
          offset 0
        ) as related
      where not relation.is_gone and related.is_listed`

/**
 * The related records of a whole page in one query: $2 is the relation's kind, $3 the ids of the page, $4 the kind at the far end. A
 * related record that is gone but still listed is included as long as the relation is not gone. `wire` is the JSON that the array shows.
 *
 * Each lateral with `offset 0` is one index probe per id or related record. The conditions inside fit only one index, so the planner uses
 * it even on a table that was never analyzed; there it could otherwise choose an index that reads the whole kind.
 *
 * The rows end with the first that makes them too long; its JSON is null.
 */
const query = (
  name: string,
  near: End,
  far: End,
  [wire, relationWire]: readonly [string, string]
): NamedQuery.NamedQuery => ({
  name: `record_${name}_by_${near}`,
  text: `
    select id, case when bytes <= ${PageSize.MAX_BYTES} then wire end, relation_wire
    from (
      select
        page.id, page.place, related.vendor_id, related.wire, ${relationWire} as relation_wire,
        sum(octet_length(related.wire)) over (
          order by page.place, related.vendor_id collate "C" rows unbounded preceding
        ) as bytes
      from
        unnest($3::uuid[]) with ordinality as page (id, place),${relatedTo(near, far, `vendor_id, ${wire} as wire`)}
    ) as sized
    where bytes - octet_length(wire) <= ${PageSize.MAX_BYTES}
    order by place, vendor_id collate "C"`
})

/** How many related records each record of a page has. */
const countQuery = (near: End, far: End): NamedQuery.NamedQuery => ({
  name: `record_count_by_${near}`,
  text: `
    select page.id, found.count
    from
      unnest($3::uuid[]) as page (id),
      lateral (
        select count(*) as count
        from ${relatedTo(near, far, "id")}
      ) as found`
})

/** The record itself. */
const RECORD = ["wire", "null::text"] as const
/** The record, with the relation, some of whose fields it shows. */
const EMBEDDING = ["wire", "relation.wire"] as const
const ID = [`'"' || id || '"'`, "null::text"] as const

/** The queries for each way to show the related records, by the end at which the listed record is. */
export const queries = {
  records: {
    source: query("include", "source_id", "target_id", RECORD),
    target: query("include", "target_id", "source_id", RECORD)
  },
  embedding: { source: query("embedding", "source_id", "target_id", EMBEDDING) },
  ids: { source: query("ids", "source_id", "target_id", ID), target: query("ids", "target_id", "source_id", ID) },
  count: { source: countQuery("source_id", "target_id"), target: countQuery("target_id", "source_id") }
}

/** Adds fields to a record's JSON text. */
const splice = (wire: string, fields: ReadonlyArray<string>): string =>
  fields.length === 0 ? wire : `${wire.slice(0, -1)},${fields.join(",")}}`

/** The names of the relation's fields that the API shows inside the record at its target. */
const embedOf = ({ from, relation }: Include): ReadonlyArray<string> =>
  from === "source" ? (relation.relation?.embed ?? []) : []

const queryOf = (include: Include, expandAs: ItemShape["expandAs"]): NamedQuery.NamedQuery =>
  expandAs === undefined && embedOf(include).length > 0
    ? queries.embedding.source
    : queries[expandAs ?? "records"][include.from]

/** These fields as `"field":value` texts. */
const embedded = (include: Include, relationWire: string): ReadonlyArray<string> => {
  const embed = embedOf(include)
  const value = JSON.parse(relationWire) as Record<string, unknown>
  return embed.map((field) => `${JSON.stringify(field)}:${JSON.stringify(value[field] ?? null)}`)
}

/** The first items of a page, as many as fit, and the texts to add to each. */
interface Added {
  readonly count: number
  readonly byId: ReadonlyMap<string, ReadonlyArray<string>>
}

type Rows<Row> = Effect.Effect<ReadonlyArray<Row>, SqlError>

const field = (name: string, value: string): string => `${JSON.stringify(name)}:${value}`

const related = (
  database: Context.Tag.Service<Database>,
  connectionId: string,
  { expandAs, include }: { readonly include: Include; readonly expandAs: ItemShape["expandAs"] },
  ids: ReadonlyArray<string>
): Effect.Effect<Added, SqlError | PageSize.RelatedTooLarge> =>
  Effect.gen(function* () {
    const { relation } = include.relation
    if (relation === null || ids.length === 0) return { count: ids.length, byId: new Map() }
    const farKind = include.from === "source" ? relation.target.kind : relation.source.kind
    const values = [connectionId, include.relation.name, uuidArray(ids), farKind]
    const name = include.shownAs ?? include.field
    const query = queryOf(include, expandAs)
    if (expandAs === "count") {
      const rows: Rows<readonly [id: string, count: number]> = NamedQuery.run(database, query, values)
      const counts = new Map(yield* rows)
      return { count: ids.length, byId: new Map(ids.map((id) => [id, [field(name, String(counts.get(id) ?? 0))]])) }
    }
    const arrays = new Map<string, Array<string>>(ids.map((id) => [id, []]))
    const arraysOf = (count: number): Added => ({
      count,
      byId: new Map([...arrays].map(([id, items]) => [id, [field(name, `[${items.join(",")}]`)]]))
    })
    const rows: Rows<readonly [id: string, wire: string | null, relationWire: string | null]> = NamedQuery.run(
      database,
      query,
      values
    )
    for (const [id, wire, relationWire] of yield* rows) {
      if (wire === null) {
        const count = ids.indexOf(id)
        return count > 0
          ? arraysOf(count)
          : yield* new PageSize.RelatedTooLarge({ field: include.field, isIds: expandAs === "ids" })
      }
      arrays.get(id)?.push(relationWire === null ? wire : splice(wire, embedded(include, relationWire)))
    }
    return arraysOf(ids.length)
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

/** Whether the items are sent as they are stored. */
export const isPlain = ({ fields, hasMeta = false, includes, onRequest }: ItemShape): boolean =>
  !hasMeta && includes.length === 0 && onRequest.length === 0 && fields === undefined

/**
 * Gives each item the shape that the request asks for: drops the fields that it does not name, and adds the requested on-request fields and
 * related records to the JSON.
 *
 * The result has fewer items if what is added to them is too long for one page, but at least one.
 */
export const shaped = (
  database: Context.Tag.Service<Database>,
  { claim, kind, ...shape }: ItemShape & Pick<ListRequest, "claim" | "kind">,
  items: ReadonlyArray<{ readonly id: string; readonly wire: string }>
): Effect.Effect<ReadonlyArray<string>, SqlError | PageSize.RelatedTooLarge> =>
  Effect.gen(function* () {
    const { expandAs, fields, hasMeta = false, includes, onRequest } = shape
    if (isPlain(shape)) return items.map(({ wire }) => wire)
    const { connectionId } = claim
    let ids = items.map((item) => item.id)
    const requested = yield* requestedFields(database, [connectionId, kind.name], onRequest, ids)
    ids = ids.slice(0, requested.count)
    const additions = [requested.byId]
    for (const include of includes) {
      const { byId, count } = yield* related(database, connectionId, { include, expandAs }, ids)
      additions.push(byId)
      ids = ids.slice(0, count)
    }
    if (hasMeta && ids.length > 0) {
      const metas = yield* RecordMeta.read(database, [connectionId, kind.name], ids)
      additions.push(new Map([...metas].map(([id, meta]) => [id, [field("meta", meta)]])))
    }
    const kept = items.slice(0, ids.length)
    const wires = fields === undefined ? kept.map(({ wire }) => wire) : yield* SelectedFields.of(kept, fields)
    return kept.map(({ id }, index) =>
      splice(
        wires[index] ?? "{}",
        additions.flatMap((byId) => byId.get(id) ?? [])
      )
    )
  })
