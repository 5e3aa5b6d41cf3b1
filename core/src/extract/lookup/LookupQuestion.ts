import type * as PageWalk from "../walk/PageWalk.js"
import * as PathTemplate from "../walk/PathTemplate.js"
import type { Any, Batched, Lookup } from "./LookupOptions.js"

/** One question to the vendor. */
export interface Question {
  /** The walk through the answer. */
  readonly walk: PageWalk.Walk
  /** How many rows or keys it asks about. */
  readonly count: number
}

const walkTo = ({ decode, endpoint, pagination, readRow }: Any, url: string) => ({
  endpoint,
  url,
  pagination,
  readRow,
  ...(decode === undefined ? {} : { decode })
})

/** The question about a row, or about all rows that ask alike; `base` is the base address at which the row was found, empty for the first. */
export const ofRow = <Parent>(lookup: Lookup<Parent, unknown>, parent: Parent, base: string): Question => {
  const { endpoint, post } = lookup
  const walk = {
    ...walkTo(lookup, `${base}${PathTemplate.fill(endpoint, parent)}`),
    fault: PathTemplate.faultOf(endpoint, post, parent),
    queries: [{}]
  }
  return { walk: post === undefined ? walk : { ...walk, post: PathTemplate.fillBody(post, parent) }, count: 1 }
}

/** The question about several keys. */
export const ofKeys = (
  lookup: Any,
  { query }: Pick<Batched<never>, "query">,
  keys: ReadonlyArray<string>,
  base: string
): Question => {
  const { endpoint, post } = lookup
  const walk = { ...walkTo(lookup, `${base}${endpoint}`), queries: [query(keys)] }
  return { walk: post === undefined ? walk : { ...walk, post }, count: keys.length }
}

/** Identifies what is asked: rows with the same address and body ask alike. */
export const identityOf = ({ walk }: Question): string => `${walk.url} ${JSON.stringify(walk.post ?? {})}`

/** The keys that the rows name, each once. */
export const keysOf = <Parent>(
  { when }: Lookup<Parent, unknown>,
  { keysOf }: Batched<Parent>,
  parents: ReadonlyArray<Parent>
): ReadonlyArray<string> => [...new Set(parents.filter(when).flatMap(keysOf))]
