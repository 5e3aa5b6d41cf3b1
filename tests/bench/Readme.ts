import type { CaseResult, MeasureResult, Result } from "./Result.js"
import { short } from "./Table.js"

const bar = ({ bar, isReached }: MeasureResult): string => `${bar?.sense} ${bar?.limit}${isReached ? "" : ", missed"}`

const row = (title: string, each: MeasureResult): ReadonlyArray<string> => [
  title,
  each.name,
  `${short(each.ours)} ${each.unit}`,
  each.versus === null ? "" : `${short(each.reference)} ${each.unit}, ${each.versus}`,
  each.versus === null ? "" : `${short(each.ratios.best)} / ${short(each.ratios.median)}`,
  bar(each)
]

const rows = ({ measures, title }: CaseResult): ReadonlyArray<ReadonlyArray<string>> =>
  measures.filter((each) => each.bar !== null).map((each, index) => row(index === 0 ? title : "", each))

/** The head and the rows of the table in the README: every measure that has a bar. */
export const table = ({ cases }: Result) => ({
  head: ["Case", "Measure", "Tributary", "Compared with", "Ratio, best / median", "Bar"],
  rows: cases.flatMap(rows)
})

/** Where and when the figures were measured. */
export const footnote = ({ logLevel, machine, processorTime, startedAt }: Result): string =>
  `Measured on ${startedAt.slice(0, 10)} with ${machine.cores} cores (${machine.processor}) and Node ${machine.node}; processor time is ${processorTime}, the log level ${logLevel}.`
