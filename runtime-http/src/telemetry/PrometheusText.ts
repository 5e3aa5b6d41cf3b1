import type { Family, Sample } from "./Metrics.js"
import { buckets, helpOf } from "./MetricTable.js"

/** The media type of the text format of Prometheus. */
export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' }

const escapedHelp = (text: string): string => text.replaceAll(/[\\\n]/g, (character) => escapes[character] ?? "")
const escapedLabel = (text: string): string => text.replaceAll(/[\\\n"]/g, (character) => escapes[character] ?? "")

const numberOf = (value: number): string => {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? "NaN" : `${value < 0 ? "-" : "+"}Inf`
}

const lineOf = (name: string, labels: ReadonlyArray<readonly [string, string]>, value: number): string => {
  const shown = labels.map(([label, text]) => `${label}="${escapedLabel(text)}"`).join(",")
  return `${name}${shown === "" ? "" : `{${shown}}`} ${numberOf(value)}`
}

const histogramOf = (name: string, labels: ReadonlyArray<readonly [string, string]>, { counts, value }: Sample) => {
  let sum = 0
  const lines = (counts ?? []).map((count, index) => {
    sum += count
    return lineOf(`${name}_bucket`, [...labels, ["le", numberOf(buckets[index] ?? Number.POSITIVE_INFINITY)]], sum)
  })
  return [...lines, lineOf(`${name}_sum`, labels, value), lineOf(`${name}_count`, labels, sum)]
}

const linesOf = (family: Family): ReadonlyArray<string> => {
  const { kind, name, samples } = family
  if (samples.length === 0) return []
  return [
    `# HELP ${name} ${escapedHelp(helpOf(family))}`,
    `# TYPE ${name} ${kind}`,
    ...samples.flatMap((sample) => {
      const labels = family.labels.map((label, index) => [label, sample.labels[index] ?? ""] as const)
      return kind === "histogram" ? histogramOf(name, labels, sample) : [lineOf(name, labels, sample.value)]
    })
  ]
}

/** The metrics in the text format 0.0.4 of Prometheus. */
export const of = (families: ReadonlyArray<Family>): string => `${families.flatMap(linesOf).join("\n")}\n`
