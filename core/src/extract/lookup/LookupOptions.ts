import type { Decoder } from "../../decode/Decoder.js"
import type { Query } from "../../http/Request.js"
import * as Request from "../../http/Request.js"
import * as FieldPath from "../../record/FieldPath.js"
import type * as RecordKind from "../../record/RecordKind.js"
import { decode, type RowReader, type RowSchema } from "../../record/Row.js"
import * as OptionNames from "../OptionNames.js"
import type * as PageWalk from "../walk/PageWalk.js"
import type { Pagination } from "../walk/Pagination.js"
import * as PathTemplate from "../walk/PathTemplate.js"

/** The options that every lookup has. */
export interface LookupOptions<Parent, Row, E extends string, Field extends string> {
  /** The path of the answer below the base address; `{id}` stands for the row's `id`. */
  readonly endpoint: PathTemplate.FilledFrom<Parent, E>
  /** The schema of a row of the answer: only the fields that the mapping reads, and tolerant of null. */
  readonly row: RowSchema<Row>
  /** How the answer is cut into pages; `Pagination.one()` if the whole response is the one row. */
  readonly pagination: Pagination
  /** One entry per list at this endpoint: its query parameters. The answer is the rows of all of them. By default one list without parameters. */
  readonly queries?: ReadonlyArray<Query>
  /** The body of the request, in which `{id}` stands for the row's `id`; the request then uses POST. GET by default. */
  readonly post?: Query
  /** Reads the bodies of the answers, such as `Decode.xml()`; by default the decoder of the connector's `http` settings. */
  readonly decode?: Decoder
  /** The permissions that the question needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /**
   * The record's fields that come from the answer. Where it cannot be read, they keep the value that was read before; a
   * new record has there what the mapping makes of null. None by default.
   */
  readonly fields?: ReadonlyArray<Field>
  /**
   * Fields that come from other sources too: they keep their value only if the mapping returns null for them. If the customer's plan does not
   * include the answer, they are mapped from an empty one. None by default.
   */
  readonly sharedFields?: ReadonlyArray<Field>
  /** Whether a refusal (403, or 404 for all rows) costs only the fields above, instead of failing the export; false by default. */
  readonly isOptional?: boolean
}

/** The options of a lookup that asks about single rows. */
export interface QuestionOptions<Parent, Row, E extends string, Field extends string>
  extends LookupOptions<Parent, Row, E, Field> {
  /** Whether a 404 means that the vendor has nothing about a row; the answer is then null. False by default. */
  readonly mayBeMissing?: boolean
  /** Whether to ask about this row; by default about every row. */
  readonly when?: (parent: Parent) => boolean
}

