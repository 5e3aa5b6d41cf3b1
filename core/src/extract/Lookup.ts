import { Effect, Either, Stream } from "effect"
import type { Query } from "../http/Request.js"
import * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import { decode, type RowReader, type RowSchema } from "../record/Row.js"
import type { Answer, Grouped, LookupCache } from "./LookupCache.js"
import * as PageWalk from "./PageWalk.js"
import type { Pagination } from "./Pagination.js"
import * as PathTemplate from "./PathTemplate.js"

/**
 * A question about each row, such as the roles of a user, whose answer the mapping receives.
 *
 * The answer is null if the credentials may not read it (the run then stops asking), if the vendor knows nothing about
 * the row (404), or if `when` is false for the row.
 */
export interface Lookup<in Parent, out Row> {
  /** The path of the answer below the base address, with placeholders for fields of the row. */
  readonly endpoint: string
  /** How the answer is cut into pages. */
  readonly pagination: Pagination
  /** The body of the request, with placeholders for fields of the row, for a question that uses POST; absent with GET. */
  readonly post?: Query
  /** The permissions that the question needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** Whether a refusal (403, 404) fails the export instead of making the answer null. */
  readonly isRequired: boolean
  /** Whether many rows ask the same question, so that the run caches its answers. */
  readonly isShared: boolean
  /** Whether to ask about this row. */
  readonly when: (parent: Parent) => boolean
  /** Decodes a row of the answer; on the left, which fields are wrong. */
  readonly readRow: RowReader<Row>
  /** How to find a row's answer in one list that answers for all rows; absent if each row has its own answer. */
  readonly join?: Join<Parent>
}

interface Join<in Parent> {
  /** The key of a row of the list; null if it belongs to no row. */
  readonly keyOf: (row: unknown) => string | null
  /** The key of the list's rows that answer for a row. */
  readonly matches: (parent: Parent) => string
}

type AnyLookup = Lookup<never, unknown>

/** How many rows of a page run their lookups concurrently. */
export const ROWS_AT_ONCE = 4

/** Lookups by the names under which the mapping receives their answers. */
export type Lookups<Parent> = Readonly<Record<string, Lookup<Parent, unknown>>>

/** The answers to a row's lookups, by the lookups' names. */
export type Answers<L> = {
  readonly [Name in keyof L]: L[Name] extends Lookup<never, infer Row> ? ReadonlyArray<Row> | null : never
}

