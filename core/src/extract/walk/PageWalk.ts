import { Effect, Option, Stream } from "effect"
import type { Decoder } from "../../decode/Decoder.js"
import * as LazyArray from "../../decode/LazyArray.js"
import * as EventLoop from "../../EventLoop.js"
import type { Query, VendorRequest, VendorResponse } from "../../http/Request.js"
import * as Request from "../../http/Request.js"
import * as VendorError from "../../http/VendorError.js"
import { VendorHttp } from "../../http/VendorHttp.js"
import type { RowReader } from "../../record/Row.js"
import * as AccessObserver from "./AccessObserver.js"
import * as ListGuard from "./ListGuard.js"
import * as PagePieces from "./PagePieces.js"
import type { Answer, Next, Pagination, Probe } from "./Pagination.js"
import * as RequiredBody from "./RequiredBody.js"
import { missingParts } from "./RequiredBody.js"
import * as Resumption from "./Resumption.js"
import type { Position, WalkedPage } from "./WalkedPage.js"

export type { Position, WalkedPage } from "./WalkedPage.js"

/** One or more lists at one address, read one after another. */
export interface Walk {
  /** The endpoint's name in errors and health. */
  readonly endpoint: string
  /** The path of the lists below a base address. */
  readonly url: string
  /** Why the lists cannot be requested, so that they count as missing; null or absent if they can. */
  readonly fault?: string | null
  /** How the lists are cut into pages. */
  readonly pagination: Pagination
  /** The parameters of each list; `[{}]` for one list without parameters. */
  readonly queries: ReadonlyArray<Query>
  /** Headers for these requests only; none by default. */
  readonly headers?: Readonly<Record<string, string>>
  /** Body fields of the requests, which then use POST and send all parameters in the body; GET by default. */
  readonly post?: Query
  /** Reads the bodies of the answers; by default the decoder of the connector's settings. */
  readonly decode?: Decoder
  /** Decodes a row, to judge an answer that is the only row; by default any body counts as one. */
  readonly readRow?: RowReader<unknown>
  /** Whether to read the lists at every base address of the vendor; by default only at the first. */
  readonly isEverywhere?: boolean
  /** Whether the list contains changes, of which several pages may have the same ones; false by default. */
  readonly isDelta?: boolean
  /** Whether the walk looks behind an empty first page, too, before it ends the list; false by default, because lists below rows are often empty. */
  readonly isTopLevel?: boolean
  /** Whether two equal pages, or an end before the vendor's total, fail the walk at once, because what needs all of its rows cannot use some; false by default. */
  readonly isStrict?: boolean
}

interface State {
  readonly position: Position
  /** The number of pages so far, in all lists. */
  readonly pages: number
  readonly list: ListGuard.ListState
}

interface Step {
  readonly page: WalkedPage
  /** Null at the end of the walk. */
  readonly state: State | null
}

/** A response, and its rows. */
interface Fetched {
  readonly response: VendorResponse
  readonly rows: ReadonlyArray<unknown>
}

/** Replaces the response if the list, or the page after its end, does not exist. */
const NOTHING: Fetched = { response: { status: 204, headers: {}, body: null }, rows: [] }

/** The base addresses at which the walk reads its lists; the first is empty, because paths are relative to it. */
const basesOf = (walk: Walk, http: VendorHttp["Type"]): ReadonlyArray<string> =>
  walk.isEverywhere === true ? ["", ...http.furtherBaseUrls] : [""]

/** The parameters of the page at a position. */
const queryOf = ({ pagination, queries }: Walk, { list, next }: Position): Query => {
  const first = Request.mergeParameters(pagination.query, queries[list % queries.length] ?? {})
  return next !== null && "query" in next ? Request.mergeParameters(first, next.query) : first
}

/** The request for the page at a position. */
const requestOf = (walk: Walk, base: string, { next }: Position, query: Query): VendorRequest => {
  const { decode, endpoint, headers } = walk
  const common = {
    endpoint,
    ...(headers === undefined ? {} : { headers }),
    ...(decode === undefined ? {} : { decode }),
    ...(walk.pagination.isScroll === true ? { isReadOnce: true } : {})
  }
  const url = `${base}${walk.url}`
  if (next !== null && "url" in next) {
    return { ...common, url: next.url, linkedFrom: url }
  }
  if (walk.post === undefined) return { ...common, url, query }
  return {
    ...common,
    url,
    method: "POST",
    body: Request.mergeParameters(walk.post, query),
    isTemplate: true,
    isRepeatable: true
  }
}

const probeOf = ({ next }: Position): Probe | null => (next !== null && "query" in next ? (next.probe ?? null) : null)

