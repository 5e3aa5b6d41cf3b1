import { Effect, Option, Stream } from "effect"
import type { Query, VendorRequest, VendorResponse } from "../http/Request.js"
import * as VendorError from "../http/VendorError.js"
import { VendorHttp } from "../http/VendorHttp.js"
import type { Next, Pagination } from "./Pagination.js"

/** One or more lists at one address, read one after another. */
export interface Walk {
  /** The endpoint's name in errors and health. */
  readonly endpoint: string
  /** The path of the lists below a base address. */
  readonly url: string
  /** How the lists are cut into pages. */
  readonly pagination: Pagination
  /** The parameters of each list; `[{}]` for one list without parameters. */
  readonly queries: ReadonlyArray<Query>
  /** Headers for these requests only; none by default. */
  readonly headers?: Readonly<Record<string, string>>
  /** Body fields of the requests, which then use POST and send all parameters in the body; GET by default. */
  readonly post?: Query
  /** Whether to read the lists at every base address of the vendor; by default only at the first. */
  readonly isEverywhere?: boolean
}

/** A position in a walk. */
export interface Position {
  /** The index of the list, counted over all queries at all base addresses. */
  readonly list: number
  /** Which page of the list; null for the first. */
  readonly next: Next | null
}

/** One page of a walk. */
export interface WalkedPage {
  /** The page's rows, without those that the connector's `chooses` leaves out. */
  readonly rows: ReadonlyArray<unknown>
  /** The position after this page; null at the end of the walk. */
  readonly after: Position | null
  /** Where the next delta begins, on the last page of a list that says so; null on any other page. */
  readonly delta: string | null
  /** The base address at which the rows were found; empty for the first. */
  readonly base?: string
}

/** The most pages that a walk reads: no list of a security tool has more, and some vendors' lists never end. */
export const MAX_PAGES = 100_000

/** What the walk remembers about the list that it is reading. */
interface ListState {
  /** The tokens of all pages so far. One set that grows, because a copy per page would take quadratic time. */
  readonly tokens: Set<string>
  /** The rows of the page before. */
  readonly previous: ReadonlyArray<unknown>
  readonly rowCount: number
  /** How many rows the vendor announced for a scroll; null if it announced none. */
  readonly total: number | null
}

interface State {
  readonly position: Position
  /** The number of pages so far, in all lists. */
  readonly pages: number
  readonly list: ListState
}

interface Step {
  readonly page: WalkedPage
  /** Null at the end of the walk. */
  readonly state: State | null
}

const newList = (): ListState => ({ tokens: new Set(), previous: [], rowCount: 0, total: null })

/** Replaces the response if the list does not exist. */
const EMPTY_RESPONSE: VendorResponse = { status: 204, headers: {}, body: null }

/** Whether two consecutive pages have the same rows; compares the ends first, because most pages differ there. */
export const isSamePage = (a: ReadonlyArray<unknown>, b: ReadonlyArray<unknown>): boolean => {
  if (a.length === 0 || a.length !== b.length) return false
  const same = (x: unknown, y: unknown) => JSON.stringify(x) === JSON.stringify(y)
  return same(a[0], b[0]) && same(a[a.length - 1], b[b.length - 1]) && same(a, b)
}

const bad = ({ endpoint }: Walk, detail: string) => new VendorError.BadPayload({ endpoint, status: 200, detail })

/** The base addresses at which the walk reads its lists; the first is empty, because paths are relative to it. */
const basesOf = (walk: Walk, http: VendorHttp["Type"]): ReadonlyArray<string> =>
  walk.isEverywhere === true ? ["", ...http.furtherBaseUrls] : [""]

/** The parameters of the page at a position. */
const queryOf = ({ pagination, queries }: Walk, { list, next }: Position): Query => ({
  ...pagination.query,
  ...queries[list % queries.length],
  ...(next !== null && "query" in next ? next.query : {})
})

/** The request for the page at a position. */
const requestOf = (walk: Walk, base: string, { next }: Position, query: Query): VendorRequest => {
  const { endpoint } = walk
  const headers = walk.headers === undefined ? {} : { headers: walk.headers }
  if (next !== null && "url" in next) return { endpoint, ...headers, url: next.url }
  const url = `${base}${walk.url}`
  if (walk.post === undefined) return { endpoint, ...headers, url, query }
  return { endpoint, ...headers, url, method: "POST", body: { ...walk.post, ...query }, isRepeatable: true }
}

