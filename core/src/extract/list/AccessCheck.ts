import { Deferred, Effect, Either, Stream } from "effect"
import * as VendorError from "../../http/VendorError.js"
import { VendorHttp } from "../../http/VendorHttp.js"
import * as LookupReply from "../lookup/LookupReply.js"
import type { UnreadFields } from "../lookup/MissingTally.js"
import * as MissingTally from "../lookup/MissingTally.js"
import { AccessObserver, type AskedList, type Observer } from "../walk/AccessObserver.js"
import * as PathTemplate from "../walk/PathTemplate.js"
import type { SourceList } from "./SourceList.js"

/** Whether the credentials may read one list. */
export interface Finding {
  /** The list. */
  readonly list: SourceList
  /** Why the list cannot be read; null if it can. */
  readonly error: VendorError.VendorError | null
}

/**
 * Requests as little as possible from each list of an extractor; one refused list does not hide the others.
 *
 * A list below rows, or a lookup, is requested for one row only. If there is no row, the result has no finding for it.
 */
export type AccessCheck = Effect.Effect<ReadonlyArray<Finding>, never, VendorHttp>

/** Whether the error does not fail the export, because the list may be refused, or may have no answer for a row. */
export const isHarmless = ({ list, error }: Finding): boolean => {
  const { endpoint, isOptional, lookup } = list
  if (error === null) return false
  if (isOptional === true && VendorError.isAccessRefused(error)) return true
  if (lookup === undefined) return false
  if (lookup.asks !== "all rows" && lookup.mayBeMissing && MissingTally.isMissing(endpoint, error)) return true
  return lookup.isOptional && LookupReply.isRefusal(endpoint, error)
}

/** The fields that records would lack; null if the list can be read, or if no field depends on it alone. */
export const unreadOf = (finding: Finding): UnreadFields | null => {
  const { error, list } = finding
  const { endpoint, isOptional, kind, lookup, permissions } = list
  if (error === null || !isHarmless(finding)) return null
  const cause = { problem: VendorError.reasonOf(error), reason: VendorError.detailOf(error) }
  if (isOptional === true && kind !== null) return { kind, fields: kind.fields, endpoint, permissions, ...cause }
  if (lookup === undefined) return null
  // An answer that may be missing says nothing about those of other rows.
  if (lookup.asks !== "all rows" && lookup.mayBeMissing && MissingTally.isMissing(endpoint, error)) return null
  const fields = lookup.unreadAfter(error)
  if (fields.length === 0) return null
  return { kind: lookup.kind, fields, endpoint, permissions, ...cause }
}

/** What the requests of an extractor came to. */
interface Observed {
  /** What was found about each list, in the order of the requests. */
  readonly findings: ReadonlyArray<Finding>
  /** Observes the requests for pages of declared lists. */
  readonly observer: Observer
  /** The client to give to an author's own stream; it sends one request to each endpoint. */
  readonly http: VendorHttp["Type"]
  /** Succeeds once the stream waits for a second answer from an endpoint, and for no other. */
  readonly isEnough: Effect.Effect<void>
}

/** How often to let other fibers of the stream go on, which may request an endpoint that was not requested yet. */
const TURNS = 10

/** The lists that a request can be for. */
const listsAt = (lists: ReadonlyArray<SourceList>, { endpoint, post = {} }: AskedList): ReadonlyArray<SourceList> =>
  lists.filter((list) => list.endpoint === endpoint && PathTemplate.matchesTemplate(list.post ?? {}, post))

const observe = (lists: ReadonlyArray<SourceList>, own: SourceList) =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const findings: Array<Finding> = []
    const claimed = new Set<SourceList | string>()
    const note: Observer["note"] = (asked, error) => {
      const found = listsAt(lists, asked)
      // What is refused may be the token, which every list needs.
      for (const list of found.length > 0 || error === null ? found : [own]) findings.push({ list, error })
    }
    const observer: Observer = {
      claim: (asked) => {
        const key = listsAt(lists, asked)[0] ?? asked.endpoint
        if (claimed.has(key)) return false
        claimed.add(key)
        return true
      },
      note,
      read: new Map(),
      http
    }

    const enough = yield* Deferred.make<void>()
    let isWaiting = false
    let pending = 0
    const endIfQuiet = Effect.repeatN(Effect.yieldNow(), TURNS).pipe(
      Effect.flatMap(() => (isWaiting && pending === 0 ? Deferred.succeed(enough, undefined) : Effect.void))
    )
    const seen = new Set<string>()
    const send: VendorHttp["Type"]["send"] = (request) =>
      Effect.suspend(() => {
        const { endpoint } = request
        if (seen.has(endpoint)) {
          isWaiting = true
          return Effect.zipRight(endIfQuiet, Effect.never)
        }
        seen.add(endpoint)
        pending += 1
        const note = (error: VendorError.VendorError | null) =>
          Effect.sync(() => {
            const list = lists.find((each) => each.endpoint === endpoint)
            if (list !== undefined) findings.push({ list, error })
          })
        return http.send(request).pipe(
          Effect.tapBoth({ onFailure: note, onSuccess: () => note(null) }),
          Effect.ensuring(
            Effect.suspend(() => {
              pending -= 1
              return isWaiting ? Effect.asVoid(Effect.forkDaemon(endIfQuiet)) : Effect.void
            })
          )
        )
      })
    const observed: Observed = {
      findings,
      observer,
      http: VendorHttp.of({ ...http, send }),
      isEnough: Deferred.await(enough)
    }
    return observed
  })

/**
 * Runs an extractor until it has requested each of its lists once, in order to show which of them the credentials may read.
 *
 * A refusal that an author's own stream bears counts, too. If the pages fail for another reason, the extractor's own list cannot be read.
 */
export const of = (
  lists: readonly [SourceList, ...ReadonlyArray<SourceList>],
  pages: Stream.Stream<unknown, VendorError.VendorError, VendorHttp>
): AccessCheck =>
  Effect.gen(function* () {
    const [own] = lists
    const { findings, http, isEnough, observer } = yield* observe(lists, own)
    const run = Stream.runDrain(pages).pipe(
      Effect.provideService(VendorHttp, http),
      Effect.provideService(AccessObserver, observer)
    )
    const ended = yield* Effect.either(Effect.raceFirst(run, isEnough))
    const failed = new Set(findings.flatMap(({ error, list }) => (error === null ? [] : [list.endpoint])))
    if (Either.isRight(ended) || failed.has(ended.left.endpoint)) return findings
    return [{ list: own, error: ended.left }, ...findings.filter(({ list }) => list !== own)]
  })

/** Checks an author's own stream by what its first page needs; its list can be read if nothing shows that it cannot. */
export const ofStream = (
  lists: readonly [SourceList, ...ReadonlyArray<SourceList>],
  pages: Stream.Stream<unknown, VendorError.VendorError, VendorHttp>
): AccessCheck =>
  Effect.map(of(lists, Stream.take(pages, 1)), (findings) => {
    const [own] = lists
    return findings.some(({ list }) => list === own) ? findings : [{ list: own, error: null }, ...findings]
  })
