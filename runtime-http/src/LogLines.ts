import { PlainText } from "@tributary/core"
import { Effect, Logger, LogLevel, type Scope } from "effect"

/** How long a line may wait for others: one write for each line costs more than making it. */
const WAIT_MILLIS = 50

/** How many lines wait at most. */
const MAX_LINES = 500

/** Where the lines go, such as standard output. */
export interface Sink {
  readonly write: (text: string) => unknown
}

const isPrimitive = (value: unknown): boolean => typeof value !== "object" || value === null

/**
 * The line of `Logger.jsonLogger`. That logger looks for circular values and for those that redact themselves, which costs more than all the
 * rest; a line of texts and numbers, as every request has one, cannot contain any.
 */
const lineOf = (options: Logger.Logger.Options<unknown>): string => {
  const line = Logger.structuredLogger.log(options)
  const text =
    isPrimitive(line.message) && Object.values(line.annotations).every(isPrimitive)
      ? JSON.stringify(line)
      : Logger.jsonLogger.log(options)
  // JSON escapes only the first 32 control characters, and people read logs in terminals.
  return PlainText.escaped(text)
}

/**
 * Logs one JSON object per line. Lines are written together; a warning or an error at once, with those before it. What still waits is written
 * when the scope closes or the process exits.
 */
export const make = (sink: Sink): Effect.Effect<Logger.Logger<unknown, void>, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let lines: Array<string> = []
      let timer: NodeJS.Timeout | null = null
      const flush = () => {
        if (timer !== null) clearTimeout(timer)
        timer = null
        if (lines.length === 0) return
        const text = `${lines.join("\n")}\n`
        lines = []
        sink.write(text)
      }
      const logger = Logger.make<unknown, void>((options) => {
        lines.push(lineOf(options))
        if (lines.length >= MAX_LINES || LogLevel.greaterThanEqual(options.logLevel, LogLevel.Warning)) flush()
        else timer ??= setTimeout(flush, WAIT_MILLIS).unref()
      })
      process.on("exit", flush)
      return { flush, logger }
    }),
    ({ flush }) =>
      Effect.sync(() => {
        process.off("exit", flush)
        flush()
      })
  ).pipe(Effect.map(({ logger }) => logger))
