import type { Context } from "effect"
import { Effect } from "effect"
import type { SqlError } from "../../Sql.js"
import type { Database } from "../postgres/Database.js"
import { type NamedQuery, runNamed } from "../postgres/Database.js"
import { uuidArray } from "../postgres/RecordTable.js"
import type { Include, ItemShape, ListRequest } from "./PageRequest.js"
import * as PageRequest from "./PageRequest.js"
import * as PageSql from "./PageSql.js"
import * as RecordMeta from "./RecordMeta.js"
import * as RelatedIds from "./RelatedIds.js"
import * as SelectedFields from "./SelectedFields.js"

type End = "source_id" | "target_id"

/** The related records that an item shows: those that are listed, at the other end of a relation that is not gone. */
const relatedTo = (near: End, far: End, columns: string): string => `
        lateral (
          select ${far} as id, wire
          from record
          where connection_id = $1 and ${near} = page.id and kind = $2 and not is_gone
          offset 0
        ) as relation,
        lateral (
          select ${columns}, is_listed
          from record
          where connection_id = $1 and kind = $4 and id = relation.id
          offset 0
        ) as related
      where related.is_listed`

/** One row for each record of the page, with the JSON of all related records: a row for each of these takes longer to read. */
const JOINED = {
  columns: `
      case when max(bytes) <= ${PageSql.MAX_BYTES} then string_agg(wire, ',' order by vendor_id collate "C") end,
      null::text`,
  rest: "group by place order by place"
}

/** One row for each related record, with the relation, some of whose fields the record shows. */
const SINGLE = {
  columns: `case when bytes <= ${PageSql.MAX_BYTES} then wire end, relation_wire`,
  rest: `order by place, vendor_id collate "C"`
}

/**
 * The related records of a whole page in one query: $2 is the relation's kind, $3 the ids of the page, $4 the kind at the far end, $5 where
 * each record ends in the page. A related record that is gone but still listed is included as long as the relation is not gone. `wire` is
 * the JSON that the array shows.
 *
 * Each lateral with `offset 0` is one index probe per id or related record. The conditions inside fit only one index, so the planner uses
 * it even on a table that was never analyzed; there it could otherwise choose an index that reads the whole kind.
 *
 * A row has the place of its record in the page, counted from 0. The rows end with the first that makes the page too long; its JSON is null.
 */
const query = (name: string, near: End, far: End, wire: string, { columns, rest }: typeof JOINED): NamedQuery => ({
  name: `record_${name}_by_${near}`,
  text: `
    select place::int - 1, ${columns}
    from (
      select
        page.place, related.vendor_id, related.wire, relation.wire as relation_wire,
        page.ends_at + sum(octet_length(related.wire)) over (
          order by page.place, related.vendor_id collate "C" rows unbounded preceding
        ) as bytes
      from
        unnest($3::uuid[], $5::bigint[]) with ordinality as page (id, ends_at, place),
        ${relatedTo(near, far, `vendor_id, ${wire} as wire`)}
    ) as sized
    where bytes - octet_length(wire) <= ${PageSql.MAX_BYTES}
    ${rest}`
})

