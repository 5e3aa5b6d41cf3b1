import type { Schema, Types } from "effect"

/** The fields that the framework assigns and no mapping writes. */
export type Assigned = "id" | "vendor" | "vendor_data_omitted"

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
 * The framework assigns `id`, `vendor` and `vendor_data_omitted`. A nullable field that the mapping omits, or in which it writes an empty text,
 * becomes null; `is_deleted` defaults to false.
 */
export type Draft<F extends Fields, Omitted extends string = Assigned> = Types.Simplify<
  RequiredFields<F, Exclude<keyof F, Omitted | OptionalKeys<F>>> & OptionalFields<F, Exclude<OptionalKeys<F>, Omitted>>
>

// Unlike `keyof`, it leaves out the fields that a mapping may omit.
type RequiredKeys<D> = { [K in keyof D]-?: Record<never, never> extends Pick<D, K> ? never : K }[keyof D]

/** What the compiler infers from a mapping before it judges it: any of the record's fields, with values of their types. */
export type Inferred<D> = Partial<D> | Promise<unknown>

/** Appears in the compiler's error when a mapping writes a field that the record does not have. */
export interface NoFieldOfTheRecord<K> {
  /** The name of the unknown field. */
  readonly field: K
}

/**
 * What the results of a mapping, inferred as `R`, must be besides: `D` and nothing else, or a sentence about what is wrong
 * with `R`, which the compiler's error shows.
 *
 * Write `R & Judged<D, R>`: an alias for both would repeat all fields of `D` in the error.
 */
export type Judged<D, R> = [Promise<unknown>] extends [R]
  ? // A value has a wrong type, so that nothing was inferred, and the compiler's error is at the field.
    D
  : [R] extends [Promise<unknown>]
    ? "a mapping is not async: declare a lookup for more data"
    : [Exclude<RequiredKeys<D>, keyof R>] extends [never]
      ? D & { readonly [K in Exclude<keyof R, keyof D>]: NoFieldOfTheRecord<K> }
      : `the record needs the field ${Exclude<RequiredKeys<D>, keyof R> & string}`
