import { Args, Command, Options } from "@effect/cli"
import { Console, Effect, Option, Schema } from "effect"
import { nearestName } from "../NearestName.js"
import type { SqlError } from "../Sql.js"
import { type ConnectorStop, ConnectorStops, type VendorState } from "../store/jobs/ConnectorStops.js"
import { EVERY_VENDOR } from "../store/schedule/StoppedConnectors.js"
import { CommandError } from "./CommandError.js"
import * as Table from "./Table.js"

type Handled = Effect.Effect<void, CommandError | SqlError, ConnectorStops>

/** A vendor with one of its stops; null if it has none. */
interface Line extends VendorState {
  readonly stop: ConnectorStop | null
}

const columns: Table.Columns<Line> = [
  ["VENDOR", ({ vendor }) => vendor],
  ["CONNECTIONS", ({ connections }) => String(connections)],
  ["STOPPED", ({ stop }) => (stop === null ? "no" : (stop.version ?? "all versions"))],
  ["SINCE", ({ stop }) => stop?.stoppedAt ?? ""],
  ["REASON", ({ stop }) => stop?.reason ?? ""]
]

/** Says that the whole installation is held, and why; empty if it is not held. */
const holdOf = Effect.gen(function* () {
  const held = yield* (yield* ConnectorStops).hold
  return held === null
    ? ""
    : `The whole installation is held since ${held.stoppedAt} (${held.reason}), until "tributary resume".`
})

const list: Handled = Effect.gen(function* () {
  const vendors = yield* (yield* ConnectorStops).list
  const hold = yield* holdOf
  if (hold !== "") yield* Console.log(`${hold}\n`)
  const lines = vendors.flatMap((one): ReadonlyArray<Line> => {
    const [first = null, ...rest] = one.stops
    return [first, ...rest].map((stop) => ({ ...one, stop }))
  })
  yield* Console.log(
    lines.length === 0 ? "No connector has connections, and none is stopped." : Table.print(columns, lines)
  )
})

/** What a stop is about, in words. */
const named = (vendor: string, version: string | null): string =>
  version === null ? `The connector of ${vendor}` : `Version ${version} of the connector of ${vendor}`

/** How packages number their versions. */
const VERSION = /^\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?$/

/** The version that an option names, which must be one: without it, all versions are meant, and a misspelled one would stop nothing. */
const versionFrom = (text: string | null): Effect.Effect<string | null, CommandError> => {
  const version = text === null ? null : text.trim()
  return version === null || VERSION.test(version)
    ? Effect.succeed(version)
    : new CommandError({
        message: `--release ${version}: expected the version of a package, such as 1.4.2. Leave the option out for all versions.`
      })
}

const stop = (vendor: string, release: string | null, sent: string): Handled =>
  Effect.gen(function* () {
    const version = yield* versionFrom(release)
    const reason = sent.trim()
    if (reason === "")
      return yield* new CommandError({ message: "The reason must not be empty: customers read why their data is old." })
    const stops = yield* ConnectorStops
    const all = yield* stops.list
    const connections = all.find((one) => one.vendor === vendor)?.connections ?? 0
    if (connections === 0) {
      const others = all.filter((one) => one.connections > 0).map((one) => one.vendor)
      const nearest = nearestName(vendor, others)
      return yield* new CommandError({
        message: `No connection is of ${vendor}${nearest === null ? "" : `, but some are of ${nearest}`}: nothing was stopped. "tributary connectors list" shows the vendors.`
      })
    }
    yield* stops.stop(vendor, version, reason)
    const where =
      version === null ? "in all processes" : "in all processes that have loaded it; those with another version go on"
    const running =
      version === null
        ? `Its jobs (of ${connections} connection${connections === 1 ? "" : "s"}) end at their next page, and none starts until "tributary connectors resume ${vendor}".`
        : `Jobs end there at their next page, and none starts until "tributary connectors resume ${vendor} --release ${version}".`
    yield* Console.log(`${named(vendor, version)} is stopped ${where}. ${running}`)
  })

const resume = (vendor: string, release: string | null): Handled =>
  Effect.gen(function* () {
    const version = yield* versionFrom(release)
    const stops = yield* ConnectorStops
    if ((yield* stops.resume(vendor, version)) === 0) {
      return yield* new CommandError({
        message: `${named(vendor, version)} is not stopped. Run "tributary connectors list" to see what is.`
      })
    }
    const hold = yield* holdOf
    const runs = "runs again. Connections that are due start one after the other within five minutes."
    const left = (yield* stops.list).find((one) => one.vendor === vendor)?.stops ?? []
    yield* Console.log(
      left.length === 0
        ? `${named(vendor, version)} ${hold === "" ? runs : `is not stopped any more. ${hold}`}`
        : `${named(vendor, version)} is no longer stopped, but this still is: ${left.map((one) => one.version ?? "all versions").join(", ")}.`
    )
  })

/** As connections name it. */
const vendor = Args.text({ name: "vendor" }).pipe(
  Args.withDescription("The vendor, such as okta, as `connectors list` shows it."),
  Args.map((name) => name.trim().toUpperCase()),
  Args.withSchema(
    Schema.String.pipe(
      Schema.filter((name) => name !== EVERY_VENDOR || "Use tributary hold and tributary resume for all connectors.")
    )
  )
)

/** Not `--version`, which prints that of the command itself. */
const release = Options.text("release").pipe(
  Options.withDescription(
    "Only this version of the connector's package, such as 1.4.2, which means the processes that have loaded it; all versions without it."
  ),
  Options.optional,
  Options.map(Option.getOrNull)
)

const reason = Options.text("reason").pipe(
  Options.withDescription("Why; customers read it in the status of their connections and in errors.")
)

/** Stops connectors in all processes, without a restart. */
export const connectors = Command.make("connectors").pipe(
  Command.withDescription("Stops connectors in all processes at once, without a restart, and lets them run again."),
  Command.withSubcommands([
    Command.make("list", {}, () => list).pipe(
      Command.withDescription("Lists the vendors that have connections, and what is stopped.")
    ),
    Command.make("stop", { vendor, release, reason }, (args) => stop(args.vendor, args.release, args.reason)).pipe(
      Command.withDescription(
        "Stops a vendor, or one version of its connector: no job starts, running ones end at their next page, tickets wait, and nothing is deleted."
      )
    ),
    Command.make("resume", { vendor, release }, (args) => resume(args.vendor, args.release)).pipe(
      Command.withDescription("Lets a vendor, or one version of its connector, run again.")
    )
  ])
)
