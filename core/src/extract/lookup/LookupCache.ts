import { Effect } from "effect"
import * as VendorError from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { MissingPart } from "../walk/ScanVerdict.js"
import * as ScanVerdict from "../walk/ScanVerdict.js"
import * as KeptAnswers from "./KeptAnswers.js"
import type { Any } from "./LookupOptions.js"
import * as LookupOptions from "./LookupOptions.js"
import type { UnreadFields } from "./MissingTally.js"
import * as MissingTally from "./MissingTally.js"

/** What became of one question about a row. */
export type Answer =
  | {
      readonly _tag: "Rows"
      /** The rows of the answer. */
      readonly rows: ReadonlyArray<unknown>
      /** Whether there may be more rows than could be read, so that the fields keep what was read before. */
      readonly isCut: boolean
    }
  /** The lookup's `when` is false for the row. */
  | { readonly _tag: "NotAsked" }
  /** The vendor has no answer for this row (404, 410). */
  | { readonly _tag: "Missing" }
  /** The vendor refuses an optional lookup. */
  | {
      readonly _tag: "Refused"
      /** What the mapping receives. */
      readonly rows: ReadonlyArray<unknown> | null
    }

/** What came of one question. */
export interface Reply {
  /** How many rows it has. */
  readonly size: number
  /** The answer for a key, which counts as found or missing; for any key the same if the question was not about keys. */
  readonly answerFor: (key: string) => Answer
}

/** A question that is asked when its answer is first needed. */
export type Asking = Effect.Effect<Reply, VendorError.VendorError, VendorHttp>

/** How much of the vendor's answers a run keeps in memory. */
export interface Bounds {
  /** The most rows of one answer, be it about one row or about all. */
  readonly answerRows: number
  /** How many shared answers a run caches; the oldest is evicted first. */
  readonly sharedAnswers: number
  /** How many rows the shared answers have together; the oldest is evicted first. */
  readonly sharedRows: number
  /** How many characters of JSON the answers of one batched lookup have together, besides those of the current page; the oldest is evicted first. */
  readonly keyedCharacters: number
}

/** The list with an answer for each of the 500,000 users of the largest directories fits: some 200 MB if all of its fields are long. */
const BOUNDS: Bounds = {
  answerRows: 500_000,
  sharedAnswers: 10_000,
  sharedRows: 100_000,
  keyedCharacters: 20_000_000
}

/** What a run knows about one lookup. */
export interface LookupState {
  /** The answers that were found, and those that were missing: of a joined or batched lookup those in its lists. */
  readonly tally: MissingTally.MissingTally
  /** The rows that a shared lookup found an answer for, and those whose answer was missing; empty for any other lookup. */
  readonly rows: MissingTally.MissingTally
  /** How many requests were answered with rows: the lists of a joined lookup. */
  replies: number
  /** How many requests were refused. */
  refused: number
  /** The last refusal; null if there was none. */
  refusal: VendorError.VendorError | null
  /** What the last answer showed that it lacks, if the lookup is optional; null if no answer did. */
  lack: MissingPart | null
  /** The list of a joined lookup that was read last; null before, and for any other lookup. */
  list: ReadList | null
  /** The answers of a batched lookup by key; empty for any other lookup. */
  readonly keyed: KeptAnswers.KeptAnswers<Answer>
}

/** The list of a joined lookup that was read last. */
export interface ReadList {
  /** Identifies the request for it. */
  readonly identity: string
  /** What came of the request. */
  readonly reply: Reply
}

/** What one run remembers about its lookups. */
export interface LookupCache {
  /** How much it may remember. */
  readonly bounds: Bounds
  /** Whether an answer that is missing for all rows of the run proves that its path is wrong. */
  readonly provesPaths: boolean
  /** What the run knows about a lookup. */
  readonly stateOf: (lookup: Any) => LookupState
  /** Asks a question once for all rows that ask alike, as long as the answer is kept; a question about one row each time. `identity` identifies what is asked. */
  readonly once: (lookup: Any, identity: string, asking: Asking) => Asking
  /** Notes that records of the kind lack fields, because the lookup could not be read for their rows. */
  readonly note: (lookup: Any, kind: RecordKind.Any, fields: ReadonlyArray<string>) => void
  /** The notes since the last call, without those of single rows that are gone. */
  readonly takeUnread: () => ReadonlyArray<UnreadFields>
  /** Notes what an answer shows that it lacks: it costs an optional lookup its fields, and makes the scan of a required one incomplete. */
  readonly lacks: (lookup: Any, missing: ReadonlyArray<MissingPart>) => void
  /** What the answers to required lookups since the last call show that they lack. */
  readonly takeMissing: () => ReadonlyArray<MissingPart>
}

