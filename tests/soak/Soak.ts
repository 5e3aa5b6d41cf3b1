import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Child from "../../runtime-http/test/Child.js"
import * as Installation from "../support/process/Installation.js"
import * as ServerProcess from "../support/process/ServerProcess.js"
import type { Cleanups } from "../support/run/Cleanups.js"
import type { Journal } from "../support/run/Journal.js"
import { Client } from "./Client.js"
import { Lateness } from "./Lateness.js"
import { type Kept, Memory } from "./Memory.js"
import type { Options } from "./Options.js"
import * as PoliteCustomer from "./PoliteCustomer.js"
import { giveWay } from "./Priority.js"
import * as Report from "./Report.js"
import * as ServerFigures from "./ServerFigures.js"
import * as SilentNames from "./SilentNames.js"
import { VENDOR } from "./SoakConnector.js"
import * as SoakVendor from "./SoakVendor.js"

const GOOD = 200
const HANGING = 8
const GOOD_USERS = 30
const NOISY_USERS = 2_000
const INTERVAL_SECS = 60
const SETTLE_LIMIT_MILLIS = 300_000
const WARM_UP_SECS = 60
const CHANGE_EVERY_SECS = 20
/** How many answers a second the noise gets at least, on a machine that is not too slow for the run. */
const LEAST_ANSWERS = 20
const SECOND = 1_000

/** A customer of the vendor, and its connection. */
interface Connected {
  readonly customer: SoakVendor.Customer
  readonly id: string
}

const connect = async (
  client: Client,
  vendor: SoakVendor.SoakVendor,
  organization: string,
  customer: SoakVendor.Customer
): Promise<Connected> => {
  const path = `/provisioning/organizations/${organization}/connections`
  // On a slow machine, so many connections use up the account's share of the database.
  const { id } = await client.sendPatiently<{ readonly id: string }>(path, {
    body: {
      vendor: VENDOR,
      credentials: { base_url: vendor.addressOf(customer), api_key: customer.name },
      refresh_interval_secs: INTERVAL_SECS
    }
  })
  return { customer, id }
}

const organizationOf = async (client: Client, name: string): Promise<string> =>
  (await client.send<{ readonly id: string }>("/provisioning/organizations", { body: { name } })).id

/** Waits until no job of the connections runs or is due. */
const settled = async (lateness: Lateness, ids: ReadonlyArray<string>): Promise<void> => {
  const until = Date.now() + SETTLE_LIMIT_MILLIS
  while ((await lateness.busy(ids)) > 0) {
    if (Date.now() > until) throw new Error(`The jobs did not end within ${SETTLE_LIMIT_MILLIS / SECOND} s.`)
    await sleep(SECOND / 2)
  }
}

/**
 * The connections are synced more often than the defaults allow. An account has a quarter of two cores of the database, as an operator would
 * set it who has no more: the server, its database, the vendor and the noise share the machine.
 */
const settings = {
  TRIBUTARY_DATABASE_SHARE_MILLIS: "500",
  TRIBUTARY_LOG_LEVEL: "Error",
  TRIBUTARY_REFRESH_MIN_SECS: String(INTERVAL_SECS),
  TRIBUTARY_API_DATABASE_CONNECTIONS: "4",
  TRIBUTARY_SYNC_DATABASE_CONNECTIONS: "8"
}

/** The options of Node with which `deploy` starts the service. */
const deployedOptions = (root: string): string => {
  const unit = readFileSync(join(root, "deploy/tributary@.service"), "utf8")
  const [, options] = /^Environment=NODE_OPTIONS=(\S+)$/m.exec(unit) ?? []
  if (options === undefined) throw new Error("deploy/tributary@.service has no NODE_OPTIONS.")
  return options
}

