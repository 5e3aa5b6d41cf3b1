import { Context, Effect, type Scope } from "effect"
import {
  buckets,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type Metric,
  type MetricName,
  table
} from "./MetricTable.js"

/** One value of a metric, or the counts of a histogram. */
export interface Sample {
  readonly labels: ReadonlyArray<string>
  readonly value: number
  /** How many values were in each bucket, and in none of them; null unless the metric is a histogram, whose `value` is their sum. */
  readonly counts: ReadonlyArray<number> | null
}

/** A metric with its values. */
export interface Family extends Metric {
  readonly name: MetricName
  readonly samples: ReadonlyArray<Sample>
}

/** A value that a source tells when it is asked. */
export interface Told {
  readonly name: MetricName
  readonly labels: ReadonlyArray<string>
  readonly value: number
}

/** A value that a source tells, checked against the table. */
export const told = <Name extends CounterName | GaugeName>(
  name: Name,
  labels: LabelsOf<Name>,
  value: number
): Told => ({
  name,
  labels,
  value
})

/** Tells values when they are asked for; must not fail, and must end soon. */
export type Source = Effect.Effect<ReadonlyArray<Told>>

/** What one runtime counts, and whom it asks for the rest. */
export interface MetricRegistry {
  /** Adds to a counter or gauge. */
  readonly add: <Name extends CounterName | GaugeName>(name: Name, labels: LabelsOf<Name>, by?: number) => void
  /** Adds a duration in seconds to a histogram. */
  readonly observe: <Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, seconds: number) => void
  /** Asks this source from now on; returns how to stop that. */
  readonly ask: (source: Source) => () => void
  /** Everything as it is now; sources are asked. */
  readonly read: Effect.Effect<ReadonlyArray<Family>>
  /** Everything as it is now, with what the sources told last. */
  readonly latest: () => ReadonlyArray<Family>
}

/** So many series of one metric are more than the table of its labels explains; what is added to further ones counts for `other`. */
export const MAX_SERIES = 2_000

const OTHER = "other"

interface Series {
  readonly labels: ReadonlyArray<string>
  value: number
  readonly counts: Array<number> | null
}

const names = Object.keys(table) as ReadonlyArray<MetricName>

/** An empty registry. */
export const make = (): MetricRegistry => {
  const all = new Map<MetricName, Map<string, Series>>(names.map((name) => [name, new Map()]))
  const sources = new Map<Source, ReadonlyArray<Told>>()

  // Two look-ups and an addition: this happens to every request.
  const seriesOf = (name: MetricName, labels: ReadonlyArray<string>): Series => {
    const known = all.get(name) as Map<string, Series>
    const key = labels.length === 1 ? (labels[0] as string) : labels.join("\u0000")
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= MAX_SERIES && labels.some((label) => label !== OTHER)) {
      if (name !== "tributary_dropped_series_total") seriesOf("tributary_dropped_series_total", [name]).value += 1
      return seriesOf(
        name,
        labels.map(() => OTHER)
      )
    }
    const isHistogram = table[name].kind === "histogram"
    const made: Series = { labels, value: 0, counts: isHistogram ? Array(buckets.length + 1).fill(0) : null }
    known.set(key, made)
    return made
  }

  const latest = (): ReadonlyArray<Family> => {
    const asked = new Map<MetricName, Array<Sample>>()
    for (const { labels, name, value } of [...sources.values()].flat()) {
      const samples = asked.get(name) ?? []
      samples.push({ labels, value, counts: null })
      asked.set(name, samples)
    }
    return names.map((name) => ({
      name,
      ...table[name],
      samples: [...(all.get(name)?.values() ?? []), ...(asked.get(name) ?? [])]
    }))
  }

  return {
    add: (name, labels, by = 1) => {
      seriesOf(name, labels).value += by
    },
    observe: (name, labels, seconds) => {
      const series = seriesOf(name, labels)
      let bucket = 0
      while (bucket < buckets.length && seconds > (buckets[bucket] as number)) bucket += 1
      series.value += seconds
      const counts = series.counts as Array<number>
      counts[bucket] = (counts[bucket] as number) + 1
    },
    ask: (source) => {
      sources.set(source, [])
      return () => void sources.delete(source)
    },
    read: Effect.suspend(() =>
      Effect.forEach(
        [...sources.keys()],
        (source) =>
          Effect.map(source, (values) => {
            if (sources.has(source)) sources.set(source, values)
          }),
        { concurrency: "unbounded", discard: true }
      )
    ).pipe(Effect.map(latest)),
    latest
  }
}

const inert: MetricRegistry = {
  add: () => {},
  observe: () => {},
  ask: () => () => {},
  read: Effect.succeed([]),
  latest: () => []
}

/** Where everything is counted. A runtime that shows its metrics has a registry of its own; without one, nothing is counted. */
export class Metrics extends Context.Reference<Metrics>()("@tributary/runtime-http/Metrics", {
  defaultValue: (): MetricRegistry => inert
}) {}

/** Asks a source while the scope is open. */
export const asking = (source: Source): Effect.Effect<unknown, never, Scope.Scope> =>
  Effect.flatMap(Metrics, (metrics) =>
    Effect.acquireRelease(
      Effect.sync(() => metrics.ask(source)),
      (stop) => Effect.sync(stop)
    )
  )