/** Why a lookup was not read; null if only single rows are gone. */
const causeOf = (
  { endpoint, scope }: Any,
  { lack, replies, refusal, refused, tally }: LookupState
): Pick<UnreadFields, "endpoint" | "problem" | "reason"> | null => {
  if (refusal !== null) {
    const isJoined = scope._tag === "Joined"
    const isPartial = (isJoined ? replies : tally.found) > 0
    const all = refused + (isJoined ? replies : tally.found + tally.missing)
    const detail = VendorError.detailOf(refusal)
    return {
      endpoint: refusal.endpoint,
      problem: VendorError.reasonOf(refusal),
      reason: isPartial ? `${detail} for ${refused} of ${all} ${isJoined ? "lists" : "rows"}` : detail
    }
  }
  const isBad = MissingTally.isUnproven(tally) || MissingTally.isTooMany(tally, MissingTally.TOLERATED_AT_PAGE_END)
  if (isBad) return { endpoint, problem: MissingTally.problemOf(tally), reason: MissingTally.describe(tally, "rows") }
  return lack === null ? null : { endpoint: lack.endpoint, problem: "INCOMPLETE", reason: lack.detail }
}

/** Asks once for all rows whose question has this identity, even while the answer has not come yet, as long as it is kept. */
const shared = (kept: KeptAnswers.KeptAnswers<Asking>, identity: string, asking: Asking): Asking => {
  const measured = Effect.tap(asking, ({ size }) =>
    Effect.sync(() => {
      kept.resize(identity, size)
      kept.trim()
    })
  )
  return Effect.suspend(() => {
    const known = kept.get(identity)
    if (known !== undefined) {
      kept.touch(identity)
      return known
    }
    return Effect.flatMap(Effect.cached(measured), (cached) => {
      // Another row may have asked in the meantime.
      const first = kept.get(identity) ?? cached
      if (first === cached) kept.add(identity, cached, 0)
      kept.trim()
      return first
    })
  })
}

/** Asks unless the list with this identity is the one that was read last. */
const latest = (state: LookupState, identity: string, asking: Asking): Asking =>
  Effect.suspend(() => {
    const known = state.list
    if (known?.identity === identity) return Effect.succeed(known.reply)
    return Effect.tap(asking, (reply) =>
      Effect.sync(() => {
        state.list = { identity, reply }
      })
    )
  })

/** The empty cache of a new run. */
export const make = (provesPaths = true, bounds: Bounds = BOUNDS): LookupCache => {
  const states = new Map<Any, LookupState>()
  const notes = new Map<Any, Map<RecordKind.Any, Set<string>>>()
  const alike = KeptAnswers.make<Asking>({ answers: bounds.sharedAnswers, size: bounds.sharedRows })
  // Rows are asked about concurrently; only one of them reads a list that answers for all rows, so that few are in memory.
  const reading = Effect.unsafeMakeSemaphore(1)
  let required: ReadonlyArray<MissingPart> = []
  const stateOf: LookupCache["stateOf"] = (lookup) => {
    const known = states.get(lookup)
    if (known !== undefined) return known
    const made: LookupState = {
      tally: MissingTally.begin(),
      rows: MissingTally.begin(),
      replies: 0,
      refused: 0,
      refusal: null,
      lack: null,
      list: null,
      keyed: KeptAnswers.make({ answers: Number.POSITIVE_INFINITY, size: bounds.keyedCharacters })
    }
    states.set(lookup, made)
    return made
  }
  return {
    bounds,
    provesPaths,
    stateOf,
    once: (lookup, identity, asking) => {
      const { scope } = lookup
      if (scope._tag === "Shared") return shared(alike, identity, asking)
      return scope._tag === "Joined" ? reading.withPermits(1)(latest(stateOf(lookup), identity, asking)) : asking
    },
    note: (lookup, kind, fields) => {
      const kinds = notes.get(lookup) ?? new Map<RecordKind.Any, Set<string>>()
      notes.set(lookup, kinds)
      const known = kinds.get(kind) ?? new Set<string>()
      kinds.set(kind, known)
      for (const field of fields) known.add(field)
    },
    takeUnread: () =>
      [...notes].flatMap(([lookup, kinds]) => {
        const cause = causeOf(lookup, stateOf(lookup))
        if (cause === null) return []
        notes.delete(lookup)
        const list = LookupOptions.listsOf(lookup).find(({ endpoint }) => endpoint === cause.endpoint) ?? lookup
        const { endpoint, permissions } = list
        return [...kinds].map(([kind, fields]) => ({ kind, fields: [...fields], ...cause, endpoint, permissions }))
      }),
    lacks: (lookup, missing) => {
      if (lookup.isOptional) stateOf(lookup).lack = missing.at(-1) ?? stateOf(lookup).lack
      else required = ScanVerdict.merge(required, missing)
    },
    takeMissing: () => {
      const taken = required
      required = []
      return taken
    }
  }
}
