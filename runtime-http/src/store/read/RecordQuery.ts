// store/read: turns a request for a list, its members or one record into SQL, and rows into JSON; cursors say where a page starts.

import type { RecordKind } from "@tributary/core"
import { Context, Data, Effect, Exit, Layer } from "effect"
import * as Fiberless from "../../Fiberless.js"
import type { SqlError } from "../../Sql.js"
import type { ConnectionScope } from "../accounts/AccessScope.js"
import { type DataAccess, Keys, type RefusedKey } from "../accounts/ApiKeys.js"
import { ConnectionNotFound } from "../accounts/Connections.js"
import { Database, type NamedQuery, runNamed, type Statement } from "../postgres/Database.js"
import { isSqlError, isTooLong } from "../postgres/DatabaseFailure.js"
import { DatabaseShares, MAX_STATEMENT_SECS } from "../postgres/DatabaseShares.js"
import { facetVersion, uuidArray } from "../postgres/RecordTable.js"
import * as FacetMatch from "./FacetMatch.js"
import * as FilterSql from "./FilterSql.js"
import * as Includes from "./Includes.js"
import * as KnownCounts from "./KnownCounts.js"
import type { GetRequest, ListPage, ListRequest, MembersRequest, OneItem, Opened, Related } from "./PageRequest.js"
import { type Extent, extentOf, type Found, flatParts, foundIn, neighbours, opposite } from "./PageRequest.js"
import type { RelatedTooLarge } from "./PageSql.js"
import * as PageSql from "./PageSql.js"
import * as RecordCounts from "./RecordCounts.js"

type Filtered = Pick<ListRequest, "claim" | "kind" | "filters" | "periods" | "ids" | "related">

/** The queries for the records in the list, or for those that have left it. */
const listSqlOf = ({ isRemoved = false }: Pick<ListRequest, "isRemoved">): PageSql.ListSql =>
  isRemoved ? PageSql.removed : PageSql.listed

/** Whether a request needs more than the list in its order. */
const isFiltered = ({ filters, ids, periods, related }: Filtered): boolean =>
  filters.length > 0 || ids !== null || periods.length > 0 || related.length > 0

/** Which conditions a request has. */
export const conditionsOf = ({
  filters,
  ids,
  kind,
  periods,
  related
}: Omit<Filtered, "claim">): FilterSql.Conditions => ({
  filters: filters.length,
  instants: periods.map(({ field }) => kind.instants.indexOf(field)),
  hasIds: ids !== null,
  related: related.map(({ from }) => from)
})

/** The values of the conditions, in the order of the parameters of `FilterSql`. */
export const valuesOf = (request: Filtered): ReadonlyArray<string> => {
  const { claim, filters, ids, kind, periods, related } = request
  const { path, variables } = FacetMatch.onJson(kind, filters)
  return [
    ...(FilterSql.isVersioned(conditionsOf(request)) ? [String(facetVersion(kind))] : []),
    ...filters.map((filter) => FacetMatch.keys(claim.connectionId, kind, filter)),
    ...(filters.length === 0 ? [] : [path, variables]),
    ...periods.flatMap(({ field, since, until }) => [since ?? "-infinity", until ?? "infinity", field]),
    ...(ids === null ? [] : [uuidArray(new Set(ids))]),
    ...related.flatMap(({ id, relation }) => [relation.name, id])
  ]
}

/** The rows that were found for a page, and its records with their JSON. */
export interface WholePage {
  /** Without those whose records have left the list since they were found. */
  readonly rows: ReadonlyArray<PageSql.PageRow>
  /** The JSON of the first of them, as many as fit into a page, but at least one. */
  readonly items: ReadonlyArray<string>
}

/** The first items, as many as fit. The JSON of those that do not fit together with the other long ones was not read. */
const fittingOf = (wires: ReadonlyArray<string | null>): ReadonlyArray<string> => {
  const end = wires.indexOf(null)
  const read = (end < 0 ? wires : wires.slice(0, end)) as ReadonlyArray<string>
  return read.slice(0, PageSql.fittingCount(read.map((wire) => ({ bytes: Buffer.byteLength(wire) }))))
}

