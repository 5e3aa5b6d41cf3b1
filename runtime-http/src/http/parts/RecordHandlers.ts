// http/parts: what handlers share. This file lists and gets the records of any kind.

import { HttpServerResponse } from "@effect/platform"
import type { Facets } from "@tributary/core"
import { type Context, Effect, Either } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import type { RecordListParameters } from "../../api/parts/ListParameters.js"
import type * as MemberEndpoints from "../../api/parts/MemberEndpoints.js"
import type * as RecordEndpoints from "../../api/parts/RecordEndpoints.js"
import type { CurrentConnection } from "../../api/parts/Security.js"
import type { ConnectionScope } from "../../store/accounts/AccessScope.js"
import { Cursor, type CursorBinding, type CursorInvalid } from "../../store/read/Cursor.js"
import type { ListPage, ListRequest, ItemShape as Shape, Start } from "../../store/read/PageRequest.js"
import { MAX_BYTES, type RelatedTooLarge } from "../../store/read/PageSize.js"
import { RecordQuery } from "../../store/read/RecordQuery.js"
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as Answer from "../server/Answer.js"
import * as Auth from "../server/Auth.js"
import * as Failure from "../server/Failure.js"
import * as HeavyRequests from "../server/HeavyRequests.js"
import { RequestLimit } from "../server/RequestLimit.js"
import * as ItemShape from "./ItemShape.js"
import * as NotExported from "./NotExported.js"

/** The parameters of a list request: the shared ones, and the list's own flags and filters. */
type Parameters = RecordListParameters & Readonly<Record<string, unknown>>

type RecordsResponse = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Errors.ApiError,
  ConnectorRegistry | Cursor | CurrentConnection | RecordQuery | RequestLimit
>

/** Whether a parameter is sent that a cursor already contains. An `offset` of 0 is the default, which clients may send always. */
const inConflict = {
  updatedSince: ({ updatedSince }: Parameters) => updatedSince !== undefined,
  offset: ({ offset = 0 }: Parameters) => offset > 0
}

const conflicts = (parameters: Parameters): ReadonlyArray<Errors.ErrorDetail> =>
  Object.entries(inConflict)
    .filter(([, isSent]) => isSent(parameters))
    .map(([name]) => ({
      loc: ["query", name],
      msg: `Remove ${name}: the cursor already contains it`,
      type: "cursor_conflict",
      ctx: {},
      input: String(parameters[name])
    }))

const withoutEnableCursor: Errors.ErrorDetail = {
  loc: ["query", "cursor"],
  msg: "Send enableCursor=true together with cursor",
  type: "cursor",
  ctx: { enableCursor: true }
}

interface PageStart {
  readonly start: Start
  /** Only records that changed at or after this instant; null for all. */
  readonly updatedSince: string | null
}

/** Where the page starts: at the cursor, or at the offset. */
const startOf = (
  parameters: Parameters,
  binding: CursorBinding,
  { decode }: Context.Tag.Service<Cursor>
): Either.Either<PageStart, CursorInvalid | Errors.ApiError> => {
  const { cursor: token, enableCursor, offset, updatedSince } = parameters
  if (token === undefined) {
    return Either.right({ start: { _tag: "Offset", offset: offset ?? 0 }, updatedSince: updatedSince ?? null })
  }
  const detail = conflicts(parameters)
  if (detail.length > 0) return Either.left(Errors.make("CursorConflict", { detail }))
  if (!enableCursor) return Either.left(Errors.make("InvalidParameter", { detail: [withoutEnableCursor] }))
  return decode(token, binding)
}

const canonicalValue = (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(value)].sort() : (value ?? null)

/** The parameters that a cursor contained, even if they were absent, before there were others: cursors of that time stay valid. */
const everBound = new Set([
  "complianceResults",
  "controls",
  "deviceId",
  "findingStatuses",
  "standards",
  "statusChangedSince"
])

/** The filters as one string that is the same for every way of writing them, so that a cursor can be bound to it. */
const canonical = (parameters: Readonly<Record<string, unknown>>, filters: ReadonlyArray<string>): string =>
  JSON.stringify(
    [...filters]
      .sort()
      .filter((name) => parameters[name] !== undefined || everBound.has(name))
      .map((name) => [name, canonicalValue(parameters[name])])
  )

