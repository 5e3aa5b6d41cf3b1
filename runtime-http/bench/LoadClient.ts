import * as Child from "./Child.js"
import * as Http from "./Http.js"
import { nextCursor, pagePath } from "./Page.js"

/** What one round against a server gave. */
export interface Round {
  readonly requests: number
  readonly seconds: number
}

const CONNECTIONS = 16
const PAGES = 200
const WARM_UP_MILLIS = 2_000
const ROUND_MILLIS = 1_000

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

/** Every connection asks for the next page as soon as it has one. */
const run = async (millis: number): Promise<Round> => {
  let requests = 0
  const startedAt = performance.now()
  await Promise.all(
    connections.map(async ({ get }) => {
      while (performance.now() < startedAt + millis) {
        requests += 1
        await get(paths[requests % paths.length] ?? "")
      }
    })
  )
  return { requests, seconds: (performance.now() - startedAt) / 1_000 }
}

await run(WARM_UP_MILLIS)
Child.serve("warm", () => run(ROUND_MILLIS))
