import { parse, type Seen } from "../../vendor/ScriptedVendor.js"

/** How many parameters of a key the request has with the same value. */
const agreement = (key: URLSearchParams, url: URL): number =>
  [...key].filter(([name, value]) => url.searchParams.get(name) === value).length

/** The request that a key fits best although it does not answer it, of those with its method and path; null if there is none. */
export const of = (key: string, requests: ReadonlyArray<Seen>): Seen | null => {
  const { method, path, query } = parse(key)
  const parameters = new URLSearchParams(query)
  const near = requests.filter((request) => request.method === method && new URL(request.url).pathname === path)
  const scored = near.map((request) => ({ request, score: agreement(parameters, new URL(request.url)) }))
  return scored.toSorted((one, other) => other.score - one.score)[0]?.request ?? null
}

/** The key, and what was requested instead of it. */
export const describe = (key: string, requests: ReadonlyArray<Seen>): string => {
  const nearest = of(key, requests)
  if (nearest === null) return `${key} (nothing was requested at its path)`
  const body = nearest.body === null ? "" : ` ${JSON.stringify(nearest.body)}`
  return `${key} (the nearest request was ${nearest.method} ${nearest.url}${body})`
}
