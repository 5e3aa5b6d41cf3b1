import { Schema } from "effect"

/** A vendor's field that may be absent, undefined or null: all read as null, since vendors break their own descriptions. */
export const nullish = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { default: () => null })
