import { Effect } from "effect"
import type { Decoder } from "../../decode/Decoder.js"
import type { Query, VendorRequest } from "../../http/Request.js"
import type * as VendorError from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import { REQUESTS_AT_ONCE } from "../lookup/LookupAnswers.js"
import * as MissingTally from "../lookup/MissingTally.js"
import type { RowIdReader } from "../row/RowId.js"
import * as AccessObserver from "../walk/AccessObserver.js"
import * as ListGuard from "../walk/ListGuard.js"
import * as Pagination from "../walk/Pagination.js"
import * as PathTemplate from "../walk/PathTemplate.js"
import * as RequiredBody from "../walk/RequiredBody.js"
import { missingParts } from "../walk/RequiredBody.js"
import type { MissingPart } from "../walk/ScanVerdict.js"

/** What every request for details says. */
interface Common {
  /** Reads the bodies of its answers, such as `Decode.xml()`; by default the decoder of the connector's `http` settings. */
  readonly decode?: Decoder
  /** The permissions that the request needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
}

/** A request for the rows of several ids, for a list that has only ids. */
export interface Batched extends Common {
  /** The path of the request below the base address. */
  readonly endpoint: string
  /** How many ids one request may contain. */
  readonly batch: number
  /** The parameters for the ids: body fields with POST, query parameters with GET. */
  readonly query: (ids: ReadonlyArray<string>) => Query
  /** The HTTP method; GET by default. */
  readonly method?: "GET" | "POST"
  /** The path of the rows in the response, such as `resources`. */
  readonly items: string
}

/** A request for each listed row, for a list whose rows have little more than their ids. */
export interface Single extends Common {
  /** The path of the details below the base address; `{id}` stands for the listed row's `id`. */
  readonly endpoint: string
  /** The path of the row in the response, such as `policy`; by default the whole response is the row. */
  readonly items?: string
  /** Absent: it asks for one row. */
  readonly batch?: never
  /** Absent: the endpoint says which row. */
  readonly query?: never
  /** Absent: it is read with GET. */
  readonly method?: never
}

/** How to turn what a list has into complete rows: a request for several ids, or one for each listed row. */
export type DetailRequest = Batched | Single

const chunks = (ids: ReadonlyArray<string>, size: number): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size))

/** The rows of what a list has. */
export interface Details {
  /** The rows that the vendor sent. */
  readonly rows: ReadonlyArray<unknown>
  /** What the vendor left out, as far as its answers show it. A row that is only absent has perhaps left since it was listed. */
  readonly missing: ReadonlyArray<MissingPart>
  /** The ids of what was listed, but came without its row; null for an id that cannot be told. Empty if an answer left something out. */
  readonly lost: ReadonlyArray<string | null>
}

const NOTHING: Details = { rows: [], missing: [], lost: [] }

/** How the answers to a request are cut into rows. */
export const paginationOf = (detailRequest: DetailRequest): Pagination.Pagination =>
  isSingle(detailRequest) ? Pagination.one(shapeOf(detailRequest)) : Pagination.none({ items: detailRequest.items })

const isSingle = (detailRequest: DetailRequest): detailRequest is Single => detailRequest.batch === undefined

/** Whether the request says which row it is for. */
export const canAsk = (detailRequest: DetailRequest): boolean =>
  !isSingle(detailRequest) || PathTemplate.placeholdersOf(detailRequest.endpoint, undefined).length > 0

const shapeOf = ({ items }: Single) => (items === undefined ? {} : { items })

/** Sends a request for details, and reads its rows. */
const send = (request: VendorRequest, detailRequest: DetailRequest) =>
  Effect.gen(function* () {
    const { endpoint } = detailRequest
    const { found, response } = yield* RequiredBody.send(request, RequiredBody.rows(paginationOf(detailRequest).rows))
    const detail = ListGuard.lackOf(response, found)
    return { rows: found, missing: yield* missingParts(endpoint, response, detail === null ? [] : [detail]) }
  })

