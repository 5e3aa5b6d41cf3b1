import { Schema } from "effect"
import * as Field from "../records/Field.js"

/** The list envelope of offset paging; `total` is null when it was not asked for. */
export const OffsetEnvelope = <A, I, R>(items: Schema.Schema<A, I, R>) =>
  Schema.Struct({
    count: Field.Integer,
    total: Field.optional(Field.Integer),
    items: Schema.Array(items)
  })

/** The list envelope of cursor paging; a null token means there is nothing further that way. */
export const CursorEnvelope = <A, I, R>(items: Schema.Schema<A, I, R>) =>
  Schema.Struct({
    items: Schema.Array(items),
    next_cursor: Field.optional(Schema.String),
    previous_cursor: Field.optional(Schema.String)
  })
