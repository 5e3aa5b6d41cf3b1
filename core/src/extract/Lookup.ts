import type { Query } from "../http/Request.js"
import type { VendorError } from "../http/VendorError.js"
import type { NoFieldOfTheRecord } from "../record/Draft.js"
import * as FieldPath from "../record/FieldPath.js"
import type * as RecordKind from "../record/RecordKind.js"
import { decode, type RowReader, type RowSchema } from "../record/Row.js"
import type { Pagination } from "./Pagination.js"
import type * as PathTemplate from "./PathTemplate.js"

/**
 * A question about each row, such as the roles of a user, whose answer the mapping receives.
 *
 * A lookup is required unless it says otherwise: if the credentials may not read it, the export fails, and nothing is
 * written that lacks the answer. The answer is null if `when` is false for the row, and where it could not be read.
 */
export interface Lookup<in Parent, out Row, out Field extends string = string> {
  /** The path of the answer below the base address, with placeholders for fields of the row. */
  readonly endpoint: string
  /** How the answer is cut into pages. */
  readonly pagination: Pagination
  /** The body of the request, with placeholders for fields of the row, for a question that uses POST; absent with GET. */
  readonly post?: Query
  /** The permissions that the question needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** The record's fields that come from the answer alone. */
  readonly fields: ReadonlyArray<Field>
  /** The record's fields that come from other sources too. */
  readonly sharedFields: ReadonlyArray<Field>
  /** Whether a refusal costs only the fields, instead of failing the export. */
  readonly isOptional: boolean
  /** Whether the vendor answers 404 if there is nothing to tell about a row. */
  readonly mayBeMissing: boolean
  /** Whether a refusal means that the tenant's plan does not include the answer. */
  readonly isUnlicensed: (error: VendorError) => boolean
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

/** A lookup for any row. */
export type Any = Lookup<never, unknown>

/** Lookups by the names under which the mapping receives their answers. */
export type Lookups<Parent> = Readonly<Record<string, Lookup<Parent, unknown>>>

/** Makes a lookup whose `fields` or `sharedFields` the record does not have a type error. */
export type Filling<K, L> = {
  readonly [Name in keyof L]: L[Name] extends Lookup<never, unknown, infer Field>
    ? // A lookup without such names accepts any.
      string extends Field
      ? unknown
      : [Exclude<Field, FieldPath.FieldPath<K>>] extends [never]
        ? unknown
        : NoFieldOfTheRecord<Exclude<Field, FieldPath.FieldPath<K>>>
    : never
}

/** The answers to a row's lookups, by the lookups' names. */
export type Answers<L> = {
  readonly [Name in keyof L]: L[Name] extends Lookup<never, infer Row> ? ReadonlyArray<Row> | null : never
}

/** Declares a question about each row of `Parent`: `Lookup.of<OktaUser>()({ ... })`. */
export const of =
  <Parent>() =>
  <Row, const E extends string, const Field extends string = never>(options: {
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
    /**
     * The record's fields that come from the answer. Where it cannot be read, they keep the value that was read before; a
     * new record has there what the mapping makes of null. None by default.
     */
    readonly fields?: ReadonlyArray<Field>
    /** Fields that come from other sources too: they keep their value only if the mapping returns null for them. None by default. */
    readonly sharedFields?: ReadonlyArray<Field>
    /** Whether a refusal (403, or 404 for all rows) costs only the fields above, instead of failing the export; false by default. */
    readonly isOptional?: boolean
    /** Whether a refusal means that the tenant's plan does not include the answer: `sharedFields` are then mapped from an empty answer. By default none does. */
    readonly isUnlicensed?: (error: VendorError) => boolean
    /** Whether the vendor answers 404 if there is nothing to tell about a row; the answer is then null. False by default. */
    readonly mayBeMissing?: boolean
    /** Whether many rows ask the same question, such as devices about a weakness, so that the run caches its answers; false by default. */
    readonly isShared?: boolean
    /** Whether to ask about this row; by default about every row. */
    readonly when?: (parent: Parent) => boolean
  }): Lookup<Parent, Row, Field> => ({
    endpoint: options.endpoint,
    pagination: options.pagination,
    ...(options.post === undefined ? {} : { post: options.post }),
    permissions: options.permissions,
    fields: options.fields ?? [],
    sharedFields: options.sharedFields ?? [],
    isOptional: options.isOptional ?? false,
    mayBeMissing: options.mayBeMissing ?? false,
    isUnlicensed: options.isUnlicensed ?? (() => false),
    isShared: options.isShared ?? false,
    when: options.when ?? (() => true),
    readRow: decode(options.row)
  })

/**
 * Declares one list that answers for every row of `Parent`, such as a report on all users, and is read once per run.
 *
 * The answer for a row is the list's rows whose `key` equals the row's `matches`. If the endpoint has placeholders, the
 * list is read again whenever their values change.
 */
export const joined =
  <Parent>() =>
  <Row, const E extends string, const Field extends string = never>(options: {
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
    /**
     * The record's fields that come from the answer. Where it cannot be read, they keep the value that was read before; a
     * new record has there what the mapping makes of null. None by default.
     */
    readonly fields?: ReadonlyArray<Field>
    /** Fields that come from other sources too: they keep their value only if the mapping returns null for them. None by default. */
    readonly sharedFields?: ReadonlyArray<Field>
    /** Whether a refusal (403, 404) costs only the fields above, instead of failing the export; false by default. */
    readonly isOptional?: boolean
    /** Whether a refusal means that the tenant's plan does not include the answer: `sharedFields` are then mapped from an empty answer. By default none does. */
    readonly isUnlicensed?: (error: VendorError) => boolean
    /** The key of a row of the list; null if it answers for no row. */
    readonly key: (row: Row) => string | null
    /** The key of the rows that answer for this row. */
    readonly matches: (parent: Parent) => string
  }): Lookup<Parent, Row, Field> => {
    const { key, matches, ...list } = options
    return { ...of<Parent>()(list), join: { keyOf: (row) => key(row as Row), matches } }
  }

/** Throws if the lookup's fields are not fields of the record, or if an optional lookup has none. */
export const verify = (kind: RecordKind.Any, { endpoint, fields, isOptional, sharedFields }: Any): void => {
  const all = [...fields, ...sharedFields]
  const unknown = all.filter((field) => !FieldPath.exists(kind, field))
  if (unknown.length > 0) {
    throw new Error(
      `${endpoint}: ${kind.name} has no field ${unknown.join(", ")}. Name in fields and sharedFields of the lookup what the record has.`
    )
  }
  if (isOptional && all.length === 0) {
    throw new Error(
      `${endpoint}: the lookup is optional, so name in fields or sharedFields what a ${kind.name} lacks without it.`
    )
  }
}
