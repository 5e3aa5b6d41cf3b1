import { setTimeout as sleep } from "node:timers/promises"
import * as Child from "../../runtime-http/test/Child.js"
import * as Installation from "../support/process/Installation.js"
import * as ServerProcess from "../support/process/ServerProcess.js"
import type { Cleanups } from "../support/run/Cleanups.js"
import type { Journal } from "../support/run/Journal.js"
import { Lateness } from "./Lateness.js"
import { Memory } from "./Memory.js"
import type { Options } from "./Options.js"
import { Polite } from "./Polite.js"
import * as Report from "./Report.js"
import { VENDOR } from "./SoakConnector.js"
import * as SoakVendor from "./SoakVendor.js"

const GOOD = 200
const HANGING = 8
const GOOD_USERS = 30
const NOISY_USERS = 2_000
const INTERVAL_SECS = 60
const SETTLE_LIMIT_MILLIS = 180_000
const CHANGE_EVERY_SECS = 20
const SECOND = 1_000

/** A customer of the vendor, and its connection. */
interface Connected {
  readonly customer: SoakVendor.Customer
  readonly id: string
}

const connect = async (
  client: Polite,
  vendor: SoakVendor.SoakVendor,
  organization: string,
  customer: SoakVendor.Customer
): Promise<Connected> => {
  const { id } = await client.send<{ readonly id: string }>(`/provisioning/organizations/${organization}/connections`, {
    body: {
      vendor: VENDOR,
      credentials: { base_url: vendor.addressOf(customer), api_key: customer.name },
      refresh_interval_secs: INTERVAL_SECS
    }
  })
  return { customer, id }
}

const organizationOf = async (client: Polite, name: string): Promise<string> =>
  (await client.send<{ readonly id: string }>("/provisioning/organizations", { body: { name } })).id

/** Waits until no job of the connections runs or is due. */
const settled = async (lateness: Lateness, ids: ReadonlyArray<string>): Promise<void> => {
  const until = Date.now() + SETTLE_LIMIT_MILLIS
  while ((await lateness.busy(ids)) > 0) {
    if (Date.now() > until) throw new Error(`The jobs did not end within ${SETTLE_LIMIT_MILLIS / SECOND} s.`)
    await sleep(SECOND / 2)
  }
}

/** The connections are synced more often than the defaults allow. */
const settings = {
  TRIBUTARY_LOG_LEVEL: "Error",
  TRIBUTARY_REFRESH_MIN_SECS: String(INTERVAL_SECS),
  TRIBUTARY_API_DATABASE_CONNECTIONS: "4",
  TRIBUTARY_SYNC_DATABASE_CONNECTIONS: "8"
}

/** Loads a server twice for the same time, the second time with everything that could disturb it, and compares. */
export const run = async (
  options: Options,
  root: string,
  journal: Journal,
  cleanups: Cleanups
): Promise<Report.Comparison> => {
  const { installation } = await Installation.open(options.database, root, cleanups)
  // As many jobs, and as many requests, as the defaults allow.
  const server = await ServerProcess.start(options.server, { ...installation.env, ...settings })
  cleanups.add(async () => {
    if (server.hasEnded()) journal.broken("the server runs until the end", `it ended with ${await server.ended}`)
    await server.release()
    journal.keepLog("The server", server.output())
  })
  const { apiKey: noisyKey } = await Installation.addAccount(installation.url, "Noisy")
  const lateness = new Lateness(installation.url)
  await lateness.install()
  cleanups.add(() => lateness.close())

  const goods = Array.from({ length: GOOD }, (_, index) => SoakVendor.customer(`good-${index}`, "good", GOOD_USERS))
  const rude = [
    ...Array.from({ length: HANGING }, (_, index) => SoakVendor.customer(`hangs-${index}`, "hangs", GOOD_USERS)),
    SoakVendor.customer("giant", "giant", GOOD_USERS),
    SoakVendor.customer("throttled", "throttled", GOOD_USERS)
  ]
  const noisyCustomer = SoakVendor.customer("noisy", "good", NOISY_USERS)
  const all = new Map([...goods, ...rude, noisyCustomer].map((each) => [each.name, each]))
  const vendor = await SoakVendor.start(all)
  cleanups.add(vendor.stop)

  const polite = new Polite(server.origin, installation.apiKey)
  const noisy = new Polite(server.origin, noisyKey)
  const organization = await organizationOf(polite, "Polite")
  const noisyOrganization = await organizationOf(noisy, "Noisy")
  const good: Array<Connected> = []
  for (const customer of goods) {
    good.push(await connect(polite, vendor, organization, customer))
    // Spread over the interval, as the connections of many customers are.
    await sleep((INTERVAL_SECS * SECOND) / GOOD)
  }
  for (const customer of rude) await connect(noisy, vendor, noisyOrganization, customer)
  const loud = await connect(noisy, vendor, noisyOrganization, noisyCustomer)
  const ids = good.map(({ id }) => id)
  await settled(lateness, ids)
  journal.event(`${good.length} well-behaved connections and ${rude.length} others are synced`)

  let version = 0
  const phase = async (): Promise<Report.Phase> => {
    const memory = new Memory()
    await lateness.reset()
    polite.millis = []
    let isOver = false
    const reading = polite.run(ids, () => isOver)
    for (const until = Date.now() + options.phaseSecs * SECOND; Date.now() < until; ) {
      version += 1
      // Each vendor in turn, because a list of which most rows leave between two scans would wait for a confirmation.
      for (const [index, { customer }] of good.entries()) {
        if (index % CHANGE_EVERY_SECS === version % CHANGE_EVERY_SECS) SoakVendor.change(customer, version)
      }
      memory.look(server.pid)
      await sleep(SECOND)
    }
    isOver = true
    await reading
    return { millis: polite.millis, lateSecs: await lateness.seconds(ids), memory }
  }

  const quiet = await phase()
  journal.event(`without noise: ${Report.describe(quiet)}`)
  vendor.isNoisy = true
  const noise = Child.spawn(options.noise, {
    args: [server.origin, noisyKey, noisyOrganization, loud.id],
    stdio: ["ignore", "ignore", "inherit"]
  })
  cleanups.add(noise.release)
  const disturbed = await phase()
  journal.event(`with noise: ${Report.describe(disturbed)}`)
  if (noise.hasEnded()) journal.broken("the noise goes on", `it ended with ${await noise.ended}`)
  await noise.release()

  // The vendor changes no more. Two more scans have to miss a record before it leaves.
  for (let scan = 0; scan < 3; scan += 1) {
    await settled(lateness, ids)
    if (scan < 2) for (const { id } of good) await polite.sync(organization, id)
  }
  const differences: Array<string> = []
  for (const { customer, id } of good) {
    const difference = SoakVendor.differenceOf(customer, await polite.users(id))
    if (difference !== null) differences.push(`${customer.name}: ${difference}`)
  }
  return { quiet, disturbed, differences, refused: polite.refused, connections: good.length }
}
