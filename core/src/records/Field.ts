import { Schema } from "effect"

/** The service's own identifier of a record: a stable UUID. */
export const Id = Schema.UUID.annotations({ jsonSchema: { type: "string", format: "uuid" } })

/** A whole number. */
export const Integer = Schema.Int.annotations({ jsonSchema: { type: "integer" } })

/** A pass-through object; its shape is the source tool's. */
export const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
  jsonSchema: { type: "object", additionalProperties: true }
})

/** A field that the contract lists as not required, and that may be null. */
export const optional = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.optionalWith(Schema.NullOr(schema), { exact: true })
