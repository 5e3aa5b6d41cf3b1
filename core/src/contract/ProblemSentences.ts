import { type Facts, type Reader, table } from "./FailureTable.js"
import type { ProblemReason } from "./ProblemReason.js"

/**
 * When the data is read next. `PAUSED`: not before the connection is resumed. `RUNNING`: a job runs now. `DUE`: as soon as
 * a job can begin. `AT`: at this instant. `TEST`: when somebody tests the credentials again. `UNKNOWN`: not known.
 */
export type NextAttempt =
  | {
      /** Which of the cases it is. */
      readonly when: "PAUSED" | "RUNNING" | "DUE" | "TEST" | "UNKNOWN"
    }
  | {
      /** At an instant. */
      readonly when: "AT"
      /** ISO 8601. */
      readonly instant: string
    }

/** How each side reads an instant: a customer as a date and a time, an operator as the API has it. */
const written: Readonly<Record<Reader, (instant: string) => string>> = {
  customer: (instant) => `${instant.slice(0, 16).replace("T", " ")} UTC`,
  operator: (instant) => instant,
  author: (instant) => instant
}

const PAUSED = "The connection is paused; nothing is read until it is resumed."

const attempts: Readonly<Record<NextAttempt["when"], (instant: string) => string>> = {
  PAUSED: () => PAUSED,
  RUNNING: () => "A job is running now; what it cannot read, the job after it tries again.",
  DUE: () => "The next attempt is due now.",
  AT: (instant) => `The next attempt is at ${instant}.`,
  TEST: () => "",
  UNKNOWN: () => ""
}

/** The sentences about a problem for one side: what is wrong and what to do, and what happens next. */
export const write = (
  reader: Reader,
  reason: ProblemReason,
  { until, ...facts }: Omit<Facts, "isTest" | "nextJob" | "nextAttempt">,
  attempt: NextAttempt
): string => {
  const instantOf = written[reader]
  const instant = attempt.when === "AT" ? instantOf(attempt.instant) : ""
  const known: Facts = {
    ...facts,
    until: until === null ? null : instantOf(until),
    isTest: attempt.when === "TEST",
    nextJob: instant === "" ? "" : `, at ${instant},`,
    nextAttempt: attempts[attempt.when](instant)
  }
  const row = table[reason]
  const next = attempt.when === "PAUSED" ? PAUSED : row.next[reader](known)
  return `${row[reader](known)} ${next.trim()}`.trim()
}