/** Requests the page at the state's position. */
const fetchPage = (walk: Walk, { pages, position }: State, request: VendorRequest) => {
  const isFirstPage = position.next === null
  // A walk begins at a later page only if an earlier run has saved its position.
  const isSavedPage = pages === 0 && !isFirstPage
  const { pagination, readRow } = walk
  const isJudged = pagination.isOneRow === true && readRow !== undefined
  return RequiredBody.send(
    request,
    isJudged ? RequiredBody.row(pagination.rows, readRow) : RequiredBody.rows(pagination.rows)
  ).pipe(
    Effect.map(({ found, response }): Fetched => ({ response, rows: found })),
    Effect.catchIf(
      (error) =>
        isFirstPage
          ? pagination.isAbsent?.(error) === true
          : // A vendor may refuse an index behind the end, but a token that it gave itself it refuses for another reason.
            pagination.isIndexed && probeOf(position) !== null && error._tag === "ClientError",
      () => Effect.succeed(NOTHING)
    ),
    Effect.mapError((error) =>
      isSavedPage && error._tag === "ClientError"
        ? new VendorError.CheckpointExpired({ endpoint: walk.endpoint, status: error.status, detail: error.detail })
        : error
    )
  )
}

/** Which repetitions the list may have; no row of a strict walk may be missing, because it reads an answer once. */
const repetitionOf = ({ isDelta = false, isStrict = false, pagination }: Walk): ListGuard.Repetition => ({
  isDelta,
  mayShift: pagination.isIndexed && !isStrict
})

/** The page behind an empty one that seems to end the list; null if no request can show more. */
const behindEmpty = (
  { isTopLevel = false, pagination }: Walk,
  answer: Answer,
  { tally: { total }, wasShort }: ListGuard.ListState,
  probe: Probe | null
): Next | null => {
  // There are many lists below rows, and most have one page: it, or the empty one behind it, needs no other witness.
  const isBelieved = !isTopLevel && (answer.isFirst || (pagination.hasRowsOnEveryPage === true && wasShort))
  if (isBelieved || answer.rows.length > 0 || total !== null || probe !== null) return null
  const next = pagination.behindEmpty?.(answer) ?? null
  return next === null || next.window?.isFirst === true ? next : { ...next, probe: "behindEmptyPage" }
}

/** Fails if the list would never end, or if the next page is on a host that requests must not reach. */
const checkNext = ({ endpoint, pagination }: Walk, { list, pages }: State, next: Next, linkedFrom: string) =>
  Effect.gen(function* () {
    const fault = ListGuard.linkFault(next) ?? ListGuard.endlessAfter(pages + 1)
    if (fault !== null) return yield* ListGuard.failure(endpoint, fault)
    const repeated = ListGuard.follow(list, next)
    if (repeated !== null && pagination.isScroll !== true) return yield* ListGuard.failure(endpoint, repeated)
    if ("url" in next) yield* (yield* VendorHttp).permit({ endpoint, url: next.url, linkedFrom })
  })

/** The rows that the customer chose. */
const chosenOf = (rows: ReadonlyArray<unknown>, isChosen: (row: unknown) => boolean) =>
  LazyArray.sourceOf(rows) === null
    ? Effect.succeed(rows.filter(isChosen))
    : Effect.map(EventLoop.map(rows, isChosen), (chosen) => {
        const places = chosen.flatMap((is, place) => (is ? [place] : []))
        return places.length === rows.length ? rows : LazyArray.pick(rows, places)
      })

