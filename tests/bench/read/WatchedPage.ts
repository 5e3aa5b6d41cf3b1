import * as Child from "../../../runtime-http/test/Child.js"
import * as Collector from "../../support/telemetry/Collector.js"
import * as Scrape from "../../support/telemetry/Scrape.js"
import type { Bench } from "../Bench.js"
import { atMost, make, type Round } from "../Case.js"
import { connections, lists } from "../database/lists.js"
import { alternate } from "../measure/alternate.js"
import type { Meter } from "../measure/ProcessorTime.js"
import * as Cursors from "./Cursors.js"
import * as Random from "./Random.js"
import * as ReadServers from "./ReadServers.js"
import { PAGE } from "./readings.js"

const SEED = 20_261_127
const PAGES = 1_000
const CONNECTIONS = 16
const WARM_UP_REQUESTS = 2_500
const ROUND_REQUESTS = 1_500
/** More often than anybody scrapes. */
const SCRAPE_MILLIS = 1_000

/** The whole cost of a page: processor time of the server and of Postgres. */
const meterOf = (servers: ReadServers.ReadServers): Meter => servers.meters.ours

const startWith = async (bench: Bench, settings: Readonly<Record<string, string>>) => {
  const servers = await ReadServers.start(bench, connections.users, undefined, settings)
  const cursors = Cursors.of(lists.users, "[]")
  const requests = Random.numbers(SEED, PAGES, lists.users.count - PAGE).map((position) => ({
    ours: `/v1/idp/users?enableCursor=true&limit=${PAGE}&cursor=${cursors.after(position)}`,
    byHand: "/"
  }))
  await servers.setPaths(requests)
  await servers.load("ours", { connections: CONNECTIONS, requests: WARM_UP_REQUESTS, from: 0 })
  return servers
}

/** What a page costs a server that is watched, with scrapes every second or a collector for its traces, against one that is not. */
export const watchedPage = make({
  name: "watched",
  title: "100 users by cursor, 16 clients, with metrics, and with metrics and traces, against neither",
  usesDatabase: true,
  measures: {
    metrics: { name: "CPU a page, /metrics", unit: "us", versus: "neither", bar: { ...atMost(1.03), reach: "best" } },
    traces: { name: "CPU a page, OTLP", unit: "us", versus: "neither", bar: { ...atMost(1.03), reach: "best" } }
  },
  run: async (bench) => {
    const collector = await Collector.startSilent()
    bench.cleanups.add(collector.stop)
    const port = await Child.freePort()
    const plain = await startWith(bench, {})
    const scraped = await startWith(bench, { TRIBUTARY_METRICS_PORT: String(port) })
    const traced = await startWith(bench, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const costOf = (servers: ReadServers.ReadServers) => async (round: number) => {
      const scrapes =
        servers === scraped ? setInterval(() => void Scrape.textAt(port).catch(() => null), SCRAPE_MILLIS) : null
      const before = await meterOf(servers).read()
      await servers.load("ours", { connections: CONNECTIONS, requests: ROUND_REQUESTS, from: round * ROUND_REQUESTS })
      if (scrapes !== null) clearInterval(scrapes)
      return ((await meterOf(servers).read()) - before) / ROUND_REQUESTS
    }
    const against = async (servers: ReadServers.ReadServers): Promise<ReadonlyArray<Round>> =>
      (await alternate(bench.rounds, costOf(servers), costOf(plain))).map(([ours, reference]) => ({ ours, reference }))
    return { metrics: await against(scraped), traces: await against(traced) }
  }
})
