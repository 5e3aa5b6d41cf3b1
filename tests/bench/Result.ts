import { cpus } from "node:os"
import type { Case, Measure, Round } from "./Case.js"
import type { Quality } from "./measure/ProcessorTime.js"
import * as Ratios from "./Ratios.js"

/** What became of a measure. */
export interface MeasureResult extends Measure {
  readonly rounds: ReadonlyArray<Round>
  readonly ratios: Ratios.Ratios
  /** The median values. */
  readonly ours: number
  readonly reference: number
  /** Null without a bar. */
  readonly isReached: boolean | null
}

/** What became of a case. */
export interface CaseResult {
  readonly name: string
  readonly title: string
  readonly seconds: number
  readonly measures: ReadonlyArray<MeasureResult>
  /** Why the case could not be measured; null if it could. */
  readonly failure: string | null
}

/** What the JSON file has. */
export interface Result {
  readonly startedAt: string
  readonly seconds: number
  readonly machine: { readonly node: string; readonly processor: string; readonly cores: number }
  readonly processorTime: Quality
  /** The log level of the servers that were read from. */
  readonly logLevel: string
  readonly cases: ReadonlyArray<CaseResult>
}

/** The machine that the run is on. */
export const machine = (): Result["machine"] => ({
  node: process.version,
  processor: cpus()[0]?.model ?? "unknown",
  cores: cpus().length
})

const measured = (measure: Measure, rounds: ReadonlyArray<Round>): MeasureResult => {
  const ratios = Ratios.of(measure, rounds)
  return {
    ...measure,
    rounds,
    ratios,
    ours: Ratios.median(rounds.map(({ ours }) => ours)),
    reference: Ratios.median(rounds.map(({ reference }) => reference)),
    isReached: Ratios.reaches(measure.bar, ratios)
  }
}

/** The result of a case from its rounds. */
export const ofCase = (
  { measures, name, title }: Case,
  rounds: Readonly<Record<string, ReadonlyArray<Round>>>,
  seconds: number
): CaseResult => ({
  name,
  title,
  seconds,
  measures: Object.entries(measures).map(([key, measure]) => measured(measure, rounds[key] ?? [])),
  failure: null
})

/** The result of a case that could not be measured. */
export const ofFailure = ({ name, title }: Case, failure: string, seconds: number): CaseResult => ({
  name,
  title,
  seconds,
  measures: [],
  failure
})

/** What was missed, one line each; empty if every case was measured and every bar reached. */
export const missed = (results: ReadonlyArray<CaseResult>): ReadonlyArray<string> =>
  results.flatMap(({ failure, measures, name }) =>
    failure === null
      ? measures
          .filter(({ isReached }) => isReached === false)
          .map(({ bar, name: measure, ratios }) => {
            const seen = `best ${ratios.best.toFixed(2)}, median ${ratios.median.toFixed(2)}`
            return `${name}: ${measure}: ${seen}; the bar is ${bar?.sense} ${bar?.limit}.`
          })
      : [`${name}: ${failure}`]
  )