/** Reads the page at the state's position. */
const step = (walk: Walk, state: State): Effect.Effect<Step, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const { endpoint, fault = null, pagination, queries } = walk
    if (fault !== null) return yield* new VendorError.ClientError({ endpoint, status: 404, detail: fault })
    const { position } = state
    const unusable = position.next === null ? null : ListGuard.linkFault(position.next)
    if (unusable !== null) {
      // Only a position that was stored can be: another one was checked when the page before it was read.
      return yield* new VendorError.CheckpointExpired({ endpoint, status: null, detail: `the list ${unusable}` })
    }
    const bases = basesOf(walk, http)
    const base = bases[Math.floor(position.list / queries.length)] ?? ""
    const query = queryOf(walk, position)

    const fetched = yield* fetchPage(walk, state, requestOf(walk, base, position, query))
    const { response } = fetched
    const isAbsent = fetched === NOTHING
    const probe = probeOf(position)
    // A probe that finds nothing, or a page again, has found the end of the list.
    const isEndOfProbe = isAbsent || (probe !== null && ListGuard.isKnown(state.list, fetched.rows))
    const listed = isEndOfProbe ? [] : fetched.rows
    const chosen = yield* chosenOf(listed, (row) => http.chooses(walk.endpoint, row))
    const total = isAbsent ? null : (pagination.total?.(response) ?? null)
    const added = ListGuard.add(state.list, { rows: listed, chosen: chosen.length, total }, repetitionOf(walk))
    if (added.failure !== null) return yield* ListGuard.failure(endpoint, added.failure)
    const { list } = added
    const answer: Answer = {
      response,
      rows: listed,
      query,
      isFirst: position.next === null || position.window?.isFirst === true,
      read: list.tally.rows,
      listQuery: queryOf(walk, { list: position.list, next: null }),
      ...Resumption.windowed(position.window)
    }
    const unreachable = isAbsent ? null : (pagination.fault?.(answer) ?? null)
    if (unreachable !== null) return yield* ListGuard.failure(endpoint, unreachable)
    const rows = pagination.inner === undefined ? chosen : (yield* EventLoop.map(chosen, pagination.inner.of)).flat()
    // The rows around them have been admitted.
    if (pagination.inner !== undefined) yield* http.tenant.admit(endpoint, rows)
    const found = isAbsent ? null : (pagination.next(answer) ?? behindEmpty(walk, answer, list, probe))
    const leading = found === null ? null : Resumption.split(found)
    const next =
      leading !== null && "url" in leading.next
        ? { url: http.withoutSecrets(leading.next.url) }
        : (leading?.next ?? null)
    const witness: ListGuard.Witness = { ...added, answer, isEnd: next === null, probe }
    const lack = isAbsent ? null : ListGuard.missingOf(pagination, repetitionOf(walk), witness)
    // A page in the middle came back empty or short.
    const short = next === null ? ListGuard.shortOf(list) : null
    if (walk.isStrict === true && short !== null) return yield* ListGuard.failure(endpoint, short)
    const details = [...(lack === null ? [] : [lack]), ...(short === null ? [] : [`it ${short}`])]
    const parts = yield* missingParts(endpoint, response, details)
    const missing = parts.length === 0 ? {} : { isCut: true, missing: parts }
    const pages = state.pages + 1

    if (next !== null) {
      yield* checkNext(walk, state, next, `${base}${walk.url}`)
      const window = leading?.window
      const behind =
        window?.isFirst === true ? ListGuard.beginWindow(list) : ListGuard.leadsOn(list, pagination, answer)
      const after = Resumption.after(pagination, state, { ...leading, next, list: behind })
      const page: WalkedPage = { rows, base, after, delta: null, ...missing }
      const following: Position = { list: position.list, next, ...Resumption.windowed(window) }
      return { page, state: { position: following, pages, list: behind } }
    }
    // The vendor refused the page behind its total, or repeated another one there, so it did not say if there are more rows.
    const isUnknown = isEndOfProbe && probe === "behindTotal"
    const inParts = list.isInParts ? { isInParts: true } : {}
    const page: WalkedPage = {
      rows,
      base,
      after: null,
      delta: null,
      ...(isUnknown ? { isCut: true } : {}),
      ...missing,
      ...inParts
    }
    const lists = queries.length * bases.length
    if (position.list + 1 >= lists) {
      // The token of one list says nothing about the changes of others.
      const token = lists > 1 ? null : (pagination.delta?.(response.body) ?? null)
      const delta = token === null ? null : http.withoutSecrets(token)
      const last: WalkedPage = { ...page, delta }
      // A row can move from a list that is read later to one that was read already: several lists, or windows, prove nothing.
      const isAlone = lists === 1 && (position.window?.index ?? 0) === 0
      const proven = !isAlone ? null : ListGuard.provenTotal(list, { isSnapshot: pagination.isScroll === true })
      // The total counts outer rows; if one page has them all, it has all inner rows too.
      const counted = proven === null || pagination.inner === undefined ? proven : rows.length
      return { page: counted === null ? last : { ...last, total: counted }, state: null }
    }
    const following: Position = { list: position.list + 1, next: null }
    return {
      page: { ...page, after: following },
      state: { position: following, pages, list: ListGuard.begin() }
    }
  })

/** The state of a walk before its first page. */
const beginAt = (position: Position): State => {
  const tally = position.tally ?? ListGuard.newTally(position.next === null)
  return { position, pages: 0, list: ListGuard.begin({ tally, isInParts: position.isIndex }) }
}

/**
 * Reads every page from a position, null for the start; fails on repeated pages or tokens, and if the walk never ends. The stream can be run once.
 * `holds` says whether long pages keep their memory until they are stored.
 */
