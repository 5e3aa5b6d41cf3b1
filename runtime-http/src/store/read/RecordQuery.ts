// store/read: turns a request for a list, its members or one record into SQL, and rows into JSON; cursors say where a page starts.

import type { SqlError } from "@effect/sql"
import type { RecordKind } from "@tributary/core"
import { Context, Data, Effect, Layer } from "effect"
import type { ConnectionScope } from "../accounts/AccessScope.js"
import { Database } from "../postgres/Database.js"
import * as NamedQuery from "../postgres/NamedQuery.js"
import { uuidArray } from "../postgres/Uuid.js"
import * as FilteredList from "./FilteredList.js"
import * as Includes from "./Includes.js"
import * as MemberSql from "./MemberSql.js"
import * as PageEdges from "./PageEdges.js"
import type { GetRequest, ListPage, ListRequest, MembersRequest, PageRequest, Start } from "./PageRequest.js"
import type { RelatedTooLarge } from "./PageSize.js"
import * as PageSql from "./PageSql.js"
import * as RecordCounts from "./RecordCounts.js"

/** The connection has no such record. */
export class RecordNotFound extends Data.TaggedError("RecordNotFound") {}

/** The read side of the records. */
export class RecordQuery extends Context.Tag("@tributary/runtime-http/RecordQuery")<
  RecordQuery,
  {
    /** One page of the list of a kind. */
    readonly list: (request: ListRequest) => Effect.Effect<ListPage, RelatedTooLarge | SqlError.SqlError>
    /** One page of the members of a record; a record that joins gets a new position, as in any list. */
    readonly members: (
      request: MembersRequest
    ) => Effect.Effect<ListPage, RecordNotFound | RelatedTooLarge | SqlError.SqlError>
    /** The JSON text of one record; fails if it is not listed. */
    readonly get: (request: GetRequest) => Effect.Effect<string, RecordNotFound | RelatedTooLarge | SqlError.SqlError>
    /** How many records of a kind there are, by the values of a field; none if the account does not own the connection. */
    readonly counts: (
      request: RecordCounts.CountsRequest
    ) => Effect.Effect<RecordCounts.RecordCounts, SqlError.SqlError>
    /** The source tool's id of a record that is not gone. */
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

/** How to read one list from its lowest position up. */
interface Reading {
  readonly read: (start: Start, limit: number) => Effect.Effect<ReadonlyArray<PageSql.PageRow>, SqlError.SqlError>
  /** Reads a page as one text, for items that are sent as stored; null if this list has no such query. */
  readonly readText: ((start: Start, limit: number) => Effect.Effect<PageSql.TextRow, SqlError.SqlError>) | null
  readonly total: Effect.Effect<number, SqlError.SqlError>
}

/** Which list to read, from where on, and how many records it has in all. */
interface Bounds {
  /** The connection and the kind. */
  readonly keys: ReadonlyArray<string>
  /** The lowest position that the request allows. */
  readonly lowest: number
  /** The number of records without any condition. */
  readonly total: number
}

/** The position or offset where a page starts. */
const valueOf = (start: Start): number => (start._tag === "Offset" ? start.offset : start.position)

const nothing: PageSql.TextRow = [null, 0, null, null, false, false, null]

const makeQuery: Effect.Effect<Context.Tag.Service<RecordQuery>, never, Database> = Effect.gen(function* () {
  const database = yield* Database

  /** The lowest position that `updatedSince` allows; above every position if nothing changed since then. */
  const lowestPosition = (keys: ReadonlyArray<string>, updatedSince: string | null) =>
    updatedSince === null
      ? Effect.succeed(0)
      : Effect.map(
          NamedQuery.run<readonly [number]>(database, PageSql.lowestPosition, [...keys, updatedSince]),
          ([row]) => row?.[0] ?? Number.MAX_SAFE_INTEGER
        )

  const readAll =
    (queries: PageSql.PageQueries, values: ReadonlyArray<string | number>, ...more: ReadonlyArray<string | null>) =>
    (start: Start, limit: number) =>
      NamedQuery.run<PageSql.PageRow>(database, queries[start._tag], [...values, valueOf(start), limit, ...more])

  const readText = (values: ReadonlyArray<string | number>) => (start: Start, limit: number) =>
    Effect.map(
      NamedQuery.run<PageSql.TextRow>(database, PageSql.texts[start._tag], [...values, valueOf(start), limit]),
      ([row]) => row ?? nothing
    )

  /** A page without records, and whether there are any around it. */
  const emptyPage = (read: Reading["read"], start: Start, rows: ReadonlyArray<PageSql.PageRow>) =>
    Effect.gen(function* () {
      const { before, after } = PageEdges.gap(start, rows)
      const earlier = yield* read({ _tag: "Before", position: before }, 1)
      const later = yield* read({ _tag: "After", position: after }, 1)
      const [next, previous] = [later.length > 0 ? after : null, earlier.length > 0 ? before : null]
      return { count: 0, items: "", next, previous, isCut: false }
    })

  const totalFrom = (keys: ReadonlyArray<string>, lowest: number) =>
    Effect.map(
      NamedQuery.run<readonly [number]>(database, PageSql.totalFrom, [...keys, lowest]),
      ([row]) => row?.[0] ?? 0
    )

  const listOf = (request: ListRequest, { keys, lowest, total }: Bounds): Reading =>
    FilteredList.isFiltered(request)
      ? { ...FilteredList.make(database, request, lowest), readText: null }
      : {
          read: readAll(PageSql.pages, [...keys, lowest]),
          readText: readText([...keys, lowest]),
          total: request.updatedSince === null ? Effect.succeed(total) : totalFrom(keys, lowest)
        }

  const membersOf = ({ ids, relation, of }: MembersRequest, { keys, lowest }: Bounds): Reading => {
    const source = [relation.name, of.id, ids === null ? null : uuidArray(ids)]
    return {
      read: readAll(MemberSql.pages, [...keys, lowest], ...source),
      readText: null,
      total: Effect.map(
        NamedQuery.run<readonly [number]>(database, MemberSql.total, [...keys, lowest, ...source]),
        ([row]) => row?.[0] ?? 0
      )
    }
  }

  /** Null if the page is empty, or if its items need more than their stored text. */
  const asText = ({ start, limit, ...shape }: PageRequest, { readText }: Reading) => {
    if (readText === null || !Includes.isPlain(shape)) return Effect.succeed(null)
    return Effect.map(readText(start, limit), ([asOf, count, lowest, highest, hasBehind, hasMore, items]) =>
      asOf === null || lowest === null || highest === null || items === null
        ? null
        : {
            asOf,
            count,
            items,
            isCut: hasMore && count < limit,
            ...PageEdges.neighbours(start, { lowest, highest, hasBehind, hasMore })
          }
    )
  }

  const asRows = (request: PageRequest, { read }: Reading) =>
    Effect.gen(function* () {
      const { limit, start } = request
      const rows = yield* read(start, limit + 1)
      const kept = rows.slice(0, limit)
      if (kept.length === 0) return yield* emptyPage(read, start, rows)
      const items = yield* Includes.shaped(
        database,
        request,
        kept.map(([, wire, , id]) => ({ id, wire }))
      )
      const count = items.length
      const ordered = start._tag === "Before" ? [...items].reverse() : items
      const isCut = count < Math.min(limit, rows[0]?.[4] ?? 0)
      return { count, items: ordered.join(","), isCut, ...PageEdges.around(start, kept, count) }
    })

  const pageOf = <Request extends PageRequest>(
    request: Request,
    readingOf: (request: Request, bounds: Bounds) => Reading
  ) =>
    Effect.gen(function* () {
      const { scope, kind, updatedSince, wantsTotal } = request
      const keys = [scope.connectionId, kind.name]
      const isPlain = updatedSince === null && !wantsTotal
      // Most pages need no other statement: a text says itself up to when it is complete.
      const whole = isPlain ? yield* asText(request, readingOf(request, { keys, lowest: 0, total: 0 })) : null
      if (whole !== null) return { ...whole, total: null }
      // Before everything else, so that the page contains all changes up to this instant.
      const [row] = yield* NamedQuery.run<PageSql.StateRow>(database, PageSql.state, keys)
      const [asOf, total] = row ?? PageSql.unwritten
      const reading = readingOf(request, { keys, lowest: yield* lowestPosition(keys, updatedSince), total })
      const page = (isPlain ? null : yield* asText(request, reading)) ?? (yield* asRows(request, reading))
      return { ...page, asOf, total: wantsTotal ? yield* reading.total : null }
    })

  const list = (request: ListRequest) => pageOf(request, listOf)

  const one = (scope: ConnectionScope, kind: RecordKind.Any, id: string) =>
    Effect.gen(function* () {
      const [row] = yield* NamedQuery.run<readonly [wire: string, vendorId: string, isGone: boolean]>(
        database,
        PageSql.one,
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
      const [item] = yield* Includes.shaped(database, request, [{ id, wire }])
      return item ?? wire
    })

  const vendorId = (scope: ConnectionScope, kind: RecordKind.Any, id: string) =>
    Effect.gen(function* () {
      const [, found, isGone] = yield* one(scope, kind, id)
      return isGone ? yield* new RecordNotFound() : found
    })

  const counts = (request: RecordCounts.CountsRequest) => RecordCounts.count(database, request)

  return { list, members, get, counts, vendorId }
})
