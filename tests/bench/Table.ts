import type { CaseResult, MeasureResult } from "./Result.js"

const header = ["case", "measure", "value", "compared with", "best", "median", "bar", ""] as const

/** A number with as many digits as say something. */
export const short = (value: number): string => {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en")
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

const barOf = ({ bar }: MeasureResult): string =>
  bar === null ? "" : `${bar.sense === "at most" ? "<=" : ">="} ${bar.limit}`

const verdict = ({ isReached }: MeasureResult): string => {
  if (isReached === null) return ""
  return isReached ? "met" : "MISSED"
}

const row = (name: string, each: MeasureResult): ReadonlyArray<string> => [
  name,
  each.name,
  `${short(each.ours)} ${each.unit}`,
  each.versus === null ? "" : `${short(each.reference)} ${each.versus}`,
  short(each.ratios.best),
  short(each.ratios.median),
  barOf(each),
  verdict(each)
]

/** The columns whose values are numbers. */
const RIGHT = new Set([2, 4, 5])

/** One line per measure, as text in columns. */
export const lines = (results: ReadonlyArray<CaseResult>): ReadonlyArray<string> => {
  const rows = [
    header,
    ...results.flatMap(({ failure, measures, name }) =>
      failure === null
        ? measures.map((each) => row(name, each))
        : [[name, "not measured", "", "", "", "", "", "FAILED"]]
    )
  ]
  const wide = header.map((_, column) => Math.max(...rows.map((each) => each[column]?.length ?? 0)))
  return rows.map((each) =>
    each
      .map((text, column) => (RIGHT.has(column) ? text.padStart(wide[column] ?? 0) : text.padEnd(wide[column] ?? 0)))
      .join("  ")
      .trimEnd()
  )
}
