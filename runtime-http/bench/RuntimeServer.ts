import { HttpServer } from "@effect/platform"
import { NodeRuntime } from "@effect/platform-node"
import { Effect } from "effect"
import * as Runtime from "../src/Runtime.js"
import * as Child from "./Child.js"

/** A whole runtime with the settings of production. */
const program = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  Child.serve(HttpServer.formatAddress(address), Child.cpuMicros)
  return yield* Effect.never
}).pipe(Effect.provide(Runtime.layer({ connectors: [] })))

NodeRuntime.runMain(program, { disablePrettyLogger: true })
