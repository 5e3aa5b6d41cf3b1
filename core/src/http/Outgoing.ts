import { Redacted } from "effect"
import { endpointOf, type TokenSource } from "./Authentication.js"
import type { VendorRequest } from "./Request.js"
import { BadPayload } from "./VendorError.js"
import type { VendorHttpSettings } from "./VendorHttpSettings.js"

/** A request on its way: a vendor's, or the one for a token, which carries neither token nor the other headers. */
export interface Outgoing extends VendorRequest {
  readonly isToken?: boolean
  readonly form?: string
}

/** What is sent as the body, and how it is called; null where nothing is. */
export const contentOf = (request: Outgoing): { readonly text: string; readonly type: string } | null => {
  if (request.form !== undefined) return { text: request.form, type: "application/x-www-form-urlencoded" }
  return request.body === undefined ? null : { text: JSON.stringify(request.body), type: "application/json" }
}

/** Headers or fields of a form as they leave. */
export const revealed = (headers: VendorHttpSettings["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [
      name,
      Redacted.isRedacted(value) ? Redacted.value(value) : value
    ])
  )

/** The request for a token. */
export const tokenRequest = (source: TokenSource): Outgoing => ({
  isToken: true,
  method: "POST",
  url: source.url,
  endpoint: endpointOf(source),
  headers: revealed(source.headers),
  form: new URLSearchParams(revealed(source.form)).toString(),
  isRepeatable: true
})

/** What is said of a request that must not leave. */
export const refuse = (endpoint: string, detail: string) => new BadPayload({ endpoint, status: null, detail })