/** Reads the long records among the first `limit` of the rows that were found for a page; its statement has read the others. */
export const readLong = (
  database: Context.Tag.Service<Database>,
  request: Pick<ListRequest, "claim" | "isRemoved" | "kind" | "limit">,
  found: ReadonlyArray<PageSql.PageRow>
): Effect.Effect<WholePage, SqlError> => {
  const { claim, kind, limit } = request
  const page = found.slice(0, limit).map(([wireOrId]) => wireOrId)
  const long = page.filter(PageSql.isId)
  if (long.length === 0) return Effect.succeed({ rows: found, items: page })
  const values = [claim.connectionId, kind.name, uuidArray(long)]
  return Fiberless.map(runNamed<PageSql.LongRow>(database, listSqlOf(request).long, values), (texts) => {
    const wires = new Map(texts)
    const hasLeft = new Set(long.filter((id) => !wires.has(id)))
    const isThere = (wireOrId: string) => !hasLeft.has(wireOrId)
    const items = page.filter(isThere).map((each) => (PageSql.isId(each) ? (wires.get(each) ?? null) : each))
    return { rows: found.filter(([wireOrId]) => isThere(wireOrId)), items: fittingOf(items) }
  })
}

/** The connection has no such record. */
export class RecordNotFound extends Data.TaggedError("RecordNotFound")<{ readonly vendor: string }> {}

/** A part of the answer takes the database longer than it may, and the request can do without it. */
export class TakesTooLong extends Data.TaggedError("TakesTooLong")<{
  /** The total, or the way to a high offset. */
  readonly part: "total" | "offset"
}> {}

/** Why a claim may not be read, or cannot be. */
type Refused = ConnectionNotFound | RefusedKey | SqlError | TakesTooLong

/** The read side of the records. */
export class RecordQuery extends Context.Tag("@tributary/runtime-http/RecordQuery")<
  RecordQuery,
  {
    /** One page of the list of a kind. */
    readonly list: (request: ListRequest) => Effect.Effect<Opened<ListPage>, RelatedTooLarge | Refused>
    /** One page of the list below a record; a record that joins it gets a new position, as in any list. */
    readonly members: (
      request: MembersRequest
    ) => Effect.Effect<Opened<ListPage>, RecordNotFound | RelatedTooLarge | Refused>
    /** One record; fails if it is not listed. */
    readonly get: (request: GetRequest) => Effect.Effect<Opened<OneItem>, RecordNotFound | RelatedTooLarge | Refused>
    /** How many records of a kind there are, by the values of a field; none if the account does not own the connection. */
    readonly counts: (request: RecordCounts.CountsRequest) => Effect.Effect<RecordCounts.RecordCounts, SqlError>
    /** The source tool's id of a record that is not gone. */
    readonly vendorId: (
      scope: ConnectionScope,
      kind: RecordKind.Any,
      id: string
    ) => Effect.Effect<string, RecordNotFound | SqlError>
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
  readonly lowest: number
  readonly page: (extent: Extent) => Statement
  /** Counts the records of a list in this state; null if their number is what the state says. */
  readonly total: ((state: PageSql.StateRow) => Effect.Effect<number, SqlError | TakesTooLong>) | null
}

/** What the first statement of an answer found. */
interface Beginning {
  readonly access: DataAccess
  readonly state: PageSql.StateRow
  readonly reading: Reading
  readonly found: Found
}

/** From which offset on skipping may take so long that the cursor is the better way; below it, a slow statement has another reason. */
const HIGH_OFFSET = 1_000

/** Below every position. */
const LOWEST = 0

/** Above every position. */
const BEYOND = Number.MAX_SAFE_INTEGER

/** The failure of a statement that reads a part of the answer. */
const withoutPart =
  (part: TakesTooLong["part"]) =>
  <E>(error: E | SqlError): E | SqlError | TakesTooLong =>
    isSqlError(error) && isTooLong(error) ? new TakesTooLong({ part }) : error

type OneRow = readonly [wire: string, vendorId: string, isGone: boolean]

