import type { Schema, Types } from "effect"

/** The fields that the framework assigns and no mapping writes. */
export type Assigned = "id" | "vendor"

type Fields = Schema.Struct.Fields

type OptionalKeys<F extends Fields> = {
  [K in keyof F]: null extends Schema.Schema.Type<F[K]> ? K : K extends "is_deleted" ? K : never
}[keyof F]

// Mapped over `Key extends keyof F`, like `Pick`, so that the editor still shows the comments of the record's fields.
type RequiredFields<F extends Fields, Key extends keyof F> = {
  readonly [K in Key]: Schema.Schema.Type<F[K]>
}

type OptionalFields<F extends Fields, Key extends keyof F> = {
  readonly [K in Key]?: Schema.Schema.Type<F[K]> | undefined
}

/**
 * What a mapping returns for a record: all required fields, any nullable fields, and nothing else.
 *
 * The framework assigns `id` and `vendor`. A nullable field that the mapping omits becomes null; `is_deleted` defaults to
 * false.
 */
export type Draft<F extends Fields, Omitted extends string = Assigned> = Types.Simplify<
  RequiredFields<F, Exclude<keyof F, Omitted | OptionalKeys<F>>> & OptionalFields<F, Exclude<OptionalKeys<F>, Omitted>>
>

/** Appears in the compiler's error when a mapping writes a field that the record does not have. */
export interface NoFieldOfTheRecord<K> {
  /** The name of the unknown field. */
  readonly field: K
}

/** Makes every field that `D` does not have a type error, even in the return type of a function. */
export type Exact<D, R extends D> = D & R & { readonly [K in Exclude<keyof R, keyof D>]: NoFieldOfTheRecord<K> }