/** The filter that every list has. */
const IDS = "ids"

/** The filters of a request; each query parameter in `facets` holds one value or a list of values. */
const filtersOf = ({ deletion, facets }: RecordEndpoints.Any, parameters: Parameters): ListRequest["filters"] => {
  const { isDeleted } = parameters
  const named = Object.entries(facets).flatMap(([name, facet]) => {
    const sent = parameters[name] as Facets.Value | ReadonlyArray<Facets.Value> | undefined
    return sent === undefined ? [] : [{ facet, any: [sent].flat() }]
  })
  return deletion === null || typeof isDeleted !== "boolean"
    ? named
    : [...named, { facet: deletion.name, any: deletion.values(isDeleted) }]
}

const instantSinceOf = ({ instantSince }: RecordEndpoints.Any, parameters: Parameters): string | null => {
  const sent = instantSince === null ? undefined : parameters[instantSince]
  return typeof sent === "string" ? sent : null
}

const MAX_PAGE = `${MAX_BYTES / 1024 / 1024} MiB`

const offsetEnvelope = ({ count, items, total }: ListPage): string =>
  `{"count":${count},"total":${total},"items":[${items}]}`

const cursorEnvelope = ({ items }: ListPage, next: string | null, previous: string | null): string =>
  `{"items":[${items}],"next_cursor":${JSON.stringify(next)},"previous_cursor":${JSON.stringify(previous)}}`

/** Runs a request that adds fields, or asks for much, when it is its turn among those of the same key. */
const inTurn = <A, E, R>(
  scope: ConnectionScope,
  request: Parameters | Readonly<Record<string, never>>,
  shape: Shape,
  self: Effect.Effect<A, E, R>
) => {
  const asked = { ...request, additions: ItemShape.additionsOf(shape) }
  if (!HeavyRequests.isHeavy(asked)) return self
  return Effect.flatMap(RequestLimit, ({ charge, heavy }) =>
    // One request was counted already.
    heavy.run(scope.keyId, Effect.zipRight(charge(scope.keyId, HeavyRequests.costOf(asked) - 1), self))
  )
}

/** The part of a query that all lists share. */
type Page = Pick<ListRequest, "scope" | "start" | "limit" | "updatedSince" | "wantsTotal">

/** A client that pages by offset and expects `limit` records would skip those that a shorter page leaves out, so it gets a 422. */
const pageTooLarge = (limit: number, fitting: number): Errors.ApiError =>
  Errors.make("InvalidParameter", {
    detail: [
      {
        loc: ["query", "limit"],
        msg:
          `These ${limit} records are longer than the ${MAX_PAGE} that a page holds. Send limit=${fitting} for this page, ` +
          "or use the cursor (enableCursor=true): its pages end where they are full, and the next one goes on there",
        type: "page_too_large",
        ctx: { maximum: fitting },
        input: String(limit)
      }
    ]
  })

const relatedTooLarge = (
  { includes }: Pick<RecordEndpoints.Any, "includes">,
  { field, isIds }: RelatedTooLarge
): Errors.ApiError => {
  const flags = Object.entries(includes).flatMap(([name, include]) => (include.field === field ? [name] : []))
  const instead = isIds ? "expandAs=count" : "expandAs=ids"
  return Errors.make("InvalidParameter", {
    detail: flags.map((name) => ({
      loc: ["query", name],
      msg: `The ${field} of one record are longer than the ${MAX_PAGE} that a page holds. Leave ${name} out, or send ${instead}`,
      type: "page_too_large",
      ctx: {},
      input: "true"
    }))
  })
}

/** The header that says up to which instant a page is complete. */
const AS_OF = "x-as-of"

/** Responds with a page in the requested envelope; the stored JSON is sent unchanged. */
const answer = <E>(
  parameters: Parameters,
  bindingOf: (scope: ConnectionScope) => CursorBinding,
  read: (page: Page) => Effect.Effect<ListPage, E, RequestLimit>
): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E | CursorInvalid | Errors.ApiError,
  Cursor | CurrentConnection | RequestLimit