/** Requests the page at the state's position. `isResumed` says that the position comes from a saved checkpoint. */
const fetchPage = (walk: Walk, { pages, position }: State, request: VendorRequest, isResumed: boolean) => {
  const isFirstPage = position.next === null
  const isSavedPage = isResumed && pages === 0 && !isFirstPage
  return Effect.flatMap(VendorHttp, (http) => http.send(request)).pipe(
    Effect.catchIf(
      (error) => isFirstPage && walk.pagination.isAbsent?.(error) === true,
      () => Effect.succeed(EMPTY_RESPONSE)
    ),
    Effect.mapError((error) =>
      isSavedPage && error._tag === "ClientError"
        ? new VendorError.CheckpointExpired({ endpoint: walk.endpoint, status: error.status, detail: error.detail })
        : error
    )
  )
}

/** The rows of a response; fails if it has none, or the same rows as the page before. */
const readRows = (walk: Walk, { list }: State, response: VendorResponse) => {
  const rows = response === EMPTY_RESPONSE ? [] : walk.pagination.rows(response.body)
  if (rows === undefined) return Effect.fail(bad(walk, "the response lacks the expected list of rows"))
  return isSamePage(rows, list.previous) ? Effect.fail(bad(walk, "repeated a page")) : Effect.succeed(rows)
}

/** What the walk remembers about the list after one more page. */
const withPage = (walk: Walk, list: ListState, rows: ReadonlyArray<unknown>, { body }: VendorResponse): ListState => ({
  tokens: list.tokens,
  previous: rows,
  rowCount: list.rowCount + rows.length,
  total: list.previous.length === 0 ? (walk.pagination.scroll?.total(body) ?? null) : list.total
})

/** Fails if the list would never end, or if the next page is on a host that requests must not reach. */
const checkNext = (walk: Walk, { list, pages }: State, next: Next) =>
  Effect.gen(function* () {
    if (walk.pagination.scroll === undefined && list.tokens.has(JSON.stringify(next))) {
      return yield* bad(walk, "repeated a page token")
    }
    if ("url" in next) yield* (yield* VendorHttp).permit(walk.endpoint, next.url)
    if (pages + 1 >= MAX_PAGES) return yield* bad(walk, `did not end after ${MAX_PAGES} pages`)
  })

/** Fails if a scroll ends before it has returned all of its rows. */
const checkTotal = ({ endpoint }: Walk, { rowCount, total }: ListState, { status }: VendorResponse) =>
  total === null || rowCount >= total
    ? Effect.void
    : new VendorError.ServerError({ endpoint, status, detail: `returned ${rowCount} of ${total} rows` })

/** Reads the page at the state's position. */
const step = (walk: Walk, state: State, isResumed: boolean): Effect.Effect<Step, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const { pagination, queries } = walk
    const { position } = state
    const bases = basesOf(walk, http)
    const base = bases[Math.floor(position.list / queries.length)] ?? ""
    const query = queryOf(walk, position)

    const response = yield* fetchPage(walk, state, requestOf(walk, base, position, query), isResumed)
    const rows = yield* readRows(walk, state, response)
    const next = response === EMPTY_RESPONSE ? null : pagination.next({ response, rows, query })
    const list = withPage(walk, state.list, rows, response)
    const page = { rows: rows.filter((row) => http.chooses(walk.endpoint, row)), base }
    const pages = state.pages + 1

    if (next !== null) {
      yield* checkNext(walk, state, next)
      list.tokens.add(JSON.stringify(next))
      const following: Position = { list: position.list, next }
      // A vendor returns each page of a scroll only once, so an interrupted walk has to start the list again.
      const after = pagination.scroll === undefined ? following : { ...following, next: null }
      return { page: { ...page, after, delta: null }, state: { position: following, pages, list } }
    }
    yield* checkTotal(walk, list, response)
    if (position.list + 1 >= queries.length * bases.length) {
      return { page: { ...page, after: null, delta: pagination.delta?.(response.body) ?? null }, state: null }
    }
    const following: Position = { list: position.list + 1, next: null }
    return { page: { ...page, after: following, delta: null }, state: { position: following, pages, list: newList() } }
  })

/** Reads every page from a position, null for the start; fails on repeated pages or tokens, and if the walk never ends. */
export const pages = (
  walk: Walk,
  from: Position | null
): Stream.Stream<WalkedPage, VendorError.VendorError, VendorHttp> =>
  Stream.suspend(() => {
    const initial: State = { position: from ?? { list: 0, next: null }, pages: 0, list: newList() }
    return Stream.paginateEffect(initial, (state) =>
      Effect.map(step(walk, state, from !== null), ({ page, state: following }): [WalkedPage, Option.Option<State>] => [
        page,
        Option.fromNullable(following)
      ])
    )
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
      { ...walk, pagination: { ...pagination, query: { ...pagination.query, ...size } } },
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
