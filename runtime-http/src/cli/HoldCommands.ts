import { Command, Options } from "@effect/cli"
import { Console, Effect } from "effect"
import type { SqlClient, SqlError } from "../Sql.js"
import { ConnectorStops } from "../store/jobs/ConnectorStops.js"
import * as RestoredDatabase from "../store/schedule/RestoredDatabase.js"
import { EVERY_VENDOR } from "../store/schedule/StoppedConnectors.js"
import { CommandError } from "./CommandError.js"

type Handled = Effect.Effect<void, CommandError | SqlError, ConnectorStops | SqlClient.SqlClient>

const stopAll = (sent: string): Handled =>
  Effect.gen(function* () {
    const reason = sent.trim()
    if (reason === "")
      return yield* new CommandError({ message: "The reason must not be empty: customers read why their data is old." })
    yield* (yield* ConnectorStops).stop(EVERY_VENDOR, null, reason)
    yield* Console.log(
      'This installation is held: it serves reads, jobs end at their next page, and nothing starts and no ticket is sent until "tributary resume".'
    )
  })

const resumeAll: Handled = Effect.gen(function* () {
  const stops = yield* ConnectorStops
  if ((yield* stops.resume(EVERY_VENDOR, null)) === 0) {
    return yield* new CommandError({
      message: 'This installation is not held. Single connectors may be stopped: see "tributary connectors list".'
    })
  }
  yield* Console.log(
    "This installation runs again. Connections that are due start one after the other within five minutes, and each ticket that was queued before the hold is searched for before it is sent, for as long as the search of its tool may miss it."
  )
})

const announceMove: Handled = Effect.gen(function* () {
  yield* RestoredDatabase.announceMove
  yield* Console.log(
    `A copy of this database that is restored elsewhere within ${RestoredDatabase.MOVE_HOURS} hours takes over when it starts. Stop this installation before you copy the database: two would call the same vendors.`
  )
})

const reason = Options.text("reason").pipe(
  Options.withDescription("Why; customers read it in the status of their connections and in errors."),
  Options.withDefault("the operator holds the whole service")
)

/** Holds the whole installation. */
export const hold = Command.make("hold", { reason }, (args) => stopAll(args.reason)).pipe(
  Command.withDescription(
    "Holds the installation, in all processes at once: reads are served, no job runs, nothing is sent to a vendor, and nothing is purged."
  )
)

/** Ends a hold. */
export const resume = Command.make("resume", {}, () => resumeAll).pipe(
  Command.withDescription("Lets an installation run again that is held, by a command, a setting, or a restore.")
)

/** Says that a restore elsewhere is meant to replace the installation. */
export const move = Command.make("move", {}, () => announceMove).pipe(
  Command.withDescription(
    "Announces that a copy of this database will replace the installation, so that it is not held when it starts on another host."
  )
)
