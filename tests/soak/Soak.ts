import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Cleanups } from "../chaos/Cleanups.js"
import type { Journal } from "../chaos/Journal.js"
import { Fleet } from "../chaos/processes/Fleet.js"
import * as Installation from "../chaos/processes/Installation.js"
import { Postgres } from "../chaos/processes/Postgres.js"
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

const startServer = async (options: Options, root: string, journal: Journal, cleanups: Cleanups) => {
  const postgres = options.database === null ? new Postgres(root) : null
  if (postgres !== null) cleanups.add(() => postgres.remove())
  const installation = await Installation.create(options.database ?? (await postgres?.start()) ?? "")
  if (postgres === null) cleanups.add(installation.remove)
  const dataDir = await mkdtemp(join(tmpdir(), "tributary-soak-data-"))
  cleanups.add(() => rm(dataDir, { recursive: true, force: true }))
  const slots = Installation.slots(installation, { file: options.server, count: 1, dataDir, logLevel: "Error" })
  const [slot] = slots
  if (slot === undefined) throw new Error("There is no server.")
  // As many jobs, and as many requests, as the defaults allow.
  const { TRIBUTARY_JOBS_AT_ONCE: _, TRIBUTARY_REQUESTS_PER_SECOND: __, ...env } = slot.settings.env
  const fleet = new Fleet([{ ...slot, settings: { ...slot.settings, env: { ...env } } }], journal)
  cleanups.add(() => fleet.release())
  const [only] = fleet.slots
  if (only !== undefined) await fleet.untilServing(only, () => false)
  const process = only?.process
  if (process == null) throw new Error("The server did not start.")
  return { installation, process }
}

/** Loads a server twice for the same time, the second time with everything that could disturb it, and compares. */
export const run = async (
  options: Options,
  root: string,
  journal: Journal,
  cleanups: Cleanups
): Promise<Report.Comparison> => {
  const { installation, process } = await startServer(options, root, journal, cleanups)
  const noisyKey = await Installation.addAccount(installation, "Noisy")
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

  const polite = new Polite(process.baseUrl, installation.apiKey)
  const noisy = new Polite(process.baseUrl, noisyKey)
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
      memory.look(process.pid)
      await sleep(SECOND)
    }
    isOver = true
    await reading
    return { millis: polite.millis, lateSecs: await lateness.seconds(ids), memory }
  }

  const quiet = await phase()
  journal.event(`without noise: ${Report.describe(quiet)}`)
  vendor.isNoisy = true
  const noise: ChildProcess = spawn(
    globalThis.process.execPath,
    [options.noise, process.baseUrl, noisyKey, noisyOrganization, loud.id],
    { stdio: ["ignore", "ignore", "inherit"] }
  )
  const stopNoise = () =>
    new Promise<void>((resolve) => {
      if (noise.exitCode !== null || noise.signalCode !== null) return resolve()
      noise.once("exit", () => resolve())
      noise.kill("SIGKILL")
    })
  cleanups.add(stopNoise)
  const disturbed = await phase()
  journal.event(`with noise: ${Report.describe(disturbed)}`)
  if (noise.exitCode !== null) journal.broken("the noise goes on", `it ended with ${noise.exitCode}`)
  await stopNoise()

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
