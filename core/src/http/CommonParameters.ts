import { Redacted } from "effect"

/** What the credentials add to every request of a connector: parts of paths and parameters. */
export interface CommonParameters {
  /**
   * What fills `{$name}` in paths: the endpoint `/orgs/{$organization}/repos` and `path: { organization }` ask for `/orgs/acme/repos`. Values
   * are escaped. None by default.
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

/** The parameters in plain text; call it only right before sending. */
export const queryOf = ({ query = {} }: CommonParameters): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, plain(value)]))

/** A link without the secrets that every request has, which are added again when the link is followed. */
export const withoutSecrets = ({ path = {}, query = {} }: CommonParameters, link: string): string => {
  const parts = Object.entries(path).filter(([, value]) => Redacted.isRedacted(value) && plain(value) !== "")
  const names = Object.keys(query).filter((name) => Redacted.isRedacted(query[name]))
  if (parts.length === 0 && names.length === 0) return link
  const [address = "", ...search] = link.split("?")
  const shown = parts.reduce(
    (text, [name, value]) => text.replaceAll(encodeURIComponent(plain(value)), `{$${name}}`),
    address
  )
  const kept = search
    .join("?")
    .split("&")
    .filter((pair) => !names.some((name) => new URLSearchParams(pair).has(name)))
    .join("&")
  return kept === "" ? shown : `${shown}?${kept}`
}
