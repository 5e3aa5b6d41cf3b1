import { Effect, Layer, Runtime } from "effect"

/*
 * What Node itself would print between the lines of the log: a log is read by programs, which a line that is not JSON stops.
 */

/** The name of Node's own listener, which prints warnings to standard error. */
const PRINTS = "onWarning"

/** A warning of Node or of a library, such as one about something that is deprecated. */
interface Warning extends Error {
  readonly code?: string
}

/** Logs the warnings of the process, and the error that ends it, as lines of the log while the scope is open. */
export const layer: Layer.Layer<never> = Layer.scopedDiscard(
  Effect.gen(function* () {
    const runSync = Runtime.runSync(yield* Effect.runtime<never>())
    const warn = ({ code, message, name, stack }: Warning): void =>
      runSync(
        Effect.logWarning(`${name}: ${message}`).pipe(
          Effect.annotateLogs({ ...(code === undefined ? {} : { code }), stack: stack ?? "" })
        )
      )
    const die = (error: unknown): never => {
      runSync(Effect.logFatal("The process ends, because nothing caught an error.", error))
      process.exit(1)
    }
    const printers = process.listeners("warning").filter(({ name }) => name === PRINTS)
    // A program around the runtime that has listeners of its own decides what an error means.
    const catchers = ["uncaughtException", "unhandledRejection"].filter((event) => process.listenerCount(event) === 0)
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        for (const printer of printers) process.off("warning", printer)
        process.on("warning", warn)
        for (const event of catchers) process.on(event, die)
      }),
      () =>
        Effect.sync(() => {
          process.off("warning", warn)
          for (const printer of printers) process.on("warning", printer)
          for (const event of catchers) process.off(event, die)
        })
    )
  })
)
