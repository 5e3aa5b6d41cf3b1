import { Array as Arr, Chunk, Effect, Option, Stream } from "effect"
import type { Decoder } from "../decode/Decoder.js"
import * as EventLoop from "../EventLoop.js"
import * as Parameters from "../http/Parameters.js"
import type { Query, VendorRequest, VendorResponse } from "../http/Request.js"
import * as VendorError from "../http/VendorError.js"
import { VendorHttp } from "../http/VendorHttp.js"
import type { RowReader } from "../record/Row.js"
import * as Completeness from "./Completeness.js"
import * as Expected from "./Expected.js"
import * as ListTally from "./ListTally.js"
import { fingerprintOf } from "./PageFingerprint.js"
import type { Answer, Next, Pagination, Probe } from "./Pagination.js"
import type { MissingPart } from "./ScanVerdict.js"
import type { SharedList } from "./SharedList.js"
import * as ShiftingIndex from "./ShiftingIndex.js"

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
  /** The list, if several extractors read it. */
  readonly shared?: SharedList
  /** Decodes a row, to judge an answer that is the only row; by default any body counts as one. */
  readonly readRow?: RowReader<unknown>
  /** Whether to read the lists at every base address of the vendor; by default only at the first. */
  readonly isEverywhere?: boolean
  /** Whether the list contains changes, of which several pages may have the same ones; false by default. */
  readonly isDelta?: boolean
  /** Whether the walk reads one more page after an empty one before it ends the list; false by default, because lists below rows are often empty. */
  readonly isTopLevel?: boolean
  /** Whether two equal pages fail the walk at once, because no later request would find the missing rows; false by default. */
  readonly isStrict?: boolean
}

/** A position in a walk. */
export interface Position {
  /** The index of the list, counted over all queries at all base addresses. */
  readonly list: number
  /** Which page of the list; null for the first. */
  readonly next: Next | null
  /** What the walk counted in this list before the page; absent at the start of a list. */
  readonly tally?: ListTally.ListTally
  /** Whether the position is an index, so that a walk that continues there may miss rows that have shifted since; false by default. */
  readonly isIndex?: boolean
}

/** One page of a walk, or a piece of a page with very many rows. */
export interface WalkedPage {
  /** The page's rows, without those that the connector's `chooses` leaves out; at most `MAX_ROWS`. */
  readonly rows: ReadonlyArray<unknown>
  /** Where a later run resumes after this page; null at the end of the walk. */
  readonly after: Position | null
  /** Where the next delta begins, on the last page of a list that says so; null on any other page. */
  readonly delta: string | null
  /** The base address at which the rows were found; empty for the first. */
  readonly base?: string
  /** On the last page: how many rows the vendor's totals announce, if they prove that the walk missed none. */
  readonly total?: number
  /** Whether the list may have more rows than the walk can reach, so that no absence from it proves anything; false by default. */
  readonly isCut?: boolean
  /** What the vendor left out, as far as its answers show it; absent if nothing shows it. */
  readonly missing?: ReadonlyArray<MissingPart>
  /** On the last page of a list: whether the walk continued it at an index, so that it may have missed rows that had shifted; false by default. */
  readonly isInParts?: boolean
  /** Whether the vendor is still preparing the list; false by default. */
  readonly isWaiting?: boolean
}

/** The most pages that a walk reads: no list of a security tool has more, and some vendors' lists never end. */
export const MAX_PAGES = 100_000

/** The most pages with the same rows as another page in a delta: vendors tell changes more than once, but not without end. */
export const MAX_REPEATED_PAGES = 100

/** How many equal pages with rows, one after the other at different indices, show that the vendor ignores the index. */
const EQUAL_PAGES_OF_A_LOOP = 3

/** The most rows of a piece, so that no piece keeps the event loop or a lock of the store for long. */
export const MAX_ROWS = 500

/** What the walk remembers about the list that it is reading. */
interface ListState {
  /** The tokens of all pages so far. One set that grows, because a copy per page would take quadratic time. */
  readonly tokens: Set<string>
  /** The fingerprints of all pages with rows so far; see `PageFingerprint`. */
  readonly seen: Set<string>
  /** The pages so far in this run. */
  readonly pages: number
  /** How many of them had the same rows as another one. */
  readonly repeated: number
  /** The fingerprint of the last page with rows, and how many such pages in a row had it. */
  readonly last: { readonly fingerprint: string; readonly times: number } | null
  /** Whether the walk continued the list at an index. */
  readonly isInParts: boolean
}

