import type { Schema, Types } from "effect"

/** The fields that the framework assigns; a mapping never writes them. */
export type Assigned = "id" | "vendor"

type OptionalKeys<E> = {
  [K in keyof E]-?: null extends E[K] ? K : K extends "is_deleted" ? K : never
}[keyof E]

/**
 * What a mapping returns for a record: every required field, any of the fields that may be null, nothing else.
 *
 * `id` and `vendor` are assigned by the framework; a nullable field that is left out becomes null; `is_deleted`
 * defaults to false.
 */
export type Draft<Fields extends Schema.Struct.Fields, Omitted extends string = Assigned> = Types.Simplify<
  {
    readonly [K in Exclude<
      keyof Schema.Struct.Encoded<Fields>,
      Omitted | OptionalKeys<Schema.Struct.Encoded<Fields>>
    >]: Schema.Struct.Encoded<Fields>[K]
  } & {
    readonly [K in Exclude<OptionalKeys<Schema.Struct.Encoded<Fields>>, Omitted>]?:
      | Schema.Struct.Encoded<Fields>[K]
      | undefined
  }
>

/** What the type error of a field that no mapping writes names. */
export interface NoFieldOfTheRecord<K> {
  readonly field: K
}

/** Makes every field that `D` does not know an error, also behind a function's return type. */
export type Exact<D, R extends D> = R & { readonly [K in Exclude<keyof R, keyof D>]: NoFieldOfTheRecord<K> }
