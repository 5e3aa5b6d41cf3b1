import type { Teardown } from "@effect/platform/Runtime"
import { NodeContext, NodeRuntime } from "@effect/platform-node"
import { Effect, Exit } from "effect"
import { program } from "./Program.js"

/** What a shell reports of a program that Ctrl-C has ended. */
const INTERRUPTED = 130

const teardown: Teardown = (exit, onExit) =>
  onExit(Exit.isSuccess(exit) && typeof exit.value === "number" ? exit.value : INTERRUPTED)

NodeRuntime.runMain(program(process.argv).pipe(Effect.provide(NodeContext.layer)), {
  disableErrorReporting: true,
  disablePrettyLogger: true,
  teardown
})