interface State {
  readonly position: Position
  /** The number of pages so far, in all lists. */
  readonly pages: number
  readonly list: ListState
  readonly tally: ListTally.ListTally
}

interface Step {
  readonly page: WalkedPage
  /** Null at the end of the walk. */
  readonly state: State | null
}

const newList = (isInParts = false): ListState => ({
  tokens: new Set(),
  seen: new Set(),
  pages: 0,
  repeated: 0,
  last: null,
  isInParts
})

/** A response, and its rows. */
interface Fetched {
  readonly response: VendorResponse
  readonly rows: ReadonlyArray<unknown>
}

/** Replaces the response if the list, or the page after its end, does not exist. */
const NOTHING: Fetched = { response: { status: 204, headers: {}, body: null }, rows: [] }

const incomplete = ({ endpoint }: Walk, detail: string) =>
  new VendorError.IncompleteList({ endpoint, status: 200, detail })

/** The base addresses at which the walk reads its lists; the first is empty, because paths are relative to it. */
const basesOf = (walk: Walk, http: VendorHttp["Type"]): ReadonlyArray<string> =>
  walk.isEverywhere === true ? ["", ...http.furtherBaseUrls] : [""]

/** The parameters of the page at a position. */
const queryOf = ({ pagination, queries }: Walk, { list, next }: Position): Query => {
  const first = Parameters.merge(pagination.query, queries[list % queries.length] ?? {})
  return next !== null && "query" in next ? Parameters.merge(first, next.query) : first
}

/** The request for the page at a position. */
const requestOf = (walk: Walk, base: string, { next }: Position, query: Query): VendorRequest => {
  const { decode, endpoint, headers, shared } = walk
  const common = {
    endpoint,
    ...(headers === undefined ? {} : { headers }),
    ...(decode === undefined ? {} : { decode }),
    ...(shared === undefined ? {} : { shared })
  }
  const url = `${base}${walk.url}`
  if (next !== null && "url" in next) {
    // A link may have only the parameters: https://www.rfc-editor.org/rfc/rfc3986#section-5.2.2
    return { ...common, url: next.url.startsWith("?") ? `${url}${next.url}` : next.url }
  }
  if (walk.post === undefined) return { ...common, url, query }
  return { ...common, url, method: "POST", body: Parameters.merge(walk.post, query), isRepeatable: true }
}

const probeOf = ({ next }: Position): Probe | null => (next !== null && "query" in next ? (next.probe ?? null) : null)

/** Requests the page at the state's position. `isResumed` says that the position comes from a saved checkpoint. */
const fetchPage = (walk: Walk, { pages, position }: State, request: VendorRequest, isResumed: boolean) => {
  const isFirstPage = position.next === null
  const isSavedPage = isResumed && pages === 0 && !isFirstPage
  const { pagination, readRow } = walk
  const isJudged = pagination.isOneRow === true && readRow !== undefined
  return Expected.send(request, isJudged ? Expected.row(readRow) : Expected.rows(pagination.rows)).pipe(
    Effect.map(({ found, response }): Fetched => ({ response, rows: found })),
    Effect.catchIf(
      (error) =>
        isFirstPage
          ? pagination.isAbsent?.(error) === true
          : probeOf(position) !== null && error._tag === "ClientError",
      () => Effect.succeed(NOTHING)
    ),
    Effect.mapError((error) =>
      isSavedPage && error._tag === "ClientError"
        ? new VendorError.CheckpointExpired({ endpoint: walk.endpoint, status: error.status, detail: error.detail })
        : error
    )
  )
}

/** What a response has of the list. */
interface Read {
  readonly rows: ReadonlyArray<unknown>
  /** Whether the vendor did not say if there are more rows: it refused the page behind the total, or repeated another one. */
  readonly isUnknown: boolean
  /** Whether another page of the list had the same rows. */
  readonly isRepeated: boolean
  /** The list with the page. */
  readonly list: ListState
}

