import { Effect } from "effect"
import type * as ExtractorProgress from "./ExtractorProgress.js"
import type * as JobReport from "./JobReport.js"

/** Logs the names of the fields, but never their values: a free-text field can contain anything. */
export const unmapped = (vendor: string, all: ReadonlyArray<ExtractorProgress.ExtractorProgress>) =>
  Effect.forEach(
    all.flatMap(({ unmapped }) => [...unmapped]),
    ([kind, fields]) =>
      Effect.logInfo("The vendor sent values that this release does not map.").pipe(
        Effect.annotateLogs({ vendor, kind, fields: [...fields].toSorted().join(", ") })
      ),
    { discard: true }
  )

/** Logs that the job goes on elsewhere. */
export const lost = Effect.logDebug("Job stopped: this process no longer holds the lease of the connection.")

const counted = ["seen", "created", "changed", "deleted", "rejected", "unmapped", "unreadable"] as const

/** Logs how a job ended, and what it has read. */
export const finished = (report: JobReport.JobReport, durationMillis: number) => {
  const { dataExports, failureReason, health, status } = report
  const totals = counted.map((count) => [count, dataExports.reduce((sum, each) => sum + each[count], 0)] as const)
  return Effect.logInfo("Job finished.").pipe(
    Effect.annotateLogs({
      duration_ms: durationMillis,
      status,
      health: health.name,
      failure_reason: failureReason,
      ...Object.fromEntries(totals)
    })
  )
}

/** Operators see here which permissions customers did not grant, and which answers of a vendor were not believed. */
export const unread = (vendor: string, { unread: { found } }: JobReport.JobReport) =>
  Effect.forEach(
    found,
    ({ accepted_from, endpoint, fields, reason, record_kind }) =>
      (accepted_from === null
        ? Effect.logInfo("The vendor refuses an optional endpoint, so some fields are not read.")
        : Effect.logWarning("The vendor's answers would empty fields of most records, which keep them for now.")
      ).pipe(Effect.annotateLogs({ vendor, kind: record_kind, fields: fields.join(", "), endpoint, reason })),
    { discard: true }
  )
