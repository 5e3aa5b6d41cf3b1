import type { SqlError } from "@effect/sql"
import type { RecordKind } from "@tributary/core"
import { Context, Data, Effect, Layer } from "effect"
import type { ConnectionScope } from "../accounts/AccessScope.js"
import { Database } from "../postgres/Database.js"
import * as PoolQuery from "../postgres/NamedQuery.js"
import * as FilteredList from "./FilteredList.js"
import * as Includes from "./Includes.js"
import * as MemberQueries from "./MemberSql.js"
import * as PagePlace from "./PageEdges.js"
import * as ListQueries from "./PageSql.js"

/** No such record in this connection. */
export class RecordNotFound extends Data.TaggedError("RecordNotFound") {}

/** An array of related records inside each item, such as a user's `groups`. */
export interface Include {
  readonly field: string
  readonly relation: RecordKind.Any
  /** The end of the relation that the listed record stands at. */
  readonly from: "source" | "target"
}

/** Where a page begins: at a start index, or beside a change position. */
export type Start =
  | { readonly _tag: "Offset"; readonly offset: number }
  | { readonly _tag: "After"; readonly position: number }
  | { readonly _tag: "Before"; readonly position: number }

/** What every list endpoint asks for. */
interface PageRequest {
  readonly scope: ConnectionScope
  readonly kind: RecordKind.Any
  readonly start: Start
  readonly limit: number
  /** Inclusive, ISO 8601; only records that changed at or after it. */
  readonly updatedSince: string | null
  readonly includes: ReadonlyArray<Include>
  /** Fields that show only when asked for. */
  readonly onRequest: ReadonlyArray<string>
  readonly wantsTotal: boolean
}

/** What the list of a record kind asks for. */
export interface ListRequest extends PageRequest {
  /** Records that have any of a filter's facets, and that for all filters. */
  readonly filters: ReadonlyArray<{ readonly any: ReadonlyArray<string> }>
  /** Inclusive, ISO 8601; only records whose kind's `instant` is at or after it. */
  readonly instantSince: string | null
}

/** What the list below a record asks for: the records that it is related to. */
export interface MembersRequest extends PageRequest {
  /** Leads from the record, which stands at its source, to those that are listed. */
  readonly relation: RecordKind.Any
  readonly of: { readonly kind: RecordKind.Any; readonly id: string }
}

/** What a get-by-id endpoint asks for. */
export type GetRequest = Pick<ListRequest, "scope" | "kind" | "includes" | "onRequest"> & { readonly id: string }

/** One page in change order, as the JSON text to send. */
export interface ListPage {
  readonly count: number
  /** What stands between the brackets of the array. */
  readonly items: string
  /** What the same query gives over all pages; null where it was not asked for. */
  readonly total: number | null
  /** The position to go on after; null at the end of the data. */
  readonly next: number | null
  /** The position to go back before; null at the beginning. */
  readonly previous: number | null
}

/** The read side of the records. */
export class RecordQuery extends Context.Tag("@tributary/runtime-http/RecordQuery")<
  RecordQuery,
  {
    readonly list: (request: ListRequest) => Effect.Effect<ListPage, SqlError.SqlError>
    /** The list below a record; a record enters it with a new position, as it enters any other. */
    readonly members: (request: MembersRequest) => Effect.Effect<ListPage, RecordNotFound | SqlError.SqlError>
    /** The record's JSON text. */
    readonly get: (request: GetRequest) => Effect.Effect<string, RecordNotFound | SqlError.SqlError>
    /** The source tool's id of a record that is there. */
    readonly vendorId: (
      scope: ConnectionScope,
      kind: RecordKind.Any,
      id: string
    ) => Effect.Effect<string, RecordNotFound | SqlError.SqlError>
  }
>() {
  static readonly make: Effect.Effect<Context.Tag.Service<RecordQuery>, never, Database> = Effect.suspend(
    () => makeQuery
  )

  static readonly layer: Layer.Layer<RecordQuery, never, Database> = Layer.effect(
    RecordQuery,
    Effect.suspend(() => makeQuery)
  )
}

/** How the records of one list are read, from its lowest position on. */
interface Reading {
  readonly read: (start: Start, limit: number) => Effect.Effect<ReadonlyArray<ListQueries.PageRow>, SqlError.SqlError>
  /** A page whose items are sent as they are stored, read as one text; null where this list cannot be. */
  readonly readText: ((start: Start, limit: number) => Effect.Effect<ListQueries.TextRow, SqlError.SqlError>) | null
  readonly total: Effect.Effect<number, SqlError.SqlError>
}

/** The record or the index that a page begins at. */
const placeOf = (start: Start): number => (start._tag === "Offset" ? start.offset : start.position)

const nothing: ListQueries.TextRow = [0, null, null, false, false, null]

