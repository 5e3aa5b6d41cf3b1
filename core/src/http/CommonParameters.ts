import { Redacted } from "effect"

/** What the credentials add to every request of a connector: parts of paths and parameters. */
export interface CommonParameters {
  /**
   * What fills `{$name}` in paths, and in the texts of bodies: the endpoint `/orgs/{$organization}/repos` and `path: { organization }` ask for
   * `/orgs/acme/repos`. Values are escaped in paths. None by default.
   */
  readonly path?: Readonly<Record<string, string | Redacted.Redacted>>
  /**
   * Query parameters of every request but that for the token, such as an API key or a version. One that is `Redacted` is taken out of the
   * links that the vendor returns, so that it is never stored. None by default.
   */
  readonly query?: Readonly<Record<string, string | Redacted.Redacted>>
}

type Value = string | Redacted.Redacted

const plain = (value: Value): string => String(Redacted.isRedacted(value) ? Redacted.value(value) : value)

const PART = /\{\$(\w+)\}/g

/** The names in the `{$name}` placeholders of an endpoint. */
export const partsOf = (endpoint: string): ReadonlyArray<string> =>
  [...endpoint.matchAll(PART)].map(([, name = ""]) => name)

/** An address leads elsewhere if a part of its path is empty, or one of the two that stand for a folder. */
const isNoPart = (value: string): boolean => value === "" || value === "." || value === ".."

/** Why the placeholders of an address cannot be filled; null if they can. */
export const faultOf = ({ path = {} }: CommonParameters, url: string): string | null => {
  for (const name of partsOf(url)) {
    const value = path[name]
    if (value === undefined)
      return `names {$${name}}, which the \`path\` of the connector's http settings does not have`
    if (isNoPart(plain(value))) return `cannot be requested, because {$${name}} is empty, "." or ".."`
  }
  return null
}

/** Fills the placeholders of an address; those without a value stay. */
export const fill = ({ path = {} }: CommonParameters, url: string): string =>
  url.replace(PART, (placeholder, name: string) => {
    const value = path[name]
    return value === undefined ? placeholder : encodeURIComponent(plain(value))
  })

/** Fills the placeholders in all texts of a body; those without a value stay. */
export const fillBody = ({ path }: CommonParameters, body: unknown): unknown => {
  if (path === undefined) return body
  const filled = (value: unknown): unknown => {
    if (typeof value === "string") {
      return value.replace(PART, (placeholder, name: string) =>
        !Object.hasOwn(path, name) || path[name] === undefined ? placeholder : plain(path[name])
      )
    }
    if (Array.isArray(value)) return value.map(filled)
    if (value === null || typeof value !== "object") return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item)]))
  }
  return filled(body)
}

const secretsOf = (parameters: Readonly<Record<string, Value>> = {}): ReadonlyArray<readonly [string, string]> =>
  Object.entries(parameters).flatMap(
    ([name, value]): ReadonlyArray<readonly [string, string]> =>
      Redacted.isRedacted(value) && plain(value) !== "" ? [[name, plain(value)]] : []
  )

/** An address for people, as it was sent, with `…` in place of the secrets that every request has. */
export const redact = ({ path, query }: CommonParameters, text: string): string =>
  [...secretsOf(path), ...secretsOf(query)].reduce(
    (shown, [, value]) => shown.replaceAll(value, "…").replaceAll(encodeURIComponent(value), "…"),
    text
  )

/** The segment as the vendor means it: `%2f`, `%2F` and, in a path, `@` and `%40` are the same. */
const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A part of a segment: its text, or the placeholder of a secret. */
interface Piece {
  readonly text: string
  readonly isSecret: boolean
}

const split = (text: string, [name, value]: readonly [string, string]): ReadonlyArray<Piece> =>
  text.split(value).flatMap((between, index): ReadonlyArray<Piece> => {
    const piece = { text: between, isSecret: false }
    return index === 0 ? [piece] : [{ text: `{$${name}}`, isSecret: true }, piece]
  })

/** A segment of a path with placeholders instead of the secrets in it. */
const hidden = (segment: string, secrets: ReadonlyArray<readonly [string, string]>): string => {
  const pieces = secrets.reduce<ReadonlyArray<Piece>>(
    (all, secret) => all.flatMap((piece) => (piece.isSecret ? [piece] : split(piece.text, secret))),
    [{ text: decoded(segment), isSecret: false }]
  )
  if (pieces.length === 1) return segment
  return pieces.map(({ isSecret, text }) => (isSecret ? text : encodeURIComponent(text))).join("")
}

/** What stands before the path of an address: no part of it comes from the credentials' path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i

/** A link without the secrets that every request has, which are added again when the link is followed. */
export const withoutSecrets = ({ path, query }: CommonParameters, link: string): string => {
  const parts = secretsOf(path)
  const names = secretsOf(query).map(([name]) => name)
  if (parts.length === 0 && names.length === 0) return link
  const [address = "", ...search] = link.split("?")
  const origin = ORIGIN.exec(address)?.[0] ?? ""
  const segments = address.slice(origin.length).split("/")
  const shown = origin + segments.map((segment) => hidden(segment, parts)).join("/")
  const kept = search
    .join("?")
    .split("&")
    .filter((pair) => !names.some((name) => new URLSearchParams(pair).has(name)))
    .join("&")
  return kept === "" ? shown : `${shown}?${kept}`
}
