import * as Child from "../../runtime-http/test/Child.js"
import * as Databases from "../support/process/Databases.js"
import * as Installation from "../support/process/Installation.js"
import type { Postgres } from "../support/process/Postgres.js"
import type { Cleanups } from "../support/run/Cleanups.js"
import type { Journal } from "../support/run/Journal.js"
import type { Random } from "../support/run/Random.js"
import * as TicketVendor from "../support/vendor/TicketVendor.js"
import type { Disturbed } from "./check/AlertTable.js"
import type { Vendor } from "./connectors/lists.js"
import { Fleet, type Slot } from "./Fleet.js"
import type { Desk } from "./load/Tickets.js"
import type { Options } from "./Options.js"
import * as ChaosVendor from "./vendor/ChaosVendor.js"
import { Customer } from "./vendor/Customer.js"
import { Mischief } from "./vendor/Mischief.js"
import * as Alerts from "./watch/Alerts.js"
import { Api } from "./watch/Api.js"
import { Observer } from "./watch/Observer.js"
import * as Triggers from "./watch/Triggers.js"
import { Writes } from "./watch/Writes.js"

/** Everything that takes part in a run. */
export interface Stage {
  readonly fleet: Fleet
  readonly api: Api
  readonly observer: Observer
  /** A session of its own for checks, because the other one holds a lock at times. */
  readonly checker: Observer
  /** The alerts that operators get; null if this machine has no Prometheus. */
  readonly alerts: Alerts.Alerts | null
  /** What went wrong so far. */
  readonly disturbances: Array<Disturbed>
  /** Where processes can be killed. */
  readonly writes: Writes
  /** Null if the run uses a server that it must not stop. */
  readonly postgres: Postgres | null
  readonly vendor: ChaosVendor.ChaosVendor
  readonly mischief: Mischief
  readonly organization: string
  /** The customers of the stand-in, by their connections. */
  readonly connections: ReadonlyMap<string, Customer>
  /** The ticketing tools. */
  readonly desks: ReadonlyArray<Desk>
  readonly journal: Journal
  readonly random: Random
}

const SERVERS = 3
const START_LIMIT_MILLIS = 180_000
const REFRESH_INTERVAL_SECS = 60
/** The long list is read when the run asks for it, because it costs as much as a hundred others. */
const BULK_REFRESH_INTERVAL_SECS = 3_600

/** One of each vendor: more would only be more load for a busy machine. */
const accounts: ReadonlyArray<readonly [name: string, vendor: Vendor]> = [
  ["tokens", "CHAOS_TOKENS"],
  ["indexes", "CHAOS_INDEXES"],
  ["changes", "CHAOS_CHANGES"],
  ["bulk", "CHAOS_BULK"]
]

/** What the servers have in common. */
const settings = {
  TRIBUTARY_REQUESTS_PER_SECOND: "100000",
  TRIBUTARY_DATABASE_SHARE_MILLIS: "1000000",
  TRIBUTARY_JOBS_AT_ONCE: "4",
  // The ticketing tools find a ticket at once, so that a job need not search for minutes before it fails.
  TRIBUTARY_OUTBOUND_SEARCH_SECS: "10",
  TRIBUTARY_REFRESH_MIN_SECS: "60",
  TRIBUTARY_API_DATABASE_CONNECTIONS: "4",
  TRIBUTARY_SYNC_DATABASE_CONNECTIONS: "8"
}

const startFleet = async (
  installation: Installation.Installation,
  options: Options,
  journal: Journal,
  cleanups: Cleanups
) => {
  const ports = await Promise.all(Array.from({ length: SERVERS }, () => Child.freePort()))
  const slots = ports.map((metricsPort, index): Slot => {
    const name = `server-${index + 1}`
    // Tells whose session a write comes from.
    const database = { DATABASE_URL: Databases.urlFor(installation.url, name) }
    const logLevel = { TRIBUTARY_LOG_LEVEL: options.logs === null ? "Warning" : "Info" }
    const metrics = { TRIBUTARY_METRICS_PORT: String(metricsPort) }
    const env = { ...installation.env, ...settings, ...database, ...logLevel, ...metrics }
    return { name, env, metricsPort, process: null, isServing: false, isStarting: false }
  })
  const fleet = new Fleet(slots, options.server, journal)
  cleanups.add(() => fleet.release())
  // A server that cannot reach its database in time ends, and is started again.
  const giveUpAt = Date.now() + START_LIMIT_MILLIS
  await Promise.all(slots.map((slot) => fleet.untilServing(slot, () => Date.now() > giveUpAt)))
  if (fleet.serving().length < SERVERS)
    throw new Error(`Not all servers started within ${START_LIMIT_MILLIS / 1_000} s.`)
  return fleet
}

/** Creates something through the API; returns its id. */
const create = async (api: Api, path: string, body: object): Promise<string> => {
  const answer = await api.once(path, { method: "POST", body: JSON.stringify(body), timeoutMillis: START_LIMIT_MILLIS })
  if (answer.status !== 201) throw new Error(`${path} got ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/** Starts the database, the servers and the vendors, and makes the connections. `root` is the folder of the repository. */
export const set = async (
  options: Options,
  root: string,
  journal: Journal,
  random: Random,
  cleanups: Cleanups
): Promise<Stage> => {
  const { installation, postgres } = await Installation.open(options.database, root, cleanups)
  const [observer, checker] = [new Observer(installation.url), new Observer(installation.url)]
  cleanups.add(() => Promise.all([observer.close(), checker.close()]))
  const writes = new Writes(observer, await Triggers.install(observer), random.fork("writes"))

  const fleet = await startFleet(installation, options, journal, cleanups)
  journal.event(`${SERVERS} servers run`)
  const alerts = Alerts.isInstalled() ? await Alerts.start(fleet.slots) : null
  if (alerts === null) journal.event("no alerts: this machine has no Prometheus")
  else cleanups.add(alerts.stop)

  const customers = accounts.map(([name, vendor]) => new Customer(name, vendor, random.fork(name)))
  const mischief = new Mischief(random.fork("mischief"))
  const vendor = await ChaosVendor.start(customers, mischief, journal)
  cleanups.add(vendor.stop)

  const api = new Api(fleet, installation.apiKey, random.fork("api"), journal)
  const organization = await create(api, "/provisioning/organizations", { name: "Chaos" })
  const connect = (name: string, credentials: object) =>
    create(api, `/provisioning/organizations/${organization}/connections`, {
      vendor: name,
      credentials,
      refresh_interval_secs: name === "CHAOS_BULK" ? BULK_REFRESH_INTERVAL_SECS : REFRESH_INTERVAL_SECS
    })
  const connections = new Map<string, Customer>()
  for (const customer of customers) {
    const credentials = { base_url: vendor.addressOf(customer), api_key: customer.key }
    connections.set(await connect(customer.vendor, credentials), customer)
  }
  const desks: Array<Desk> = []
  for (const dialect of [TicketVendor.jira, TicketVendor.servicenow]) {
    const tool = await TicketVendor.start(dialect)
    cleanups.add(tool.stop)
    desks.push({ vendor: tool, dialect, connection: await connect(dialect.vendor, dialect.credentials(tool.url)) })
  }
  journal.event(`${connections.size + desks.length} connections were made`)
  await writes.forget()
  return {
    fleet,
    alerts,
    disturbances: [],
    api,
    observer,
    checker,
    writes,
    postgres,
    vendor,
    mischief,
    organization,
    connections,
    desks,
    journal,
    random
  }
}
