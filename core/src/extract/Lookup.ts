import { Effect, Either, Stream } from "effect"
import type { Query } from "../http/Request.js"
import * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import { decode, type RowSchema } from "../record/Row.js"
import type { Answer, Grouped, LookupCache } from "./LookupCache.js"
import * as Walk from "./PageWalk.js"
import type { Pagination } from "./Pagination.js"
import * as Endpoint from "./PathTemplate.js"

/**
 * A question asked about each row, such as the roles of a user; its answer is given to the mapping.
 *
 * The answer is null where the token may not read it (no further row is asked then), where the vendor knows nothing
 * of the row (404), or where `when` says not to ask.
 */
export interface Lookup<in Parent, out Row> {
  readonly endpoint: string
  readonly pagination: Pagination
  /** Present where it is asked with POST: the body, with `{id}` for the row's `id`. */
  readonly post?: Query
  readonly permissions: ReadonlyArray<string>
  /** Whether a record cannot be without the answer: a refusal (403, 404) fails the export then. */
  readonly isRequired: boolean
  /** Whether many rows ask the same: answers are kept for the run. */
  readonly isShared: boolean
  readonly when: (parent: Parent) => boolean
  readonly readRow: (row: unknown) => Either.Either<Row, ReadonlyArray<string>>
  /** Present where one list answers for all rows: it is read once, and each row is given its rows of it. */
  readonly join?: Join<Parent>
}

interface Join<in Parent> {
  /** What a row of the list is found by; null where it belongs to none. */
  readonly keyOf: (row: unknown) => string | null
  /** What the rows of a parent are found by. */
  readonly matches: (parent: Parent) => string
}

type AnyLookup = Lookup<never, unknown>

/** How many rows of a page run their lookups concurrently. */
export const ROWS_AT_ONCE = 4

/** Lookups by the name under which a mapping sees their answers. */
export type Lookups<Parent> = Readonly<Record<string, Lookup<Parent, unknown>>>

/** What the lookups of a row answered. */
export type Answers<L> = {
  readonly [Name in keyof L]: L[Name] extends Lookup<never, infer Row> ? ReadonlyArray<Row> | null : never
}

/** A question about each row of `Parent`: `Lookup.of<OktaUser>()({ ... })`. */
export const of =
  <Parent>() =>
  <Row, const E extends string>(options: {
    /** The path below the base address; `{id}` is the row's `id`. */
    readonly endpoint: Endpoint.Below<Parent, E>
    readonly row: RowSchema<Row>
    readonly pagination: Pagination
    /** Present where it is asked with POST: fields of the body, in which `{id}` is the row's `id`. */
    readonly post?: Query
    readonly permissions: ReadonlyArray<string>
    /** True where a record cannot be without the answer: a refusal (403, 404) fails the export then. */
    readonly isRequired?: boolean
    /** True where many rows ask the same, such as what a weakness is that many devices have: answers are kept for the run. */
    readonly isShared?: boolean
    /** Which rows are worth asking about; all by default. */
    readonly when?: (parent: Parent) => boolean
  }): Lookup<Parent, Row> => ({
    endpoint: options.endpoint,
    pagination: options.pagination,
    ...(options.post === undefined ? {} : { post: options.post }),
    permissions: options.permissions,
    isRequired: options.isRequired ?? false,
    isShared: options.isShared ?? false,
    when: options.when ?? (() => true),
    readRow: decode(options.row)
  })

/**
 * One list that answers for every row of `Parent`, such as a report over all users: read once a run, not once a row.
 *
 * A row's answer is the rows whose `key` is what `matches` it; the answer of every row is null where the list may not be
 * read (403) or is not there (404). Where the address has placeholders, it is read anew when a row fills them otherwise.
 */
export const joined =
  <Parent>() =>
  <Row, const E extends string>(options: {
    readonly endpoint: Endpoint.Below<Parent, E>
    readonly row: RowSchema<Row>
    readonly pagination: Pagination
    readonly post?: Query
    readonly permissions: ReadonlyArray<string>
    /** True where a record cannot be without the answer: a refusal (403, 404) fails the export then. */
    readonly isRequired?: boolean
    readonly key: (row: Row) => string | null
    readonly matches: (parent: Parent) => string
  }): Lookup<Parent, Row> => {
    const { key, matches, ...asked } = options
    return { ...of<Parent>()(asked), join: { keyOf: (row) => key(row as Row), matches } }
  }

