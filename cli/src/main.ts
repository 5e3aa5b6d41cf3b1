import type { Teardown } from "@effect/platform/Runtime"
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Effect, Exit } from "effect"
import { program } from "./Program.js"

/** What a shell reports of a program that Ctrl-C has ended. A server ends in no other way, so it has done what it should: supervisors restart or report what ends with another code than 0. */
const INTERRUPTED = process.argv[2] === "start" ? 0 : 130

const teardown: Teardown = (exit, onExit) => {
  if (Exit.isSuccess(exit) && typeof exit.value === "number") onExit(exit.value)
  else onExit(Exit.isInterrupted(exit) ? INTERRUPTED : 1)
}

NodeRuntime.runMain(program(process.argv).pipe(Effect.provide(NodeContext.layer)), {
  disableErrorReporting: true,
  disablePrettyLogger: true,
  teardown
})
