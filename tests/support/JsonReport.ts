import type { SerializedError, TestCase } from "vitest/node"
import { JsonReporter } from "vitest/reporters"

/** Anything can be a cause, although the type has errors only. */
const causesOf = ({ cause }: SerializedError): string => {
  if (cause === undefined || cause === null) return ""
  return typeof cause === "object"
    ? `\ncaused by ${cause.name ?? "an error"}: ${cause.message}${causesOf(cause)}`
    : `\ncaused by ${String(cause)}`
}

/** The stack without its frames, the causes, and the frames. */
const withCauses = (error: SerializedError): string => {
  const [head = "", ...frames] = (error.stack ?? error.message).split(/(?=\n\s+at )/)
  return [head, causesOf(error), ...frames].join("")
}

/** The JSON report of vitest, in which an error also has its causes: that of a statement says only that it failed, and its cause says why. */
export default class JsonReport extends JsonReporter {
  onTestCaseResult(test: TestCase): void {
    for (const error of test.result().errors ?? []) error.stack = withCauses(error)
  }
}
