import type { DuplicateSample } from "@tributary/core"
import type { JobProgress } from "../../store/jobs/JobProgress.js"
import { type ExtractorProgress, keepCounts } from "./ExtractorProgress.js"
import type { IssueSamples } from "./IssueSamples.js"

/*
 * The progress of an extractor as JSON: a job that is handed over, or whose process dies, is continued by another run, which reports the
 * whole job. An extractor that has ended is not run again.
 */

type Samples = ReadonlyArray<readonly [kind: string, issues: ReadonlyArray<string>]>

/** The fields that describe the job. The others describe the run: whether it advanced decides when the next one is due. */
type Saved = Omit<
  ExtractorProgress,
  "extractor" | "duplicates" | "hasAdvanced" | "rejections" | "unmapped" | "unreadable"
> & {
  readonly rejections: Samples
  readonly duplicates: ReadonlyArray<DuplicateSample>
  readonly unreadable: Samples
  readonly unmapped: Samples
}

const listed = (samples: IssueSamples): Samples => [...samples].map(([kind, issues]) => [kind, [...issues]])

const restored = (samples: Samples): IssueSamples => new Map(samples.map(([kind, issues]) => [kind, new Set(issues)]))

/** The progress as JSON. */
export const toText = ({ extractor, hasAdvanced, ...progress }: ExtractorProgress): string => {
  const saved: Saved = {
    ...progress,
    rejections: listed(progress.rejections),
    duplicates: [...progress.duplicates.values()],
    unreadable: listed(progress.unreadable),
    unmapped: listed(progress.unmapped)
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
      rejections: restored(rejections),
      duplicates: new Map(duplicates.map((sample) => [sample.id, sample])),
      unreadable: restored(unreadable),
      unmapped: restored(unmapped)
    })
    if (own.outcome === null || !isOutdated) continue
    own.outcome = null
    keepCounts(own)
  }
}
