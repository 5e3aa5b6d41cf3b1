import { createServer } from "node:net"
import * as Child from "./Child.js"
import * as Http from "./Http.js"
import type { Round } from "./LoadClient.js"
import { nextCursor, pagePath } from "./Page.js"
import type { Row } from "./Table.js"

/** The database to measure, with a key and a connection in it. */
export interface Target {
  readonly databaseUrl: string
  readonly apiKey: string
  readonly connectionId: string
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const headersOf = ({ apiKey, connectionId }: Target) => ({ "x-api-key": apiKey, "x-connection-id": connectionId })

type Server = Child.Child<string, number>

const runtime = async (target: Target, logLevel: string): Promise<Server> =>
  Child.start("RuntimeServer", {
    DATABASE_URL: target.databaseUrl,
    PORT: "0",
    TRIBUTARY_RUNNER_PORT: String(await freePort()),
    TRIBUTARY_MASTER_KEY: `benchmark:${Buffer.alloc(32).toString("base64")}`,
    TRIBUTARY_REQUESTS_PER_SECOND: "1000000",
    TRIBUTARY_LOG_LEVEL: logLevel
  })

const bare = (target: Target, options: { readonly joins: boolean; readonly checks: boolean }): Promise<Server> =>
  Child.start("BareServer", {
    DATABASE_URL: target.databaseUrl,
    BENCH_JOINS: String(options.joins),
    BENCH_CHECKS: String(options.checks)
  })

const loadOn = (target: Target, server: Server): Promise<Child.Child<string, Round>> =>
  Child.start("LoadClient", { BENCH_ORIGIN: server.ready, BENCH_HEADERS: JSON.stringify(headersOf(target)) })

/** The servers take turns, so that a temporary load on the machine affects all of them. */
const ROUNDS = 5

/**
 * Reads pages of 100 by cursor over 16 connections, from the runtime and from the minimal servers; reports the best round.
 *
 * It compares the processor time of the servers, because load on the machine changes that least.
 */
export const throughput = async (target: Target): Promise<ReadonlyArray<Row>> => {
  const servers = [
    { name: "by hand, rows", server: await bare(target, { joins: false, checks: false }) },
    { name: "by hand, rows, key and connection", server: await bare(target, { joins: false, checks: true }) },
    { name: "by hand, joined in Postgres", server: await bare(target, { joins: true, checks: false }) },
    {
      name: "by hand, joined in Postgres, key and connection",
      server: await bare(target, { joins: true, checks: true })
    },
    { name: "runtime, log level Warning", server: await runtime(target, "Warning") },
    { name: "runtime, a log line for every request", server: await runtime(target, "Info") }
  ]
  const runs: Array<{
    name: string
    server: Server
    client: Child.Child<string, Round>
    best: number
    micros: number
  }> = []
  for (const { name, server } of servers) {
    runs.push({ name, server, client: await loadOn(target, server), best: 0, micros: Number.POSITIVE_INFINITY })
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const run of runs) {
      const before = await run.server.ask()
      const { requests, seconds } = await run.client.ask()
      run.best = Math.max(run.best, requests / seconds)
      run.micros = Math.min(run.micros, ((await run.server.ask()) - before) / requests)
    }
  }
  for (const { client, server } of runs) {
    await client.stop()
    await server.stop()
  }
  const [first] = runs
  return runs.map(({ name, best, micros }) => ({
    name,
    value: `${micros.toFixed(0)} us a page`,
    ratio: (first?.micros ?? micros) / micros,
    note: `${best.toFixed(0)} pages/s`
  }))
}

const TRIES = 200

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const lastCursor = async (http: Http.Http): Promise<string | null> => {
  let last: string | null = null
  let next = nextCursor(await http.get(pagePath(null)))
  while (next !== null) {
    last = next
    next = nextCursor(await http.get(pagePath(next)))
  }
  return last
}

/** Measures one reader on its own: what a page costs, by how far into the list it is. */
export const latency = async (target: Target, records: number): Promise<ReadonlyArray<Row>> => {
  const server = await runtime(target, "Warning")
  const http = Http.open(server.ready, headersOf(target))
  const pages = Math.ceil(records / 100)
  const offset = (start: number) => `/v1/idp/users?excludeTotal=true&limit=100&offset=${start}`
  const last = await lastCursor(http)
  const paths = [
    { name: "page 1", path: pagePath(null), tries: TRIES },
    { name: `page ${pages.toLocaleString("en")} by cursor`, path: pagePath(last), tries: TRIES },
    { name: "page 101 by offset (10,000)", path: offset(10_000), tries: TRIES / 4 },
    { name: `page ${pages.toLocaleString("en")} by offset`, path: offset(records - 100), tries: TRIES / 8 }
  ]
  const rows: Array<Row> = []
  let first = 0
  for (const { name, path, tries } of paths) {
    const millis: Array<number> = []
    const before = await server.ask()
    for (let count = 0; count < tries; count++) {
      const startedAt = performance.now()
      await http.get(path)
      millis.push(performance.now() - startedAt)
    }
    const micros = ((await server.ask()) - before) / tries
    const typical = median(millis)
    first ||= typical
    const note = `${micros.toFixed(0)} us of the server's processor`
    rows.push({ name, value: `${typical.toFixed(2)} ms`, ratio: typical / first, note })
  }
  http.close()
  await server.stop()
  return rows
}