/** A list whose rows each have a list of answers below them. */
export interface OuterListOptions<Outer> {
  /** The path of the list below the base address, without placeholders. */
  readonly endpoint: string
  /** The schema of its rows: only the fields that the lookup's `endpoint` and `post` name in placeholders. */
  readonly row: RowSchema<Outer>
  /** How the list is cut into pages. */
  readonly pagination: Pagination
  /** Reads the bodies of its answers; by default the decoder of the connector's `http` settings. */
  readonly decode?: Decoder
  /** The permissions that reading the list needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
}

/** The options of a lookup whose list answers for all rows. */
export interface JoinedOptions<Parent, Row, E extends string, Field extends string, Outer = Parent>
  extends LookupOptions<Outer, Row, E, Field> {
  /**
   * The list above the answers, such as the MDM servers of an organization if devices are listed for each server. `{id}` in `endpoint` then
   * stands for the `id` of a server, and the devices of all servers are the answers. By default the answers are in one list.
   */
  readonly below?: OuterListOptions<Outer>
  /** The key of a row of the list; null if it answers for no row. */
  readonly key: (row: Row) => string | null
  /** The key of the rows that answer for this row. */
  readonly matches: (parent: Parent) => string
  /** Whether this row needs an answer; by default every row does. The list is not read as long as none does. */
  readonly when?: (parent: Parent) => boolean
  /**
   * Whether the list has rows for a part of the rows only, such as a list of administrators; the answer is then empty for the others.
   * False by default: a row without an answer then counts as missing, like a 404 for a question about it.
   */
  readonly mayBeMissing?: boolean
}

/** The options of a lookup that asks for several keys at once. */
export interface BatchedOptions<Parent, Row, Field extends string>
  extends Omit<QuestionOptions<Parent, Row, string, Field>, "endpoint"> {
  /** The path of the answer below the base address; without placeholders. */
  readonly endpoint: string
  /** How many keys one request may contain. */
  readonly batch: number
  /** The parameters for the keys, such as `{ ids: keys.join(",") }`: body fields with `post`, otherwise query parameters. */
  readonly query: (keys: ReadonlyArray<string>) => Query
  /** The key of a row of the answer; null if it answers for no key. */
  readonly key: (row: Row) => string | null
  /** The key, or keys, of the answers that a row needs; null, none or an empty one if there is nothing to ask, and the answer is then empty. */
  readonly keys: (parent: Parent) => string | ReadonlyArray<string> | null
}

/** Which rows have an answer in common. */
export type Scope<Parent> =
  /** None: each row has its own. */
  | { readonly _tag: "Row" }
  /** Those that ask the same question. */
  | { readonly _tag: "Shared" }
  /** All of them: one list, or the lists below the rows of another one, have the answers. */
  | (Joined<Parent> & { readonly _tag: "Joined" })
  /** Those that name the same key: one request asks for several keys. */
  | (Batched<Parent> & { readonly _tag: "Batched" })

/** How to find what answers for a row among rows that answer for several. */
export interface Keyed<in Parent> {
  /** The key of a row of the answer; null if it answers for no key. */
  readonly keyOf: (row: unknown) => string | null
  /** The keys of the answers that a row needs. */
  readonly keysOf: (parent: Parent) => ReadonlyArray<string>
}

/** Where the answers for all rows are. */
export interface Joined<in Parent> extends Keyed<Parent> {
  /** The list whose rows each have a list of answers below them; null if the answers are one list. */
  readonly outer: AnswerList | null
}

/** How one request asks for several keys. */
export interface Batched<in Parent> extends Keyed<Parent> {
  /** How many keys one request may contain. */
  readonly size: number
  /** The parameters for the keys. */
  readonly query: (keys: ReadonlyArray<string>) => Query
}

/** A list that is read for the answers to a lookup. */
export interface AnswerList {
  /** The path of the list below the base address, with placeholders for fields of a row. */
  readonly endpoint: string
  /** How the list is cut into pages. */
  readonly pagination: Pagination
  /** Reads the bodies of its answers; absent if the decoder of the connector's settings does. */
  readonly decode?: Decoder
  /** The permissions that reading it needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** Decodes one of its rows; its failure says which fields are wrong. */
  readonly readRow: RowReader<unknown>
}

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
  /** The parameters of each list at the endpoint; absent if there is one, without parameters. */
  readonly queries?: ReadonlyArray<Query>
  /** The body of the request, with placeholders for fields of the row, for a question that uses POST; absent with GET. */
  readonly post?: Query
  /** Reads the bodies of the answers; absent if the decoder of the connector's settings does. */
  readonly decode?: Decoder
  /** The permissions that the question needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** The record's fields that come from the answer alone. */
  readonly fields: ReadonlyArray<Field>
  /** The record's fields that come from other sources too. */
  readonly sharedFields: ReadonlyArray<Field>
  /** Whether a refusal costs only the fields, instead of failing the export. */
  readonly isOptional: boolean
  /** Whether a 404 means that the vendor has nothing about a row. */
  readonly mayBeMissing: boolean
  /** Whether to ask about this row. */
  readonly when: (parent: Parent) => boolean
  /** Decodes a row of the answer; its failure says which fields are wrong. */
  readonly readRow: RowReader<Row>
  /** Which rows have an answer in common. */
  readonly scope: Scope<Parent>
}

/** A lookup for any row. */
export type Any = Lookup<never, unknown>

/** Lookups by the names under which the mapping receives their answers. */
export type Lookups<Parent> = Readonly<Record<string, Lookup<Parent, unknown>>>

/** The names of `fields` and `sharedFields` of a lookup that are no fields of the record; a lookup without names has none. */
type Unknown<K, A> =
  A extends Lookup<never, unknown, infer Field>
    ? string extends Field
      ? never
      : Exclude<Field, FieldPath.FieldPath<K>>
    : never

/** The lookups, or for each that names a field which the record does not have, a sentence that says so. */
export type Filling<K, L> = [{ [Name in keyof L]: Unknown<K, L[Name]> }[keyof L]] extends [never]
  ? L
  : {
      readonly [Name in keyof L]: [Unknown<K, L[Name]>] extends [never]
        ? L[Name]
        : `the record has no field ${Unknown<K, L[Name]>}`
    }

/** The answers to a row's lookups, by the lookups' names. */
export type Answers<L> = {
  readonly [Name in keyof L]: L[Name] extends Lookup<never, infer Row> ? ReadonlyArray<Row> | null : never
}

/** Other lookups of the same names, whose answers have the same rows. */
export type SameAnswers<Parent, L> = {
  readonly [Name in keyof L]: L[Name] extends Lookup<never, infer Row> ? Lookup<Parent, Row> : never
}

/** The options that the forms of a lookup have in common. */
const QUESTION: OptionNames.OptionNames<QuestionOptions<unknown, unknown, string, string>> = {
  endpoint: "required",
  row: "required",
  pagination: "required",
  post: "optional",
  queries: "optional",
  decode: "optional",
  permissions: "required",
  fields: "optional",
  sharedFields: "optional",
  isOptional: "optional",
  mayBeMissing: "optional",
  when: "optional"
}

