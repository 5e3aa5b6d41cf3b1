import type { ProblemReason } from "../../contract/ProblemReason.js"
import * as VendorError from "../../http/VendorError.js"
import type * as RecordKind from "../../record/RecordKind.js"

/** How vendors answer about a row that no longer exists. */
const MISSING = [404, 410]

/** Rows are deleted one by one, and formats change for all: if more than this share is missing or unreadable, it is not the fault of single rows. */
const MAX_SHARE = 0.25
/** A share says nothing about small numbers: tolerate ten missing answers within a page, and one at its end. */
export const TOLERATED_WITHIN_PAGE = 10
export const TOLERATED_AT_PAGE_END = 1
/** Fewer rows than this that cannot become records never fail an export. */
const MIN_LOST = 10

/** The answers at one endpoint, one for each row of a list, that a run has requested so far. */
export interface MissingTally {
  /** How many answers were found. */
  found: number
  /** How many answers were missing. */
  missing: number
  /** The last error that said that an answer is missing. */
  lastError: VendorError.VendorError | null
}

/** The tally of a run that has requested nothing. */
export const begin = (): MissingTally => ({ found: 0, missing: 0, lastError: null })

/** Whether the vendor says that something does not exist. */
export const isAbsent = (error: VendorError.VendorError): boolean =>
  error._tag === "ClientError" && MISSING.includes(error.status ?? 0)

/** Whether the error means that the endpoint has no answer for one row, because the row is gone. */
export const isMissing = (endpoint: string, error: VendorError.VendorError): boolean =>
  error.endpoint === endpoint && isAbsent(error)

/** Whether so many answers are missing that deleted rows cannot explain it. */
export const isTooMany = ({ found, missing }: MissingTally, tolerated: number): boolean =>
  missing > Math.max(tolerated, (found + missing) * MAX_SHARE)

/** Whether so many rows cannot become records, unreadable or without their answers, that an export fails instead of storing what is left. */
export const losesTooMany = (lost: number, rows: number): boolean => lost >= MIN_LOST && lost / rows > MAX_SHARE

/** Whether answers are missing and none was found, so that nothing proves that the path is right. */
export const isUnproven = ({ found, missing }: MissingTally): boolean => missing > 0 && found === 0

/** What the tally says, such as `answered 404 for 3 of 4 rows`. */
export const describe = ({ found, missing, lastError }: MissingTally, rows: string): string =>
  `${lastError?.detail ?? "is missing"} for ${missing} of ${found + missing} ${rows}`

/** Why fields are unread that depend on the answers: an answer that lacks rows is incomplete. */
export const problemOf = ({ lastError }: MissingTally): ProblemReason =>
  lastError === null ? "INCOMPLETE" : VendorError.reasonOf(lastError)

/** The error of an export for which too many answers are missing. */
export const failure = (endpoint: string, tally: MissingTally, rows: string): VendorError.ClientError =>
  new VendorError.ClientError({ endpoint, status: tally.lastError?.status ?? null, detail: describe(tally, rows) })

/** Fields of a kind of record that could not be read, because the vendor refuses an optional lookup, or does not send all of it. */
export interface UnreadFields {
  /** The kind of record. */
  readonly kind: RecordKind.Any
  /** The paths of the fields; records keep there what was read before. */
  readonly fields: ReadonlyArray<string>
  /** The endpoint of the lookup. */
  readonly endpoint: string
  /** The permissions that the lookup needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** Why, as a reason of the failure table. */
  readonly problem: ProblemReason
  /** What the vendor answered, without credentials or personal data. */
  readonly reason: string
}

/** One entry per kind and endpoint, with all fields of both lists and the later reason. */
export const mergeUnread = (
  known: ReadonlyArray<UnreadFields>,
  more: ReadonlyArray<UnreadFields>
): ReadonlyArray<UnreadFields> => {
  const merged = new Map<string, UnreadFields>()
  for (const each of [...known, ...more]) {
    const key = `${each.kind.name} ${each.endpoint}`
    const fields = new Set([...(merged.get(key)?.fields ?? []), ...each.fields])
    merged.set(key, { ...each, fields: [...fields] })
  }
  return [...merged.values()]
}
