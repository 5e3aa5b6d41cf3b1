import { Schema, type SchemaAST } from "effect"
import * as Result from "../Result.js"
import * as CompiledDecoder from "./CompiledDecoder.js"
import * as ReadablePart from "./ReadablePart.js"
import { describe } from "./safeMessage.js"
import * as VendorData from "./VendorData.js"

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

/** A text that a vendor may omit or send as null: `nullish(Schema.String)`, which most fields of most rows are. */
export const text = nullish(Schema.String)

/** The schema of a vendor's row; it names only the fields that the mapping reads. The others become the record's `vendor_data`. */
// biome-ignore lint/suspicious/noExplicitAny: the encoded form of a row is anything that the vendor sends
export type RowSchema<Row> = Schema.Schema<Row, any>

/** Decodes a row completely; its failure says which fields are wrong, without their values. */
export interface RowReader<Row> {
  (row: unknown): Result.Result<Row, ReadonlyArray<string>>
  /** The syntax tree of the rows' schema. */
  readonly ast: SchemaAST.AST
  /** Decodes what can be read of a row: a wrong value costs the nearest place that may be null. Its failure says what is wrong if that is the whole row. */
  readonly readable: (row: unknown) => Result.Result<ReadablePart.ReadablePart<Row>, ReadonlyArray<string>>
  /** What is said of fields that the schema does not name. */
  readonly marks: VendorData.FieldMarks | undefined
  /** The fields of a row that its schema does not name. */
  readonly further: VendorData.FurtherReader
}

/** The reader for rows with this schema, and with these marks on fields that it does not name. */
export const decode = <Row>(schema: RowSchema<Row>, marks?: VendorData.FieldMarks): RowReader<Row> => {
  const [path] = marks === undefined ? [] : VendorData.withoutEffect(schema.ast, marks)
  if (path !== undefined) {
    throw new Error(
      `The row schema reads the marked field ${path}, so the mark has no effect: remove it from row or from marks.`
    )
  }
  const parse = CompiledDecoder.make(schema)
  const read = (row: unknown) => {
    const decoded = parse(row)
    return Result.isSuccess(decoded) ? Result.succeed(decoded.success) : Result.fail(describe(decoded.failure))
  }
  const readable = (row: unknown) => {
    const decoded = parse(row)
    if (Result.isSuccess(decoded)) return Result.succeed({ value: decoded.success, lost: [] })
    const part = ReadablePart.make(schema.ast, parse, row, decoded.failure)
    return part === null ? Result.fail(describe(decoded.failure)) : Result.succeed(part)
  }
  return Object.assign(read, { ast: schema.ast, readable, marks, further: VendorData.reader(schema.ast, marks) })
}

/** Decodes the rows and drops those that cannot be decoded. */
export const readable = <Row>(
  rows: ReadonlyArray<unknown>,
  read: (row: unknown) => Result.Result<Row, unknown>
): ReadonlyArray<Row> =>
  rows.flatMap((row) => {
    const decoded = read(row)
    return Result.isSuccess(decoded) ? [decoded.success] : []
  })
