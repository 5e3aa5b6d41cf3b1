import { type DataExportType, type DuplicateSample, Extractor, type Problem } from "@tributary/core"
import type { GrantedLookup } from "../../store/accounts/UnreadFields.js"
import type { JobProgress } from "../../store/jobs/Jobs.js"
import type { HeldBack, Kept, Missing } from "../../store/write/Scan.js"
import { addByKind, type Counts, type KindCounts, noKindCounts, plusOfKind, totalOf } from "../../store/write/Scan.js"

/** How many samples an export shows of each kind of problem. */
export const MAX_SAMPLES = 5

/** What was wrong with rows or values, such as `name: Expected string`, by the names of the record kinds; each problem once. */
export type IssueSamples = Map<string, ReadonlySet<string>>

/** Adds issues of records of a kind, as long as there is room. */
export const addIssues = (samples: IssueSamples, kind: string, issues: ReadonlyArray<string>): void => {
  if (issues.length === 0) return
  samples.set(kind, new Set([...new Set([...(samples.get(kind) ?? []), ...issues])].slice(0, MAX_SAMPLES)))
}

/** The first issues about these kinds, each with its kind. */
export const shownIssues = (all: ReadonlyArray<IssueSamples>, kinds: ReadonlyArray<string>): ReadonlyArray<string> =>
  kinds
    .flatMap((kind) => all.flatMap((samples) => [...(samples.get(kind) ?? [])].map((issue) => `${kind} ${issue}`)))
    .slice(0, MAX_SAMPLES)

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
 * run can continue it; see `toText`.
 */
export interface ExtractorProgress {
  readonly extractor: Extractor.Any
  counts: KindCounts
  /** What to add to the counts for what the job had stored, or removed, when it began to read the lists from their start. */
  earlier: KindCounts
  /** The deletions that the sweep held back, by kind. */
  heldBack: ReadonlyArray<HeldBack>
  /** The records that the sweep missed, but neither deleted nor held back, by kind. */
  missing: ReadonlyArray<Missing>
  /** The fields that records keep, although answers would empty them; null until the end of the scan. */
  kept: ReadonlyArray<Kept> | null
  /** Whether the scan is of a tenant that has replaced another one, and no full scan of it was complete before. */
  isNewBaseline: boolean
  /** What was wrong with rejected rows. */
  readonly rejections: IssueSamples
  /** The first records that several rows claim to be, by their ids. */
  readonly duplicates: Map<string, DuplicateSample>
  /** What was wrong with values that could not be read. */
  readonly unreadable: IssueSamples
  /** By record kind, the fields in which the vendor sent unmapped values. */
  readonly unmapped: Map<string, ReadonlySet<string>>
  /** The fields that could not be read, because the vendor refuses optional lookups. */
  unread: ReadonlyArray<Extractor.UnreadFields>
  /** Whether this job began to read the lists at their first row. */
  isFromStart: boolean
  /** The lookups that the vendor had refused to an earlier job, and because of whose answers this job read the lists anew. */
  granted: ReadonlyArray<GrantedLookup>
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
    counts: noKindCounts,
    earlier: noKindCounts,
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
    granted: [],
    isReadAnew: false,
    hasAdvanced: false,
    neededSecs: null,
    outcome: null
  }))

/** Adds the problems of a page's rejected rows, and of single values: the field, and what was expected there. */
export const addRejections = (progress: ExtractorProgress, page: Extractor.Page): void => {
  for (const { kind, rejections, unreadableIssues } of page.batches) {
    for (const { issues } of rejections) addIssues(progress.rejections, kind.name, issues)
    addIssues(progress.unreadable, kind.name, unreadableIssues)
  }
}

/** Adds records that several rows claim to be. */
export const addDuplicates = ({ duplicates }: ExtractorProgress, samples: ReadonlyArray<DuplicateSample>): void => {
  for (const sample of samples) {
    const same = [...duplicates.values()].filter(({ record_kind }) => record_kind === sample.record_kind)
    if (same.length < MAX_SAMPLES) duplicates.set(sample.id, sample)
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

/** Counts records that were removed before the lists were read. */
export const addRemoved = (all: ReadonlyArray<ExtractorProgress>, removed: ReadonlyMap<string, number>): void => {
  for (const progress of all) {
    for (const { name } of progress.extractor.kinds) {
      progress.earlier = plusOfKind(progress.earlier, name, { deleted: removed.get(name) ?? 0 })
    }
  }
}

/** Keeps the counts of a reading that was complete, before the lists are read again. */
export const keepCounts = (progress: ExtractorProgress): void => {
  for (const [kind, counts] of Object.entries(progress.counts)) {
    progress.earlier = plusOfKind(progress.earlier, kind, { ...counts, heldBack: 0 })
  }
  progress.counts = noKindCounts
}

/** Counts anew, because the lists are read from their start again before they were read completely: what was stored is then unchanged. */
export const countAnew = (progress: ExtractorProgress): void => {
  for (const [kind, { changed, created, deleted }] of Object.entries(progress.counts)) {
    const unchanged = -created - changed
    progress.earlier = plusOfKind(progress.earlier, kind, { created, changed, deleted, unchanged })
  }
  progress.counts = noKindCounts
}

/** The export types of the extractor. */
export const exportTypesOf = ({ extractor }: ExtractorProgress): ReadonlyArray<DataExportType> =>
  Extractor.exportTypesOf(extractor)

/** The counts of the whole job for records of these kinds. */
export const countsOf = ({ counts, earlier }: ExtractorProgress, kinds: ReadonlyArray<string>): Counts => {
  const sum = totalOf(addByKind(counts, earlier), kinds)
  return { ...sum, unchanged: Math.max(0, sum.unchanged) }
}

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