/** Loads a server twice for the same time, the second time with everything that could disturb it, and compares. Between them, the noise warms it up. */
export const run = async (
  options: Options,
  root: string,
  journal: Journal,
  cleanups: Cleanups
): Promise<Report.Comparison> => {
  const { installation } = await Installation.open(options.database, root, cleanups)
  // As many jobs, and as many requests, as the defaults allow.
  const names = await SilentNames.start()
  cleanups.add(names.stop)
  const { heapMegabytes } = options
  const nodeOptions = [
    deployedOptions(root),
    ...(heapMegabytes === null ? [] : [`--max-old-space-size=${heapMegabytes}`])
  ]
  const server = await ServerProcess.start(
    options.server,
    { ...installation.env, ...settings, NODE_OPTIONS: nodeOptions.join(" "), SOAK_RESOLVER: names.file },
    { stdio: ["ignore", "pipe", "pipe", "ipc"], hasOwnSession: true }
  )
  cleanups.add(async () => {
    if (server.hasEnded()) journal.broken("the server runs until the end", `it ended with ${await server.ended}`)
    await server.release()
    journal.keepLog("The server", server.output())
  })
  const { apiKey: noisyKey } = await Installation.addAccount(installation.url, "Noisy")
  const { apiKey: askingKey } = await Installation.addAccount(installation.url, "Asking")
  const lateness = new Lateness(installation.url)
  await lateness.install()
  cleanups.add(() => lateness.close())

  const goods = Array.from({ length: GOOD }, (_, index) => SoakVendor.customer(`good-${index}`, "good", GOOD_USERS))
  const hanging = SoakVendor.customer("hangs", "hangs", GOOD_USERS)
  const rude = [
    hanging,
    ...Array.from({ length: HANGING - 1 }, (_, index) => SoakVendor.customer(`hangs-${index}`, "hangs", GOOD_USERS)),
    SoakVendor.customer("giant", "giant", GOOD_USERS),
    SoakVendor.customer("huge", "huge", GOOD_USERS),
    SoakVendor.customer("throttled", "throttled", GOOD_USERS)
  ]
  const noisyCustomer = SoakVendor.customer("noisy", "good", NOISY_USERS)
  const all = new Map([...goods, ...rude, noisyCustomer].map((each) => [each.name, each]))
  const vendor = await SoakVendor.start(all)
  cleanups.add(vendor.stop)

  const polite = new Client(server.origin, installation.apiKey)
  const noisy = new Client(server.origin, noisyKey)
  const organization = await organizationOf(polite, "Polite")
  const noisyOrganization = await organizationOf(noisy, "Noisy")
  const askingOrganization = await organizationOf(new Client(server.origin, askingKey), "Asking")
  const good: Array<Connected> = []
  for (const customer of goods) {
    good.push(await connect(polite, vendor, organization, customer))
    // Spread over the interval, as the connections of many customers are.
    await sleep((INTERVAL_SECS * SECOND) / GOOD)
  }
  const others: Array<string> = []
  for (const customer of rude) others.push((await connect(noisy, vendor, noisyOrganization, customer)).id)
  const loud = await connect(noisy, vendor, noisyOrganization, noisyCustomer)
  const ids = good.map(({ id }) => id)
  await settled(lateness, ids)
  journal.event(`${good.length} well-behaved connections and ${rude.length} others are synced`)

  const customer = PoliteCustomer.start(options.polite, [
    server.origin,
    installation.apiKey,
    organization,
    ids.join(",")
  ])
  cleanups.add(customer.release)
  // Only the vendor works here from now on.
  giveWay()

  let version = 0
  const phase = async (secs: number): Promise<Report.Phase> => {
    const memory = new Memory()
    await lateness.reset()
    await ServerFigures.ask(server.process, "delays")
    customer.start()
    for (const until = Date.now() + secs * SECOND; Date.now() < until; ) {
      version += 1
      // Each vendor in turn, because a list of which most rows leave between two scans would wait for a confirmation.
      for (const [index, { customer }] of good.entries()) {
        if (index % CHANGE_EVERY_SECS === version % CHANGE_EVERY_SECS) SoakVendor.change(customer, version)
      }
      memory.look(server.pid)
      await sleep(SECOND)
    }
    const { checkMillis, millis, refused } = await customer.stop()
    const delays = await ServerFigures.ask(server.process, "delays")
    return { checkMillis, millis, refused, lateSecs: await lateness.seconds(ids), memory, delays }
  }

  /** Whoever gets only the time of the processors that nobody else wants may become quiet. */
  const judgeNoise = async (noise: Child.Child, secs: number): Promise<void> => {
    const answers = await new Promise<number>((resolve) => {
      noise.process.once("message", (message) => resolve(message as number))
      noise.process.send("answers")
    })
    const text = `it got ${(answers / secs).toFixed(0)} answers a second`
    if (answers / secs < LEAST_ANSWERS) journal.broken("the noise is loud", text)
    else journal.event(`the noise: ${text}`)
  }

  /** A phase with everything that could disturb the server, and what it keeps when that is over. */
  const noisyPhase = async (secs: number): Promise<{ readonly phase: Report.Phase; readonly kept: Kept }> => {
    vendor.isNoisy = true
    const noise = Child.spawn(options.noise, {
      args: [
        server.origin,
        noisyKey,
        noisyOrganization,
        loud.id,
        vendor.addressOf(hanging),
        askingKey,
        askingOrganization
      ],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      hasOwnSession: true
    })
    cleanups.add(noise.release)
    const measured = await phase(secs)
    if (noise.hasEnded()) journal.broken("the noise goes on", `it ended with ${await noise.ended}`)
    else await judgeNoise(noise, secs)
    await noise.release()
    vendor.isNoisy = false
    await settled(lateness, [...others, ...ids])
    return { phase: measured, kept: await ServerFigures.ask(server.process, "kept") }
  }

  const quiet = await phase(options.phaseSecs)
  journal.event(`without noise: ${Report.describe(quiet)}`)
  const warm = await noisyPhase(WARM_UP_SECS)
  journal.event(`while it warms up: ${Report.describe(warm.phase)}`)
  const { kept, phase: disturbed } = await noisyPhase(options.phaseSecs)
  journal.event(`with noise: ${Report.describe(disturbed)}`)
  if (names.asked() === 0) journal.broken("the noise looks up names", "the name server got no question")

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
  const refused = [quiet, warm.phase, disturbed].flatMap((each) => each.refused)
  const connections = good.length
  return { quiet, disturbed, kept: [warm.kept, kept], heapMegabytes, differences, refused, connections }
}
