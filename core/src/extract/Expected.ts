import { Effect } from "effect"
import type { VendorRequest, VendorResponse } from "../http/Request.js"
import * as VendorError from "../http/VendorError.js"
import { VendorHttp } from "../http/VendorHttp.js"

/** What the body of an answer must have. */
export interface Expected<A> {
  /** Its name, for errors. */
  readonly name: string
  /** Reads it; null or undefined if the body does not have it. */
  readonly read: (body: unknown) => A | null | undefined
}

/** A list of rows. */
export const rows = (
  read: (body: unknown) => ReadonlyArray<unknown> | undefined
): Expected<ReadonlyArray<unknown>> => ({ name: "the expected list of rows", read })

/** Sends a request whose answer must have something; an answer without it is retried like a 5xx. */
export const send = <A>(
  request: VendorRequest,
  { name, read }: Expected<A>
): Effect.Effect<{ readonly response: VendorResponse; readonly found: A }, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    // Read once, because some lists are long.
    let known: { readonly body: unknown; readonly found: A | null } | null = null
    const findIn = (body: unknown): A | null => {
      if (known === null || known.body !== body) known = { body, found: read(body) ?? null }
      return known.found
    }
    const lacks = ({ body }: VendorResponse) => (findIn(body) === null ? name : null)
    const response = yield* http.send({ ...request, lacks })
    const found = findIn(response.body)
    if (found !== null) return { response, found }
    const { endpoint } = request
    return yield* new VendorError.UnreadableAnswer({ endpoint, status: response.status, detail: `lacks ${name}` })
  })
