import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as TicketVendor from "../support/TicketVendor.js"
import type { Cleanups } from "./Cleanups.js"
import type { Vendor } from "./connectors/lists.js"
import type { Journal } from "./Journal.js"
import type { Desk } from "./load/Tickets.js"
import type { Options } from "./Options.js"
import { Fleet } from "./processes/Fleet.js"
import * as Installation from "./processes/Installation.js"
import { Postgres } from "./processes/Postgres.js"
import type { Random } from "./Random.js"
import { Customer } from "./vendor/Customer.js"
import { Mischief } from "./vendor/Mischief.js"
import * as VendorServer from "./vendor/VendorServer.js"
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
  /** Where processes can be killed. */
  readonly writes: Writes
  /** Null if the run uses a server that it must not stop. */
  readonly postgres: Postgres | null
  readonly vendor: VendorServer.VendorServer
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

const startFleet = async (
  installation: Installation.Installation,
  options: Options,
  journal: Journal,
  cleanups: Cleanups
) => {
  const dataDir = await mkdtemp(join(tmpdir(), "tributary-chaos-data-"))
  cleanups.add(() => rm(dataDir, { recursive: true, force: true }))
  const slots = Installation.slots(installation, {
    file: options.server,
    count: SERVERS,
    dataDir,
    logLevel: options.logs === null ? "Warning" : "Info"
  })
  const fleet = new Fleet(slots, journal)
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
  const postgres = options.database === null ? new Postgres(root) : null
  if (postgres !== null) cleanups.add(() => postgres.remove())
  const installation = await Installation.create(options.database ?? (await postgres?.start()) ?? "")
  if (postgres === null) cleanups.add(installation.remove)
  const [observer, checker] = [new Observer(installation.url), new Observer(installation.url)]
  cleanups.add(() => Promise.all([observer.close(), checker.close()]))
  const writes = new Writes(observer, await Triggers.install(observer), random.fork("writes"))

  const fleet = await startFleet(installation, options, journal, cleanups)
  journal.event(`${SERVERS} servers run`)

  const customers = accounts.map(([name, vendor]) => new Customer(name, vendor, random.fork(name)))
  const mischief = new Mischief(random.fork("mischief"))
  const vendor = await VendorServer.start(customers, mischief, journal)
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
