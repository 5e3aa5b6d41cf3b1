import { Effect, Either } from "effect"
import * as EventLoop from "../../EventLoop.js"
import * as VendorError from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import * as PageWalk from "../PageWalk.js"
import * as PathTemplate from "../PathTemplate.js"
import type { Answer, LookupCache, LookupState, Question } from "./LookupCache.js"
import type { Any, Lookup } from "./LookupOptions.js"
import * as MissingTally from "./MissingTally.js"

/** A question about one row. */
export interface Asked<Parent> {
  /** The lookup. */
  readonly lookup: Lookup<Parent, unknown>
  /** The row. */
  readonly parent: Parent
  /** The walk through the answer. */
  readonly walk: PageWalk.Walk
  /** Identifies the answer: its address and the body of the request. */
  readonly from: string
  /** What the run remembers. */
  readonly cache: LookupCache
  /** What the run knows about the lookup. */
  readonly state: LookupState
}

/** The walk through the answer about a row; `base` is the base address at which the row was found, empty for the first. */
export const walkOf = <Parent>(lookup: Lookup<Parent, unknown>, parent: Parent, base: string): PageWalk.Walk => {
  const { decode, endpoint, pagination, post, readRow } = lookup
  const url = `${base}${PathTemplate.fill(endpoint, parent)}`
  const decoded = decode === undefined ? {} : { decode }
  const fault = PathTemplate.faultOf(endpoint, post, parent)
  const walk = { endpoint, url, fault, pagination, readRow, queries: [{}], ...decoded }
  return post === undefined ? walk : { ...walk, post: PathTemplate.fillBody(post, parent) }
}

/** The question about a row. */
export const make = <Parent>(
  lookup: Lookup<Parent, unknown>,
  parent: Parent,
  cache: LookupCache,
  base: string
): Asked<Parent> => {
  const walk = walkOf(lookup, parent, base)
  const from = `${walk.url} ${JSON.stringify(walk.post ?? {})}`
  return { lookup, parent, walk, from, cache, state: cache.stateOf(lookup) }
}

/**
 * Whether the error refuses the endpoint: the credentials may not read it (403), or it does not exist (404, 410).
 *
 * An error from another endpoint, such as the token endpoint, says nothing about the lookup.
 */
export const isRefusal = (endpoint: string, error: VendorError.VendorError): boolean => {
  if (MissingTally.isMissing(endpoint, error)) return true
  return (
    error._tag === "Unauthorized" &&
    error.endpoint === endpoint &&
    error.status === 403 &&
    !VendorError.areCredentialsRefused(error)
  )
}

const bad = ({ endpoint }: Any, detail: string) => new VendorError.BadPayload({ endpoint, status: 200, detail })

/** Decodes the rows of a page. */
const decoded = (lookup: Any, { rows }: PageWalk.WalkedPage) =>
  Effect.flatMap(EventLoop.map(rows, lookup.readRow), (read) =>
    Either.mapLeft(Either.all(read), (issues) => bad(lookup, `returned an unreadable row: ${issues.join(", ")}`))
  )

/** Reading the rows of an answer. */
export interface Reading {
  /** The rows. */
  readonly rows: Effect.Effect<ReadonlyArray<unknown>, VendorError.VendorError, VendorHttp>
  /** How many pages have been read so far. */
  readonly pages: () => number
  /** Whether the answer has more rows than a run keeps in memory. */
  readonly isTooLong: () => boolean
  /** Whether there may be more rows than could be read. */
  readonly isCut: () => boolean
}

/** Reads the rows of an answer. */
export const rowsOf = (lookup: Any, walk: PageWalk.Walk, cache: LookupCache): Reading => {
  const { answerRows: most } = cache.bounds
  let pages = 0
  let count = 0
  let isCut = false
  const rows = PageWalk.collect(walk, (page) => {
    pages += 1
    count += page.rows.length
    isCut ||= page.isCut === true
    cache.lacks(lookup, page.missing ?? [])
    return count <= most
      ? decoded(lookup, page)
      : Effect.fail(bad(lookup, `answered with more than ${most} rows, which are not kept in memory`))
  })
  return { rows, pages: () => pages, isTooLong: () => count > most, isCut: () => isCut }
}

/** The answer if the vendor refuses the lookup. */
export const refused = (lookup: Any, error: VendorError.VendorError): Answer & { readonly _tag: "Refused" } => ({
  _tag: "Refused",
  rows: lookup.isUnlicensed(error) ? [] : null
})

/** Reads the whole answer, and counts it. */
export const read = <Parent>({ cache, lookup, state, walk }: Asked<Parent>): Question =>
  Effect.suspend(() => {
    const { endpoint, isOptional, mayBeMissing, scope } = lookup
    const { tally } = state
    const reading = rowsOf(lookup, walk, cache)
    const refuse = (error: VendorError.VendorError) => {
      state.refused += 1
      state.refusal = error
      return Effect.succeed(refused(lookup, error))
    }
    return reading.rows.pipe(
      Effect.map((rows): Answer => {
        if (scope._tag === "Joined") state.lists += 1
        else tally.found += 1
        return { _tag: "Rows", rows, isCut: reading.isCut() }
      }),
      Effect.catchAll((error): Effect.Effect<Answer, VendorError.VendorError> => {
        // An answer that goes missing after its first page is incomplete, and not a row that is gone.
        if (scope._tag !== "Joined" && reading.pages() === 0 && MissingTally.isMissing(endpoint, error)) {
          tally.missing += 1
          tally.lastError = error
          const isTolerated =
            isOptional || mayBeMissing || !MissingTally.isTooMany(tally, MissingTally.TOLERATED_WITHIN_PAGE)
          return isTolerated ? Effect.succeed({ _tag: "Missing" }) : MissingTally.failure(endpoint, tally, "rows")
        }
        if (isOptional && reading.isTooLong()) return refuse(error)
        if (!isOptional || reading.pages() > 0 || !isRefusal(endpoint, error)) return Effect.fail(error)
        return refuse(error)
      })
    )
  })

/**
 * The error with which an optional lookup is no longer asked, because no row had an answer; null if it still is.
 *
 * One refusal proves nothing: the credentials may lack access to single rows, such as the scans of other users.
 */
export const givenUp = (
  { isOptional, mayBeMissing }: Any,
  { refusal, refused, tally }: LookupState
): VendorError.VendorError | null => {
  const unanswered = refused + (mayBeMissing ? 0 : tally.missing)
  if (!isOptional || tally.found > 0 || unanswered < MissingTally.TOLERATED_WITHIN_PAGE) return null
  return refusal ?? tally.lastError
}

/** The question, unless the vendor has refused the lookup so often that asking again is useless. */
export const unlessGivenUp = <Parent>(asked: Asked<Parent>, question: Question): Question =>
  Effect.suspend(() => {
    const error = givenUp(asked.lookup, asked.state)
    return error === null ? question : Effect.succeed(refused(asked.lookup, error))
  })
