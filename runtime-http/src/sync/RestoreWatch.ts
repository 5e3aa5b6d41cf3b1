import { hostname } from "node:os"
import { Duration, Effect, Layer } from "effect"
import * as BackgroundLoop from "../BackgroundLoop.js"
import type { SqlClient, SqlError } from "../Sql.js"
import * as ConnectorStops from "../store/jobs/ConnectorStops.js"
import * as RestoredDatabase from "../store/schedule/RestoredDatabase.js"
import { EVERY_VENDOR } from "../store/schedule/StoppedConnectors.js"

/** What a platform team decides about restores. */
export interface RestoreWatchSettings {
  /** Whether the start of the process holds the installation. */
  readonly hold: boolean
  /** Whether the database is on a server, so that somebody can restore it while processes run. */
  readonly isServer: boolean
}

/** Why the installation is held, as operators and customers read it. */
const HELD_BY_SETTING = "the service does not run for now"

/** How often a process checks whether its database was restored while it runs. */
const INTERVAL = Duration.seconds(2)
const HOST_INTERVAL = Duration.hours(1)

const warnings: Readonly<Record<RestoredDatabase.Finding, string | null>> = {
  same: null,
  restored:
    "The database was restored, or a replica has taken over: queued tickets are searched for before they are sent.",
  held: 'The database was restored on another host, so this installation is held. Run "tributary resume" if it replaces the former one.'
}

/** Notices that the database was restored, at the start, before anything runs, and from then on; holds the installation if it must. */
export const layer = ({
  hold,
  isServer
}: RestoreWatchSettings): Layer.Layer<
  RestoredDatabase.RestoreCheck,
  SqlError,
  SqlClient.SqlClient | BackgroundLoop.Registry
> =>
  Layer.scoped(
    RestoredDatabase.RestoreCheck,
    Effect.gen(function* () {
      const stops = yield* ConnectorStops.make
      if (hold) {
        yield* stops.stop(EVERY_VENDOR, null, HELD_BY_SETTING)
        yield* Effect.logWarning(
          'TRIBUTARY_HOLD holds the whole installation, and again at each start of this process: remove it, then run "tributary resume".'
        )
      }
      const found = isServer ? yield* RestoredDatabase.make(hostname()) : null
      const check = Effect.tap(found?.check ?? Effect.succeed("same" as const), (finding) => {
        const warning = warnings[finding]
        return warning === null ? Effect.void : Effect.logWarning(warning)
      })
      yield* check
      if (found !== null) {
        if (!found.isTold) {
          yield* Effect.logWarning(
            "This server, or this role, does not tell everything by which a restored copy is found. Start a restored copy with TRIBUTARY_HOLD=true."
          )
        }
        yield* BackgroundLoop.start({ name: "The look for a restored database", interval: INTERVAL }, check)
        yield* BackgroundLoop.start({ name: "The note of this host", interval: HOST_INTERVAL }, found.note)
      }
      const held = yield* stops.hold
      if (held !== null) {
        yield* Effect.logWarning(
          `This installation is held since ${held.stoppedAt}, because ${held.reason}. It serves reads, runs no job and sends nothing, until "tributary resume".`
        )
      }
      return check
    })
  )