/** The list after one more page, whose fingerprint is null if it has no rows. */
const withPage = (list: ListState, fingerprint: string | null): ListState => {
  const pages = list.pages + 1
  if (fingerprint === null) return { ...list, pages }
  const isRepeated = list.seen.has(fingerprint)
  list.seen.add(fingerprint)
  const times = list.last?.fingerprint === fingerprint ? list.last.times + 1 : 1
  return { ...list, pages, repeated: list.repeated + (isRepeated ? 1 : 0), last: { fingerprint, times } }
}

/**
 * Whether the pages so far repeat each other as no list does.
 *
 * Rows that are inserted while a list is read by index move others to the next page, so two pages may be equal there. Vendors tell
 * the same changes more than once. Any other list has each row on one page.
 */
const isLoop = (walk: Walk, { last, repeated }: ListState): boolean => {
  const { isDelta = false, isStrict = false, pagination } = walk
  const mayShift = pagination.isIndexed && !isStrict
  if (mayShift && (last?.times ?? 0) >= EQUAL_PAGES_OF_A_LOOP) return true
  return repeated > (isDelta || mayShift ? MAX_REPEATED_PAGES : 0)
}

/** The rows of a response; fails if the vendor repeats pages. */
const readRows = (
  walk: Walk,
  { list, position }: State,
  fetched: Fetched
): Effect.Effect<Read, VendorError.IncompleteList> => {
  const isBehindTotal = probeOf(position) === "behindTotal"
  if (fetched === NOTHING)
    return Effect.succeed({ rows: [], isUnknown: isBehindTotal, isRepeated: false, list: withPage(list, null) })
  const { rows } = fetched
  const fingerprint = fingerprintOf(rows)
  if (probeOf(position) !== null && fingerprint !== null && list.seen.has(fingerprint)) {
    return Effect.succeed({ rows: [], isUnknown: isBehindTotal, isRepeated: false, list: withPage(list, null) })
  }
  const read = withPage(list, fingerprint)
  return isLoop(walk, read)
    ? Effect.fail(incomplete(walk, "repeated a page"))
    : Effect.succeed({ rows, isUnknown: false, isRepeated: read.repeated > list.repeated, list: read })
}

/** The page behind an empty one that seems to end the list; null if no request can show more. */
const behindEmpty = (
  { isTopLevel = false, pagination }: Walk,
  answer: Answer,
  total: number | null,
  probe: Probe | null
): Next | null => {
  if (!isTopLevel || answer.rows.length > 0 || total !== null || probe !== null) return null
  const next = pagination.behindEmpty?.(answer) ?? null
  return next === null ? null : { ...next, probe: "behindEmptyPage" }
}

/** A page, as far as it can show that rows are missing. */
interface Witness {
  readonly answer: Answer
  readonly isEnd: boolean
  readonly isRepeated: boolean
  readonly probe: Probe | null
  readonly tally: ListTally.ListTally
}

/** What shows that the vendor left something out of the list before or on this page; null if nothing does. */
const missingIn = (
  { isDelta = false, pagination }: Walk,
  { answer, isEnd, isRepeated, probe, tally }: Witness
): string | null => {
  const { response, rows } = answer
  const failure = Completeness.failureOf(response, rows)
  if (failure !== null) return failure
  if (isRepeated && !isDelta) return "it repeated a page, perhaps in place of another"
  const isBehindEmpty = probe === "behindEmptyPage" && rows.length > 0
  if (isBehindEmpty && pagination.hasRowsOnEveryPage === true) return "a page in its middle was empty"
  // The vendor's own total is the better witness.
  if (!isEnd) {
    // A vendor that cuts pages as ranges answers 206 to full ones, and one that links to the next page knows where it is.
    const isShort = tally.total === null && pagination.isFull?.(answer) === false
    return isShort ? Completeness.partOf(response, "a page") : null
  }
  if (ListTally.isReached(tally)) return null
  return Completeness.partOf(response) ?? (tally.total === null ? (pagination.missing?.(answer) ?? null) : null)
}

