// store/read: turns a request for a list, its members or one record into SQL, and rows into JSON; cursors say where a page starts.

import type { SqlError } from "@effect/sql"
import type { RecordKind } from "@tributary/core"
import { Context, Data, Effect, Layer } from "effect"
import type { ConnectionScope } from "../accounts/AccessScope.js"
import { type DataAccess, type InvalidKey, Keys } from "../accounts/ApiKeys.js"
import { ConnectionNotFound } from "../accounts/Connections.js"
import { Database } from "../postgres/Database.js"
import * as NamedQuery from "../postgres/NamedQuery.js"
import { uuidArray } from "../postgres/Uuid.js"
import * as FilteredList from "./FilteredList.js"
import * as Includes from "./Includes.js"
import * as MemberSql from "./MemberSql.js"
import * as PageEdges from "./PageEdges.js"
import type { GetRequest, ListPage, ListRequest, MembersRequest, Opened, PageRequest, Start } from "./PageRequest.js"
import type { RelatedTooLarge } from "./PageSize.js"
import * as PageSql from "./PageSql.js"
import * as RecordCounts from "./RecordCounts.js"

/** The connection has no such record. */
export class RecordNotFound extends Data.TaggedError("RecordNotFound")<{ readonly vendor: string }> {}

/** Why a claim may not be read, or cannot be. */
type Refused = ConnectionNotFound | InvalidKey | SqlError.SqlError

/** The read side of the records. */
export class RecordQuery extends Context.Tag("@tributary/runtime-http/RecordQuery")<
  RecordQuery,
  {
    /** One page of the list of a kind. */
    readonly list: (request: ListRequest) => Effect.Effect<Opened<ListPage>, RelatedTooLarge | Refused>
    /** One page of the members of a record; a record that joins gets a new position, as in any list. */
    readonly members: (
      request: MembersRequest
    ) => Effect.Effect<Opened<ListPage>, RecordNotFound | RelatedTooLarge | Refused>
    /** The JSON text of one record; fails if it is not listed. */
    readonly get: (request: GetRequest) => Effect.Effect<Opened<string>, RecordNotFound | RelatedTooLarge | Refused>
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
  static readonly make: Effect.Effect<Context.Tag.Service<RecordQuery>, never, Database | Keys> = Effect.suspend(
    () => makeQuery
  )

  static readonly layer: Layer.Layer<RecordQuery, never, Database | Keys> = Layer.effect(
    RecordQuery,
    Effect.suspend(() => makeQuery)
  )
}

/** How to read one list from its lowest position up. */
interface Reading {
  readonly page: (start: Start, limit: number) => NamedQuery.Statement
  /** The number of records; null if it is what the state of the list says. */
  readonly total: Effect.Effect<number, SqlError.SqlError> | null
}

type ReadingOf<Request> = (request: Request, lowest: number) => Reading

/** What the first statement of an answer found. */
interface Beginning {
  readonly access: DataAccess
  readonly state: PageSql.StateRow
  readonly reading: Reading
  readonly rows: ReadonlyArray<PageSql.PageRow>
}

/** The position or offset where a page starts. */
const valueOf = (start: Start): number => (start._tag === "Offset" ? start.offset : start.position)

/** Below every position. */
const LOWEST = 0

/** Above every position. */
const BEYOND = Number.MAX_SAFE_INTEGER

type OneRow = readonly [wire: string, vendorId: string, isGone: boolean]

