import type { Family, Sample } from "./Metrics.js"
import { buckets, helpOf } from "./MetricTable.js"

/** `AGGREGATION_TEMPORALITY_CUMULATIVE`: values count from the start of the process. */
const CUMULATIVE = 2

const pointOf = ({ labels }: Family, sample: Sample, { now, start }: Times) => ({
  attributes: labels.map((key, index) => ({ key, value: { stringValue: sample.labels[index] ?? "" } })),
  startTimeUnixNano: start,
  timeUnixNano: now
})

/** Two instants as nanoseconds since 1970, which JSON has as texts. */
interface Times {
  readonly start: string
  readonly now: string
}

const dataOf = (family: Family, times: Times) => {
  const points = family.samples.map((sample) => ({ ...pointOf(family, sample, times), asDouble: sample.value }))
  switch (family.kind) {
    case "counter":
      return { sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: points } }
    case "gauge":
      return { gauge: { dataPoints: points } }
    case "histogram": {
      const dataPoints = family.samples.map((sample) => ({
        ...pointOf(family, sample, times),
        count: sample.counts?.reduce((sum, count) => sum + count, 0) ?? 0,
        sum: sample.value,
        bucketCounts: sample.counts ?? [],
        explicitBounds: buckets
      }))
      return { histogram: { aggregationTemporality: CUMULATIVE, dataPoints } }
    }
  }
}

/** The metrics as the JSON of OTLP has them. */
export const of = (families: ReadonlyArray<Family>, times: Times) =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map((family) => ({
      name: family.name,
      description: helpOf(family),
      unit: family.unit,
      ...dataOf(family, times)
    }))