/** The lookup that the options declare, without those of its form. */
export const declare = <Parent, Row, Field extends string>(
  options: Omit<QuestionOptions<Parent, Row, string, Field>, "endpoint"> & { readonly endpoint: string },
  scope: Scope<Parent>
): Lookup<Parent, Row, Field> => {
  OptionNames.verify<QuestionOptions<unknown, unknown, string, string>>(
    `The lookup at ${options.endpoint}`,
    options as never,
    QUESTION
  )
  return declared(options, scope)
}

const declared = <Parent, Row, Field extends string>(
  options: Omit<QuestionOptions<Parent, Row, string, Field>, "endpoint"> & { readonly endpoint: string },
  scope: Scope<Parent>
): Lookup<Parent, Row, Field> => ({
  endpoint: options.endpoint,
  pagination: options.pagination,
  ...(options.post === undefined ? {} : { post: options.post }),
  ...(options.queries === undefined ? {} : { queries: options.queries }),
  ...(options.decode === undefined ? {} : { decode: options.decode }),
  permissions: options.permissions,
  fields: options.fields ?? [],
  sharedFields: options.sharedFields ?? [],
  isOptional: options.isOptional ?? false,
  mayBeMissing: options.mayBeMissing ?? false,
  when: options.when ?? (() => true),
  readRow: decode(options.row),
  scope
})

/** The lists that are read for the answers, in the order in which they are requested. */
export const listsOf = (lookup: Any): ReadonlyArray<AnswerList> => {
  const { scope } = lookup
  return scope._tag === "Joined" && scope.outer !== null ? [scope.outer, lookup] : [lookup]
}

/** The permissions that the answers need, in the vendor's words. */
export const permissionsOf = (lookup: Any): ReadonlyArray<string> =>
  listsOf(lookup).flatMap(({ permissions }) => permissions)

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

/** The answers below the rows of another list. */
export interface Below {
  /** The list above them. */
  readonly outer: AnswerList
  /** The walk through the answers below one of its rows. */
  readonly walkOf: (row: unknown) => PageWalk.Walk
}

/** One question to the vendor. */
export interface Question {
  /** The walk through the answer, or through the list above it. */
  readonly walk: PageWalk.Walk
  /** What is below the rows of that list; absent if `walk` leads to the answer itself. */
  readonly below?: Below
  /** How many rows or keys it asks about. */
  readonly count: number
}

const walkTo = ({ decode, endpoint, pagination, readRow }: AnswerList, url: string) => ({
  endpoint,
  url,
  pagination,
  readRow,
  ...(decode === undefined ? {} : { decode })
})

/** The walk through the list that the fields of a row lead to. */
const walkFor = (lookup: Any, row: unknown, base: string): PageWalk.Walk => {
  const { endpoint, post, queries = [{}] } = lookup
  const walk = {
    ...walkTo(lookup, `${base}${PathTemplate.fill(endpoint, row)}`),
    fault: PathTemplate.faultOf(endpoint, post, row),
    queries
  }
  return post === undefined ? walk : { ...walk, post: PathTemplate.fillBody(post, row) }
}

/** The question about a row, or about all rows that ask alike; `base` is the base address at which the row was found, empty for the first. */
export const questionOfRow = <Parent>(lookup: Lookup<Parent, unknown>, parent: Parent, base: string): Question => {
  const { scope } = lookup
  if (scope._tag !== "Joined" || scope.outer === null) return { walk: walkFor(lookup, parent, base), count: 1 }
  const { outer } = scope
  return {
    walk: { ...walkTo(outer, `${base}${outer.endpoint}`), queries: [{}] },
    below: { outer, walkOf: (row) => walkFor(lookup, row, base) },
    count: 1
  }
}

/** The question about several keys. */
export const questionOfKeys = (
  lookup: Any,
  { query }: Pick<Batched<never>, "query">,
  keys: ReadonlyArray<string>,
  base: string
): Question => {
  const { endpoint, post, queries = [{}] } = lookup
  const asked = queries.map((each) => Request.mergeParameters(each, query(keys)))
  const walk = { ...walkTo(lookup, `${base}${endpoint}`), queries: asked }
  return { walk: post === undefined ? walk : { ...walk, post }, count: keys.length }
}

/** Identifies what is asked: rows with the same address and body ask alike. */
export const identityOf = ({ walk }: Pick<Question, "walk">): string => `${walk.url} ${JSON.stringify(walk.post ?? {})}`

/** The keys that the rows name, each once. */
export const keysOf = <Parent>(
  { when }: Lookup<Parent, unknown>,
  { keysOf }: Batched<Parent>,
  parents: ReadonlyArray<Parent>
): ReadonlyArray<string> => [...new Set(parents.filter(when).flatMap(keysOf))]
