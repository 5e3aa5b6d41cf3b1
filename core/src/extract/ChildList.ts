import { Effect, Either, Stream } from "effect"
import type { VendorError } from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import * as Batch from "../record/Batch.js"
import type { Exact } from "../record/Draft.js"
import type { Owner } from "../record/normalize.js"
import type * as RecordKind from "../record/RecordKind.js"
import * as RowDecoding from "../record/Row.js"
import * as Lookup from "./Lookup.js"
import type { LookupCache } from "./LookupCache.js"
import type { MissingParents } from "./MissingParents.js"
import * as PageWalk from "./PageWalk.js"
import type { Pagination } from "./Pagination.js"
import * as Endpoint from "./PathTemplate.js"

/** A list below each row of a parent list, such as the members of each group. */
export interface Child<in Parent, out K extends RecordKind.Any = RecordKind.Any> {
  readonly kind: K
  readonly endpoint: string
  readonly pagination: Pagination
  readonly permissions: ReadonlyArray<string>
  /** Which rows of the parent list have one. */
  readonly when: (parent: Parent) => boolean
  /** Whether a row can be read. */
  readonly accepts: (row: unknown) => boolean
  /** Each question once, about the first of the rows that is worth asking about. */
  readonly peek: (rows: ReadonlyArray<unknown>, parent: Parent, base?: string) => ReadonlyArray<Lookup.Peek>
  /** The questions asked about each row. */
  readonly lookups: ReadonlyArray<Lookup.Lookup<never, unknown>>
  readonly toMapped: (
    row: unknown,
    parent: Parent,
    cache: LookupCache,
    base?: string
  ) => Effect.Effect<Batch.Mapped, VendorError, VendorHttp>
}

/** A row with the fields of the row it hangs below, where it has no field of that name itself. */
type Within<Parent, Row> = Omit<Parent, keyof Row> & Row

/** A list below each row of `Parent`: `Child.of<OktaGroup>()({ ... })`. */
export const of =
  <Parent>() =>
  <
    K extends RecordKind.Any,
    Row,
    const R extends RecordKind.Draft<K>,
    const E extends string,
    L extends Lookup.Lookups<Within<Parent, Row>> = Record<never, never>
  >(options: {
    /** The kind of record that a row becomes; of the same export type as the parent's. */
    readonly record: K
    /** The path below the base address; `{id}` is the parent row's `id`. */
    readonly endpoint: Endpoint.Below<Parent, E>
    readonly row: RowDecoding.RowSchema<Row>
    readonly pagination: Pagination
    readonly permissions: ReadonlyArray<string>
    /** Which rows of the parent list are worth asking about, where they tell; all by default. */
    readonly when?: (parent: Parent) => boolean
    /** Questions asked about each row; their addresses may name fields of the parent as well. */
    readonly lookups?: L
    readonly toRecord: (row: Row, parent: Parent, answers: Lookup.Answers<L>) => Exact<RecordKind.Draft<K>, R>
  }): Child<Parent, K> => {
    const readRow = RowDecoding.decode(options.row)
    const lookups: Lookup.Lookups<Within<Parent, Row>> = options.lookups ?? {}
    return {
      kind: options.record,
      endpoint: options.endpoint,
      pagination: options.pagination,
      permissions: options.permissions,
      when: options.when ?? (() => true),
      accepts: (row) => Either.isRight(readRow(row)),
      peek: (rows, parent, base) => {
        const within = RowDecoding.readable(rows, readRow).map((row) => ({ ...parent, ...row }))
        return Lookup.peek(lookups, within, base)
      },
      lookups: Object.values(lookups),
      toMapped: (row, parent, cache, base) => {
        const decoded = readRow(row)
        if (Either.isLeft(decoded)) return Effect.succeed(Either.left(decoded.left))
        return Effect.map(Lookup.askAll(lookups, { ...parent, ...decoded.right }, cache, base), (answers) =>
          RowDecoding.map(() => options.toRecord(decoded.right, parent, answers as Lookup.Answers<L>))
        )
      }
    }
  }

/** The walk of the list below one row. */
export const walkOf = <Parent>({ endpoint, pagination }: Child<Parent>, parent: Parent, base = ""): PageWalk.Walk => ({
  endpoint,
  url: `${base}${Endpoint.fill(endpoint, parent)}`,
  pagination,
  queries: [{}]
})

/** What the lists below one parent row need to know about the run. */
export interface ChildContext {
  /** The connection that the records belong to. */
  readonly owner: Owner
  /** The base address at which the parent was found; empty for the first. */
  readonly base: string
  readonly cache: LookupCache
  readonly missing: MissingParents
}

/** Reads the list below one row, a batch per page; empty if the vendor deleted the row after listing it. */
export const batches = <Parent>(child: Child<Parent>, parent: Parent, context: ChildContext) => {
  const { base, cache, missing, owner } = context
  const concurrency = child.lookups.length === 0 ? 1 : Lookup.ROWS_AT_ONCE
  return missing.read(child.endpoint, PageWalk.pages(walkOf(child, parent, base), null)).pipe(
    Stream.mapEffect((page) =>
      Effect.forEach(page.rows, (row) => child.toMapped(row, parent, cache, base), { concurrency })
    ),
    Stream.map((mapped) => Batch.make(child.kind, owner, mapped))
  )
}
