#!/usr/bin/env node
import { NodeRuntime } from "@effect/platform-node"
import { program } from "./Program.js"

NodeRuntime.runMain(program(process.argv), { disableErrorReporting: true, disablePrettyLogger: true })
