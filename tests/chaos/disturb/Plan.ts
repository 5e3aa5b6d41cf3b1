import type { Random } from "../Random.js"
import type { Stage } from "../Stage.js"
import * as Connection from "./Connection.js"
import * as Freeze from "./Freeze.js"
import * as Kill from "./Kill.js"
import * as Membership from "./Membership.js"
import * as Outage from "./Outage.js"

/** Something that goes wrong. It ends when it is over, and leaves the processes starting or running. */
export type Disturbance = (stage: Stage) => Promise<void>

const kills: ReadonlyArray<Disturbance> = [
  Kill.inTransaction("job"),
  Kill.inTransaction("job"),
  Kill.afterCommit("job"),
  Kill.inTransaction("outbound"),
  Kill.afterCommit("outbound"),
  Kill.anywhere
]

const others: ReadonlyArray<Disturbance> = [
  Kill.everything,
  Freeze.owner,
  Membership.leaveAndJoin,
  Outage.ofPostgres(5)
]

const LONG_OUTAGE_SECS = 80

/** The disturbances of a run: each kind at least once, in an order that the seed decides, and then kills without end. */
export function* make(random: Random, options: { readonly isShort: boolean }): Generator<Disturbance, never> {
  // At the beginning, so that the pause is over long before the end.
  if (!options.isShort) yield Connection.longLimit
  yield* random.shuffled([...kills, ...others, ...(options.isShort ? [] : [Outage.ofPostgres(LONG_OUTAGE_SECS)])])
  for (;;) yield* random.shuffled([...kills, ...kills, ...others])
}
