import { BASE_URL } from "../vendor/ScriptedVendor.js"
import type { Exchange } from "./Exchange.js"
import * as SecretFields from "./SecretFields.js"

export { REDACTED } from "./SecretFields.js"

/** What must not appear in a recording. */
export interface Secrecy {
  /** The texts of the credentials, in every form in which a request carries them. */
  readonly secrets: ReadonlyArray<string>
  /** The base address, if it is the customer's own; it becomes `https://vendor.example`. By default it is the vendor's, and stays. */
  readonly baseUrl?: string
}

/** Shorter texts occur everywhere by chance. */
const SHORTEST_SECRET = 4

type Replace = (text: string) => string

const XML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

const lowerEscapes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())

/** A secret as texts of other kinds contain it: addresses, once or twice escaped, and XML. */
const formsOf = (secret: string): ReadonlyArray<string> => {
  const escaped = [encodeURIComponent(secret), encodeURIComponent(encodeURIComponent(secret))]
  return [secret, ...escaped, ...escaped.map(lowerEscapes), secret.replace(/[&<>"]/g, (mark) => XML[mark] ?? mark)]
}

/** Runs of base64, whose second alphabet has the slash of a path. */
const BASE64 = [/[\w-]{16,}={0,2}/g, /[A-Za-z0-9+/]{16,}={0,2}/g]

/** A text with the secrets replaced that are inside its base64, such as those in a cursor; the rest of the base64 stays what it says. */
const insideBase64 = (text: string, hide: Replace): string =>
  BASE64.reduce(
    (found, runs) =>
      found.replace(runs, (run) => {
        const inner = Buffer.from(run, "base64").toString("utf8")
        const hidden = hide(inner)
        if (hidden === inner) return run
        return Buffer.from(hidden).toString(/[_-]/.test(run) || !run.endsWith("=") ? "base64url" : "base64")
      }),
    text
  )

const replacing = ({ baseUrl, secrets }: Secrecy): Replace => {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(formsOf))]
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
  const hide: Replace = (text) => forms.reduce((found, form) => found.replaceAll(form, SecretFields.REDACTED), text)
  return (text) => {
    const hidden = SecretFields.hideIn(insideBase64(hide(text), hide))
    return places.reduce((found, [place, instead]) => found.replaceAll(place, instead), hidden)
  }
}

const inside = (value: unknown, replace: Replace, isSecret = SecretFields.isSecret, name = ""): unknown => {
  if (typeof value === "string") return isSecret(name, value) ? SecretFields.REDACTED : replace(value)
  if (Array.isArray(value)) return value.map((item) => inside(item, replace, isSecret, name))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key), inside(item, replace, isSecret, key)])
  )
}

/**
 * The exchange without credentials, sessions and the customer's own base address.
 *
 * The rows stay as they are: they may be personal data, so publish only a recording of a test account.
 */
export const redact = ({ request, response }: Exchange, secrecy: Secrecy): Exchange => {
  const replace = replacing(secrecy)
  const headers = Object.entries(response.headers).filter(([name]) => !SecretFields.isSecretHeader(name))
  return {
    request: {
      method: request.method,
      path: replace(request.path),
      query: inside(request.query, replace, SecretFields.isSecretParameter) as Exchange["request"]["query"],
      body: inside(request.body, replace)
    },
    response: {
      status: response.status,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, replace(value)])),
      ...(response.text === undefined ? { body: inside(response.body, replace) } : { text: replace(response.text) })
    }
  }
}
