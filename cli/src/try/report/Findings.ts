import { type Connector, Extractor, Failures, Problem } from "@tributary/core"
import { Cause, Effect, Option } from "effect"
import { CommandFailure } from "../../CommandFailure.js"
import type { Output } from "../Output.js"
import * as KindTally from "../run/KindTally.js"
import type { Changes } from "../run/SinceRun.js"
import type { Ended, Result } from "../run/TryRun.js"
import * as PageView from "./PageView.js"
import * as SampleTable from "./SampleTable.js"
import { counted } from "./Words.js"
import { wrap } from "./Wrap.js"

/** What is shown of a run. */
export interface Findings {
  /** What the run has done. */
  readonly result: Result
  /** How long it took, such as `1.2 s`. */
  readonly time: string
  /** What the mapping makes of the vendor's fields; null if nothing was read. */
  readonly mapping: string | null
  /** How many records of each kind to show. */
  readonly samples: number
  /** The instant from which the deltas were read; null if none were. */
  readonly since: string | null
  /** What the delta of each extractor brought; empty if none were read. */
  readonly changes: ReadonlyArray<Changes>
  /** Whether to show a row beside the record that it became. */
  readonly isOnePage: boolean
}

/** The records, or a row of the vendor beside its record. */
const recordsOf = ({ isOnePage, result, samples }: Findings, columns: number): ReadonlyArray<string> => [
  ...[...result.tally.values()].flatMap((tally) => SampleTable.of(tally, samples, columns) ?? []),
  ...(isOnePage ? result.ended.flatMap(({ progress }) => PageView.of(progress, result.tally, columns)) : [])
]

/** Makes sentences for the author of the connector, which name no permission that the credentials have. */
const authorSentences = (connector: Connector.Connector, { ended, unread }: Result) => {
  const read = ended.flatMap(({ failure, progress }) => (failure === null ? [progress.extractor] : []))
  const held = Failures.heldAfter(
    read,
    unread.map(({ endpoint }) => endpoint)
  )
  return (...failures: readonly [Problem.Failure, ...ReadonlyArray<Problem.Failure>]): string =>
    Problem.sentence("author", connector, failures, held)
}

/** What was left out, although no export failed for it: fields that could not be read, and rows that became no record. */
const notesOf = (connector: Connector.Connector, result: Result): ReadonlyArray<string> => [
  ...result.unread
    .map(({ kind, ...each }) => Failures.ofUnread(kind.exportType, kind.name, each))
    .map((failure) => authorSentences(connector, result)(failure)),
  ...[...result.tally.values()].flatMap(({ duplicates, kind, rejections, unreadable }) => [
    ...(duplicates === 0
      ? []
      : [`${counted(duplicates, "row")} of ${kind.name} left out: another row has the same id and other content`]),
    ...[...rejections].map(([issue, count]) => `${counted(count, "row")} became no ${kind.name}: ${issue}`),
    ...[...unreadable].map(([issue, count]) => `${counted(count, "value")} of ${kind.name} could not be read: ${issue}`)
  ])
]

/** Why extractors did not reach their end. */
const failuresOf = (
  connector: Connector.Connector,
  result: Result,
  ended: ReadonlyArray<Ended>
): ReadonlyArray<string> =>
  ended.flatMap(({ failure, progress: { extractor } }) => {
    if (failure === null) return []
    const exportTypes = Extractor.exportTypesOf(extractor).join(", ")
    const error = Option.getOrNull(Cause.failureOption(failure))
    const [first, ...others] = error === null ? [] : Failures.ofError(extractor, error)
    const sentence =
      first === undefined
        ? `The connector failed while it read ${extractor.endpoint}: ${Cause.pretty(failure)}`
        : authorSentences(connector, result)(first, ...others)
    return [`${exportTypes}: ${sentence}`]
  })

/** Shows what a run has found; fails with the sentences about the lists that could not be read. */
export const show = (
  connector: Connector.Connector,
  findings: Findings,
  output: Output
): Effect.Effect<void, CommandFailure> =>
  Effect.gen(function* () {
    const { changes, mapping, result, since, time } = findings
    for (const text of recordsOf(findings, output.columns)) yield* output.result(`\n${text}`)
    if (mapping !== null) yield* output.result(`\n${wrap(mapping, output.columns)}`)
    const notes = notesOf(connector, result)
    if (notes.length > 0) yield* output.status(`\n${notes.join("\n")}`)
    const kinds = counted(result.tally.size, "kind")
    yield* output.status(`\n${counted(KindTally.total(result.tally), "record")} of ${kinds} in ${time}.`)
    if (since !== null) {
      yield* output.status(`\nSince ${since}:\n${changes.map(({ line }) => `  ${line}`).join("\n")}`)
    }
    const failures = failuresOf(connector, result, [...result.ended, ...changes])
    if (failures.length > 0) {
      return yield* new CommandFailure({ reason: "FAILED", message: output.hide(failures.join("\n")) })
    }
  })
