import { setTimeout as sleep } from "node:timers/promises"
import type { Slot } from "../Fleet.js"
import * as Syncs from "../load/Syncs.js"
import type { Stage } from "../Stage.js"

/** A process counts as gone after 10 seconds; the other process then claims within a second or two. A busy machine takes longer. */
const LIMIT_MILLIS = 180_000
const LOOK_MILLIS = 200
const WAIT_FOR_OWNER_MILLIS = 180_000

const owned = "select connection_id as id from schedule where run_by like $1"

/** Freezes a process that runs a job until another process has taken the job over, then lets it go on. */
export const owner = async (stage: Stage): Promise<void> => {
  const { fleet, journal, observer, random } = stage
  const jobsOf = async (slot: Slot) =>
    (await observer.query<{ readonly id: string }>(owned, [`${slot.process?.runner}/%`])) ?? []
  const findOwner = async (): Promise<Slot | null> => {
    const serving = random.shuffled(fleet.serving())
    // Somebody has to be there who takes over.
    if (serving.length >= 2) for (const slot of serving) if ((await jobsOf(slot)).length > 0) return slot
    return null
  }
  const giveUpAt = Date.now() + WAIT_FOR_OWNER_MILLIS
  let slot = await findOwner()
  while (slot === null && Date.now() < giveUpAt) {
    await Syncs.some(stage)
    await sleep(LOOK_MILLIS / 10)
    slot = await findOwner()
  }
  if (slot === null) return journal.event("no freeze: no process has both a job and a deputy")
  const { process } = slot
  if (process === null) return
  process.signal("SIGSTOP")
  slot.isServing = false
  const jobs = await jobsOf(slot)
  const frozenAt = Date.now()
  let left = jobs.length
  while (left > 0 && Date.now() - frozenAt < LIMIT_MILLIS) {
    await sleep(LOOK_MILLIS)
    left = (await jobsOf(slot)).length
  }
  process.signal("SIGCONT")
  slot.isServing = true
  const seconds = ((Date.now() - frozenAt) / 1_000).toFixed(1)
  const taken = left === 0 ? "all of which were taken over" : `of which ${left} were not taken over`
  journal.event(`SIGSTOP  ${slot.name} for ${seconds} s, with ${jobs.length} jobs, ${taken}`)
  journal.count("freezes: SIGSTOP and SIGCONT")
  if (jobs.length > 0 && left === 0) journal.count("jobs: taken over from a frozen process", jobs.length)
  if (left > 0) journal.broken("the jobs of a frozen process are taken over", `${left} were not within ${seconds} s`)
}