/** Fails if the list would never end, or if the next page is on a host that requests must not reach. */
const checkNext = (walk: Walk, { list, pages }: State, next: Next) =>
  Effect.gen(function* () {
    if (walk.pagination.isScroll !== true && list.tokens.has(JSON.stringify(next))) {
      return yield* incomplete(walk, "repeated a page token")
    }
    if ("url" in next) yield* (yield* VendorHttp).permit(walk.endpoint, next.url)
    if (pages + 1 >= MAX_PAGES) return yield* incomplete(walk, `did not end after ${MAX_PAGES} pages`)
  })

/** Fails if the list ends before the vendor's own total: a page in its middle came back empty or short. */
const checkTotal = (
  { endpoint }: Walk,
  tally: ListTally.ListTally,
  { status }: VendorResponse,
  isResumed: boolean
): Effect.Effect<void, VendorError.VendorError> => {
  const detail = ListTally.missingOf(tally)
  if (detail === null) return Effect.void
  // A resumed walk would count the same rows again and again: only a walk from the start can reach the total.
  return isResumed
    ? new VendorError.CheckpointExpired({ endpoint, status, detail })
    : new VendorError.IncompleteList({ endpoint, status, detail })
}

/** The position from which a later run continues, if it stops after the page at `position`, which leads to `next`. */
const resumption = (
  walk: Walk,
  { list, position, tally: before }: State,
  next: Next,
  tally: ListTally.ListTally
): Position => {
  const { isIndexed, isScroll = false } = walk.pagination
  // A vendor returns each page of a scroll only once.
  if (isScroll) return { list: position.list, next: null }
  const pages = list.pages + 1
  // Each page decides this again: an index follows the count of rows at every page, and an id does so only by chance.
  const isIndex =
    isIndexed ||
    ShiftingIndex.isIndex(next, position.next, tally.rows, pages) ||
    ShiftingIndex.mayBeIndex(next, position.next, tally.rows, pages)
  if (!isIndex) return { list: position.list, next, tally }
  // Rows shift between runs, so the page is read again: if rows in front of it have left, it has those that moved up.
  return position.next === null
    ? { list: position.list, next: null }
    : { list: position.list, next: position.next, tally: before, isIndex: true }
}

/** Reads the page at the state's position. */
const step = (walk: Walk, state: State, isResumed: boolean): Effect.Effect<Step, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const { endpoint, fault = null, pagination, queries } = walk
    if (fault !== null) return yield* new VendorError.ClientError({ endpoint, status: 404, detail: fault })
    const { position } = state
    const bases = basesOf(walk, http)
    const base = bases[Math.floor(position.list / queries.length)] ?? ""
    const query = queryOf(walk, position)

    const fetched = yield* fetchPage(walk, state, requestOf(walk, base, position, query), isResumed)
    const { isRepeated, isUnknown, list: read, rows: listed } = yield* readRows(walk, state, fetched)
    const { response } = fetched
    const isAbsent = fetched === NOTHING
    const probe = probeOf(position)
    const answer = { response, rows: listed, query, isFirst: position.next === null }
    const chosen = listed.filter((row) => http.chooses(walk.endpoint, row))
    const rows = pagination.inner === undefined ? chosen : chosen.flatMap(pagination.inner.of)
    const announced = isAbsent ? null : (pagination.total?.(response) ?? null)
    const tally = ListTally.add(state.tally, { rows: listed.length, chosen: chosen.length, total: announced })
    const next = isAbsent ? null : (pagination.next(answer) ?? behindEmpty(walk, answer, tally.total, probe))
    const lack = isAbsent ? null : missingIn(walk, { answer, isEnd: next === null, isRepeated, probe, tally })
    const missing = lack === null ? {} : { isCut: true, missing: [{ endpoint, detail: lack }] }
    const pages = state.pages + 1

    if (next !== null) {
      yield* checkNext(walk, state, next)
      read.tokens.add(JSON.stringify(next))
      const after = resumption(walk, state, next, tally)
      const page: WalkedPage = { rows, base, after, delta: null, ...missing }
      return { page, state: { position: { list: position.list, next }, pages, list: read, tally } }
    }
    yield* checkTotal(walk, tally, response, isResumed)
    const inParts = read.isInParts ? { isInParts: true } : {}
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
      const delta = lists > 1 ? null : (pagination.delta?.(response.body) ?? null)
      const last: WalkedPage = { ...page, delta }
      // A row can move from a list that is read later to one that was read already: several lists prove nothing.
      const proven = lists > 1 ? null : ListTally.provenTotal(tally, { isSnapshot: pagination.isScroll === true })
      // The total counts outer rows; if one page has them all, it has all inner rows too.
      const total = proven === null || pagination.inner === undefined ? proven : rows.length
      return { page: total === null ? last : { ...last, total }, state: null }
    }
    const following: Position = { list: position.list + 1, next: null }
    return {
      page: { ...page, after: following },
      state: { position: following, pages, list: newList(), tally: ListTally.begin(true) }
    }
  })

