import { BASE_URL } from "../vendor/ScriptedVendor.js"
import type { Exchange } from "./Exchange.js"

/** What stands in a recording instead of a credential. */
export const REDACTED = "[REDACTED]"

/** What must not appear in a recording. */
export interface Secrecy {
  /** The texts of the credentials, in every form in which a request carries them. */
  readonly secrets: ReadonlyArray<string>
  /** The base address, if it is the customer's own; it becomes `https://vendor.example`. By default it is the vendor's, and stays. */
  readonly baseUrl?: string
}

/** Shorter texts occur everywhere by chance. */
const SHORTEST_SECRET = 4

/** Headers that hold a session or a credential. */
const SECRET_HEADER = /cookie|authorization|authenticate|session|secret|api-?key/

/** Fields whose value is a credential, whoever made it. A cursor such as `nextPageToken` is none. */
const SECRET_FIELD =
  /^(access_?token|refresh_?token|id_?token|bearer_?token|session_?token|session_?id|client_?secret|client_?assertion|assertion|secret|password|passwd|api_?key|api_?token|private_?key|authorization)$/i

type Replace = (text: string) => string

const replacing = ({ baseUrl, secrets }: Secrecy): Replace => {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, encodeURIComponent(secret), encodeURIComponent(encodeURIComponent(secret))])
    // A secret may be a part of another one, such as of a header's value.
    .sort((one, other) => other.length - one.length)
  const base = baseUrl === undefined ? null : new URL(baseUrl)
  const example = new URL(BASE_URL)
  const places: ReadonlyArray<readonly [text: string, instead: string]> =
    base === null
      ? []
      : [
          [base.origin, example.origin],
          [base.host, example.host],
          [base.hostname, example.hostname]
        ]
  return (text) => {
    const hidden = forms.reduce((found, form) => found.replaceAll(form, REDACTED), text)
    return places.reduce((found, [place, instead]) => found.replaceAll(place, instead), hidden)
  }
}

const inside = (value: unknown, replace: Replace): unknown => {
  if (typeof value === "string") return replace(value)
  if (Array.isArray(value)) return value.map((item) => inside(item, replace))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_FIELD.test(name) && typeof item === "string" ? REDACTED : inside(item, replace)
    ])
  )
}

/**
 * The exchange without credentials, sessions and the customer's own base address.
 *
 * The rows stay as they are: they may be personal data, so publish only a recording of a test account.
 */
export const redact = ({ request, response }: Exchange, secrecy: Secrecy): Exchange => {
  const replace = replacing(secrecy)
  const headers = Object.entries(response.headers).filter(([name]) => !SECRET_HEADER.test(name))
  return {
    request: {
      method: request.method,
      path: replace(request.path),
      query: inside(request.query, replace) as Exchange["request"]["query"],
      body: inside(request.body, replace)
    },
    response: {
      status: response.status,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, replace(value)])),
      ...(response.text === undefined ? { body: inside(response.body, replace) } : { text: replace(response.text) })
    }
  }
}
