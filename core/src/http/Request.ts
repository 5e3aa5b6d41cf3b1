import type { Query } from "../extract/Pagination.js"

/** The methods that vendors' APIs use. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** One request to a vendor. */
export interface VendorRequest {
  readonly method?: Method
  /** A path below the base address, or a full address on a declared host. */
  readonly url: string
  /** The endpoint's name in errors and health, such as `/api/v1/groups/{id}/users`. */
  readonly endpoint: string
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Whether asking twice is harmless, so that it is asked again after a failure; true for GET alone by default. */
  readonly isRepeatable?: boolean
}

/** A vendor's answer with a 2xx status and a JSON body (null where the body is empty). */
export interface VendorResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** An answer before it is classified. */
export interface RawAnswer {
  readonly endpoint: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A request as it leaves. */
export interface Signable {
  readonly method: Method
  readonly url: string
  /** By the runtime's clock, in milliseconds. */
  readonly now: number
  /** With the `Authorization` header of `auth`, where there is one. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value)

/** The address of a request with its parameters; parameters of the request replace those of the address. */
export const resolve = (baseUrl: string, url: string, query: Query = {}): URL => {
  const absolute = URL.canParse(url) ? new URL(url) : new URL(baseUrl.replace(/\/+$/, "") + url)
  for (const [name, value] of Object.entries(query)) {
    absolute.searchParams.delete(name)
    for (const item of Array.isArray(value) ? value : [value]) absolute.searchParams.append(name, textOf(item))
  }
  return absolute
}
