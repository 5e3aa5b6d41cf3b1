import { type Option, Schema, SchemaAST } from "effect"
import * as Description from "./Description.js"
import { descriptions } from "./descriptions.generated.js"

export const { anonymous, described, named, struct } = Description.schemas(descriptions)

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

/** A field that may be absent, and is never null. */
export const present = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.optionalWith(schema, { exact: true })

const CATCH_ALL = Symbol.for("@tributary/core/CatchAll")

/**
 * An enum with a catch-all: the value for everything that a vendor may send and that has no counterpart in the enum.
 *
 * A job counts the records that hold it.
 */
export const openEnum = <const Values extends readonly [string, ...ReadonlyArray<string>]>(options: {
  readonly identifier: string
  readonly values: Values
  readonly catchAll: NoInfer<Values[number]>
}): Schema.Literal<[...Values]> =>
  Schema.Literal(...options.values).annotations({ ...named(options.identifier), [CATCH_ALL]: options.catchAll })

/** The catch-all of an enum; none if the enum has none. */
export const catchAllOf: (ast: SchemaAST.AST) => Option.Option<string> = SchemaAST.getAnnotation<string>(CATCH_ALL)
