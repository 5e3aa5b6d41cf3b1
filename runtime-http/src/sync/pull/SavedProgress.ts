import type { DuplicateSample } from "@tributary/core"
import type { JobProgress } from "../../store/jobs/JobProgress.js"
import { type ExtractorProgress, keepCounts } from "./JobReport.js"

/*
 * The progress of an extractor as JSON: a job that is handed over, or whose process dies, is continued by another run, which reports the
 * whole job. An extractor that has ended is not run again.
 */

/** The fields that describe the job. The others describe the run: whether it advanced decides when the next one is due. */
type Saved = Omit<
  ExtractorProgress,
  "exportType" | "extractor" | "duplicates" | "hasAdvanced" | "rejections" | "unmapped" | "unreadable"
> & {
  readonly rejections: ReadonlyArray<string>
  readonly duplicates: ReadonlyArray<DuplicateSample>
  readonly unreadable: ReadonlyArray<string>
  readonly unmapped: ReadonlyArray<readonly [string, ReadonlyArray<string>]>
}

/** The progress as JSON. */
export const toText = ({ exportType, extractor, hasAdvanced, ...progress }: ExtractorProgress): string => {
  const saved: Saved = {
    ...progress,
    rejections: [...progress.rejections],
    duplicates: [...progress.duplicates.values()],
    unreadable: [...progress.unreadable],
    unmapped: [...progress.unmapped].map(([kind, fields]) => [kind, [...fields]])
  }
  return JSON.stringify(saved)
}

/** Continues with what earlier runs of the job have saved. Extractors that a new release no longer has are left out. */
export const restore = (all: ReadonlyArray<ExtractorProgress>, saved: ReadonlyArray<JobProgress>): void => {
  for (const { extractor, isOutdated, progress } of saved) {
    const own = all.find((each) => each.extractor.name === extractor)
    if (own === undefined) continue
    const { duplicates, rejections, unmapped, unreadable, ...fields } = JSON.parse(progress) as Saved
    Object.assign(own, fields, {
      rejections: new Set(rejections),
      duplicates: new Map(duplicates.map((sample) => [sample.id, sample])),
      unreadable: new Set(unreadable),
      unmapped: new Map(unmapped.map(([kind, names]) => [kind, new Set(names)]))
    })
    if (own.outcome === null || !isOutdated) continue
    own.outcome = null
    keepCounts(own)
  }
}