/** The parts of a request that both forms have. */
const requestTo = ({ decode, endpoint }: DetailRequest, url: string): VendorRequest => ({
  endpoint,
  url,
  isRepeatable: true,
  ...(decode === undefined ? {} : { decode })
})

const ofBatch = (detailRequest: Batched, ids: ReadonlyArray<string>, base: string) => {
  const { endpoint, method = "GET" } = detailRequest
  const query = detailRequest.query(ids)
  const parameters = method === "POST" ? { body: query } : { query }
  return send({ ...requestTo(detailRequest, `${base}${endpoint}`), method, ...parameters }, detailRequest)
}

/** The details of one listed row; null if they are gone, because the row has left since it was listed. */
const ofRow = (detailRequest: Single, listed: unknown, base: string) => {
  const { endpoint } = detailRequest
  const fault = PathTemplate.faultOf(endpoint, undefined, listed)
  if (fault !== null) return Effect.succeed(null)
  const request = requestTo(detailRequest, `${base}${PathTemplate.fill(endpoint, listed)}`)
  return Effect.catchIf(
    send(request, detailRequest),
    (error) => MissingTally.isMissing(endpoint, error),
    () => Effect.succeed(null)
  )
}

/** The ids that the list has, but whose rows no answer has. */
const withoutRow = (ids: ReadonlyArray<string>, rows: ReadonlyArray<unknown>, idOf: RowIdReader) => {
  const known = new Set(rows.map((row) => idOf(row)))
  return ids.filter((id) => !known.has(id))
}

/** Whether the details are those of the listed row, as far as both have an id. */
const isOf = (listed: unknown, details: Pick<Details, "rows"> | null, idOf: RowIdReader): boolean => {
  if (details === null) return false
  const [wanted, found] = [idOf(listed), idOf(details.rows[0])]
  return wanted === null || found === null || wanted === found
}

/** Requests the details of the first of what is listed, as a test of the credentials. */
const probe = <A extends Pick<Details, "rows"> | null>(
  observer: AccessObserver.Observer,
  endpoint: string,
  first: Effect.Effect<A, VendorError.VendorError, VendorHttp> | undefined
): Effect.Effect<Details> =>
  first === undefined || !observer.claim({ endpoint })
    ? Effect.succeed(NOTHING)
    : Effect.map(
        AccessObserver.read(
          observer,
          { endpoint },
          Effect.map(first, (found) => found?.rows ?? [])
        ),
        (rows) => ({ ...NOTHING, rows })
      )

/** Fetches the rows of what a list has; a test of the credentials sends one request. `idOf` reads the id of a row, listed or complete; `base` is the address at which the list was found, empty for the first. */
export const fetch = (
  detailRequest: DetailRequest,
  listed: ReadonlyArray<unknown>,
  idOf: RowIdReader,
  base = ""
): Effect.Effect<Details, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const { endpoint } = detailRequest
    const observer = yield* AccessObserver.AccessObserver
    if (isSingle(detailRequest)) {
      const requests = listed.map((row) => ofRow(detailRequest, row, base))
      if (observer !== null) return yield* probe(observer, endpoint, requests[0])
      const found = yield* Effect.forEach(requests, (each) => each, { concurrency: REQUESTS_AT_ONCE })
      return {
        rows: found.flatMap((details) => details?.rows ?? []),
        missing: found.flatMap((details) => details?.missing ?? []),
        lost: listed.flatMap((row, index) => (isOf(row, found[index] ?? null, idOf) ? [] : [idOf(row)]))
      }
    }
    const ids = listed.map(String)
    const requests = chunks(ids, detailRequest.batch).map((batch) => ofBatch(detailRequest, batch, base))
    if (observer !== null) return yield* probe(observer, endpoint, requests[0])
    const batches = yield* Effect.forEach(requests, (each) => each)
    const rows = batches.flatMap((batch) => batch.rows)
    const missing = batches.flatMap((batch) => batch.missing)
    // What the vendor says that it left out makes the scan incomplete; it says nothing about single rows.
    return { rows, missing, lost: missing.length > 0 ? [] : withoutRow(ids, rows, idOf) }
  })
