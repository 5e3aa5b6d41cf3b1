import { setTimeout as sleep } from "node:timers/promises"
import type { Stage } from "../Stage.js"

/** The process drains for three seconds; a busy machine takes longer. */
const LIMIT_MILLIS = 60_000
const MAX_AWAY_MILLIS = 5_000

/** Lets a process leave in order, and join again later. */
export const leaveAndJoin = async ({ fleet, journal, random }: Stage): Promise<void> => {
  const slot = fleet.pick(random)
  if (slot === null) return journal.event("nobody leaves: no process runs")
  const startedAt = Date.now()
  await fleet.stop(slot, LIMIT_MILLIS)
  journal.event(`SIGTERM  ${slot.name}, which took ${((Date.now() - startedAt) / 1_000).toFixed(1)} s to stop`)
  await sleep(random.between(0, MAX_AWAY_MILLIS))
  // It takes a while until it has joined; other things go wrong meanwhile.
  void fleet.start(slot).then(() => journal.event(`start    ${slot.name}`))
}