const makeQuery: Effect.Effect<Context.Tag.Service<RecordQuery>, never, Database> = Effect.gen(function* () {
  const database = yield* Database

  /** What `updatedSince` means in positions; above all of them where nothing is as new. */
  const lowestPosition = (keys: ReadonlyArray<string>, updatedSince: string | null) =>
    updatedSince === null
      ? Effect.succeed(0)
      : Effect.map(
          PoolQuery.run<readonly [number]>(database, ListQueries.lowestPosition, [...keys, updatedSince]),
          ([row]) => row?.[0] ?? Number.MAX_SAFE_INTEGER
        )

  const readAll =
    (queries: ListQueries.PageQueries, values: ReadonlyArray<string | number>, ...more: ReadonlyArray<string>) =>
    (start: Start, limit: number) =>
      PoolQuery.run<ListQueries.PageRow>(database, queries[start._tag], [...values, placeOf(start), limit, ...more])

  const readText = (values: ReadonlyArray<string | number>) => (start: Start, limit: number) =>
    Effect.map(
      PoolQuery.run<ListQueries.TextRow>(database, ListQueries.texts[start._tag], [...values, placeOf(start), limit]),
      ([row]) => row ?? nothing
    )

  const place = (read: Reading["read"], start: Start, limit: number) =>
    Effect.gen(function* () {
      const rows = yield* read(start, limit + 1)
      const found = PagePlace.of(start, limit, rows)
      if (found !== null) return found
      const { before, after } = PagePlace.gap(start, rows)
      const earlier = yield* read({ _tag: "Before", position: before }, 1)
      const later = yield* read({ _tag: "After", position: after }, 1)
      return { rows: [], next: later.length > 0 ? after : null, previous: earlier.length > 0 ? before : null }
    })

  const totalOfAll = (keys: ReadonlyArray<string>, lowest: number, updatedSince: string | null) =>
    Effect.gen(function* () {
      const [row] =
        updatedSince === null
          ? yield* PoolQuery.run<readonly [number]>(database, ListQueries.total, keys)
          : yield* PoolQuery.run<readonly [number]>(database, ListQueries.totalFrom, [...keys, lowest])
      return row?.[0] ?? 0
    })

  const listOf = (request: ListRequest, keys: ReadonlyArray<string>, lowest: number): Reading =>
    FilteredList.isFiltered(request)
      ? { ...FilteredList.make(database, request, lowest), readText: null }
      : {
          read: readAll(ListQueries.pages, [...keys, lowest]),
          readText: readText([...keys, lowest]),
          total: totalOfAll(keys, lowest, request.updatedSince)
        }

  const membersOf = ({ relation, of }: MembersRequest, keys: ReadonlyArray<string>, lowest: number): Reading => {
    const source = [relation.name, of.id]
    return {
      read: readAll(MemberQueries.pages, [...keys, lowest], ...source),
      readText: null,
      total: Effect.map(
        PoolQuery.run<readonly [number]>(database, MemberQueries.total, [...keys, lowest, ...source]),
        ([row]) => row?.[0] ?? 0
      )
    }
  }

  /** Null where a page has no records, or is more than what is stored. */
  const asText = ({ start, limit, includes, onRequest }: PageRequest, { readText }: Reading) => {
    if (readText === null || includes.length > 0 || onRequest.length > 0) return Effect.succeed(null)
    return Effect.map(readText(start, limit), ([count, lowest, highest, hasBehind, hasMore, items]) =>
      lowest === null || highest === null || items === null
        ? null
        : { count, items, ...PagePlace.neighbours(start, { lowest, highest, hasBehind, hasMore }) }
    )
  }

  const asRows = (request: PageRequest, { read }: Reading) =>
    Effect.gen(function* () {
      const { rows, next, previous } = yield* place(read, request.start, request.limit)
      const items = yield* Includes.splicedInto(
        database,
        request,
        rows.map(([, wire, , id]) => ({ id, wire }))
      )
      return { count: items.length, items: items.join(","), next, previous }
    })

  const pageOf = <Request extends PageRequest>(
    request: Request,
    readingOf: (request: Request, keys: ReadonlyArray<string>, lowest: number) => Reading
  ) =>
    Effect.gen(function* () {
      const { scope, kind, start, updatedSince } = request
      const keys = [scope.connectionId, kind.name]
      // A walk begins here, and a later poll asks for what changed since now: whatever is older than now must have committed.
      if (start._tag === "Offset" && !database.embedded) {
        yield* PoolQuery.run(database, ListQueries.awaitWriters, keys)
      }
      const reading = readingOf(request, keys, yield* lowestPosition(keys, updatedSince))
      const page = (yield* asText(request, reading)) ?? (yield* asRows(request, reading))
      return { ...page, total: request.wantsTotal ? yield* reading.total : null }
    })

  const list = (request: ListRequest) => pageOf(request, listOf)

  const one = (scope: ConnectionScope, kind: RecordKind.Any, id: string) =>
    Effect.gen(function* () {
      const [row] = yield* PoolQuery.run<readonly [wire: string, vendorId: string, isGone: boolean]>(
        database,
        ListQueries.one,
        [scope.connectionId, kind.name, id]
      )
      return row ?? (yield* new RecordNotFound())
    })

  const members = (request: MembersRequest) =>
    Effect.zipRight(one(request.scope, request.of.kind, request.of.id), pageOf(request, membersOf))

  const get = (request: GetRequest) =>
    Effect.gen(function* () {
      const { scope, kind, id } = request
      const [wire] = yield* one(scope, kind, id)
      const [item] = yield* Includes.splicedInto(database, request, [{ id, wire }])
      return item ?? wire
    })

  const vendorId = (scope: ConnectionScope, kind: RecordKind.Any, id: string) =>
    Effect.gen(function* () {
      const [, found, isGone] = yield* one(scope, kind, id)
      return isGone ? yield* new RecordNotFound() : found
    })

  return { list, members, get, vendorId }
})
