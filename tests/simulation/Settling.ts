import { Effect } from "effect"
import { FULL_SCAN_INTERVAL, type World } from "./World.js"

/** After so many milliseconds the next scan is a full one. */
const UNTIL_FULL = FULL_SCAN_INTERVAL + 3_600_000
/** A connection whose processes died often has to wait, and may be suspended once, before a job of it succeeds. */
const MOST_FAILURES = 8

/** Runs jobs that nothing disturbs until so many have succeeded. */
const runQuietly = (world: World, times: number) =>
  Effect.gen(function* () {
    const { audit, database } = world
    let succeeded = 0
    for (let attempt = 0; attempt < times + MOST_FAILURES && succeeded < times; attempt += 1) {
      const before = database.jobs.length
      yield* world.runJob([])
      if (audit.violation !== null) return
      if (database.jobs.length > before && database.jobs.at(-1)?.status === "SUCCESS") succeeded += 1
    }
    const open = database.jobs.find(({ status }) => status === "RUNNING" || status === "QUEUED")
    if (open !== undefined) audit.note(`${open.id} is ${open.status} for ever`)
    const last = database.jobs.at(-1)
    if (succeeded < times) audit.note(`the last job of a healthy vendor is ${last?.status}: ${last?.failureReason}`)
  })

/** Two more full scans of a vendor that does not change must change nothing. */
const checkStill = ({ audit, database }: World): void => {
  for (const { changed, created, data_export_type: type, deleted } of database.jobs.at(-1)?.exports ?? []) {
    if (created + changed + deleted === 0) continue
    audit.note(
      `nothing happens at the vendor, but the job reports ${created} created, ${changed} changed and ${deleted} deleted records of ${type}`
    )
  }
}

/**
 * Lets the vendor become healthy and quiet: after a few jobs the database must equal it, except for deletions that wait.
 * Once an operator has confirmed those, it must equal it completely.
 */
export const settle = (world: World): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { audit, database, vendor } = world
    world.note("The vendor becomes healthy and does not change any more, and all clocks are right.")
    world.setClock({ clock: "processes", hoursAhead: 0 })
    world.setClock({ clock: "database", hoursAhead: 0 })
    yield* Effect.orDie(world.schedule.resume(database.connectionId))
    world.restart()
    vendor.repair(false)
    // Many unfinished scans are resumed before they are too old.
    if (vendor.tick % 2 === 0) yield* runQuietly(world, 1)
    yield* world.pass(UNTIL_FULL)
    yield* runQuietly(world, 2)
    world.checkEqual()
    if (audit.violation !== null) return
    if (vendor.repair(true) || world.waiting() !== null) {
      world.note("The vendor repairs its last rows, and an operator confirms the deletions that wait.")
      world.decide("CONFIRM")
      yield* world.pass(UNTIL_FULL)
      yield* runQuietly(world, 1)
    }
    yield* world.pass(UNTIL_FULL)
    yield* runQuietly(world, 1)
    if (audit.violation !== null) return
    world.checkEqual()
    checkStill(world)
    const waiting = world.waiting()
    if (waiting !== null) audit.note(`the deletion of ${waiting} waits, although it was confirmed`)
  })
