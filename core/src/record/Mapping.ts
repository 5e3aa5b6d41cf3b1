import { Either, Schema } from "effect"
import type { Mapped } from "./Batch.js"
import { describe } from "./normalize.js"

/** A vendor's row: reading it needs nothing but the row. */
// biome-ignore lint/suspicious/noExplicitAny: a row's encoded form is whatever the vendor sends
export type RowSchema<Row> = Schema.Schema<Row, any>

/** Reads a row, or says what is wrong with it. */
export const readRow = <Row>(schema: RowSchema<Row>) => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (row: unknown): Either.Either<Row, ReadonlyArray<string>> => Either.mapLeft(decode(row), describe)
}

/** Runs an author's mapping; one that throws rejects its row instead of ending the export. */
export const map = (toRecord: () => object): Mapped =>
  Either.try({
    try: () => toRecord() as Readonly<Record<string, unknown>>,
    catch: (cause) => [`mapping: threw ${cause instanceof Error ? cause.name : "a value"}`]
  })
