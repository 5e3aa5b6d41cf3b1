import type { Decoder } from "../decode/Decoder.js"
import { at } from "../JsonPath.js"
import type { Method, Query, VendorRequest } from "./Request.js"

/** The request that shows whether credentials are valid, for a vendor whose API has no path for that. */
export interface ConnectorCheck {
  /** The path below the base address, which begins with a slash; it names the request in errors. */
  readonly path: string
  /** The HTTP method; POST if there is a body, otherwise GET. It must only read. */
  readonly method?: Method
  /** Parameters of the address; none by default. */
  readonly query?: Query
  /** Headers for this request only; none by default. */
  readonly headers?: Readonly<Record<string, string>>
  /** The body, sent as JSON, such as a GraphQL query; none by default. */
  readonly body?: unknown
  /** The path of something that the answer must have, such as `data.viewer.id`; by default any answer without an error will do. */
  readonly has?: string
  /** Reads the body of the answer; by default the decoder of the connector's `http` settings. */
  readonly decode?: Decoder
}

/** The path of a check. */
export const pathOf = (check: string | ConnectorCheck): string => (typeof check === "string" ? check : check.path)

/** The request of a check: a path with GET, or any other. */
export const toRequest = (check: string | ConnectorCheck): VendorRequest => {
  if (typeof check === "string") return { url: check, endpoint: check }
  const { has, path, method = check.body === undefined ? "GET" : "POST", ...rest } = check
  const lacks: Pick<VendorRequest, "lacks"> =
    has === undefined ? {} : { lacks: ({ body }) => ((at(body, has) ?? null) === null ? `the field ${has}` : null) }
  return { ...rest, ...lacks, method, url: path, endpoint: path, isRepeatable: true }
}
