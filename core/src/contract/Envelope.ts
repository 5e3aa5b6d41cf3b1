import { Schema } from "effect"
import * as Field from "../records/Field.js"

/** A page of a list, found by offset. */
export const OffsetEnvelope = <A, I, R>(items: Schema.Schema<A, I, R>) =>
  Field.anonymous("OffsetEnvelope", {
    /** How many items this page holds. */
    count: Field.Integer,
    /** How many items the same query returns over all pages. Null if `excludeTotal=true`. */
    total: Field.optional(Field.Integer),
    /** The items of this page. */
    items: Schema.Array(items)
  })

/** A page of a list, found by cursor. */
export const CursorEnvelope = <A, I, R>(items: Schema.Schema<A, I, R>) =>
  Field.anonymous("CursorEnvelope", {
    /** The items of this page. */
    items: Schema.Array(items),
    /** The token of the next page. Null at the end of the data. */
    next_cursor: Field.optional(Schema.String),
    /** The token of the page before this one. Null at the beginning of the data. */
    previous_cursor: Field.optional(Schema.String)
  })
