import { setTimeout as sleep } from "node:timers/promises"
import * as AlertTable from "./check/AlertTable.js"
import * as Coverage from "./check/Coverage.js"
import * as Deletions from "./check/Deletions.js"
import * as Jobs from "./check/Jobs.js"
import * as Store from "./check/Store.js"
import * as Totals from "./check/Totals.js"
import * as Plan from "./disturb/Plan.js"
import * as Syncs from "./load/Syncs.js"
import * as Tickets from "./load/Tickets.js"
import type { Options } from "./Options.js"
import type { Stage } from "./Stage.js"
import * as Alerts from "./watch/Alerts.js"
import { Readers } from "./watch/Readers.js"
import * as Tables from "./watch/Tables.js"
import { nameOf, ofConnection, type Target } from "./watch/Target.js"

const STOP_LIMIT_MILLIS = 180_000
/** How much of the run is left for the quiet time at its end. */
const QUIET_SECS = { short: 65, long: 80 }
/** How long a busy machine may take for it. */
const MAX_QUIET_SECS = 900
const MAX_ROUGH_SECS = 60
const MAX_PAUSE_MILLIS = 2_500
const CHANGE_MILLIS = 60
const LOOK_MILLIS = 2_000
const SERVING_LOOK_MILLIS = 50
/** A server starts in a few seconds; a busy machine takes longer. */
const MAX_DOWN_MILLIS = 180_000

const isBulk = ({ customer }: Target): boolean => customer.vendor === "CHAOS_BULK"

/** Keeps everybody busy until `isStopped`: the vendors change, jobs and tickets are requested, totals and memory are watched. */
const keepBusy = (stage: Stage, readers: Readers, isStopped: () => boolean): Promise<unknown> => {
  const { api, checker, connections, desks, fleet, journal, organization, random } = stage
  const changes = async () => {
    const dice = random.fork("changes")
    const customers = [...connections.values()]
    while (!isStopped()) {
      dice.pick(customers).change()
      journal.count("vendor: changes")
      await sleep(CHANGE_MILLIS)
    }
  }
  const looks = async () => {
    while (!isStopped()) {
      await sleep(LOOK_MILLIS)
      fleet.measure()
      await Totals.check(checker, journal)
    }
  }
  const bulk = [...connections].filter(([, { vendor }]) => vendor === "CHAOS_BULK").map(([id]) => id)
  const syncs = Syncs.run(api, {
    organization,
    connections: [...connections.keys()].filter((id) => !bulk.includes(id)),
    rare: bulk,
    random: random.fork("syncs"),
    isStopped
  })
  return Promise.all([changes(), looks(), readers.run(), syncs, Tickets.run(api, desks, journal, isStopped)])
}

/** Lets one thing after another go wrong: each at least once, and then more of them until the time is over. */
const disturb = async (stage: Stage, options: Options, until: number): Promise<void> => {
  const { desks, fleet, journal, mischief, random, writes } = stage
  mischief.isRough = true
  for (const { vendor } of desks) Tickets.misbehave(vendor, random.fork("tickets"))
  const [dice, plan] = [random.fork("pauses"), random.fork("plan")]
  const next = async (disturbance: Plan.Disturbance) => {
    // Nothing can be disturbed before a server runs again.
    const giveUpAt = Date.now() + MAX_DOWN_MILLIS
    while (fleet.serving().length === 0) {
      if (Date.now() > giveUpAt) throw new Error(`No server has taken requests for ${MAX_DOWN_MILLIS / 1_000} s.`)
      await sleep(SERVING_LOOK_MILLIS)
    }
    const from = Date.now()
    const before = journal.events().length
    await disturbance(stage)
    const text = journal.events().slice(before).join("; ")
    stage.disturbances.push({ from, text: text === "" ? "nothing happened" : text })
    await sleep(dice.between(0, MAX_PAUSE_MILLIS))
  }
  for (const disturbance of Plan.once(plan, options)) await next(disturbance)
  const more = Plan.endless(plan)
  while (Date.now() < until) await next(more.next().value)
  const { all, killed } = await writes.coverage()
  journal.peak("kills: different moments of writes", killed)
  journal.peak("kills: all moments of the writes that were made", all)
}

