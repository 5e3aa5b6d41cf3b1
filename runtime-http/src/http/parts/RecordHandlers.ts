// http/parts: what handlers share. This file lists and gets the records of any kind.

import { HttpServerResponse } from "@effect/platform"
import type { Facets, RecordKind } from "@tributary/core"
import { type Context, Effect, Either, Exit } from "effect"
import { NOT_EXPORTED, OMITTED_FIELDS } from "../../api/parts/AnswerHeaders.js"
import * as Errors from "../../api/parts/Errors.js"
import type { RecordListParameters } from "../../api/parts/ListParameters.js"
import type * as RecordEndpoints from "../../api/parts/RecordEndpoints.js"
import * as Fiberless from "../../Fiberless.js"
import type { ConnectionClaim } from "../../store/accounts/AccessScope.js"
import { Keys } from "../../store/accounts/ApiKeys.js"
import { Cursor, type CursorBinding } from "../../store/read/Cursor.js"
import type { ListPage, ListRequest, Opened, ItemShape as Shape, Start } from "../../store/read/PageRequest.js"
import * as PageRequest from "../../store/read/PageRequest.js"
import { RecordQuery } from "../../store/read/RecordQuery.js"
import { ConnectorRegistry, isExported } from "../../vendor/ConnectorRegistry.js"
import * as Auth from "../server/access/Auth.js"
import * as FloodGuards from "../server/access/FloodGuards.js"
import type { RequestHead } from "../server/request/Incoming.js"
import * as Answer from "../server/response/Answer.js"
import * as Failure from "../server/response/Failure.js"
import * as ItemShape from "./ItemShape.js"
import * as ReadFailure from "./ReadFailure.js"

/*
 * An empty list, or a record that is not found, means something else if the connector never reads such records: waiting will not help. An
 * empty list stays an answer, because a mirror reads every list of every connection; only a header says why it is empty.
 */

/** The header that says that the connector of the vendor does not export the kind; none if it does. */
export const notExportedHeaders = (
  registry: Context.Tag.Service<ConnectorRegistry>,
  kind: RecordKind.Any,
  vendor: string
): Readonly<Record<string, string>> =>
  isExported(registry, kind, vendor)
    ? {}
    : {
        [NOT_EXPORTED.toLowerCase()]: `The ${vendor} connector does not export ${kind.name}. GET /v1/connectors?includeRecordKinds=true says what it exports.`
      }

/** Says in a header of an answer about records of the kind that the connector of the vendor does not export them. */
export const announceNotExported = (
  kind: RecordKind.Any,
  vendor: string,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, ConnectorRegistry> =>
  Effect.map(ConnectorRegistry, (registry) =>
    HttpServerResponse.setHeaders(response, notExportedHeaders(registry, kind, vendor))
  )

/** The parameters of a list request: the shared ones, and the list's own flags and filters. */
type Parameters = RecordListParameters & Readonly<Record<string, unknown>>

/** Whether a parameter is sent that a cursor already contains. An `offset` of 0 is the default, which clients may send always. */
const inConflict = {
  updatedSince: ({ updatedSince }: Parameters) => updatedSince !== undefined,
  offset: ({ offset = 0 }: Parameters) => offset > 0
}

const conflicts = (parameters: Parameters): ReadonlyArray<Errors.Mistake> =>
  Object.entries(inConflict)
    .filter(([, isSent]) => isSent(parameters))
    .map(([name]) => ({
      loc: ["query", name],
      msg: `Remove ${name}: the cursor already contains it`,
      type: "cursor_conflict",
      ctx: {}
    }))

const withoutEnableCursor: Errors.Mistake = {
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
): Either.Either<PageStart, Errors.ApiError> => {
  const { cursor: token, enableCursor, offset, updatedSince } = parameters
  if (token === undefined) {
    return Either.right({ start: { _tag: "Offset", offset: offset ?? 0 }, updatedSince: updatedSince ?? null })
  }
  const detail = conflicts(parameters)
  if (detail.length > 0) return Either.left(Errors.make("CursorConflict", { detail }))
  if (!enableCursor) return Either.left(Errors.make("InvalidParameter", { detail: [withoutEnableCursor] }))
  return Either.mapLeft(decode(token, binding), () => Failure.cursorInvalid)
}

/** One value without quotes is also read as a whole, which says nothing that the other values do not say. */
const withoutWhole = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const others = values.slice(0, -1)
  return others.length > 1 && values.at(-1) === others.join(",") ? others : values
}

const canonicalValue = (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(withoutWhole(value))].sort() : (value ?? null)

/**
 * The filters, whose names are sorted, as one string that is the same for every way of writing them: a cursor is bound to it. Filters that
 * are absent are not part of it, so that cursors stay valid when a release adds a filter.
 */
