import { type DataExportType, type DuplicateSample, Extractor, type Problem } from "@tributary/core"
import type { Counts } from "../../store/write/Counts.js"
import * as KindCounts from "../../store/write/KindCounts.js"
import type { HeldBack, Kept, Missing } from "../../store/write/Scan.js"
import * as IssueSamples from "./IssueSamples.js"

/** How one extractor ended. */
export interface Outcome {
  /** Why the data could not be read; null if it could. The failure table says what follows. */
  readonly reason: Problem.ProblemReason | null
  /** The source endpoint that failed; null if nothing failed. */
  readonly endpoint: string | null
  /** What happened, without credentials or personal data; null if there is nothing to say. */
  readonly message: string | null
  /** When the vendor wants the next request, in milliseconds since 1970; absent if no rate limit, no announced pause and no incomplete answer said so. */
  readonly retryAt?: number
  /** Whether the time limit stopped the extractor; false by default. */
  readonly isCut?: boolean
}

/**
 * The progress of one extractor of a job. It is updated while the extractor runs, so that an aborted job can report it too, and so that another
 * run can continue it; see `SavedProgress`.
 */
export interface ExtractorProgress {
  readonly extractor: Extractor.Any
  counts: KindCounts.KindCounts
  /** What to add to the counts for what the job had stored when it began to read the lists from their start again. */
  earlier: KindCounts.KindCounts
  /** The deletions that the sweep held back, by kind. */
  heldBack: ReadonlyArray<HeldBack>
  /** The records that the sweep missed, but neither deleted nor held back, by kind. */
  missing: ReadonlyArray<Missing>
  /** The fields that records keep, although answers would empty them; null until the end of the scan. */
  kept: ReadonlyArray<Kept> | null
  /** Whether the scan is of a tenant that has replaced another one, and no full scan of it was complete before. */
  isNewBaseline: boolean
  /** What was wrong with rejected rows. */
  readonly rejections: IssueSamples.IssueSamples
  /** The first records that several rows claim to be, by their ids. */
  readonly duplicates: Map<string, DuplicateSample>
  /** What was wrong with values that could not be read. */
  readonly unreadable: IssueSamples.IssueSamples
  /** By record kind, the fields in which the vendor sent unmapped values. */
  readonly unmapped: Map<string, ReadonlySet<string>>
  /** The fields that could not be read, because the vendor refuses optional lookups. */
  unread: ReadonlyArray<Extractor.UnreadFields>
  /** Whether this job began to read the lists at their first row. */
  isFromStart: boolean
  /** Whether this job read the lists anew because the vendor answered a lookup that it had refused to an earlier job. */
  isGranted: boolean
  /** Whether this job read all rows of the extractor, from the first to the last. */
  isReadAnew: boolean
  /** Whether the scan can be resumed from a later position than that at which this job began. */
  hasAdvanced: boolean
  /** The `timeout_secs` with which one job could read all lists, if the scans take several and so prove no deletion; null otherwise. */
  neededSecs: number | null
  /** Null until the extractor has ended. */
  outcome: Outcome | null
}

/** The progress of extractors that have not run yet. */
export const begin = (extractors: ReadonlyArray<Extractor.Any>): ReadonlyArray<ExtractorProgress> =>
  extractors.map((extractor) => ({
    extractor,
    counts: KindCounts.none,
    earlier: KindCounts.none,
    heldBack: [],
    missing: [],
    kept: null,
    isNewBaseline: false,
    rejections: new Map(),
    duplicates: new Map(),
    unreadable: new Map(),
    unmapped: new Map(),
    unread: [],
    isFromStart: false,
    isGranted: false,
    isReadAnew: false,
    hasAdvanced: false,
    neededSecs: null,
    outcome: null
  }))

/** Adds the problems of a page's rejected rows, and of single values: the field, and what was expected there. */
export const addRejections = (progress: ExtractorProgress, page: Extractor.Page): void => {
  for (const { kind, rejections, unreadableIssues } of page.batches) {
    for (const { issues } of rejections) IssueSamples.add(progress.rejections, kind.name, issues)
    IssueSamples.add(progress.unreadable, kind.name, unreadableIssues)
  }
}

/** Adds records that several rows claim to be. */
export const addDuplicates = ({ duplicates }: ExtractorProgress, samples: ReadonlyArray<DuplicateSample>): void => {
  for (const sample of samples) {
    const same = [...duplicates.values()].filter(({ record_kind }) => record_kind === sample.record_kind)
    if (same.length < IssueSamples.MAX_SAMPLES) duplicates.set(sample.id, sample)
  }
}

/** Adds the fields in which a page's records have unmapped values. */
export const addUnmapped = ({ unmapped }: ExtractorProgress, page: Extractor.Page): void => {
  for (const { kind, unmappedFields } of page.batches) {
    if (unmappedFields.length > 0) {
      unmapped.set(kind.name, new Set([...(unmapped.get(kind.name) ?? []), ...unmappedFields]))
    }
  }
}

/** Adds the fields that could not be read for a page's records. */
export const addUnread = (progress: ExtractorProgress, { unread = [] }: Extractor.Page): void => {
  progress.unread = Extractor.mergeUnread(progress.unread, unread)
}

/** Keeps the counts of a reading that was complete, before the lists are read again. */
export const keepCounts = (progress: ExtractorProgress): void => {
  for (const [kind, counts] of Object.entries(progress.counts)) {
    progress.earlier = KindCounts.plus(progress.earlier, kind, { ...counts, heldBack: 0 })
  }
  progress.counts = KindCounts.none
}

/** Counts anew, because the lists are read from their start again before they were read completely: what was stored is then unchanged. */
export const countAnew = (progress: ExtractorProgress): void => {
  for (const [kind, { changed, created, deleted }] of Object.entries(progress.counts)) {
    const unchanged = -created - changed
    progress.earlier = KindCounts.plus(progress.earlier, kind, { created, changed, deleted, unchanged })
  }
  progress.counts = KindCounts.none
}

/** The export types of the extractor. */
export const exportTypesOf = ({ extractor }: ExtractorProgress): ReadonlyArray<DataExportType> =>
  Extractor.exportTypesOf(extractor)

/** The counts of the whole job for records of these kinds. */
export const countsOf = ({ counts, earlier }: ExtractorProgress, kinds: ReadonlyArray<string>): Counts => {
  const sum = KindCounts.total(KindCounts.add(counts, earlier), kinds)
  return { ...sum, unchanged: Math.max(0, sum.unchanged) }
}
