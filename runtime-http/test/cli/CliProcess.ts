/* Runs the command line in a process of its own, for Cli.test.ts. */

import { NodeRuntime } from "@effect/platform-node"
import { program } from "../../src/cli/Program.js"

NodeRuntime.runMain(program, { disableErrorReporting: true, disablePrettyLogger: true })
