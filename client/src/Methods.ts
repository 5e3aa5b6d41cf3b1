import type { Call, RecordList } from "./Operation.js"
import type { Operations } from "./operations.generated.js"
import type { OffsetPage } from "./schemas.generated.js"

/** A page of records, found by cursor. */
export interface CursorPage<Item> {
  /** The records of this page. */
  readonly items: ReadonlyArray<Item>
  /** The token of the next page. Null at the end of the data. */
  readonly next_cursor: string | null
  /** The token of the page before this one. Null at the beginning of the data. */
  readonly previous_cursor: string | null
  /**
   * The instant up to which the page contains every change of the list. The next poll sends it as `updatedSince`; after several pages, the
   * earliest of theirs.
   */
  readonly as_of: string
  /** Why the list stays empty: the connection's connector does not export such records. Null if it does. */
  readonly not_exported: string | null
  /** The fields that some of the records omit, because they have more than 1,000 ids there; the lists below them have all. */
  readonly omitted_fields: ReadonlyArray<string>
}

/** A page of records, found by offset. */
export interface RecordOffsetPage<Item> extends OffsetPage<Item> {
  /** As in `CursorPage`. */
  readonly as_of: string
  /** Why the list stays empty: the connection's connector does not export such records. Null if it does. */
  readonly not_exported: string | null
  /** The fields that some of the records omit, because they have more than 1,000 ids there; the lists below them have all. */
  readonly omitted_fields: ReadonlyArray<string>
}

/** The intersection of the members of a union. */
type All<Members> = (Members extends unknown ? (member: Members) => void : never) extends (all: infer Result) => void
  ? Result
  : never

/** What a flag adds in the form that `expandAs` names: whole records if it names none, or if the flag adds no such form. */
type InForm<Addition, Form> = Form extends keyof Addition ? Addition[Form] : Addition["whole" & keyof Addition]

/** What a flag adds. */
type FormOf<Addition, Given> = InForm<Addition, "expandAs" extends keyof Given ? Given["expandAs"] : undefined>

/** What the flags of a request add. A flag that is only known to be a boolean may add its field. */
type Added<Additions, Given> = All<
  {
    [Flag in keyof Additions & keyof Given]: [Given[Flag]] extends [true]
      ? { readonly is: FormOf<Additions[Flag], Given> }
      : true extends Given[Flag]
        ? { readonly is: Partial<FormOf<Additions[Flag], Given>> }
        : unknown
  }[keyof Additions & keyof Given]
>

/** The item with what the flags add. The members of a union stay apart. */
type With<Item, Additions, Given> = [keyof Additions & keyof Given] extends [never]
  ? Item
  : Added<Additions, Given> extends { readonly is: infer More }
    ? Item & More
    : Item

/** The item with only the fields that the request names, and its id. If they are only known when the program runs, any may be absent. */
type Kept<Item, Given> = Given extends { readonly fields: ReadonlyArray<infer Name> }
  ? number extends Given["fields"]["length"]
    ? Partial<Item> & Pick<Item, "id" & keyof Item>
    : Pick<Item, (Name | "id") & keyof Item>
  : Given extends { readonly fields: unknown }
    ? Partial<Item> & Pick<Item, "id" & keyof Item>
    : Item

declare const nothing: unique symbol

/** The type of the parameters of a call without any. */
export interface Nothing {
  readonly [nothing]: true
}

/** The answer, or each item of it, as the given parameters shape it. */
export type Shaped<Answer, Additions, Given> = Given extends Nothing
  ? Answer
  : Answer extends ReadonlyArray<infer Item>
    ? ReadonlyArray<With<Kept<Item, Given>, Additions, Given>>
    : With<Kept<Answer, Given>, Additions, Given>

/** Refuses parameters that the operation does not have. */
export type Exact<Known, Given> = Given & { readonly [Name in Exclude<keyof Given, keyof Known>]: never }

/** The lists of records. */
export type ListName = {
  [Name in keyof Operations]: Operations[Name]["kind"] extends "list" ? Name : never
}[keyof Operations]

/** The parameters of a page by cursor. */
export type CursorParameters<Name extends ListName> = Omit<Operations[Name]["parameters"], "offset" | "excludeTotal">

/** The parameters of a page by offset. */
export type OffsetParameters<Name extends ListName> = Omit<Operations[Name]["parameters"], "cursor">

/** A record of a list, as the given parameters shape it. */
export type ItemOf<Name extends ListName, Given> =
  Operations[Name] extends RecordList<infer _, infer Item, infer Additions> ? Shaped<Item, Additions, Given> : never

/** The answer of an operation that is no list of records, as the given parameters shape it. */
export type AnswerOf<Name extends keyof Operations, Given> =
  Operations[Name] extends Call<infer _, infer Answer, infer Additions> ? Shaped<Answer, Additions, Given> : never

/** The lists that need no parameter. */
export type PlainListName = {
  [Name in ListName]: Record<never, never> extends CursorParameters<Name> ? Name : never
}[ListName]

/** The name of the method that reads a list by offset. */
export const BY_OFFSET = "ByOffset"
