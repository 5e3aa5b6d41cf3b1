import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as Scrape from "../../../tests/support/telemetry/Scrape.js"
import * as Metrics from "../../src/telemetry/Metrics.js"
import { buckets, helpOf, type Metric, type MetricName, table } from "../../src/telemetry/MetricTable.js"
import * as OtlpMetrics from "../../src/telemetry/OtlpMetrics.js"
import * as PrometheusText from "../../src/telemetry/PrometheusText.js"

const metrics = Object.entries(table) as ReadonlyArray<readonly [MetricName, Metric]>

const read = (registry: Metrics.MetricRegistry): ReadonlyArray<Scrape.Line> =>
  Scrape.parse(PrometheusText.of(Effect.runSync(registry.read)))

const suffixes: Readonly<Record<Metric["unit"], RegExp>> = {
  s: /_seconds(?:_total)?$/,
  By: /_bytes(?:_total)?$/,
  "1": /^(?!.*_(?:seconds|bytes)(?:_total)?$)/
}

describe("the table of metrics", () => {
  it.each(metrics)("%s follows the conventions of Prometheus", (name, { help, kind, labels, unit }) => {
    expect(name).toMatch(/^(?:tributary|process)_[a-z_]+$/)
    expect(name).toMatch(suffixes[unit])
    expect(name.endsWith("_total")).toBe(kind === "counter")
    expect(new Set(labels).size).toBe(labels.length)
    for (const label of labels) expect(label).toMatch(/^[a-z_]+$/)
    expect(help).toMatch(/^[A-Z0-9].*\.$/)
  })

  it.each(metrics.filter(([, { from }]) => from === "database"))(
    "%s says that every process reports it",
    (_, metric) => {
      expect(helpOf(metric)).toContain("Every process reports the same value")
    }
  )
})

describe("a registry", () => {
  it("adds up what it counts, by labels", () => {
    const registry = Metrics.make()
    registry.add("tributary_jobs_total", ["OKTA", "succeeded"])
    registry.add("tributary_jobs_total", ["OKTA", "succeeded"])
    registry.add("tributary_jobs_total", ["OKTA", "failed"], 3)
    registry.add("tributary_jobs_running", [], 2)
    registry.add("tributary_jobs_running", [], -1)
    const lines = read(registry)
    expect(Scrape.sumOf(lines, "tributary_jobs_total", { outcome: "succeeded" })).toBe(2)
    expect(Scrape.sumOf(lines, "tributary_jobs_total", { vendor: "OKTA" })).toBe(5)
    expect(Scrape.sumOf(lines, "tributary_jobs_running")).toBe(1)
  })

  it("shows histograms with buckets that include the ones before", () => {
    const registry = Metrics.make()
    for (const seconds of [0.001, 0.005, 0.006, 7, 100_000]) {
      registry.observe("tributary_job_duration_seconds", ["OKTA"], seconds)
    }
    const lines = read(registry)
    const bucket = (le: string) => Scrape.sumOf(lines, "tributary_job_duration_seconds_bucket", { le })
    expect([bucket("0.005"), bucket("0.01"), bucket("5"), bucket("10"), bucket("3600"), bucket("+Inf")]).toEqual([
      2, 3, 3, 4, 4, 5
    ])
    expect(Scrape.sumOf(lines, "tributary_job_duration_seconds_count")).toBe(5)
    expect(Scrape.sumOf(lines, "tributary_job_duration_seconds_sum")).toBeCloseTo(100_007.012)
  })

  it("shows labels with quotes, backslashes and newlines in the text format", () => {
    const registry = Metrics.make()
    const vendor = 'A "quoted" \\ and\nbroken } name\\n'
    registry.add("tributary_jobs_total", [vendor, "failed"])
    expect(read(registry)).toEqual([expect.objectContaining({ labels: { vendor, outcome: "failed" }, value: 1 })])
  })

  it("keeps at most 2,000 series of a metric, and counts the rest as other", () => {
    const registry = Metrics.make()
    for (let index = 0; index < 10_000; index += 1) {
      registry.add("tributary_http_requests_total", ["GET", `/path/${index}`, "200"])
    }
    const lines = read(registry).filter(({ name }) => name === "tributary_http_requests_total")
    expect(lines.length).toBe(Metrics.MAX_SERIES + 1)
    expect(Scrape.sumOf(lines, "tributary_http_requests_total")).toBe(10_000)
    expect(Scrape.sumOf(lines, "tributary_http_requests_total", { route: "other" })).toBe(8_000)
    expect(Scrape.sumOf(read(registry), "tributary_dropped_series_total")).toBe(8_000)
  })

  it("asks its sources at each reading, and forgets what a source told that has gone", () => {
    const registry = Metrics.make()
    let value = 1
    const stop = registry.ask(Effect.sync(() => [Metrics.told("tributary_ready", [], value)]))
    expect(Scrape.sumOf(read(registry), "tributary_ready")).toBe(1)
    value = 0
    expect(Scrape.sumOf(read(registry), "tributary_ready")).toBe(0)
    stop()
    expect(read(registry)).toEqual([])
  })

  it("becomes the metrics of OTLP, with their units and all buckets", () => {
    const registry = Metrics.make()
    registry.add("tributary_jobs_total", ["OKTA", "failed"], 2)
    registry.observe("tributary_job_duration_seconds", ["OKTA"], 7)
    registry.add("tributary_jobs_running", [])
    const sent = OtlpMetrics.of(Effect.runSync(registry.read), { start: "1", now: "2" })
    expect(sent).toMatchObject([
      {
        name: "tributary_jobs_total",
        unit: "1",
        sum: {
          isMonotonic: true,
          aggregationTemporality: 2,
          dataPoints: [{ asDouble: 2, startTimeUnixNano: "1", timeUnixNano: "2" }]
        }
      },
      {
        name: "tributary_job_duration_seconds",
        unit: "s",
        histogram: { dataPoints: [{ count: 1, sum: 7, explicitBounds: buckets }] }
      },
      { name: "tributary_jobs_running", gauge: { dataPoints: [{ asDouble: 1 }] } }
    ])
    const histogram = sent.find(({ name }) => name === "tributary_job_duration_seconds")
    expect(JSON.stringify(histogram)).toContain(`"bucketCounts":[${buckets.map((le) => (le === 10 ? 1 : 0))},0]`)
  })
})