const walkOf = <Parent>(lookup: Lookup<Parent, unknown>, parent: Parent, base: string): Walk.Walk => {
  const { endpoint, pagination, post } = lookup
  const url = `${base}${Endpoint.fill(endpoint, parent)}`
  const walk = { endpoint, url, pagination, queries: [{}] }
  return post === undefined ? walk : { ...walk, post: Endpoint.fillBody(post, parent) }
}

/** A question, and how to ask for as little of its answer as the vendor gives. */
export interface Peek {
  readonly lookup: AnyLookup
  readonly rows: Effect.Effect<ReadonlyArray<unknown>, VendorError.VendorError, VendorHttp>
}

/** Each question once, about the first of the rows that is worth asking about. */
export const peek = <Parent>(
  lookups: Lookups<Parent>,
  parents: ReadonlyArray<Parent>,
  base = ""
): ReadonlyArray<Peek> =>
  Object.values(lookups).flatMap((lookup) =>
    parents
      .filter(lookup.when)
      .slice(0, 1)
      .map((parent) => ({ lookup, rows: Walk.peek(walkOf(lookup, parent, base)) }))
  )

/**
 * Whether an answer is one that a lookup goes without: it may not be asked (403), or knows nothing of the row (404).
 *
 * What refuses before the lookup is asked, such as the token endpoint, is no answer of the lookup.
 */
export const isHarmless = (
  { endpoint, isRequired }: Pick<AnyLookup, "endpoint" | "isRequired">,
  error: VendorError.VendorError
): boolean => {
  if (isRequired || error.endpoint !== endpoint) return false
  return (
    (error._tag === "Unauthorized" && error.status === 403) || (error._tag === "ClientError" && error.status === 404)
  )
}

/** Reads the whole answer; null where the token may not ask, or where the vendor knows of none. */
const read = <Parent>(lookup: Lookup<Parent, unknown>, walk: Walk.Walk, cache: LookupCache): Answer => {
  const { endpoint } = lookup
  const asked = Walk.pages(walk, null).pipe(
    Stream.mapConcat((page) => page.rows),
    Stream.runCollect,
    Effect.flatMap((rows) =>
      Either.mapLeft(
        Either.all([...rows].map(lookup.readRow)),
        (issues) => new VendorError.BadPayload({ endpoint, status: 200, detail: `answered with ${issues.join(", ")}` })
      )
    )
  )
  return Effect.catchIf(
    asked,
    (error) => isHarmless(lookup, error),
    (error) => {
      if (error._tag === "Unauthorized") cache.denied.add(lookup)
      return Effect.succeed(null)
    }
  )
}

const grouped = (rows: ReadonlyArray<unknown>, keyOf: (row: unknown) => string | null): Grouped => {
  const groups = new Map<string, Array<unknown>>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [row])
    else known.push(row)
  }
  return groups
}

/**
 * Asks one question.
 *
 * `base` is the base address at which the row was found, where that is not the first.
 */
export const ask = <Parent>(lookup: Lookup<Parent, unknown>, parent: Parent, cache: LookupCache, base = ""): Answer => {
  const { isShared, join } = lookup
  const isAsked = () => !cache.denied.has(lookup) && lookup.when(parent)
  if (!isAsked()) return Effect.succeed(null)
  const walk = walkOf(lookup, parent, base)
  const from = `${walk.url} ${JSON.stringify(walk.post ?? {})}`
  if (join === undefined) {
    const answer = read(lookup, walk, cache)
    return isShared ? cache.share(from, answer) : answer
  }
  const list = Effect.gen(function* () {
    const known = cache.joined.get(lookup)
    if (known?.from === from || !isAsked()) return known?.rows ?? null
    const rows = yield* read(lookup, walk, cache)
    const groups = rows === null ? null : grouped(rows, join.keyOf)
    cache.joined.set(lookup, { from, rows: groups })
    return groups
  })
  return Effect.map(cache.reading.withPermits(1)(list), (groups) =>
    groups === null ? null : (groups.get(join.matches(parent)) ?? [])
  )
}

/** Asks every question about a row, and gives the answers by the questions' names. */
export const askAll = <Parent>(
  lookups: Lookups<Parent>,
  parent: Parent,
  cache: LookupCache,
  base = ""
): Effect.Effect<Readonly<Record<string, ReadonlyArray<unknown> | null>>, VendorError.VendorError, VendorHttp> =>
  Effect.map(
    Effect.forEach(Object.entries(lookups), ([name, lookup]) =>
      Effect.map(ask(lookup, parent, cache, base), (answer) => [name, answer] as const)
    ),
    Object.fromEntries
  )