const canonical = (parameters: Readonly<Record<string, unknown>>, names: ReadonlyArray<string>): string =>
  JSON.stringify(
    names.filter((name) => parameters[name] !== undefined).map((name) => [name, canonicalValue(parameters[name])])
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

/** The records to which those of a request must be related; each query parameter in `relations` holds the id of one. */
const relatedOf = ({ relations }: RecordEndpoints.Any, parameters: Parameters): ListRequest["related"] =>
  Object.entries(relations).flatMap(([name, end]) => {
    const id = parameters[name]
    return typeof id === "string" ? [{ ...end, id }] : []
  })

/** The periods to which a request limits instants; each query parameter in `periods` is a bound of one. */
const periodsOf = ({ periods }: RecordEndpoints.Any, parameters: Parameters): ListRequest["periods"] => {
  const byField = new Map<string, ListRequest["periods"][number]>()
  for (const [name, { bound, field }] of Object.entries(periods)) {
    const sent = parameters[name]
    const period = byField.get(field) ?? { field, since: null, until: null }
    if (typeof sent === "string") byField.set(field, { ...period, [bound]: sent })
  }
  return [...byField.values()]
}

/** A page in the offset envelope. */
export const offsetEnvelope = ({ count, items, total }: ListPage): PageRequest.JsonParts =>
  PageRequest.aroundParts(`{"count":${count},"total":${total},"items":[`, items, "]}")

const cursorEnvelope = ({ items }: ListPage, next: string | null, previous: string | null): PageRequest.JsonParts =>
  PageRequest.aroundParts(
    '{"items":[',
    items,
    `],"next_cursor":${JSON.stringify(next)},"previous_cursor":${JSON.stringify(previous)}}`
  )

/** The header that says up to which instant a page is complete. */
const AS_OF = "x-as-of"

/** The header that names the fields that items omit. */
const omittedFields = (names: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  names.length === 0 ? {} : { [OMITTED_FIELDS.toLowerCase()]: names.join(",") }

/** The mistakes of a request for the records that have left a list: nothing but `updatedSince` limits them. */
const filteredRemoved = ({ filters }: RecordEndpoints.Any, parameters: Parameters): ReadonlyArray<Errors.Mistake> =>
  [...filters, IDS]
    .filter((name) => name !== "isDeleted" && parameters[name] !== undefined)
    .map((name) => ({
      loc: ["query", name],
      msg: `Remove ${name}: records that have left this list (isDeleted=true) are not filtered`,
      type: "not_filtered",
      ctx: {}
    }))

/** What handlers of records use. */
export type Services = ConnectorRegistry | Cursor | FloodGuards.FloodGuards | Keys | RecordQuery

/** What the list of a request is, whatever it lists. */
interface Listed {
  readonly endpoints: ReadFailure.Failing
  /** The kind whose connector may not export it. */
  readonly parent: RecordKind.Any
  readonly parameters: Parameters
  readonly binding: CursorBinding
  readonly headersFor: (vendor: string) => Readonly<Record<string, string>>
  readonly read: (page: ListedPage) => Effect.Effect<Opened<ListPage>, ReadFailure.ReadFailure>
}

type ListedPage = Pick<ListRequest, "claim" | "ids" | "limit" | "start" | "updatedSince" | "wantsTotal"> & Shape

/** The conditions of a request for a list. */
const conditionsOf = (endpoints: RecordEndpoints.Any, parameters: Parameters) => ({
  kind: endpoints.kind,
  filters: filtersOf(endpoints, parameters),
  periods: periodsOf(endpoints, parameters),
  related: relatedOf(endpoints, parameters),
  isRemoved: endpoints.hasRemoved && parameters["isDeleted"] === true
})

type Response = HttpServerResponse.HttpServerResponse

/** A request for records, as its endpoint decodes it. */
interface ListRequested {
  readonly urlParams: RecordListParameters
  readonly request: RequestHead
}
interface RecordRequested {
  readonly path: Readonly<Record<string, string>>
  readonly urlParams: object
  readonly request: RequestHead
}

/**
 * Makes the handlers of lists and records. Their statements check the key and the connection: see `ChecksWhileReading`. What they find without
 * a statement is an `Exit`, unlike `Effect.fail`.
 */
export const make = Effect.gen(function* () {
  const cursor = yield* Cursor
  const floods = yield* FloodGuards.FloodGuards
  const keys = yield* Keys
  const query = yield* RecordQuery
  const registry = yield* ConnectorRegistry

  const claimOf = (request: RequestHead): ConnectionClaim => {
    const claim = Auth.claimOf(request, keys)
    if (claim === null) throw new Error("A request without a valid key and connection reached its handler.")
    return claim
  }

  /** Reads at once, or in its turn among those of the key if the request is heavy; `explain` turns what goes wrong into an API error. */
  const inTurn = <A>(
    { whenSent }: RequestHead,
    claim: ConnectionClaim,
    asked: FloodGuards.Asked,
    self: Effect.Effect<A, ReadFailure.ReadFailure>,
    explain: (error: ReadFailure.ReadFailure) => Effect.Effect<never, Errors.ApiError>
  ): Effect.Effect<A, Errors.ApiError> =>
    Fiberless.catchAll(
      // Whoever checked the key has remembered it. If it has been forgotten meanwhile, the request waits in the line of all such requests.
      FloodGuards.isHeavy(asked)
        ? floods.inTurn(keys.lastUseOf(claim)?.keyId ?? "", FloodGuards.costOf(asked), self, whenSent)
        : self,
      explain
    )

  /** Answers with a page in the requested envelope; the stored JSON is sent unchanged. */
  const page = (
    request: RequestHead,
    claim: ConnectionClaim,
    { binding, endpoints, headersFor, parameters, parent, read }: Listed
  ): Effect.Effect<Response, Errors.ApiError> => {
    const shape = ItemShape.of(endpoints, parameters)
    if (Either.isLeft(shape)) return Exit.fail(shape.left)
    const start = startOf(parameters, binding, cursor)
    if (Either.isLeft(start)) return Exit.fail(start.left)
    const { updatedSince } = start.right
    const { enableCursor, excludeTotal, limit } = parameters
    const token = (position: number | null, direction: "After" | "Before") =>
      position === null ? null : cursor.encode({ ...binding, updatedSince, direction, position })
    const envelope = ({ scope, value: page }: Opened<ListPage>): Effect.Effect<Response, Errors.ApiError> => {
      if (page.isCut && !enableCursor) return ReadFailure.pageTooLarge(limit, page.count)
      const parts = enableCursor
        ? cursorEnvelope(page, token(page.next, "After"), token(page.previous, "Before"))
        : offsetEnvelope(page)
      const headers = { [AS_OF]: page.asOf, ...omittedFields(page.omitted), ...headersFor(scope.vendor) }
      return Effect.succeed(Answer.fromText(parts.join(","), 200, headers))
    }
    const found = read({
      ...shape.right,
      ...start.right,
      claim,
      limit,
      ids: parameters.ids ?? null,
      wantsTotal: !(excludeTotal || enableCursor)
    })
    const asked = { ...parameters, additions: ItemShape.additionsOf(shape.right) }
    const explain = ReadFailure.toApiError(registry, { ...endpoints, kind: parent })
    return inTurn(request, claim, asked, Fiberless.flatMap(found, envelope), explain)
  }

  /** Handles the list of a record kind. */
  const list = (endpoints: RecordEndpoints.Any) => {
    const { kind } = endpoints
    const filters = [...endpoints.filters, IDS].sort()
    return ({ request, urlParams }: ListRequested) => {
      const claim = claimOf(request)
      const parameters = urlParams as Parameters
      const conditions = conditionsOf(endpoints, parameters)
      const detail = conditions.isRemoved ? filteredRemoved(endpoints, parameters) : []
      if (detail.length > 0) return Exit.fail(Errors.make("InvalidParameter", { detail }))
      return page(request, claim, {
        endpoints,
        parent: kind,
        parameters,
        binding: { connectionId: claim.connectionId, kind: kind.name, filters: canonical(parameters, filters) },
        headersFor: (vendor) => notExportedHeaders(registry, kind, vendor),
        read: (page) => query.list({ ...page, ...conditions })
      })
    }
  }

  /** Handles a list below a record, such as the users of a policy; a cursor is bound to that record. */
  const members = (endpoints: RecordEndpoints.AnyMembers) => {
    const { relation, of, idParameter } = endpoints
    const filters = [...endpoints.filters, idParameter, IDS].sort()
    return ({ path, request, urlParams }: ListRequested & Pick<RecordRequested, "path">) => {
      const claim = claimOf(request)
      const parameters = urlParams as Parameters
      const id = path[idParameter] ?? ""
      return page(request, claim, {
        endpoints,
        parent: of,
        parameters,
        binding: {
          connectionId: claim.connectionId,
          kind: relation.name,
          filters: canonical({ ...parameters, [idParameter]: id }, filters)
        },
        headersFor: () => ({}),
        read: (page) =>
          query.members({ ...page, ...conditionsOf(endpoints, parameters), relation, of: { kind: of, id } })
      })
    }
  }

  /** Handles reading one record by its id. */
  const get = (endpoints: RecordEndpoints.Any) => {
    const { idParameter, kind } = endpoints
    const explain = ReadFailure.toApiError(registry, endpoints)
    return ({ path, request, urlParams }: RecordRequested): Effect.Effect<Response, Errors.ApiError> => {
      const claim = claimOf(request)
      const shape = ItemShape.of(endpoints, urlParams as Readonly<Record<string, unknown>>)
      if (Either.isLeft(shape)) return Exit.fail(shape.left)
      const read = query.get({ claim, kind, id: path[idParameter] ?? "", ...shape.right })
      const found = Fiberless.map(read, ({ value }) => Answer.fromText(value.item, 200, omittedFields(value.omitted)))
      return inTurn(request, claim, { additions: ItemShape.additionsOf(shape.right) }, found, explain)
    }
  }

  return { get, list, members }
})