/** How many related records each record of a page has. */
const countQuery = (near: End, far: End): NamedQuery => ({
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

const RECORD = "wire"
const ID = `'"' || id || '"'`

/** The queries for each way to show the related records, by the end at which the listed record is. */
export const queries = {
  records: {
    source: query("include", "source_id", "target_id", RECORD, JOINED),
    target: query("include", "target_id", "source_id", RECORD, JOINED)
  },
  embedding: { source: query("embedding", "source_id", "target_id", RECORD, SINGLE) },
  ids: {
    source: query("ids", "source_id", "target_id", ID, JOINED),
    target: query("ids", "target_id", "source_id", ID, JOINED)
  },
  count: { source: countQuery("source_id", "target_id"), target: countQuery("target_id", "source_id") }
}

/** Adds fields to a record's JSON text. */
const splice = (wire: string, fields: PageRequest.JsonParts): PageRequest.JsonParts =>
  PageRequest.aroundParts("", [wire.slice(0, -1), ...fields], "}")

/** The names of the relation's fields that the API shows inside the record at its target. */
const embedOf = ({ from, relation }: Include): ReadonlyArray<string> =>
  from === "source" ? (relation.relation?.embed ?? []) : []

const queryOf = (include: Include, expandAs: ItemShape["expandAs"]): NamedQuery =>
  expandAs === undefined && embedOf(include).length > 0
    ? queries.embedding.source
    : queries[expandAs ?? "records"][include.from]

/** These fields as `"field":value` texts. */
const embedded = (include: Include, relationWire: string): ReadonlyArray<string> => {
  const embed = embedOf(include)
  const value = JSON.parse(relationWire) as Record<string, unknown>
  return embed.map((field) => `${JSON.stringify(field)}:${JSON.stringify(value[field] ?? null)}`)
}

/** What is added to an item. */
interface Added {
  /** `"field":value` texts. */
  readonly fields: PageRequest.JsonParts
  /** How many bytes were read for them; infinite if they are longer than the page can be. */
  readonly bytes: number
  /** The field that the item omits, because it has more ids than an item shows. */
  readonly omitted?: string
}

/** What is added to the items of a page, by their ids. */
type Addition = ReadonlyMap<string, Added>

/** The first items of a page, as far as it has been read: their ids, and where each ends in the page. */
interface Place {
  readonly ids: ReadonlyArray<string>
  readonly ends: ReadonlyArray<number>
}

type Rows<Row> = Effect.Effect<ReadonlyArray<Row>, SqlError>

const field = (name: string, value: string): string => `${JSON.stringify(name)}:${value}`

const added = (fields: PageRequest.JsonParts): Added => ({
  fields,
  bytes: fields.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0)
})

const bigintArray = (values: ReadonlyArray<number>): string => `{${values.join(",")}}`

/** The arrays of related records, or their ids or numbers. */
const related = (
  database: Context.Tag.Service<Database>,
  connectionId: string,
  { expandAs, include }: { readonly include: Include; readonly expandAs: ItemShape["expandAs"] },
  { ends, ids }: Place
): Effect.Effect<Addition, SqlError | PageSql.RelatedTooLarge> =>
  Effect.gen(function* () {
    const { relation } = include.relation
    if (relation === null) return new Map()
    const farKind = include.from === "source" ? relation.target.kind : relation.source.kind
    const values = [connectionId, include.relation.name, uuidArray(ids), farKind]
    const name = include.shownAs ?? include.field
    const query = queryOf(include, expandAs)
    if (expandAs === "count") {
      const rows: Rows<readonly [id: string, count: number]> = runNamed(database, query, values)
      const counts = new Map(yield* rows)
      return new Map(ids.map((id) => [id, added([field(name, String(counts.get(id) ?? 0))])]))
    }
    const rows: Rows<readonly [index: number, wire: string | null, relationWire: string | null]> = runNamed(
      database,
      query,
      [...values, bigintArray(ends)]
    )
    const arrays = ids.map((): Array<string> => [])
    let tooLong: string | undefined
    for (const [index, wire, relationWire] of yield* rows) {
      if (wire === null) tooLong = ids[index]
      else if (relationWire === null) arrays[index]?.push(wire)
      else arrays[index]?.push(...splice(wire, embedded(include, relationWire)))
    }
    const start = field(name, "[")
    const addition = new Map(
      ids.map((id, index) => [id, added(PageRequest.aroundParts(start, arrays[index] ?? [], "]"))])
    )
    if (tooLong !== undefined) addition.set(tooLong, { fields: [], bytes: Number.POSITIVE_INFINITY })
    const [first = ""] = ids
    const end = (ends[0] ?? 0) + (addition.get(first)?.bytes ?? 0)
    return end > PageSql.MAX_BYTES
      ? yield* new PageSql.RelatedTooLarge({ field: include.field, isIds: expandAs === "ids" })
      : addition
  })

const relatedIds = (
  database: Context.Tag.Service<Database>,
  connectionId: string,
  { field: name, from, relation: { name: kind, relation } }: Include,
  { ends, ids }: Place
): Effect.Effect<Addition, SqlError> => {
  const farKind = relation?.[from === "source" ? "target" : "source"].kind
  const values = [connectionId, kind, uuidArray(ids), farKind, bigintArray(ends)]
  type Row = readonly [index: number, ids: string | null]
  return Effect.map(runNamed<Row>(database, RelatedIds.queries[from], values), (rows) => {
    const shown = new Map(rows)
    return new Map(
      ids.map((id, index): readonly [string, Added] => {
        const found = shown.get(index)
        if (found === undefined) return [id, { fields: [], bytes: Number.POSITIVE_INFINITY }]
        return [id, found === null ? { fields: [], bytes: 0, omitted: name } : added([field(name, `[${found}]`)])]
      })
    )
  })
}

/**
 * The on-request fields of a whole page: $3 are its ids, $4 where each record ends in the page; one index probe per id. The rows end with
 * the first that makes the page too long.
 */
export const onRequestOf: NamedQuery = {
  name: "record_on_request",
  text: `
    select id, wire
    from (
      select
        page.id, page.place, found.wire,
        page.ends_at + sum(octet_length(found.wire)) over (order by page.place rows unbounded preceding) as bytes
      from
        unnest($3::uuid[], $4::bigint[]) with ordinality as page (id, ends_at, place),
        lateral (
          select coalesce(on_request, '{}') as wire
          from record
          where connection_id = $1 and kind = $2 and id = page.id
          offset 0
        ) as found
    ) as sized
    where bytes - octet_length(wire) <= ${PageSql.MAX_BYTES}
    order by place`
}

/** The requested on-request fields. */
const requestedFields = (
  database: Context.Tag.Service<Database>,
  keys: readonly [connectionId: string, kind: string],
  fields: ReadonlyArray<string>,
  { ends, ids }: Place
): Effect.Effect<Addition, SqlError> =>
  Effect.gen(function* () {
    const rows = yield* runNamed<readonly [id: string, onRequest: string]>(database, onRequestOf, [
      ...keys,
      uuidArray(ids),
      bigintArray(ends)
    ])
    return new Map(
      rows.map(([id, onRequest]) => {
        const value = JSON.parse(onRequest) as Readonly<Record<string, unknown>>
        const requested = fields.map((name) => field(name, JSON.stringify(value[name] ?? null)))
        return [id, { fields: requested, bytes: Buffer.byteLength(onRequest) }]
      })
    )
  })

/** What the service knows about the records. */
const metaOf = (
  database: Context.Tag.Service<Database>,
  keys: readonly [connectionId: string, kind: string],
  { ids }: Place
): Effect.Effect<Addition, SqlError> =>
  Effect.map(
    RecordMeta.read(database, keys, ids),
    (metas) => new Map([...metas].map(([id, meta]) => [id, added([field("meta", meta)])]))
  )

/** Whether the items are sent as they are stored. */
export const isPlain = ({ fields, hasMeta = false, includes, onRequest, relatedIds = [] }: ItemShape): boolean =>
  !hasMeta && includes.length === 0 && onRequest.length === 0 && relatedIds.length === 0 && fields === undefined

/** Everything that the request adds to the items, in the order of their fields. */
const additionsOf = (
  database: Context.Tag.Service<Database>,
  {
    claim,
    expandAs,
    hasMeta = false,
    includes,
    kind,
    onRequest,
    relatedIds: idsOf = []
  }: ItemShape & Pick<ListRequest, "claim" | "kind">
): ReadonlyArray<(place: Place) => Effect.Effect<Addition, SqlError | PageSql.RelatedTooLarge>> => {
  const { connectionId } = claim
  const keys = [connectionId, kind.name] as const
  return [
    ...(onRequest.length > 0 ? [(place: Place) => requestedFields(database, keys, onRequest, place)] : []),
    ...idsOf.map((include) => (place: Place) => relatedIds(database, connectionId, include, place)),
    ...includes.map((include) => (place: Place) => related(database, connectionId, { include, expandAs }, place)),
    ...(hasMeta ? [(place: Place) => metaOf(database, keys, place)] : [])
  ]
}

/** Items in the shape that a request asks for. */
export interface Shaped {
  readonly items: ReadonlyArray<string | PageRequest.JsonParts>
  /** The fields that at least one of them omits, because they have more ids than an item shows. */
  readonly omitted: ReadonlyArray<string>
}

/**
 * Gives each item the shape that the request asks for: drops the fields that it does not name, and adds the requested on-request fields and
 * related records to the JSON.
 *
 * The items are the JSON of records. There are fewer in the result if they are too long for one page with what is added to them, but at least one.
 */
export const shaped = (
  database: Context.Tag.Service<Database>,
  request: ItemShape & Pick<ListRequest, "claim" | "kind">,
  items: ReadonlyArray<string>
): Effect.Effect<Shaped, SqlError | PageSql.RelatedTooLarge> =>
  isPlain(request) || items.length === 0
    ? Effect.succeed({ items, omitted: [] })
    : withAdditions(database, request, items)

const ID_FIRST = '{"id":"'

/** The id in a record's JSON, which is its first field; it is parsed if a release ever wrote another one first. */
const idOf = (wire: string): string =>
  wire.startsWith(ID_FIRST)
    ? wire.slice(ID_FIRST.length, wire.indexOf('"', ID_FIRST.length))
    : String((JSON.parse(wire) as { readonly id: unknown }).id)

const withAdditions: typeof shaped = (database, request, items) =>
  Effect.gen(function* () {
    let sized = items.map((wire) => ({ id: idOf(wire), bytes: Buffer.byteLength(wire) }))
    const additions: Array<Addition> = []
    for (const read of additionsOf(database, request)) {
      const addition = yield* read({ ids: sized.map(({ id }) => id), ends: PageSql.endsOf(sized) })
      additions.push(addition)
      const longer = sized.map(({ id, bytes }) => ({ id, bytes: bytes + (addition.get(id)?.bytes ?? 0) }))
      sized = longer.slice(0, PageSql.fittingCount(longer))
    }
    const kept = items.slice(0, sized.length)
    const { fields } = request
    const wires = fields === undefined ? kept : yield* SelectedFields.of(kept, fields)
    const shown = sized.map(({ id }) => additions.flatMap((addition) => addition.get(id) ?? []))
    return {
      items: shown.map((each, index) =>
        splice(
          wires[index] ?? "{}",
          each.flatMap(({ fields }) => fields)
        )
      ),
      omitted: [...new Set(shown.flat().flatMap(({ omitted }) => omitted ?? []))]
    }
  })
