import { Layer, Logger, type LogLevel } from "effect"

/** One JSON object a line on standard output, from `level` on. */
export const layer = (level: LogLevel.LogLevel): Layer.Layer<never> =>
  Layer.merge(Logger.json, Logger.minimumLogLevel(level))
