import { Either, Schema, type SchemaAST } from "effect"
import * as CompiledDecoder from "./CompiledDecoder.js"
import * as ReadablePart from "./ReadablePart.js"
import { describe } from "./safeMessage.js"

/**
 * A field that a vendor may omit or send as null, whatever its documentation says; the mapping always sees null.
 *
 * @example
 * ```ts
 * const User = Schema.Struct({ id: Schema.String, title: Row.nullish(Schema.String) })
 * ```
 */
export const nullish = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { default: () => null }).annotations({
    [CompiledDecoder.NULLISH]: true
  })

/** The schema of a vendor's row; it names only the fields that the mapping reads. */
// biome-ignore lint/suspicious/noExplicitAny: the encoded form of a row is anything that the vendor sends
export type RowSchema<Row> = Schema.Schema<Row, any>

/** Decodes a row completely; on the left, which fields are wrong, without their values. */
export interface RowReader<Row> {
  (row: unknown): Either.Either<Row, ReadonlyArray<string>>
  /** The syntax tree of the rows' schema. */
  readonly ast: SchemaAST.AST
  /** Decodes what can be read of a row: a wrong value costs the nearest place that may be null. On the left, what is wrong if that is the whole row. */
  readonly readable: (row: unknown) => Either.Either<ReadablePart.ReadablePart<Row>, ReadonlyArray<string>>
}

/** The reader for rows with this schema. */
export const decode = <Row>(schema: RowSchema<Row>): RowReader<Row> => {
  const parse = CompiledDecoder.make(schema)
  const read = (row: unknown) => {
    const decoded = parse(row)
    return Either.isRight(decoded) ? Either.right(decoded.right) : Either.left(describe(decoded.left))
  }
  const readable = (row: unknown) => {
    const decoded = parse(row)
    if (Either.isRight(decoded)) return Either.right({ value: decoded.right, lost: [] })
    const part = ReadablePart.make(schema.ast, parse, row, decoded.left)
    return part === null ? Either.left(describe(decoded.left)) : Either.right(part)
  }
  return Object.assign(read, { ast: schema.ast, readable })
}

/** Decodes the rows and drops those that cannot be decoded. */
export const readable = <Row>(
  rows: ReadonlyArray<unknown>,
  read: (row: unknown) => Either.Either<Row, unknown>
): ReadonlyArray<Row> =>
  rows.flatMap((row) => Either.match(read(row), { onLeft: () => [], onRight: (decoded) => [decoded] }))
