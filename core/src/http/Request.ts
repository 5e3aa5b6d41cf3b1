import { Redacted } from "effect"
import type { Decoder } from "../decode/Decoder.js"
import * as CommonParameters from "./CommonParameters.js"
import { BadPayload } from "./VendorError.js"

/** The address without the slashes at its end; `/\/+$/` would look for its end behind each slash of the text. */
export const withoutTrailingSlashes = (address: string): string => {
  let end = address.length
  while (address.charAt(end - 1) === "/") end -= 1
  return address.slice(0, end)
}

const isObject = (value: unknown): value is Query =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** The parameters of both, also inside objects of the same name, such as the variables of a GraphQL query; the later value wins. */
export const mergeParameters = (first: Query, second: Query): Query => {
  const merged: Record<string, unknown> = { ...first }
  for (const [name, value] of Object.entries(second)) {
    const known = merged[name]
    merged[name] = isObject(known) && isObject(value) ? mergeParameters(known, value) : value
  }
  return merged
}

/** The HTTP methods that vendors' APIs use. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** The parameters of a request: query parameters (an array repeats one), or body fields of a list that uses POST. */
export type Query = Readonly<Record<string, unknown>>

/** One request to a vendor. */
export interface VendorRequest {
  /** The HTTP method; GET by default. */
  readonly method?: Method
  /** A path below the base address, or a full address on a declared host. */
  readonly url: string
  /** The page that has `url` as a link, as a path or an address: the link may then be relative to it (RFC 3986). None by default. */
  readonly linkedFrom?: string
  /** The endpoint's name in errors and health, such as `/api/v1/groups/{id}/users`. */
  readonly endpoint: string
  /** Parameters of the address; they replace parameters of the same name in `url`. */
  readonly query?: Query
  /** Headers for this request only; they override those of the connector's settings. */
  readonly headers?: Readonly<Record<string, string>>
  /** The body, sent as JSON; no body by default. */
  readonly body?: unknown
  /** Whether `{$name}` in the texts of the body stands for a part of the settings, because a connector declares the body; false by default. */
  readonly isTemplate?: boolean
  /** Whether sending the request twice does no harm, so that it may be retried; by default true only for GET. */
  readonly isRepeatable?: boolean
  /** Whether the vendor gives the answer only once, such as a page of a scroll, so that it is read even if there is no memory for it; false by default. */
  readonly isReadOnce?: boolean
  /** Reads the body of the answer; by default the decoder of the connector's settings. */
  readonly decode?: Decoder
  /** What a successful answer lacks, such as "the expected list of rows", so that it is retried like a 5xx; null if nothing. By default it lacks nothing. */
  readonly lacks?: (response: VendorResponse) => string | null
}

/** A vendor's successful answer: a 2xx status and its body. */
export interface VendorResponse {
  /** The HTTP status, 200 to 299. */
  readonly status: number
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON body, or what the decoder made of another format; null if the body is empty. */
  readonly body: unknown
  /** The error that the answer reports although the connector's table lets it pass (`otherwise: "ok"`), in words; absent if it reports none. */
  readonly reports?: string
}

/** An answer, before it is known whether it is an error. */
export interface RawAnswer {
  /** The endpoint's name in errors and health. */
  readonly endpoint: string
  /** The HTTP status. */
  readonly status: number
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The decoded body, also of a failed answer; null if it is empty or cannot be decoded. */
  readonly body: unknown
}

/** A request as it leaves, for a connector that signs requests. */
export interface Signable {
  /** The HTTP method. */
  readonly method: Method
  /** The full address, parameters included. */
  readonly url: string
  /** The runtime's clock, in milliseconds since 1970. */
  readonly now: number
  /** All headers, including the `Authorization` header if the connector declares `auth`. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text; null if there is none. */
  readonly body: string | null
}

/** A request ready to send: the connector's own, or the token request. */
export interface Outgoing extends VendorRequest {
  /** Whether this is the token request, which carries neither the token nor the settings' headers; false by default. */
  readonly isToken?: boolean
  /** The body as a URL-encoded form, sent instead of JSON; none by default. */
  readonly form?: string
  /** Called when the request may have reached the vendor, whatever comes of it. */
  readonly onSent?: () => void
}

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value)

/** What says where a request goes. */
export type Target = Pick<VendorRequest, "linkedFrom" | "query" | "url">

/** What of a connector's settings says where its requests go. */
export interface Addressing extends CommonParameters.CommonParameters {
  /** The address that every path is relative to. */
  readonly baseUrl: string
}

const absoluteOf = (addressing: Addressing, { linkedFrom, url }: Target): URL => {
  const filled = CommonParameters.fill(addressing, url)
  if (URL.canParse(filled)) return new URL(filled)
  if (linkedFrom === undefined) return new URL(withoutTrailingSlashes(addressing.baseUrl) + filled)
  return new URL(filled, absoluteOf(addressing, { url: linkedFrom }))
}

/**
 * The full address of a request; `query` replaces parameters of the same name in `url`, such as a link of the vendor, and both replace those that
 * every request has. Throws a TypeError if `url` is a link that leads nowhere.
 */
export const resolve = (addressing: Addressing, target: Target): URL => {
  const absolute = absoluteOf(addressing, target)
  const common = Object.entries(revealed(addressing.query))
  const lacking = Object.fromEntries(common.filter(([name]) => !absolute.searchParams.has(name)))
  const query = { ...lacking, ...target.query }
  for (const [name, value] of Object.entries(query)) {
    absolute.searchParams.delete(name)
    for (const item of Array.isArray(value) ? value : [value]) absolute.searchParams.append(name, textOf(item))
  }
  return absolute
}

/** The text and media type of a request's body; null if it has none. */
export const contentOf = (request: Outgoing) => {
  if (request.form !== undefined) return { text: request.form, type: "application/x-www-form-urlencoded" }
  return request.body === undefined ? null : { text: JSON.stringify(request.body), type: "application/json" }
}

/** Headers, form fields or parameters with their secrets in plain text; call it only right before sending. */
export const revealed = (fields: Readonly<Record<string, string | Redacted.Redacted>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Redacted.isRedacted(value) ? Redacted.value(value) : value])
  )

/** Headers by lower-case name, because vendors and proxies spell them differently. */
export const lowerCased = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The error for a request that was never sent. */
export const refuse = (endpoint: string, detail: string) => new BadPayload({ endpoint, status: null, detail })
