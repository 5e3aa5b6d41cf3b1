import { setTimeout as sleep } from "node:timers/promises"
import type { Slot } from "../Fleet.js"
import type { Stage } from "../Stage.js"

/** The process drains for five seconds; a busy machine takes longer. */
const LIMIT_MILLIS = 180_000
const MAX_APART_MILLIS = 1_500
const MAX_AWAY_MILLIS = 4_000
const LEAVING = 2
const LOOK_MILLIS = 50
/** They may be starting. */
const WAIT_FOR_TWO_MILLIS = 30_000

/** Lets two processes leave in order, shortly after each other, and join again later. */
export const leaveAndJoin = async ({ fleet, journal, random }: Stage): Promise<void> => {
  const leave = async (slot: Slot, index: number) => {
    await sleep(index * random.between(0, MAX_APART_MILLIS))
    const startedAt = Date.now()
    await fleet.stop(slot, LIMIT_MILLIS)
    journal.event(`SIGTERM  ${slot.name}, which took ${((Date.now() - startedAt) / 1_000).toFixed(1)} s to stop`)
    await sleep(random.between(0, MAX_AWAY_MILLIS))
    // It takes a while until it has joined; other things go wrong meanwhile.
    void fleet.start(slot).then(() => journal.event(`start    ${slot.name}`))
  }
  const giveUpAt = Date.now() + WAIT_FOR_TWO_MILLIS
  while (fleet.serving().length < LEAVING && Date.now() < giveUpAt) await sleep(LOOK_MILLIS)
  const slots = random.shuffled(fleet.serving()).slice(0, LEAVING)
  await Promise.all(slots.map(leave))
  journal.count("memberships: left and joined", slots.length)
}
