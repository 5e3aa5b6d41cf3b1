import * as PathTemplate from "../../extract/walk/PathTemplate.js"

/** The parts of a reply's key, such as `POST /findings?size=2 {"NextToken":"p2"}`. */
export interface Key {
  /** The HTTP method, such as `GET`. */
  readonly method: string
  /** The path, such as `/api/v1/users`. */
  readonly path: string
  /** Without its question mark; empty when the key names no parameter. */
  readonly query: string
  /** The fields that a request's body must hold; null when the key names none. */
  readonly body: Readonly<Record<string, unknown>> | null
  /** How many parameters and fields the key names. */
  readonly score: number
}

const bodyOf = (key: string): Key["body"] => {
  try {
    return JSON.parse(key.slice(key.indexOf(" {"))) as Key["body"]
  } catch {
    return null
  }
}

const split = (key: string): Omit<Key, "score"> => {
  const body = key.endsWith("}") ? bodyOf(key) : null
  const address = body === null ? key : key.slice(0, key.indexOf(" {"))
  const [, method = "GET", path = "", query = ""] = /^(\S+) ([^?]*)\??([\s\S]*)$/.exec(address) ?? []
  return { method, path, query, body }
}

/** What `match` needs of a key; a script has few keys, and every request is compared with all of them. */
interface Pattern extends Key {
  readonly parameters: ReadonlyArray<readonly [string, string]>
}

const leaves = (value: unknown): number =>
  value === null || typeof value !== "object"
    ? 1
    : Object.values(value).reduce((sum: number, item) => sum + leaves(item), 0)

const patterns = new Map<string, Pattern>()

const patternOf = (text: string): Pattern => {
  const known = patterns.get(text)
  if (known !== undefined) return known
  const key = split(text)
  const parameters = [...new URLSearchParams(key.query).entries()]
  const made = { ...key, parameters, score: parameters.length + (key.body === null ? 0 : leaves(key.body)) }
  patterns.set(text, made)
  return made
}

/** Splits a key: `GET /users?after=2` is method `GET`, path `/users` and query `after=2`. */
export const parse = (key: string): Key => {
  const { parameters: _, ...parts } = patternOf(key)
  return parts
}

/** The key that fits a request best, which is the one that names most of its parameters and fields; null when none fits. */
export const match = (
  replies: Readonly<Record<string, unknown>>,
  method: string,
  url: URL,
  body: unknown = null
): string | null => {
  let best: { readonly key: string; readonly score: number } | null = null
  for (const key of Object.keys(replies)) {
    const pattern = patternOf(key)
    if (pattern.method !== method || pattern.path !== url.pathname) continue
    if (best !== null && pattern.score <= best.score) continue
    if (!pattern.parameters.every(([name, value]) => url.searchParams.get(name) === value)) continue
    if (pattern.body !== null && !PathTemplate.matchesTemplate(pattern.body, body)) continue
    best = { key, score: pattern.score }
  }
  return best?.key ?? null
}
