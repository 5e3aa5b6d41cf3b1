import { HttpServer } from "@effect/platform"
import { NodeRuntime } from "@effect/platform-node"
import { awsSecurityHub } from "@tributary/connector-aws-securityhub"
import { okta } from "@tributary/connector-okta"
import { Runtime, RuntimeConfig } from "@tributary/runtime-http"
import { Effect } from "effect"
import * as Answers from "../../support/process/Answers.js"

/** A whole runtime with the settings of production; it answers every question with the processor time that it has used. */
const program = Effect.gen(function* () {
  const config = yield* RuntimeConfig.load
  yield* Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    Answers.serve(HttpServer.formatAddress(address), Answers.cpuMicros)
    return yield* Effect.never
  }).pipe(Effect.provide(Runtime.layer({ connectors: [okta, awsSecurityHub], config })))
})

NodeRuntime.runMain(program, { disablePrettyLogger: true })
