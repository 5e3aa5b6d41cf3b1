import { expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import * as Scrape from "../../../../tests/support/telemetry/Scrape.js"
import type { RecordStore } from "../../../src/store/write/RecordStore.js"
import { noCounts } from "../../../src/store/write/Scan.js"
import * as JobMetrics from "../../../src/sync/pull/JobMetrics.js"
import * as JobReport from "../../../src/sync/pull/JobReport.js"
import * as Metrics from "../../../src/telemetry/Metrics.js"
import * as PrometheusText from "../../../src/telemetry/PrometheusText.js"

const read = (registry: Metrics.MetricRegistry) => Scrape.parse(PrometheusText.of(registry.latest()))

it.effect("a run counts once, however often it ends, with its vendor and its time", () =>
  Effect.gen(function* () {
    const metrics = Metrics.make()
    const run = yield* JobMetrics.begin(metrics)
    expect(Scrape.sumOf(read(metrics), "tributary_jobs_running")).toBe(1)
    run.vendor = "OKTA"
    run.report(JobReport.unstarted("It could not begin."))
    yield* TestClock.adjust("7 seconds")
    yield* run.end("failed")
    yield* run.end("released")
    const lines = read(metrics)
    expect(Scrape.sumOf(lines, "tributary_jobs_running")).toBe(0)
    expect(Scrape.sumOf(lines, "tributary_jobs_total")).toBe(1)
    expect(Scrape.sumOf(lines, "tributary_jobs_total", { vendor: "OKTA", outcome: "failed" })).toBe(1)
    expect(Scrape.sumOf(lines, "tributary_job_duration_seconds_sum", { vendor: "OKTA" })).toBeCloseTo(7)
  })
)

it.effect("what is stored counts by kind and change, and rejected rows apart", () =>
  Effect.gen(function* () {
    const metrics = Metrics.make()
    const counts = { ...noCounts, seen: 10, created: 3, changed: 2, unchanged: 1, rejected: 4 }
    const store = {
      write: () => Effect.succeed({ idp_user: counts }),
      close: () => Effect.succeed({ counts: { idp_user: { ...noCounts, deleted: 5 } } })
    } as unknown as RecordStore["Type"]
    const counting = JobMetrics.counting(metrics, "OKTA", store)
    yield* counting.write({} as never, {} as never)
    yield* counting.close({} as never)
    const lines = read(metrics)
    const of = (change: string) => Scrape.sumOf(lines, "tributary_records_total", { record_kind: "idp_user", change })
    expect(["created", "changed", "unchanged", "deleted"].map(of)).toEqual([3, 2, 1, 5])
    expect(Scrape.sumOf(lines, "tributary_rejected_rows_total", { vendor: "OKTA", record_kind: "idp_user" })).toBe(4)
  })
)

it.effect("waits count by reason with their length, and reach the listener", () =>
  Effect.gen(function* () {
    const metrics = Metrics.make()
    const heard: Array<string> = []
    const listener = JobMetrics.countingWaits(metrics, "OKTA", {
      waits: (_, { endpoint }) => Effect.sync(() => void heard.push(endpoint)),
      ended: () => Effect.void
    })
    yield* TestClock.setTime(1_000_000)
    const wait = (until: number) => ({ endpoint: "/users", reason: "RATE_LIMITED" as const, until, retries: 0 })
    yield* listener.waits({}, wait(1_030_000))
    // One for an answer that is slow says when it began.
    yield* listener.waits({}, wait(990_000))
    const lines = read(metrics)
    expect(Scrape.sumOf(lines, "tributary_vendor_waits_total", { reason: "RATE_LIMITED" })).toBe(2)
    expect(Scrape.sumOf(lines, "tributary_vendor_wait_seconds_total", { reason: "RATE_LIMITED" })).toBe(30)
    expect(heard).toEqual(["/users", "/users"])
  })
)
