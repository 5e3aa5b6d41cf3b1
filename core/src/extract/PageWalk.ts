import { Effect, Option, Stream } from "effect"
import type { Query } from "../http/Request.js"
import * as VendorError from "../http/VendorError.js"
import { VendorHttp } from "../http/VendorHttp.js"
import type { Next, Pagination } from "./Pagination.js"

/** One or more lists at one address, walked one after another. */
export interface Walk {
  readonly endpoint: string
  readonly url: string
  readonly pagination: Pagination
  /** The parameters of each list; one list without parameters is `[{}]`. */
  readonly queries: ReadonlyArray<Query>
  readonly headers?: Readonly<Record<string, string>>
  /** Present where the list is asked for with POST: fields of the body, under all parameters. */
  readonly post?: Query
  /** Whether the lists stand at every base address of the vendor, or at the first alone. */
  readonly isEverywhere?: boolean
}

/** A place in a walk: which of its lists, and which page of that list (null is the first). */
export interface Position {
  readonly list: number
  readonly next: Next | null
}

/** The rows of one answer, and the place after it; null at the end of the walk. */
export interface WalkedPage {
  readonly rows: ReadonlyArray<unknown>
  readonly after: Position | null
  /** On the last page of a list that has one: where the next delta begins. */
  readonly delta: string | null
  /** What stands before the paths of what hangs below these rows: nothing for the first base address. */
  readonly base?: string
}

/** No list of a security tool has more pages; a vendor that never ends is stopped here. */
export const MAX_PAGES = 100_000

interface State {
  readonly position: Position
  /** Every token of this list so far; one set that grows, since a copy a page would cost its square. */
  readonly tokens: Set<string>
  readonly previous: ReadonlyArray<unknown>
  readonly pages: number
  /** Of a scroll: the rows of this list so far, and how many the vendor said there are. */
  readonly rows: number
  readonly total: number | null
}

/** A list of which no page was read. */
const BEGUN = { previous: [], rows: 0, total: null } as const

/** What stands for the answer of a list that is not there. */
const NOTHING = { status: 204, headers: {}, body: null } as const

/** True where two pages in a row hold the same rows. */
export const samePage = (a: ReadonlyArray<unknown>, b: ReadonlyArray<unknown>): boolean => {
  if (a.length === 0 || a.length !== b.length) return false
  const same = (x: unknown, y: unknown) => JSON.stringify(x) === JSON.stringify(y)
  return same(a[0], b[0]) && same(a[a.length - 1], b[b.length - 1]) && same(a, b)
}

const bad = (walk: Walk, detail: string) => new VendorError.BadPayload({ endpoint: walk.endpoint, status: 200, detail })

interface Step {
  readonly page: WalkedPage
  readonly state: State | null
}

/** The base addresses at which a walk finds its lists; the first is written as nothing, since paths are below it. */
const basesOf = (walk: Walk, http: VendorHttp["Type"]): ReadonlyArray<string> =>
  walk.isEverywhere === true ? ["", ...http.furtherBaseUrls] : [""]

const targetOf = (walk: Walk, base: string, position: Position, query: Query) => {
  const headers = walk.headers === undefined ? {} : { headers: walk.headers }
  if (position.next !== null && "url" in position.next) return { ...headers, url: position.next.url }
  const url = `${base}${walk.url}`
  if (walk.post === undefined) return { ...headers, url, query }
  const body = { ...walk.post, ...query }
  return { ...headers, method: "POST" as const, url, body, isRepeatable: true }
}