const walkOnce = (
  walk: Walk,
  from: Position | null,
  holds: boolean
): Stream.Stream<WalkedPage, VendorError.VendorError, VendorHttp> => {
  const initial = beginAt(from ?? { list: 0, next: null })
  // The position before the page, as a later run may resume it.
  let before = initial.position
  const next = (state: State) =>
    Effect.map(step(walk, state), ({ page, state: following }) => {
      const read: PagePieces.ReadPage = { page, before }
      before = page.after ?? before
      return Option.some([[read], following] as const)
    })
  return PagePieces.stream(initial, next, holds)
}

/** The statuses with which vendors refuse a page size. */
const REFUSED_PAGE_SIZE = [400, 422]

/** The first page with as few rows as possible; if the vendor refuses so small a page, one of the walk's own size. `base` is the index of the base address. */
const smallestPage = (walk: Walk, base: number) => {
  const { pagination, queries } = walk
  const first = (size: Query) =>
    walkOnce(
      { ...walk, pagination: { ...pagination, query: Request.mergeParameters(pagination.query, size) } },
      { list: base * queries.length, next: null },
      false
    ).pipe(Stream.runHead, Effect.map(Option.match({ onNone: () => [], onSome: (page) => page.rows })))
  const { smallest } = pagination
  if (smallest === undefined) return first({})
  return Effect.catchIf(
    first(smallest),
    (error) => error._tag === "ClientError" && REFUSED_PAGE_SIZE.includes(error.status ?? 0),
    () => first({})
  )
}

/** How many base addresses a test of the credentials asks concurrently. */
const BASES_AT_ONCE = 4

/** Identifies what a walk asks for at a base address. */
const identityOf = ({ post, url }: Walk, base: string): string => `${base}${url} ${JSON.stringify(post ?? {})}`

/** The pages that a test of the credentials reads: one at each base address, once for each list. */
const observed = (walk: Walk, observer: AccessObserver.Observer) =>
  Effect.suspend(() => {
    if ((walk.fault ?? null) !== null || !observer.claim(walk)) return Effect.succeed([])
    return Effect.forEach(
      basesOf(walk, observer.http),
      (base, index) =>
        Effect.map(AccessObserver.read(observer, walk, smallestPage(walk, index)), (rows): WalkedPage => {
          observer.read.set(identityOf(walk, base), rows)
          return { rows, base, after: null, delta: null }
        }),
      { concurrency: BASES_AT_ONCE }
    )
  })

/** Reads every page from a position, null for the start, as far as the run reads lists; see `AccessObserver`. */
export const pages = (
  walk: Walk,
  from: Position | null
): Stream.Stream<WalkedPage, VendorError.VendorError, VendorHttp> =>
  Stream.unwrap(
    Effect.map(AccessObserver.AccessObserver, (observer) =>
      observer === null
        ? walkOnce(walk, from, walk.isTopLevel === true)
        : Stream.fromIterableEffect(observed(walk, observer))
    )
  )

/**
 * Reads every page of a short list from its start, and returns what `read` makes of them. It fails as `pages` and `read` do. A test of the
 * credentials reads one page, and returns nothing.
 *
 * Rows have lookups by the thousand, and a stream for each would cost more than its request.
 */
export const collect = <A>(
  walk: Walk,
  read: (page: WalkedPage) => Effect.Effect<ReadonlyArray<A>, VendorError.VendorError>
): Effect.Effect<ReadonlyArray<A>, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const rows: Array<ReadonlyArray<A>> = []
    const observer = yield* AccessObserver.AccessObserver
    if (observer !== null) return yield* Effect.as(observed(walk, observer), [])
    for (let state: State | null = beginAt({ list: 0, next: null }); state !== null; ) {
      const { page, state: following }: Step = yield* step({ ...walk, isStrict: true }, state)
      rows.push(yield* read(page))
      yield* EventLoop.pause
      state = following
    }
    return rows.flat()
  })

/**
 * Like `collect`, of a list whose rows lead to further lists. A test of the credentials gets the rows of the one request for the list, whoever
 * has sent it.
 */
export const collectAbove = <A>(
  walk: Walk,
  read: (page: WalkedPage) => Effect.Effect<ReadonlyArray<A>, VendorError.VendorError>
): Effect.Effect<ReadonlyArray<A>, VendorError.VendorError, VendorHttp> =>
  Effect.flatMap(AccessObserver.AccessObserver, (observer) => {
    if (observer === null) return collect(walk, read)
    return Effect.flatMap(observed(walk, observer), ([page]) => {
      const rows = page?.rows ?? observer.read.get(identityOf(walk, "")) ?? []
      return read({ rows, base: "", after: null, delta: null })
    })
  })
