import { setTimeout as sleep } from "node:timers/promises"
import * as Syncs from "../load/Syncs.js"
import type { Slot } from "../processes/Fleet.js"
import type { Stage } from "../Stage.js"
import { type Aim, type Group, moments } from "../watch/Writes.js"

const LIMIT_MILLIS = 8_000
const LOOK_MILLIS = 3
const MAX_PAUSE_MILLIS = 4_000

interface Waiting {
  readonly pid: number
  readonly name: string
}

const waiting = `
  select activity.pid, activity.application_name as name
  from pg_locks as lock join pg_stat_activity as activity using (pid)
  where lock.locktype = 'advisory' and lock.objid = 7001 and not lock.granted`

/** Starts the server again after a pause, in the background. */
const restart = ({ fleet, random }: Stage, slot: Slot): void => {
  void sleep(random.between(0, MAX_PAUSE_MILLIS), undefined, { ref: false }).then(() =>
    slot.process === null ? fleet.start(slot) : undefined
  )
}

const slotOf = ({ fleet }: Stage, name: string): Slot | undefined =>
  fleet.slots.find((slot) => slot.name === name.split(" ")[0])

/** Lets the triggers wait for the write, and the servers make it. */
const arm = async (stage: Stage, { moment, site, skip }: Aim): Promise<void> => {
  await stage.observer.query("select setval('chaos.countdown', $1), setval('chaos.aim', $2)", [
    skip + 1,
    site.number * moments.length + moments.indexOf(moment)
  ])
  if (site.table !== "outbound_job") await Syncs.some(stage)
}

const disarm = ({ observer }: Stage) => observer.query("select setval('chaos.aim', 0)")

const nameOf = ({ moment, site: { operation, status, table } }: Aim): string =>
  `${moment === "commit" ? "after the commit of" : moment} ${operation} ${table}${status === null ? "" : ` to ${status}`}`

const note = ({ journal, writes }: Stage, slot: Slot, aim: Aim, more = ""): void => {
  journal.event(`kill -9  ${slot.name}, ${nameOf(aim)}${more}`)
  journal.count(`kills: ${nameOf(aim)}`)
  writes.noteKill(aim)
}

/**
 * Kills a process while one of its writes waits in the middle of its transaction, before or after the write.
 *
 * The transaction is then either never finished, or finished by Postgres although nobody is left to read the answer.
 */
export const inTransaction =
  (group: Group) =>
  async (stage: Stage): Promise<void> => {
    const { fleet, journal, observer, random } = stage
    const aim = await stage.writes.choose(group, false)
    if (aim === null) return journal.event(`no kill: no write of ${group} was made yet`)
    await observer.query("select pg_advisory_lock(7001)")
    await arm(stage, aim)
    const giveUpAt = Date.now() + LIMIT_MILLIS
    let found: Waiting | undefined
    while (found === undefined && Date.now() < giveUpAt) {
      await sleep(LOOK_MILLIS)
      found = (await observer.query<Waiting>(waiting))?.[0]
    }
    await disarm(stage)
    const slot = found === undefined ? undefined : slotOf(stage, found.name)
    if (found !== undefined && slot !== undefined) {
      await fleet.kill(slot)
      const isAborted = random.chance(0.5)
      if (isAborted) await observer.query("select pg_terminate_backend($1)", [found.pid])
      note(stage, slot, aim, isAborted ? ", transaction aborted" : "")
      restart(stage, slot)
    } else {
      journal.event(`no kill: ${nameOf(aim)} did not come`)
    }
    await observer.query("select pg_advisory_unlock_all()")
  }

/** Kills a process right after one of its transactions has committed. */
export const afterCommit =
  (group: Group) =>
  async (stage: Stage): Promise<void> => {
    const { fleet, journal, observer } = stage
    const aim = await stage.writes.choose(group, true)
    if (aim === null) return journal.event(`no kill: no write of ${group} was made yet`)
    const told = observer.nextNotification(LIMIT_MILLIS)
    await arm(stage, aim)
    const payload = await told
    await disarm(stage)
    const slot = payload === null ? undefined : slotOf(stage, payload)
    if (slot === undefined) return journal.event(`no kill: ${nameOf(aim)} did not come`)
    await fleet.kill(slot)
    note(stage, slot, aim)
    restart(stage, slot)
  }

/** Kills a process at a random moment. */
export const anywhere = async (stage: Stage): Promise<void> => {
  const { fleet, journal, random } = stage
  const slot = fleet.pick(random)
  if (slot === null) return journal.event("no kill: no process runs")
  await fleet.kill(slot)
  journal.event(`kill -9  ${slot.name}, at any moment`)
  journal.count("kills: at any moment")
  restart(stage, slot)
}

/** Kills all processes at once, as a power cut would. */
export const everything = async (stage: Stage): Promise<void> => {
  const { fleet, journal } = stage
  const slots = fleet.slots.filter(({ process }) => process !== null)
  await Promise.all(slots.map((slot) => fleet.kill(slot)))
  journal.event(`kill -9  all ${slots.length} servers`)
  journal.count("kills: all servers at once")
  for (const slot of slots) restart(stage, slot)
}