/** The connections, and how many successful jobs of each to wait for. */
const pulled = ({ connections }: Stage, rounds: number, bulkRounds: number): ReadonlyArray<Jobs.Pulled> =>
  [...connections].map(([id, { name, vendor }]) => ({
    id,
    name,
    rounds: vendor === "CHAOS_BULK" ? bulkRounds : rounds
  }))

const after = (seconds: number): (() => boolean) => {
  const at = Date.now() + seconds * 1_000
  return () => Date.now() > at
}

/** Lets every connection run a job to its end while its vendor still lies and changes, but no process dies any more. */
const finishRough = async (stage: Stage): Promise<void> => {
  const { api, fleet, observer, organization } = stage
  const giveUp = after(MAX_ROUGH_SECS)
  await Promise.all(fleet.slots.map((slot) => fleet.untilServing(slot, giveUp)))
  await Jobs.rounds(api, observer, { organization, connections: pulled(stage, 1, 0), quietSince: null, giveUp })
}

/** Waits until the servers have made up for everything, with every vendor healthy. */
const settle = async (stage: Stage): Promise<void> => {
  const { api, fleet, journal, observer, organization } = stage
  const quietSince = Date.now()
  // So that nobody waits for the leases of tickets.
  await fleet.whileAllAreDown(STOP_LIMIT_MILLIS, () => Tickets.endLeases(observer))
  const giveUp = after(MAX_QUIET_SECS)
  const connections = pulled(stage, 1, 1)
  const [ended] = await Promise.all([
    Jobs.rounds(api, observer, { organization, connections, quietSince, giveUp }),
    Tickets.settle(observer, journal, giveUp)
  ])
  Jobs.checkEnds(ended, journal)
}

/** Compares everything that the servers show, and everything that was noted on the way, with what the vendors held. */
const verify = async (stage: Stage, targets: ReadonlyArray<Target>, readers: Readers): Promise<void> => {
  const { api, connections, desks, journal, observer } = stage
  await readers.catchUp()
  await Store.check(api, targets, readers, journal)
  await Totals.check(observer, journal)
  await Jobs.check(observer, journal)
  await Tickets.check(observer, desks, journal)
  const allowed = await Deletions.check(observer, connections, journal)
  for (const { at, target, vendorId, what } of readers.sightings) {
    if (allowed.has(`${target.connection} ${target.kind.name} ${vendorId}`)) continue
    const where = `${nameOf(target)} ${vendorId} ${what} at ${new Date(at).toISOString()}`
    journal.broken("no reader sees a held record deleted", where)
  }
}

/** Runs until the time is over, and checks every promise; what is broken is in the journal. */
export const run = async (stage: Stage, options: Options): Promise<void> => {
  const quietAt = Date.now() + (options.seconds - (options.isShort ? QUIET_SECS.short : QUIET_SECS.long)) * 1_000
  const { connections, desks, fleet, journal, mischief, observer } = stage
  const targets = [...connections].flatMap(([id, customer]) => ofConnection(id, customer))
  const readers = new Readers(stage.api, journal, targets, isBulk)
  let isQuiet = false
  const busy = keepBusy(stage, readers, () => isQuiet)

  await Promise.race([disturb(stage, options, quietAt), busy])
  const calm = (text: string) => {
    stage.disturbances.push({ from: Date.now(), text })
    journal.event(text)
  }
  calm("nobody disturbs the servers any more")
  await finishRough(stage)
  calm("the vendors are healthy, and nothing changes any more; all servers start again")
  isQuiet = true
  mischief.isRough = false
  for (const { vendor } of desks) Tickets.behave(vendor)
  readers.stop()
  await busy
  await settle(stage)
  journal.event("every job has ended")
  await verify(stage, targets, readers)
  if (!options.isShort) Coverage.check(journal)
  if (options.logs !== null || journal.failures().length > 0) await Tables.keep(observer, journal)

  if (stage.alerts !== null) {
    const firings = await stage.alerts.fired()
    const table = AlertTable.table(stage.disturbances, firings, journal.startedAt)
    journal.event(`what the alerts said, with every duration divided by ${Alerts.FASTER}:\n${table}`)
    for (const { alert } of firings) journal.count(`alerts: ${alert.split(" ")[0]}`)
  }
  await Promise.all(fleet.slots.map((slot) => fleet.stop(slot, STOP_LIMIT_MILLIS)))
  for (const pid of fleet.leftOver()) journal.broken("no process is left over", `process ${pid}`)
}
