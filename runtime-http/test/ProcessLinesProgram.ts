// Warns, and fails with an error that nobody catches, as a library might.
import { Effect, Layer, Logger } from "effect"
import * as LogLines from "../src/LogLines.js"
import * as ProcessLines from "../src/ProcessLines.js"

const logging = Logger.replaceScoped(Logger.defaultLogger, LogLines.make(process.stdout))

Effect.runFork(Layer.launch(Layer.provide(ProcessLines.layer, logging)))
process.emitWarning("the old way ends", { type: "DeprecationWarning", code: "PG_OLD" })
setImmediate(() => {
  if (process.argv[2] === "reject") void Promise.reject(new Error("rejected on purpose"))
  else throw new Error("thrown on purpose")
})
