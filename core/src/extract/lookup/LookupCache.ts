import { Effect } from "effect"
import type { VendorError } from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { MissingPart } from "../ScanVerdict.js"
import * as ScanVerdict from "../ScanVerdict.js"
import * as KeyedAnswers from "./KeyedAnswers.js"
import type { Any } from "./LookupOptions.js"
import * as MissingTally from "./MissingTally.js"
import type { UnreadFields } from "./UnreadFields.js"

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

/** An answer, requested when it is first needed. */
export type Question = Effect.Effect<Answer, VendorError, VendorHttp>

/** The rows of a joined list by key, or that it was refused. */
export type Joined =
  | {
      readonly _tag: "Groups"
      /** The rows of the list by key. */
      readonly groups: ReadonlyMap<string, ReadonlyArray<unknown>>
      /** Whether the list may have more rows than could be read. */
      readonly isCut: boolean
    }
  | (Answer & { readonly _tag: "Refused" })

/** How much of the vendor's answers a run keeps in memory. */
export interface Bounds {
  /** The most rows of one answer, be it about one row or about all. */
  readonly answerRows: number
  /** How many shared answers a run caches; the oldest is evicted first. */
  readonly sharedAnswers: number
  /** How many rows the shared answers have together; the oldest is evicted first. */
  readonly sharedRows: number
}

/** The list with an answer for each of the 500,000 users of the largest directories fits: some 200 MB if all of its fields are long. */
const BOUNDS: Bounds = { answerRows: 500_000, sharedAnswers: 10_000, sharedRows: 100_000 }

/** What a run knows about one lookup. */
export interface LookupState {
  /** The answers that were found, and those that were missing: of a joined or batched lookup those in its lists. */
  readonly tally: MissingTally.MissingTally
  /** The rows that a shared lookup found an answer for, and those whose answer was missing; empty for any other lookup. */
  readonly rows: MissingTally.MissingTally
  /** How many lists of a joined lookup were read; 0 for any other lookup. */
  lists: number
  /** How many requests were refused. */
  refused: number
  /** The last refusal; null if there was none. */
  refusal: VendorError | null
  /** What the last answer showed that it lacks, if the lookup is optional; null if no answer did. */
  lack: string | null
  /** The list that answers for all rows, as it was last read; null before, and for a lookup that asks about each row. */
  joined: {
    /** The address and body that the list was read with. */
    readonly from: string
    /** Its rows, or that it was refused. */
    readonly list: Joined
  } | null
  /** The answers of a batched lookup by key; empty for any other lookup. */
  readonly keyed: KeyedAnswers.KeyedAnswers<Answer>
}

/** What one run remembers about its lookups. */
export interface LookupCache {
  /** How much it may remember. */
  readonly bounds: Bounds
  /** Whether the run reads the whole list from its start, so that an answer that is missing for all rows proves a wrong path. */
  readonly isWholeScan: boolean
  /** What the run knows about a lookup. */
  readonly stateOf: (lookup: Any) => LookupState
  /** Rows are mapped concurrently; this lets only one of them read a joined list. */
  readonly reading: Effect.Semaphore
  /** Requests an answer once, however many rows need it; `from` identifies the question. */
  readonly share: (from: string, question: Question) => Question
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
const reasonOf = ({ scope }: Any, { lack, lists, refusal, refused, tally }: LookupState): string | null => {
  if (refusal !== null) {
    const isJoined = scope._tag === "Joined"
    const isPartial = (isJoined ? lists : tally.found) > 0
    const all = refused + (isJoined ? lists : tally.found + tally.missing)
    return isPartial ? `${refusal.detail} for ${refused} of ${all} ${isJoined ? "lists" : "rows"}` : refusal.detail
  }
  const isBad = MissingTally.isUnproven(tally) || MissingTally.isTooMany(tally, MissingTally.TOLERATED_AT_PAGE_END)
  return isBad ? MissingTally.describe(tally, "rows") : lack
}

/** A shared answer. */
interface Shared {
  readonly answer: Question
  /** How many rows it has; 0 until it has come. */
  rows: number
}

/** Requests answers once, and remembers as many as the bounds allow. */
const sharing = ({ sharedAnswers, sharedRows }: Bounds): LookupCache["share"] => {
  const known = new Map<string, Shared>()
  let rows = 0
  const evict = () => {
    for (const [from, oldest] of known) {
      if (known.size <= sharedAnswers && rows <= sharedRows) return
      known.delete(from)
      rows -= oldest.rows
    }
  }
  const count = (from: string, answer: Answer) =>
    Effect.sync(() => {
      const shared = known.get(from)
      if (shared === undefined || answer._tag !== "Rows") return
      rows += answer.rows.length - shared.rows
      shared.rows = answer.rows.length
      evict()
    })
  return (from, question) =>
    Effect.flatMap(Effect.cached(Effect.tap(question, (answer) => count(from, answer))), (answer) => {
      const shared = known.get(from) ?? { answer, rows: 0 }
      known.delete(from)
      known.set(from, shared)
      evict()
      return shared.answer
    })
}

/** The empty cache of a new run. */
export const make = (isWholeScan = true, bounds: Bounds = BOUNDS): LookupCache => {
  const states = new Map<Any, LookupState>()
  const notes = new Map<Any, Map<RecordKind.Any, Set<string>>>()
  let required: ReadonlyArray<MissingPart> = []
  const stateOf: LookupCache["stateOf"] = (lookup) => {
    const known = states.get(lookup)
    if (known !== undefined) return known
    const keyed = KeyedAnswers.make<Answer>()
    const made: LookupState = {
      tally: MissingTally.begin(),
      rows: MissingTally.begin(),
      lists: 0,
      refused: 0,
      refusal: null,
      lack: null,
      joined: null,
      keyed
    }
    states.set(lookup, made)
    return made
  }
  return {
    bounds,
    isWholeScan,
    stateOf,
    reading: Effect.unsafeMakeSemaphore(1),
    share: sharing(bounds),
    note: (lookup, kind, fields) => {
      const kinds = notes.get(lookup) ?? new Map<RecordKind.Any, Set<string>>()
      notes.set(lookup, kinds)
      const known = kinds.get(kind) ?? new Set<string>()
      kinds.set(kind, known)
      for (const field of fields) known.add(field)
    },
    takeUnread: () =>
      [...notes].flatMap(([lookup, kinds]) => {
        const reason = reasonOf(lookup, stateOf(lookup))
        if (reason === null) return []
        notes.delete(lookup)
        const { endpoint, permissions } = lookup
        return [...kinds].map(([kind, fields]) => ({ kind, fields: [...fields], endpoint, permissions, reason }))
      }),
    lacks: (lookup, missing) => {
      if (lookup.isOptional) stateOf(lookup).lack = missing.at(-1)?.detail ?? stateOf(lookup).lack
      else required = ScanVerdict.merge(required, missing)
    },
    takeMissing: () => {
      const taken = required
      required = []
      return taken
    }
  }
}
