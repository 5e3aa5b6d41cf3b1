import { HttpServer } from "@effect/platform"
import { NodeRuntime } from "@effect/platform-node"
import { Runtime, RuntimeConfig } from "@tributary/runtime-http"
import { Effect } from "effect"
import * as Answers from "../../support/process/Answers.js"
import { connectors } from "../vendor/BenchConnectors.js"
import * as StatementCount from "./StatementCount.js"

/** What the process has used until now. */
export interface Used {
  readonly cpuMicros: number
  /** How many statements it has sent to Postgres. */
  readonly statements: number
  /** The memory that it has now, and the most that it ever had, in MiB. */
  readonly residentMib: number
  readonly peakMib: number
}

const MIB = 1_048_576

const used = (): Used => ({
  cpuMicros: Answers.cpuMicros(),
  statements: StatementCount.read(),
  residentMib: process.memoryUsage.rss() / MIB,
  peakMib: (process.resourceUsage().maxRSS * 1_024) / MIB
})

StatementCount.start()

/** A whole runtime with the settings of production and the connectors of the benchmark; it answers every question with what it has used. */
const program = Effect.gen(function* () {
  const config = yield* RuntimeConfig.load
  yield* Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    Answers.serve(HttpServer.formatAddress(address), used)
    return yield* Effect.never
  }).pipe(Effect.provide(Runtime.layer({ connectors: Object.values(connectors), config })))
})

NodeRuntime.runMain(program, { disablePrettyLogger: true })