> =>
  Effect.gen(function* () {
    const scope = yield* Auth.connection
    const cursor = yield* Cursor
    const binding = bindingOf(scope)
    const { start, updatedSince } = yield* startOf(parameters, binding, cursor)
    const { enableCursor, excludeTotal, limit } = parameters
    const page = yield* read({ scope, start, limit, updatedSince, wantsTotal: !(excludeTotal || enableCursor) })
    const complete = HttpServerResponse.setHeader(AS_OF, page.asOf)
    if (!enableCursor) {
      return page.isCut ? yield* pageTooLarge(limit, page.count) : complete(Answer.fromText(offsetEnvelope(page)))
    }
    const token = (position: number | null, direction: "After" | "Before") =>
      position === null ? null : cursor.encode({ ...binding, updatedSince, direction, position })
    return complete(Answer.fromText(cursorEnvelope(page, token(page.next, "After"), token(page.previous, "Before"))))
  })

/** Handles the list of a record kind. */
export const list =
  (endpoints: RecordEndpoints.Any) =>
  ({ urlParams }: { readonly urlParams: RecordListParameters }): RecordsResponse =>
    Effect.gen(function* () {
      const parameters: Parameters = { ...urlParams }
      const { kind } = endpoints
      const query = yield* RecordQuery
      const shape = yield* ItemShape.of(endpoints, parameters)
      const bindingOf = (scope: ConnectionScope) => ({
        scope,
        kind: kind.name,
        filters: canonical(parameters, [...endpoints.filters, IDS])
      })
      return yield* answer(parameters, bindingOf, (page) =>
        inTurn(
          page.scope,
          parameters,
          shape,
          query.list({
            ...page,
            ...shape,
            kind,
            filters: filtersOf(endpoints, parameters),
            ids: parameters.ids ?? null,
            instantSince: instantSinceOf(endpoints, parameters)
          })
        )
      )
    }).pipe(
      NotExported.announced(endpoints.kind),
      Effect.catchTag("RelatedTooLarge", (error) => relatedTooLarge(endpoints, error)),
      Failure.toApiErrors
    )

/** Handles a list below a record, such as the users of a policy; a cursor is bound to that record. */
export const members =
  (endpoints: MemberEndpoints.Any) =>
  ({
    path,
    urlParams
  }: {
    readonly path: Readonly<Record<string, string>>
    readonly urlParams: RecordListParameters
  }): RecordsResponse =>
    Effect.gen(function* () {
      const parameters: Parameters = { ...urlParams }
      const { kind, relation, of, idParameter } = endpoints
      const id = path[idParameter] ?? ""
      const query = yield* RecordQuery
      const shape = yield* ItemShape.of(endpoints, parameters)
      const bindingOf = (scope: ConnectionScope) => ({
        scope,
        kind: relation.name,
        filters: canonical({ ...parameters, [idParameter]: id }, [idParameter, IDS])
      })
      return yield* answer(parameters, bindingOf, (page) =>
        inTurn(
          page.scope,
          parameters,
          shape,
          query.members({ ...page, ...shape, kind, relation, of: { kind: of, id }, ids: parameters.ids ?? null })
        )
      )
    }).pipe(
      NotExported.explained(endpoints.of),
      Effect.catchTag("RelatedTooLarge", (error) => relatedTooLarge(endpoints, error)),
      Failure.toApiErrors
    )

/** Handles reading one record by its id. */
export const get =
  (endpoints: RecordEndpoints.Any) =>
  ({
    path,
    urlParams
  }: {
    readonly path: Readonly<Record<string, string>>
    readonly urlParams: object
  }): Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    Errors.ApiError,
    ConnectorRegistry | CurrentConnection | RecordQuery | RequestLimit
  > =>
    Effect.gen(function* () {
      const scope = yield* Auth.connection
      const id = path[endpoints.idParameter] ?? ""
      const shape = yield* ItemShape.of(endpoints, { ...urlParams })
      const query = yield* RecordQuery
      return Answer.fromText(yield* inTurn(scope, {}, shape, query.get({ scope, kind: endpoints.kind, id, ...shape })))
    }).pipe(
      NotExported.explained(endpoints.kind),
      Effect.catchTag("RelatedTooLarge", (error) => relatedTooLarge(endpoints, error)),
      Failure.toApiErrors
    )
