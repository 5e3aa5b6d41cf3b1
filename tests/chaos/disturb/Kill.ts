import { setTimeout as sleep } from "node:timers/promises"
import * as Syncs from "../load/Syncs.js"
import type { Slot } from "../processes/Fleet.js"
import type { Stage } from "../Stage.js"

/** Which writes to count: those of pull jobs, or those of outbound jobs. */
export type Group = "job" | "outbound"

/** How far away the write is at which the process dies, in statements. */
const MAX_STEPS: Readonly<Record<Group, number>> = { job: 150, outbound: 5 }
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

const arm = (group: Group, what: "halt" | "tell") =>
  `select setval('chaos.${what}_${group}', (select last_value from chaos.step_${group}) + $1)`

/** How many jobs to request, so that there are writes to wait for. */
const JOBS = 3

const requestJobs = async ({ api, connections, organization, random }: Stage): Promise<void> => {
  for (const id of random.shuffled([...connections.keys()]).slice(0, JOBS)) await Syncs.request(api, organization, id)
}

/** Starts the server again after a pause, in the background. */
const restart = ({ fleet, random }: Stage, slot: Slot): void => {
  void sleep(random.between(0, MAX_PAUSE_MILLIS), undefined, { ref: false }).then(() =>
    slot.process === null ? fleet.start(slot) : undefined
  )
}

const slotOf = ({ fleet }: Stage, name: string): Slot | undefined =>
  fleet.slots.find((slot) => slot.name === name.split(" ")[0])

/**
 * Kills a process while one of its writes waits in the middle of its transaction, at the start or the end of a statement.
 *
 * The write is then either never finished, or finished by Postgres although nobody is left to read the answer.
 */
export const inTransaction =
  (group: Group) =>
  async (stage: Stage): Promise<void> => {
    const { fleet, journal, observer, random } = stage
    await observer.query("select pg_advisory_lock(7001)")
    await observer.query(arm(group, "halt"), [random.between(1, MAX_STEPS[group])])
    if (group === "job") await requestJobs(stage)
    const giveUpAt = Date.now() + LIMIT_MILLIS
    let found: Waiting | undefined
    while (found === undefined && Date.now() < giveUpAt) {
      await sleep(LOOK_MILLIS)
      found = (await observer.query<Waiting>(waiting))?.[0]
    }
    await observer.query(`select setval('chaos.halt_${group}', 0)`)
    const slot = found === undefined ? undefined : slotOf(stage, found.name)
    if (found !== undefined && slot !== undefined) {
      await fleet.kill(slot)
      const isAborted = random.chance(0.5)
      if (isAborted) await observer.query("select pg_terminate_backend($1)", [found.pid])
      const [name = "", ...moment] = found.name.split(" ")
      journal.event(`kill -9  ${name}, ${moment.join(" ")}${isAborted ? ", statement aborted" : ""}`)
      journal.count(`kills: ${moment.join(" ")}`)
      restart(stage, slot)
    } else {
      journal.event(`no kill: no write of ${group} came`)
    }
    await observer.query("select pg_advisory_unlock_all()")
  }

/** Kills a process right after one of its transactions has committed. */
export const afterCommit =
  (group: Group) =>
  async (stage: Stage): Promise<void> => {
    const { fleet, journal, observer, random } = stage
    const told = new Promise<string | null>((resolve) => {
      observer.onNotification(resolve)
      setTimeout(resolve, LIMIT_MILLIS, null)
    })
    await observer.query(arm(group, "tell"), [random.between(1, MAX_STEPS[group])])
    if (group === "job") await requestJobs(stage)
    const payload = await told
    await observer.query(`select setval('chaos.tell_${group}', 0)`)
    const slot = payload === null ? undefined : slotOf(stage, payload)
    if (payload === null || slot === undefined) return journal.event(`no kill: no write of ${group} came`)
    await fleet.kill(slot)
    const [name = "", ...statement] = payload.split(" ")
    journal.event(`kill -9  ${name}, after the commit of ${statement.join(" ")}`)
    journal.count(`kills: after the commit of ${statement.join(" ")}`)
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
