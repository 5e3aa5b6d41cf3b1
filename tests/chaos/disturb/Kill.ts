import { setTimeout as sleep } from "node:timers/promises"
import type { Slot } from "../Fleet.js"
import * as Syncs from "../load/Syncs.js"
import type { Stage } from "../Stage.js"
import { type Aim, type Group, type Moment, moments } from "../watch/Writes.js"

const LIMIT_MILLIS = 6_000
/** Some writes are rare; then another one will do. On a busy machine all are rare. */
const SEARCH_MILLIS = 180_000
const LOOK_MILLIS = 3
const NONE_YET_MILLIS = 500
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

/** Waits until a write is in the middle of its transaction, kills its process there, and lets Postgres finish the write or abort it. */
const killInTransaction = async (stage: Stage, aim: Aim): Promise<boolean> => {
  const { fleet, observer, random } = stage
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
  }
  await observer.query("select pg_advisory_unlock_all()")
  return slot !== undefined
}

/** Waits until the transaction of a write has committed, and kills its process at once. */
const killAfterCommit = async (stage: Stage, aim: Aim): Promise<boolean> => {
  const told = stage.observer.nextNotification(LIMIT_MILLIS)
  await arm(stage, aim)
  const payload = await told
  await disarm(stage)
  const slot = payload === null ? undefined : slotOf(stage, payload)
  if (slot === undefined) return false
  await stage.fleet.kill(slot)
  note(stage, slot, aim)
  restart(stage, slot)
  return true
}

/** Kills a process before or after one of its writes, in the middle of the transaction, or right after the transaction has committed. */
export const atWrite =
  (group: Group, moment: Moment) =>
  async (stage: Stage): Promise<void> => {
    const { journal, writes } = stage
    const giveUpAt = Date.now() + SEARCH_MILLIS
    while (Date.now() < giveUpAt) {
      const aim = await writes.choose(group, moment)
      if (aim === null) {
        await sleep(NONE_YET_MILLIS)
        continue
      }
      if (await (moment === "commit" ? killAfterCommit : killInTransaction)(stage, aim)) {
        return journal.count(`kills at writes: ${group} ${moment}`)
      }
      journal.event(`no kill: ${nameOf(aim)} did not come`)
    }
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
