import { Effect } from "effect"
import { at } from "../http/JsonPath.js"
import type { Query } from "../http/Request.js"
import * as VendorError from "../http/VendorError.js"
import { VendorHttp } from "../http/VendorHttp.js"

/** How a list of ids becomes rows: for vendors whose lists hold ids alone. */
export interface DetailRequest {
  readonly endpoint: string
  /** How many ids one request may name. */
  readonly batch: number
  /** The parameters that name the ids: fields of the body with POST, else of the address. */
  readonly query: (ids: ReadonlyArray<string>) => Query
  readonly method?: "GET" | "POST"
  /** Where the rows are in the answer. */
  readonly items: string
  readonly permissions: ReadonlyArray<string>
}

const chunks = (ids: ReadonlyArray<string>, size: number): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size))

/** Asks for the rows of the ids, batch after batch. */
export const fetch = (
  detailRequest: DetailRequest,
  ids: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<unknown>, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const { endpoint, items, method = "GET" } = detailRequest
    const batches = yield* Effect.forEach(chunks(ids.map(String), detailRequest.batch), (batch) =>
      Effect.gen(function* () {
        const query = detailRequest.query(batch)
        const parameters = method === "POST" ? { body: query } : { query }
        const { body } = yield* http.send({ endpoint, url: endpoint, method, isRepeatable: true, ...parameters })
        const rows = at(body, items)
        if (Array.isArray(rows)) return rows as ReadonlyArray<unknown>
        const detail = "answered without the list of rows that was expected"
        return yield* new VendorError.BadPayload({ endpoint, status: 200, detail })
      })
    )
    return batches.flat()
  })
