import * as Child from "./Child.js"
import * as Http from "./Http.js"
import { nextCursor, pagePath } from "./Page.js"

/** The result of one round against a server. */
export interface Round {
  readonly requests: number
  readonly seconds: number
}

const CONNECTIONS = 16
const PAGES = 200
/** By number: a server that was warmed up for a time had fewer requests to get warm by on a machine that is busy. */
const WARM_UP_REQUESTS = 5_000
const ROUND_REQUESTS = 1_500

const origin = process.env["BENCH_ORIGIN"] ?? ""
const headers = JSON.parse(process.env["BENCH_HEADERS"] ?? "{}") as Readonly<Record<string, string>>

const connections = Array.from({ length: CONNECTIONS }, () => Http.open(origin, headers))

const walk = async (http: Http.Http): Promise<ReadonlyArray<string>> => {
  const paths: Array<string> = []
  let cursor: string | null = null
  do {
    const path: string = pagePath(cursor)
    paths.push(path)
    cursor = nextCursor(await http.get(path))
  } while (cursor !== null && paths.length < PAGES)
  return paths
}

const paths = connections[0] === undefined ? [] : await walk(connections[0])

/** Every connection requests another page as soon as it has received one. */
const run = async (total: number): Promise<Round> => {
  let requests = 0
  const startedAt = performance.now()
  await Promise.all(
    connections.map(async ({ get }) => {
      while (requests < total) {
        requests += 1
        await get(paths[requests % paths.length] ?? "")
      }
    })
  )
  return { requests, seconds: (performance.now() - startedAt) / 1_000 }
}

await run(WARM_UP_REQUESTS)
Child.serve("warm", () => run(ROUND_REQUESTS))
