import { MonotonicTime, type WaitListener } from "@tributary/core"
import { Clock, Effect } from "effect"
import type { Ending } from "../../store/schedule/Ending.js"
import type { RecordStore } from "../../store/write/RecordStore.js"
import type { KindCounts } from "../../store/write/Scan.js"
import type { MetricRegistry } from "../../telemetry/Metrics.js"
import type { JobReport } from "./JobReport.js"

/** How a run of a job ended; `lost`: another process has taken the job over. */
export type Outcome = Ending | "lost"

/** A run of a job, as the metrics see it. */
export interface CountedRun {
  /** Unknown until the credentials have been read. */
  vendor: string
  /** Counts the export types of a job that has ended. */
  readonly report: (report: JobReport) => void
  /** Counts the run, once. */
  readonly end: (outcome: Outcome) => Effect.Effect<void>
}

/** Counts a run that begins now. */
export const begin = (metrics: MetricRegistry): Effect.Effect<CountedRun> =>
  Effect.map(MonotonicTime.millis, (started) => {
    let hasEnded = false
    metrics.add("tributary_jobs_running", [])
    const run: CountedRun = {
      vendor: "unknown",
      report: ({ dataExports }) => {
        for (const { data_export_type, reason } of dataExports) {
          metrics.add("tributary_exports_total", [run.vendor, data_export_type, reason ?? "none"])
        }
      },
      end: (outcome) =>
        Effect.map(MonotonicTime.millis, (now) => {
          if (hasEnded) return
          hasEnded = true
          metrics.add("tributary_jobs_running", [], -1)
          metrics.add("tributary_jobs_total", [run.vendor, outcome])
          metrics.observe("tributary_job_duration_seconds", [run.vendor], (now - started) / 1_000)
        })
    }
    return run
  })

const changes = ["created", "changed", "unchanged", "deleted"] as const

const addRecords = (metrics: MetricRegistry, vendor: string, counts: KindCounts): void => {
  for (const [kind, { rejected, ...numbers }] of Object.entries(counts)) {
    for (const change of changes) {
      if (numbers[change] > 0) metrics.add("tributary_records_total", [vendor, kind, change], numbers[change])
    }
    if (rejected > 0) metrics.add("tributary_rejected_rows_total", [vendor, kind], rejected)
  }
}

type Store = RecordStore["Type"]

/** The store, which counts what is written into it. */
export const counting = (metrics: MetricRegistry, vendor: string, store: Store): Store => ({
  ...store,
  write: (...args) => Effect.tap(store.write(...args), (counts) => addRecords(metrics, vendor, counts)),
  close: (...args) => Effect.tap(store.close(...args), ({ counts }) => addRecords(metrics, vendor, counts))
})

type Listener = WaitListener.WaitListener["Type"]

/** The listener, which counts the waits that it hears. One for an answer that is slow has no length yet. */
export const countingWaits = (metrics: MetricRegistry, vendor: string, listener: Listener): Listener => ({
  ...listener,
  waits: (request, wait) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      metrics.add("tributary_vendor_waits_total", [vendor, wait.reason])
      metrics.add("tributary_vendor_wait_seconds_total", [vendor, wait.reason], Math.max(0, wait.until - now) / 1_000)
      return listener.waits(request, wait)
    })
})