const makeQuery: Effect.Effect<Context.Tag.Service<RecordQuery>, never, Database | Keys> = Effect.gen(function* () {
  const whole = yield* Database
  const shares = yield* DatabaseShares
  const { openWith, payerOf } = yield* Keys

  const paidBy = (accountId: string): Context.Tag.Service<Database> => ({ ...whole, turns: shares.turnsOf(accountId) })

  /** The database for a request, whose account pays for its statements. */
  const databaseOf = ({ claim }: Pick<ListRequest, "claim">) => paidBy(payerOf(claim))

  const run = <Row extends ReadonlyArray<unknown>>(
    database: Context.Tag.Service<Database>,
    { query, values }: Statement
  ) => runNamed<Row>(database, query, values)

  const known = KnownCounts.make()

  /** The state of a list; null if nothing was ever stored to it. */
  const stateNow = (database: Context.Tag.Service<Database>, keys: ReadonlyArray<unknown>) =>
    Effect.map(run<readonly [PageSql.StateRow]>(database, { query: PageSql.listState, values: keys }), ([row]) =>
      row === undefined ? null : JSON.stringify(row[0])
    )

  const countIn =
    (request: ListRequest, query: NamedQuery, values: ReadonlyArray<unknown>): NonNullable<Reading["total"]> =>
    (state) => {
      const database = databaseOf(request)
      const { connectionId } = request.claim
      const { name: kind } = request.kind
      const limited = { ...query, maxSecs: MAX_STATEMENT_SECS }
      const counted = run<readonly [number]>(database, { query: limited, values: [connectionId, kind, ...values] })
      const count = Effect.mapError(
        Effect.map(counted, ([row]) => row?.[0] ?? 0),
        withoutPart("total")
      )
      const question = { connectionId, kind, name: query.name, values }
      // Related records are lists of their own, whose changes reach this one later.
      // The purge of what has left a list does not change the state of the list.
      if (request.related.length > 0 || request.isRemoved === true) return count
      return known.answer(question, JSON.stringify(state), count, stateNow(database, [connectionId, kind]))
    }

  const pageOf =
    (
      queryOf: (extent: Extent) => NamedQuery,
      keys: ReadonlyArray<unknown>,
      more: ReadonlyArray<unknown>
    ): Reading["page"] =>
    (extent) => ({
      query: extent.skipped > HIGH_OFFSET ? { ...queryOf(extent), maxSecs: MAX_STATEMENT_SECS } : queryOf(extent),
      values: [...keys, extent.position, extent.rows, extent.skipped, ...more]
    })

  const readingOf = (request: ListRequest, lowest: number): Reading => {
    const keys = [request.claim.connectionId, request.kind.name]
    if (isFiltered(request)) {
      const conditions = conditionsOf(request)
      const values = valuesOf(request)
      return {
        lowest,
        page: pageOf(({ direction }) => FilterSql.pages(conditions)[direction], keys, values),
        total: countIn(request, FilterSql.total(conditions), [lowest, ...values])
      }
    }
    const sql = listSqlOf(request)
    const isWhole = request.updatedSince === null && request.isRemoved !== true
    return {
      lowest,
      page: pageOf((extent) => PageSql.queryOf(sql, extent), keys, []),
      total: isWhole ? null : countIn(request, sql.totalFrom, [lowest])
    }
  }

  /** Opens the claim with the first statement that reads: that of the page, unless it must know before where the list begins. */
  const begin = (request: ListRequest): Effect.Effect<Beginning, RefusedKey | SqlError | TakesTooLong> => {
    const { start } = request
    const begun = beginning(request)
    return start._tag === "Offset" && start.offset > HIGH_OFFSET ? Effect.mapError(begun, withoutPart("offset")) : begun
  }

  const beginning = (request: ListRequest): Effect.Effect<Beginning, RefusedKey | SqlError> => {
    const { claim, kind, limit, start, updatedSince, wantsTotal } = request
    if (updatedSince === null) {
      const reading = readingOf(request, LOWEST)
      const { query, values } = reading.page(extentOf(start, limit, LOWEST))
      return Fiberless.map(
        openWith<PageSql.PageRow>(claim, PageSql.first(query, wantsTotal), values.slice(1)),
        ({ about, access, rows }) => ({
          access,
          state: PageSql.stateOf(about),
          reading,
          found: foundIn(start, LOWEST, rows)
        })
      )
    }
    return Effect.flatMap(
      openWith<readonly [string | null]>(claim, listSqlOf(request).lowestPosition, [kind.name, updatedSince]),
      ({ about, access, rows: [first] }) => {
        const reading = readingOf(request, Number(first?.[0] ?? BEYOND))
        const { lowest } = reading
        const read =
          access.connection === null
            ? Effect.succeed([])
            : run<PageSql.PageRow>(databaseOf(request), reading.page(extentOf(start, limit, lowest)))
        return Effect.map(read, (rows) => ({
          access,
          state: PageSql.stateOf(about),
          reading,
          found: foundIn(start, lowest, rows)
        }))
      }
    )
  }

  /** Whether there are records before the start of a page; usually known, because the one at which the page before ended is still there. */
  const hasBehind = ({ found, reading: { lowest, page } }: Beginning, request: ListRequest) => {
    if (found.hasBehind !== null) return Effect.succeed(found.hasBehind)
    const behind = opposite(request.start)
    return Fiberless.map(
      run<PageSql.PageRow>(databaseOf(request), page(extentOf(behind, 1, lowest))),
      (rows) => foundIn(behind, lowest, rows).rows.length > 0
    )
  }

  const readPage = (request: ListRequest, beginning: Beginning) => {
    const { limit, start } = request
    const database = databaseOf(request)
    return Fiberless.flatMap(hasBehind(beginning, request), (hasBehind) =>
      Fiberless.flatMap(readLong(database, request, beginning.found.rows), ({ items, rows }) =>
        Fiberless.map(Includes.shaped(database, request, items), ({ items: shown, omitted }) => {
          const count = shown.length
          const ordered = start._tag === "Before" ? [...shown].reverse() : shown
          const isCut = count < Math.min(limit, rows.length)
          return {
            count,
            items: flatParts(ordered),
            isCut,
            omitted,
            ...neighbours(request, rows, count, hasBehind)
          }
        })
      )
    )
  }

  const answer = <E>(
    request: ListRequest,
    check: (scope: ConnectionScope) => Effect.Effect<void, E>
  ): Effect.Effect<Opened<ListPage>, E | RelatedTooLarge | Refused> =>
    Fiberless.flatMap(begin(request), (beginning): Effect.Effect<Opened<ListPage>, E | RelatedTooLarge | Refused> => {
      const { access, reading, state } = beginning
      const scope = access.connection
      if (scope === null) return Effect.fail(new ConnectionNotFound())
      const [asOf, total = 0] = state
      const page = Fiberless.flatMap(check(scope), () => readPage(request, beginning))
      return Fiberless.flatMap(page, (value) =>
        Fiberless.map(
          request.wantsTotal ? (reading.total?.(state) ?? Effect.succeed(total)) : Effect.succeed(null),
          (total): Opened<ListPage> => ({ scope, value: { ...value, asOf, total } })
        )
      )
    })

  const list = (request: ListRequest) => answer(request, () => Exit.void)

  const one = (scope: ConnectionScope, kind: RecordKind.Any, id: string) =>
    Effect.flatMap(
      run<OneRow>(paidBy(scope.accountId), {
        query: PageSql.one,
        values: [scope.connectionId, kind.name, id]
      }),
      ([row]) => (row === undefined ? Effect.fail(new RecordNotFound({ vendor: scope.vendor })) : Effect.succeed(row))
    )

  const members = (request: MembersRequest) => {
    const { of, related, relation } = request
    const own: Related = { relation, from: "source", id: of.id }
    return answer({ ...request, related: [own, ...related] }, (scope) => one(scope, of.kind, of.id))
  }

  const get = (request: GetRequest) => {
    const { claim, kind, id } = request
    type Got = Effect.Effect<Opened<OneItem>, RecordNotFound | RelatedTooLarge | Refused>
    return Fiberless.flatMap(openWith<OneRow>(claim, PageSql.one, [kind.name, id]), ({ access, rows: [row] }): Got => {
      const scope = access.connection
      if (scope === null) return Effect.fail(new ConnectionNotFound())
      if (row === undefined) return Effect.fail(new RecordNotFound({ vendor: scope.vendor }))
      const [wire] = row
      return Fiberless.map(
        Includes.shaped(databaseOf(request), request, [wire]),
        ({ items: [item = wire], omitted }) => ({
          scope,
          value: { item: typeof item === "string" ? item : item.join(","), omitted }
        })
      )
    })
  }

  const vendorId = (scope: ConnectionScope, kind: RecordKind.Any, id: string) =>
    Effect.flatMap(one(scope, kind, id), ([, found, isGone]) =>
      isGone ? Effect.fail(new RecordNotFound({ vendor: scope.vendor })) : Effect.succeed(found)
    )

  const counts = (request: RecordCounts.CountsRequest) => {
    const { by, connectionId, kind, scope } = request
    const database = paidBy(scope.accountId)
    // The account is part of the question, because the statements that count check that it owns the connection.
    const question = { connectionId, kind: kind.name, name: "record_counts", values: [scope.accountId, by] }
    const now = stateNow(database, [connectionId, kind.name])
    return Effect.flatMap(now, (state) => known.answer(question, state, RecordCounts.count(database, request), now))
  }

  return { list, members, get, counts, vendorId }
})
