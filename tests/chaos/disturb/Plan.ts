import type { Random } from "../../support/run/Random.js"
import type { Stage } from "../Stage.js"
import * as Connection from "./Connection.js"
import * as Freeze from "./Freeze.js"
import * as Kill from "./Kill.js"
import * as Membership from "./Membership.js"
import * as Outage from "./Outage.js"

/** Something that goes wrong. It ends when it is over, and leaves the processes starting or running. */
export type Disturbance = (stage: Stage) => Promise<void>

const kills: ReadonlyArray<Disturbance> = [
  Kill.atWrite("job", "before"),
  Kill.atWrite("job", "after"),
  Kill.atWrite("job", "commit"),
  Kill.atWrite("outbound", "before"),
  Kill.atWrite("outbound", "after"),
  Kill.atWrite("outbound", "commit"),
  Kill.anywhere
]

const others: ReadonlyArray<Disturbance> = [
  Kill.everything,
  Freeze.owner,
  Membership.leaveAndJoin,
  Outage.ofPostgres(5),
  Connection.pauseAndResume,
  Connection.move
]

const LONG_OUTAGE_SECS = 80

/** Each kind of disturbance at least once, in an order that the seed decides. */
export const once = (random: Random, options: { readonly isShort: boolean }): ReadonlyArray<Disturbance> => {
  const all = [...kills, ...others]
  if (options.isShort) return random.shuffled(all)
  // The limit at the beginning, so that the pause is over long before the end.
  return [Connection.longLimit, ...random.shuffled([...all, Outage.ofPostgres(LONG_OUTAGE_SECS)])]
}

/** Disturbances without end, most of them kills, because there are many writes to die at. */
export function* endless(random: Random): Generator<Disturbance, never> {
  for (;;) yield* random.shuffled([...kills, ...kills, ...kills, ...others])
}