const makeQuery: Effect.Effect<Context.Tag.Service<RecordQuery>, never, Database | Keys> = Effect.gen(function* () {
  const database = yield* Database
  const { openWith } = yield* Keys

  const run = <Row extends ReadonlyArray<unknown>>({ query, values }: NamedQuery.Statement) =>
    NamedQuery.run<Row>(database, query, values)

  const count = (query: NamedQuery.NamedQuery, values: ReadonlyArray<unknown>) =>
    Effect.map(run<readonly [number]>({ query, values }), ([row]) => row?.[0] ?? 0)

  const readingOf =
    (queries: PageSql.PageQueries, keys: ReadonlyArray<unknown>, more: ReadonlyArray<unknown>): Reading["page"] =>
    (start, limit) => ({ query: queries[start._tag], values: [...keys, valueOf(start), limit, ...more] })

  const listOf: ReadingOf<ListRequest> = (request, lowest) => {
    if (FilteredList.isFiltered(request)) return FilteredList.make(database, request, lowest)
    const keys = [request.claim.connectionId, request.kind.name, lowest]
    return {
      page: readingOf(PageSql.pages, keys, []),
      total: request.updatedSince === null ? null : count(PageSql.totalFrom, keys)
    }
  }

  const membersOf: ReadingOf<MembersRequest> = ({ claim, ids, kind, relation, of }, lowest) => {
    const keys = [claim.connectionId, kind.name, lowest]
    const source = [relation.name, of.id, ids === null ? null : uuidArray(ids)]
    return {
      page: readingOf(MemberSql.pages, keys, source),
      total: count(MemberSql.total, [...keys, ...source])
    }
  }

  /** Opens the claim with the first statement that reads: that of the page, unless it must know before where the list begins. */
  const begin = <Request extends PageRequest>(request: Request, readingOf: ReadingOf<Request>) => {
    const { claim, kind, limit, start, updatedSince, wantsTotal } = request
    if (updatedSince === null) {
      const reading = readingOf(request, LOWEST)
      const { query, values } = reading.page(start, limit + 1)
      return Effect.map(
        openWith<PageSql.PageRow>(claim, PageSql.first(query, wantsTotal), values.slice(1)),
        ({ about, access, rows }): Beginning => ({ access, state: PageSql.stateOf(about), reading, rows })
      )
    }
    return Effect.flatMap(
      openWith<readonly [number]>(claim, PageSql.lowestPosition, [kind.name, updatedSince]),
      ({ about, access, rows: [first] }) => {
        const reading = readingOf(request, first?.[0] ?? BEYOND)
        const found =
          access.connection === null ? Effect.succeed([]) : run<PageSql.PageRow>(reading.page(start, limit + 1))
        return Effect.map(found, (rows): Beginning => ({ access, state: PageSql.stateOf(about), reading, rows }))
      }
    )
  }

  /** A page without records, and whether there are any around it. */
  const emptyPage = ({ page }: Reading, start: Start, rows: ReadonlyArray<PageSql.PageRow>) =>
    Effect.gen(function* () {
      const { before, after } = PageEdges.gap(start, rows)
      const earlier = yield* run(page({ _tag: "Before", position: before }, 1))
      const later = yield* run(page({ _tag: "After", position: after }, 1))
      const [next, previous] = [later.length > 0 ? after : null, earlier.length > 0 ? before : null]
      return { count: 0, items: [], next, previous, isCut: false }
    })

  const pageOf = (request: PageRequest, { reading, rows }: Beginning) => {
    const { limit, start } = request
    const kept = rows.length > limit ? rows.slice(0, limit) : rows
    if (kept.length === 0) return emptyPage(reading, start, rows)
    return Effect.map(
      Includes.shaped(
        database,
        request,
        kept.map(([, wire, , id]) => ({ id, wire }))
      ),
      (items) => {
        const count = items.length
        const ordered = start._tag === "Before" ? [...items].reverse() : items
        const isCut = count < Math.min(limit, rows[0]?.[4] ?? 0)
        return { count, items: ordered.flat(), isCut, ...PageEdges.around(start, kept, count) }
      }
    )
  }

  const answer = <Request extends PageRequest, E>(
    request: Request,
    readingOf: ReadingOf<Request>,
    check: (scope: ConnectionScope) => Effect.Effect<void, E>
  ): Effect.Effect<Opened<ListPage>, E | RelatedTooLarge | Refused> =>
    Effect.gen(function* () {
      const beginning = yield* begin(request, readingOf)
      const { access, reading, state } = beginning
      const scope = access.connection
      if (scope === null) return yield* new ConnectionNotFound()
      yield* check(scope)
      const [asOf, total = 0] = state
      const page = yield* pageOf(request, beginning)
      const counted = request.wantsTotal ? yield* reading.total ?? Effect.succeed(total) : null
      return { scope, value: { ...page, asOf, total: counted } }
    })

  const list = (request: ListRequest) => answer(request, listOf, () => Effect.void)

  const one = (scope: ConnectionScope, kind: RecordKind.Any, id: string) =>
    Effect.flatMap(run<OneRow>({ query: PageSql.one, values: [scope.connectionId, kind.name, id] }), ([row]) =>
      row === undefined ? Effect.fail(new RecordNotFound({ vendor: scope.vendor })) : Effect.succeed(row)
    )

  const members = (request: MembersRequest) =>
    answer(request, membersOf, (scope) => one(scope, request.of.kind, request.of.id))

  const get = (request: GetRequest) =>
    Effect.gen(function* () {
      const { claim, kind, id } = request
      const { access, rows } = yield* openWith<OneRow>(claim, PageSql.one, [kind.name, id])
      const scope = access.connection
      if (scope === null) return yield* new ConnectionNotFound()
      const [row] = rows
      if (row === undefined) return yield* new RecordNotFound({ vendor: scope.vendor })
      const [wire] = row
      const [item] = yield* Includes.shaped(database, request, [{ id, wire }])
      return { scope, value: [item ?? wire].flat().join(",") }
    })

  const vendorId = (scope: ConnectionScope, kind: RecordKind.Any, id: string) =>
    Effect.flatMap(one(scope, kind, id), ([, found, isGone]) =>
      isGone ? Effect.fail(new RecordNotFound({ vendor: scope.vendor })) : Effect.succeed(found)
    )

  const counts = (request: RecordCounts.CountsRequest) => RecordCounts.count(database, request)

  return { list, members, get, counts, vendorId }
})
