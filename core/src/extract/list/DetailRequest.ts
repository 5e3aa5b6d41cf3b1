import { Effect } from "effect"
import type { Decoder } from "../../decode/Decoder.js"
import type { Query } from "../../http/Request.js"
import type * as VendorError from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import * as AccessObserver from "../walk/AccessObserver.js"
import * as ListGuard from "../walk/ListGuard.js"
import { rowsAt } from "../walk/Pagination.js"
import * as RequiredBody from "../walk/RequiredBody.js"
import { missingParts } from "../walk/RequiredBody.js"
import type { MissingPart } from "../walk/ScanVerdict.js"

/** The request that turns ids into rows, for vendors whose lists have only ids. */
export interface DetailRequest {
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
  /** Reads the bodies of its answers, such as `Decode.xml()`; by default the decoder of the connector's `http` settings. */
  readonly decode?: Decoder
  /** The permissions that the request needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
}

const chunks = (ids: ReadonlyArray<string>, size: number): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size))

/** The rows of some ids. */
export interface Details {
  /** The rows that the vendor sent. */
  readonly rows: ReadonlyArray<unknown>
  /** What the vendor left out, as far as its answers show it. A row that is only absent has perhaps left since it was listed. */
  readonly missing: ReadonlyArray<MissingPart>
}

/** Fetches the rows of the ids, one batch after another; a test of the credentials fetches one batch. */
export const fetch = (
  detailRequest: DetailRequest,
  ids: ReadonlyArray<unknown>
): Effect.Effect<Details, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const { decode, endpoint, items, method = "GET" } = detailRequest
    const decoded = decode === undefined ? {} : { decode }
    const expected = RequiredBody.rows(rowsAt(items))
    const fetchBatch = (batch: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const query = detailRequest.query(batch)
        const parameters = method === "POST" ? { body: query } : { query }
        const request = { endpoint, url: endpoint, method, isRepeatable: true, ...decoded, ...parameters }
        const { found, response } = yield* RequiredBody.send(request, expected)
        const detail = ListGuard.lackOf(response, found)
        const details = detail === null ? [] : [detail]
        return { rows: found, missing: yield* missingParts(endpoint, response, details) }
      })
    const all = chunks(ids.map(String), detailRequest.batch)
    const observer = yield* AccessObserver.AccessObserver
    if (observer !== null) {
      const [first] = all
      if (first === undefined || !observer.claim({ endpoint })) return { rows: [], missing: [] }
      const rows = Effect.map(fetchBatch(first), ({ rows }) => rows)
      return { rows: yield* AccessObserver.read(observer, { endpoint }, rows), missing: [] }
    }
    const batches = yield* Effect.forEach(all, fetchBatch)
    return { rows: batches.flatMap(({ rows }) => rows), missing: batches.flatMap(({ missing }) => missing) }
  })
