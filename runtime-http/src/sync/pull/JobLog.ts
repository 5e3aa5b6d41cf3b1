import { Effect } from "effect"
import type * as ExtractorProgress from "./ExtractorProgress.js"
import type * as JobReport from "./JobReport.js"

/** Logs the names of the fields, but never their values: a free-text field can contain anything. */
export const unmapped = (jobId: string, vendor: string, all: ReadonlyArray<ExtractorProgress.ExtractorProgress>) =>
  Effect.forEach(
    all.flatMap(({ unmapped }) => [...unmapped]),
    ([kind, fields]) =>
      Effect.logInfo("The vendor sent values that this release does not map.").pipe(
        Effect.annotateLogs({ jobId, vendor, kind, fields: [...fields].toSorted().join(", ") })
      ),
    { discard: true }
  )

/** Operators see here which permissions customers did not grant, and which answers of a vendor were not believed. */
export const unread = (jobId: string, vendor: string, { unread: { found } }: JobReport.JobReport) =>
  Effect.forEach(
    found,
    ({ accepted_from, endpoint, fields, reason, record_kind }) =>
      (accepted_from === null
        ? Effect.logInfo("The vendor refuses an optional endpoint, so some fields are not read.")
        : Effect.logWarning("The vendor's answers would empty fields of most records, which keep them for now.")
      ).pipe(Effect.annotateLogs({ jobId, vendor, kind: record_kind, fields: fields.join(", "), endpoint, reason })),
    { discard: true }
  )
