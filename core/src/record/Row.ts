import { Either, Schema } from "effect"
import type { Mapped } from "./Batch.js"
import { describe } from "./safeMessage.js"

/** A vendor's field that may be absent, undefined or null: all read as null, because vendors break their own documentation. */
export const nullish = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { default: () => null })

/** The schema of a vendor's row: only the fields that the mapping reads. */
// biome-ignore lint/suspicious/noExplicitAny: a row's encoded form is whatever the vendor sends
export type RowSchema<Row> = Schema.Schema<Row, any>

/** Decodes a row, or says which fields are wrong, without their values. */
export const decode = <Row>(schema: RowSchema<Row>) => {
  const parse = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (row: unknown): Either.Either<Row, ReadonlyArray<string>> => Either.mapLeft(parse(row), describe)
}

/** The rows that can be decoded. */
export const readable = <Row>(
  rows: ReadonlyArray<unknown>,
  read: (row: unknown) => Either.Either<Row, unknown>
): ReadonlyArray<Row> =>
  rows.flatMap((row) => Either.match(read(row), { onLeft: () => [], onRight: (decoded) => [decoded] }))

/** Runs an author's mapping; a mapping that throws rejects its row instead of ending the export. */
export const map = (toRecord: () => object): Mapped =>
  Either.try({
    try: () => toRecord() as Readonly<Record<string, unknown>>,
    catch: (cause) => [`mapping: threw ${cause instanceof Error ? cause.name : "a value"}`]
  })
