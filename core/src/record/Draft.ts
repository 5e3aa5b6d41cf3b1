import type { Schema, Types } from "effect"

/** The fields that the framework assigns; a mapping never writes them. */
export type Assigned = "id" | "vendor"

type Fields = Schema.Struct.Fields

type OptionalKeys<F extends Fields> = {
  [K in keyof F]: null extends Schema.Schema.Type<F[K]> ? K : K extends "is_deleted" ? K : never
}[keyof F]

// Mapped over a `Key extends keyof F`, as `Pick` is: that keeps the comments of the record's fields for the editor's hover.
type RequiredFields<F extends Fields, Key extends keyof F> = {
  readonly [K in Key]: Schema.Schema.Type<F[K]>
}

type OptionalFields<F extends Fields, Key extends keyof F> = {
  readonly [K in Key]?: Schema.Schema.Type<F[K]> | undefined
}

/**
 * What a mapping returns for a record: every required field, any of the fields that may be null, nothing else.
 *
 * `id` and `vendor` are assigned by the framework; a nullable field that is left out becomes null; `is_deleted`
 * defaults to false.
 */
export type Draft<F extends Fields, Omitted extends string = Assigned> = Types.Simplify<
  RequiredFields<F, Exclude<keyof F, Omitted | OptionalKeys<F>>> & OptionalFields<F, Exclude<OptionalKeys<F>, Omitted>>
>

/** What the type error of a field that no mapping writes names. */
export interface NoFieldOfTheRecord<K> {
  readonly field: K
}

/** Makes every field that `D` does not know an error, also behind a function's return type. */
export type Exact<D, R extends D> = D & R & { readonly [K in Exclude<keyof R, keyof D>]: NoFieldOfTheRecord<K> }
