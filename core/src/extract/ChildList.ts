import { Effect, Either } from "effect"
import type { VendorError } from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import type { Mapped } from "../record/Batch.js"
import type { Exact } from "../record/Draft.js"
import * as Mapping from "../record/Mapping.js"
import type * as RecordKind from "../record/RecordKind.js"
import * as Lookup from "./Lookup.js"
import type { Walk } from "./PageWalk.js"
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
    memory: Lookup.Memory,
    base?: string
  ) => Effect.Effect<Mapped, VendorError, VendorHttp>
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
    readonly row: Mapping.RowSchema<Row>
    readonly pagination: Pagination
    readonly permissions: ReadonlyArray<string>
    /** Which rows of the parent list are worth asking about, where they tell; all by default. */
    readonly when?: (parent: Parent) => boolean
    /** Questions asked about each row; their addresses may name fields of the parent as well. */
    readonly lookups?: L
    readonly toRecord: (row: Row, parent: Parent, answers: Lookup.Answers<L>) => Exact<RecordKind.Draft<K>, R>
  }): Child<Parent, K> => {
    const readRow = Mapping.readRow(options.row)
    const lookups: Lookup.Lookups<Within<Parent, Row>> = options.lookups ?? {}
    return {
      kind: options.record,
      endpoint: options.endpoint,
      pagination: options.pagination,
      permissions: options.permissions,
      when: options.when ?? (() => true),
      accepts: (row) => Either.isRight(readRow(row)),
      peek: (rows, parent, base) => {
        const readable = rows.flatMap((row) =>
          Either.match(readRow(row), { onLeft: () => [], onRight: (read) => [read] })
        )
        return Lookup.peek(
          lookups,
          readable.map((row) => ({ ...parent, ...row })),
          base
        )
      },
      lookups: Object.values(lookups),
      toMapped: (row, parent, memory, base) => {
        const decoded = readRow(row)
        if (Either.isLeft(decoded)) return Effect.succeed(Either.left(decoded.left))
        return Effect.map(Lookup.askAll(lookups, { ...parent, ...decoded.right }, memory, base), (answers) =>
          Mapping.map(() => options.toRecord(decoded.right, parent, answers as Lookup.Answers<L>))
        )
      }
    }
  }

/** The walk of the list below one row. */
export const walkOf = <Parent>({ endpoint, pagination }: Child<Parent>, parent: Parent, base = ""): Walk => ({
  endpoint,
  url: `${base}${Endpoint.fill(endpoint, parent)}`,
  pagination,
  queries: [{}]
})
