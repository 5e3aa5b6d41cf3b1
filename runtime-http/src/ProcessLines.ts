import { Effect, Layer, Runtime } from "effect"

/*
 * What Node itself would print between the lines of the log: a log is read by programs, which a line that is not JSON stops.
 */

/** The name of Node's own listener, which prints warnings to standard error. */
const PRINTS = "onWarning"

const errors: ReadonlyArray<string> = ["uncaughtException", "unhandledRejection"]

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
    const isAlone = () => errors.every((event) => process.rawListeners(event).every((listener) => listener === die))
    const die = (error: unknown): void => {
      // A program around the runtime that listens, too, decides what an error means.
      if (!isAlone()) return
      runSync(Effect.logFatal("The process ends, because nothing caught an error.", error))
      process.exit(1)
    }
    const printers = process.listeners("warning").filter(({ name }) => name === PRINTS)
    // Node passes a rejection to whoever listens for exceptions only while nobody listens for rejections.
    const catchers = isAlone() ? errors : []
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        for (const printer of printers) process.off("warning", printer)
        // Without it, Node is told to print none, or another runtime of the process logs them.
        if (printers.length > 0) process.on("warning", warn)
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