/** Declares a question about each row of `Parent`: `Lookup.of<OktaUser>()({ ... })`. */
export const of =
  <Parent>() =>
  <Row, const E extends string>(options: {
    /** The path of the answer below the base address; `{id}` stands for the row's `id`. */
    readonly endpoint: PathTemplate.FilledFrom<Parent, E>
    /** The schema of a row of the answer: only the fields that the mapping reads, and tolerant of null. */
    readonly row: RowSchema<Row>
    /** How the answer is cut into pages; `Pagination.one()` if the whole response is the one row. */
    readonly pagination: Pagination
    /** The body of the request, in which `{id}` stands for the row's `id`; the request then uses POST. GET by default. */
    readonly post?: Query
    /** The permissions that the question needs, in the vendor's words. */
    readonly permissions: ReadonlyArray<string>
    /** Whether a refusal (403, 404) fails the export, because the record needs the answer; false by default. */
    readonly isRequired?: boolean
    /** Whether many rows ask the same question, such as devices about a weakness, so that the run caches its answers; false by default. */
    readonly isShared?: boolean
    /** Whether to ask about this row; by default about every row. */
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
 * Declares one list that answers for every row of `Parent`, such as a report on all users, and is read once per run.
 *
 * The answer for a row is the list's rows whose `key` equals the row's `matches`. It is null for every row if the
 * credentials may not read the list (403) or the list does not exist (404). If the endpoint has placeholders, the list is
 * read again whenever their values change.
 */
export const joined =
  <Parent>() =>
  <Row, const E extends string>(options: {
    /** The path of the list below the base address, with placeholders if it differs by row. */
    readonly endpoint: PathTemplate.FilledFrom<Parent, E>
    /** The schema of a row of the list: only the fields that the mapping reads, and tolerant of null. */
    readonly row: RowSchema<Row>
    /** How the list is cut into pages. */
    readonly pagination: Pagination
    /** Body fields of the requests, which then use POST; GET by default. */
    readonly post?: Query
    /** The permissions that reading the list needs, in the vendor's words. */
    readonly permissions: ReadonlyArray<string>
    /** Whether a refusal (403, 404) fails the export, because the record needs the answer; false by default. */
    readonly isRequired?: boolean
    /** The key of a row of the list; null if it answers for no row. */
    readonly key: (row: Row) => string | null
    /** The key of the rows that answer for this row. */
    readonly matches: (parent: Parent) => string
  }): Lookup<Parent, Row> => {
    const { key, matches, ...list } = options
    return { ...of<Parent>()(list), join: { keyOf: (row) => key(row as Row), matches } }
  }

const walkOf = <Parent>(lookup: Lookup<Parent, unknown>, parent: Parent, base: string): PageWalk.Walk => {
  const { endpoint, pagination, post } = lookup
  const url = `${base}${PathTemplate.fill(endpoint, parent)}`
  const walk = { endpoint, url, pagination, queries: [{}] }
  return post === undefined ? walk : { ...walk, post: PathTemplate.fillBody(post, parent) }
}

/** A lookup, and the request for as little of its answer as possible. */
export interface Peek {
  /** The lookup. */
  readonly lookup: AnyLookup
  /** Requests the answer. */
  readonly rows: Effect.Effect<ReadonlyArray<unknown>, VendorError.VendorError, VendorHttp>
}

/** Each lookup once, for the first of the rows that it applies to. */
export const peek = <Parent>(
  lookups: Lookups<Parent>,
  parents: ReadonlyArray<Parent>,
  base = ""
): ReadonlyArray<Peek> =>
  Object.values(lookups).flatMap((lookup) =>
    parents
      .filter(lookup.when)
      .slice(0, 1)
      .map((parent) => ({ lookup, rows: PageWalk.peek(walkOf(lookup, parent, base)) }))
  )

/**
 * Whether the error only makes the answer null: the credentials may not read it (403), or there is none (404).
 *
 * An error from another endpoint, such as the token endpoint, says nothing about the lookup and always fails the export.
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

/** Reads the whole answer; null if the error is harmless. */
const read = <Parent>(lookup: Lookup<Parent, unknown>, walk: PageWalk.Walk, cache: LookupCache): Answer => {
  const { endpoint } = lookup
  const rows = PageWalk.pages(walk, null).pipe(
    Stream.mapConcat((page) => page.rows),
    Stream.runCollect,
    Effect.flatMap((rows) =>
      Either.mapLeft(
        Either.all([...rows].map(lookup.readRow)),
        (issues) =>
          new VendorError.BadPayload({
            endpoint,
            status: 200,
            detail: `returned an unreadable row: ${issues.join(", ")}`
          })
      )
    )
  )
  return Effect.catchIf(
    rows,
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

/** The answer to one lookup for a row; `base` is the base address at which the row was found, empty for the first. */
export const ask = <Parent>(lookup: Lookup<Parent, unknown>, parent: Parent, cache: LookupCache, base = ""): Answer => {
  const { isShared, join } = lookup
  const isAllowed = () => !cache.denied.has(lookup) && lookup.when(parent)
  if (!isAllowed()) return Effect.succeed(null)
  const walk = walkOf(lookup, parent, base)
  const from = `${walk.url} ${JSON.stringify(walk.post ?? {})}`
  if (join === undefined) {
    const answer = read(lookup, walk, cache)
    return isShared ? cache.share(from, answer) : answer
  }
  const list = Effect.gen(function* () {
    const known = cache.joined.get(lookup)
    // Another row may have been refused while this one waited for the list.
    if (known?.from === from || !isAllowed()) return known?.rows ?? null
    const rows = yield* read(lookup, walk, cache)
    const groups = rows === null ? null : grouped(rows, join.keyOf)
    cache.joined.set(lookup, { from, rows: groups })
    return groups
  })
  return Effect.map(cache.reading.withPermits(1)(list), (groups) =>
    groups === null ? null : (groups.get(join.matches(parent)) ?? [])
  )
}

/** The answers to all lookups for a row, by the lookups' names. */
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