/** Cuts a page with very many rows into pieces; a run that stops between them resumes before the page. */
export const piecesOf = (page: WalkedPage, before: Position): ReadonlyArray<WalkedPage> => {
  const { base, rows } = page
  if (rows.length <= MAX_ROWS) return [page]
  return Arr.chunksOf(rows, MAX_ROWS).map((piece, index, all) =>
    index === all.length - 1
      ? { ...page, rows: piece }
      : { rows: piece, after: before, delta: null, ...(base === undefined ? {} : { base }) }
  )
}

/** The state of a walk before its first page. */
const beginAt = (position: Position): State => {
  const tally = position.tally ?? ListTally.begin(position.next === null)
  return { position, pages: 0, list: newList(position.isIndex === true), tally }
}

/** Reads every page from a position, null for the start; fails on repeated pages or tokens, and if the walk never ends. */
export const pages = (
  walk: Walk,
  from: Position | null
): Stream.Stream<WalkedPage, VendorError.VendorError, VendorHttp> =>
  Stream.suspend(() => {
    const initial = beginAt(from ?? { list: 0, next: null })
    // The position before the page, as a later run may resume it.
    let before = initial.position
    return Stream.paginateChunkEffect(initial, (state) =>
      Effect.map(Effect.zipLeft(step(walk, state, from !== null), EventLoop.pause), ({ page, state: following }) => {
        const pieces = Chunk.fromIterable(piecesOf(page, before))
        before = page.after ?? before
        return [pieces, Option.fromNullable(following)] as const
      })
    )
  })

/**
 * Reads every page of a short list from its start, and returns what `read` makes of them. It fails as `pages` and `read` do.
 *
 * Rows have lookups by the thousand, and a stream for each would cost more than its request.
 */
export const collect = <A>(
  walk: Walk,
  read: (page: WalkedPage) => Effect.Effect<ReadonlyArray<A>, VendorError.VendorError>
): Effect.Effect<ReadonlyArray<A>, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const rows: Array<ReadonlyArray<A>> = []
    for (let state: State | null = beginAt({ list: 0, next: null }); state !== null; ) {
      const { page, state: following }: Step = yield* step({ ...walk, isStrict: true }, state, false)
      rows.push(yield* read(page))
      yield* EventLoop.pause
      state = following
    }
    return rows.flat()
  })

/** The statuses with which vendors refuse a page size. */
const REFUSED_PAGE_SIZE = [400, 422]

/**
 * Reads the first page with as few rows as possible, to prove that the list can be read.
 *
 * `base` is the index of the base address. If the vendor refuses so small a page, the walk's own page size is used.
 */
export const peek = (
  walk: Walk,
  base = 0
): Effect.Effect<ReadonlyArray<unknown>, VendorError.VendorError, VendorHttp> => {
  const { pagination, queries } = walk
  const first = (size: Query) =>
    pages(
      { ...walk, pagination: { ...pagination, query: Parameters.merge(pagination.query, size) } },
      { list: base * queries.length, next: null }
    ).pipe(Stream.runHead, Effect.map(Option.match({ onNone: () => [], onSome: (page) => page.rows })))
  const { smallest } = pagination
  if (smallest === undefined) return first({})
  return Effect.catchIf(
    first(smallest),
    (error) => error._tag === "ClientError" && REFUSED_PAGE_SIZE.includes(error.status ?? 0),
    () => first({})
  )
}