const step = (walk: Walk, state: State, isResumed: boolean): Effect.Effect<Step, VendorError.VendorError, VendorHttp> =>
  Effect.gen(function* () {
    const http = yield* VendorHttp
    const { position } = state
    const bases = basesOf(walk, http)
    const base = bases[Math.floor(position.list / walk.queries.length)] ?? ""
    const query = { ...walk.pagination.query, ...walk.queries[position.list % walk.queries.length] }
    const added = position.next !== null && "query" in position.next ? position.next.query : {}
    const target = targetOf(walk, base, position, { ...query, ...added })
    const { isAbsent } = walk.pagination
    const answer = yield* http.send({ endpoint: walk.endpoint, ...target }).pipe(
      Effect.catchIf(
        (error) => position.next === null && isAbsent?.(error) === true,
        () => Effect.succeed(null)
      ),
      Effect.mapError((error) =>
        isResumed && state.pages === 0 && position.next !== null && error._tag === "ClientError"
          ? new VendorError.CheckpointExpired({ endpoint: walk.endpoint, status: error.status, detail: error.detail })
          : error
      )
    )
    const response = answer ?? NOTHING
    const rows = answer === null ? [] : walk.pagination.rows(response.body)
    if (rows === undefined) return yield* bad(walk, "answered without the list of rows that was expected")
    if (samePage(rows, state.previous)) return yield* bad(walk, "repeated a page")
    const next = answer === null ? null : walk.pagination.next({ response, rows, query: { ...query, ...added } })
    const chosen = rows.filter((row) => http.chooses(walk.endpoint, row))
    const { scroll } = walk.pagination
    const count = state.rows + rows.length
    const total = state.previous.length === 0 ? (scroll?.total(response.body) ?? null) : state.total
    if (next !== null) {
      const token = JSON.stringify(next)
      if (scroll === undefined && state.tokens.has(token)) return yield* bad(walk, "repeated a page token")
      if ("url" in next) yield* http.permit(walk.endpoint, next.url)
      if (state.pages + 1 >= MAX_PAGES) return yield* bad(walk, `did not end after ${MAX_PAGES} pages`)
      const here = { list: position.list, next }
      // A scroll gives each page once: a walk that was left begins its list anew.
      const after = scroll === undefined ? here : { list: position.list, next: null }
      const tokens = state.tokens.add(token)
      return {
        page: { rows: chosen, after, delta: null, base },
        state: { position: here, tokens, previous: rows, pages: state.pages + 1, rows: count, total }
      }
    }
    if (total !== null && count < total) {
      const detail = `gave ${count} of ${total} rows`
      return yield* new VendorError.ServerError({ endpoint: walk.endpoint, status: response.status, detail })
    }
    if (position.list + 1 >= walk.queries.length * bases.length)
      return {
        page: { rows: chosen, after: null, delta: walk.pagination.delta?.(response.body) ?? null, base },
        state: null
      }
    const after: Position = { list: position.list + 1, next: null }
    return {
      page: { rows: chosen, after, delta: null, base },
      state: { ...BEGUN, position: after, tokens: new Set(), pages: state.pages + 1 }
    }
  })

/** Walks every page, beginning at `from`; refuses repeated tokens, repeated pages and walks without an end. */
export const pages = (
  walk: Walk,
  from: Position | null
): Stream.Stream<WalkedPage, VendorError.VendorError, VendorHttp> => {
  return Stream.suspend(() => {
    const initial: State = { ...BEGUN, position: from ?? { list: 0, next: null }, tokens: new Set(), pages: 0 }
    return Stream.paginateEffect(initial, (state) =>
      Effect.map(step(walk, state, from !== null), ({ page, state: following }): [WalkedPage, Option.Option<State>] => [
        page,
        Option.fromNullable(following)
      ])
    )
  })
}

/** Of the answers to a request that is wrong: the ones that a page size which the vendor does not give can have. */
const REFUSED_SIZES = [400, 422]

/**
 * The rows of the first page, asked for as few as the vendor gives: proves that the list can be read.
 *
 * `base` counts the base addresses at which the list stands. A vendor that refuses so small a page is asked for one of
 * the walk's own size.
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
    (error) => error._tag === "ClientError" && REFUSED_SIZES.includes(error.status ?? 0),
    () => first({})
  )
}
