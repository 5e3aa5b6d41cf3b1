import { SchemaAST as AST } from "effect"
import * as Result from "../../Result.js"
import * as Batch from "../../record/Batch.js"
import * as FieldPath from "../../record/FieldPath.js"
import { identify } from "../../record/normalize.js"
import { beforeItem, type LostValue, type ReadablePart, replaced, textOf } from "../../record/ReadablePart.js"
import type * as RecordKind from "../../record/RecordKind.js"
import * as SampleValues from "../../record/SampleValues.js"
import * as SchemaTypes from "../../record/SchemaTypes.js"

/*
 * Which fields of a record come from values of its row that could not be read. Only the mapping knows, and a mapping is a pure function: it is
 * run with other values in their place, and the fields that change come from them. A store keeps what it has in these fields.
 */

/** With how many values of other rows a mapping is tried. */
const MAX_OTHERS = 12

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** The value at the path; undefined if something on the way to it is missing. */
const valueAt = (value: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>(
    (found, key) => (found as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key],
    value
  )

/** The paths at which a draft has null, or the same as a draft of a row that has nothing in common with its own: what the mapping writes anyway. */
const defaults = (draft: Fields, other: Fields): ReadonlyArray<string> =>
  Object.keys(draft).flatMap((name) => {
    const [value, given] = [draft[name] ?? null, other[name] ?? null]
    if (value === null) return [name]
    if (isFields(value) && isFields(given)) return defaults(value, given).map((path) => `${name}.${path}`)
    return JSON.stringify(value) === JSON.stringify(given) ? [name] : []
  })

/** How to map the row of a draft again. */
export interface Remapping<Row> {
  /** The id of the raw row; null if it has none. */
  readonly id: string | null
  /** The kind of record that the row becomes. */
  readonly kind: RecordKind.Any
  /** The row, and what could not be read of it. */
  readonly part: ReadablePart<Row>
  /** The syntax tree of the rows' schema. */
  readonly ast: AST.AST
  /** The fields that come from lookups that have answered about this row, and ask the same about it with these other values; none by default. */
  readonly answered?: (others: ReadonlyArray<Row>) => ReadonlySet<string>
  /** The rows of the page. */
  readonly others: Iterable<{ readonly decoded: Result.Result<ReadablePart<Row>, unknown> }>
  /** The mapping, with the answers to the lookups of this row; null if the row becomes no record. */
  readonly toRecord: (row: Row) => object | null
}

/** The values that other rows have at the path, each once: a mapping may know only some of the vendor's words. */
const othersAt = <Row>(rows: Remapping<Row>["others"], path: ReadonlyArray<PropertyKey>): ReadonlyArray<unknown> => {
  const found = new Map<string, unknown>()
  for (const { decoded } of rows) {
    const value = Result.isFailure(decoded) ? null : valueAt(decoded.success.value, path)
    if (value !== null && value !== undefined) found.set(JSON.stringify(value), value)
    if (found.size === MAX_OTHERS) break
  }
  return [...found.values()]
}

/** The paths at which two drafts differ, as deep as both have objects; a missing field becomes null, so it is the same as null. */
const differences = (one: Fields, other: Fields): ReadonlyArray<string> =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) => {
    const [before, after] = [one[name] ?? null, other[name] ?? null]
    if (isFields(before) && isFields(after)) return differences(before, after).map((path) => `${name}.${path}`)
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [name]
  })

type Path = LostValue["path"]

/** The draft of another row; null if the mapping cannot do anything with it, or makes no record of it. */
const mappedAs = <Row>({ toRecord }: Remapping<Row>, row: unknown): Fields | null => {
  try {
    return toRecord(row as Row) as Fields | null
  } catch {
    return null
  }
}

/** The draft of a row of samples, without any value that may be null; empty if the mapping cannot do anything with that. */
const barest = <Row>(remapping: Remapping<Row>): Fields => {
  const ast = AST.typeAST(remapping.ast)
  const [row] = SampleValues.of(ast).filter(isFields)
  const nullable = SchemaTypes.typesOf(ast).flatMap((type) =>
    AST.isTypeLiteral(type)
      ? type.propertySignatures.filter((property) => SchemaTypes.areNullable(SchemaTypes.typesOf(property.type)))
      : []
  )
  const paths = nullable.map(({ name }) => [name])
  return mappedAs(remapping, replaced(row, paths, null)) ?? {}
}

/** The lost values by their places in the schema, because a list can have one in each item. */
const places = (lost: ReadonlyArray<LostValue>): ReadonlyArray<readonly [Path, ...ReadonlyArray<Path>]> => {
  const found = new Map<string, [Path, ...ReadonlyArray<Path>]>()
  for (const { path } of lost) {
    const key = textOf(path)
    found.set(key, [...(found.get(key) ?? []), path] as [Path, ...ReadonlyArray<Path>])
  }
  return [...found.values()]
}

/** Whether there is a word in the value, also inside a list or an object. */
const hasWord = (value: unknown): boolean =>
  typeof value === "string"
    ? value !== ""
    : value !== null && typeof value === "object" && Object.values(value).some(hasWord)

/**
 * Whether a field has what the mapping writes anyway although its own value was read: rows that lack the lost values, too, have something
 * else there, or a lookup has answered it. A word such as UNKNOWN proves nothing: the vendor's own word may have been lost.
 */
const isKnown = <Row>(
  remapping: Remapping<Row>,
  draft: Fields,
  variants: ReadonlyArray<Row>
): ((path: string) => boolean) => {
  const { ast, others, part } = remapping
  const answered = remapping.answered?.(variants)
  const lost = part.lost.map(({ path }) => beforeItem(path))
  const rows: ReadonlyArray<unknown> = [
    ...[...others]
      .slice(0, MAX_OTHERS)
      .flatMap(({ decoded }) => (Result.isFailure(decoded) ? [] : [decoded.success.value])),
    ...SampleValues.of(AST.typeAST(ast)).slice(0, MAX_OTHERS)
  ]
  const drafts = rows.map((row) => mappedAs(remapping, replaced(row, lost, null))).filter((each) => each !== null)
  return (path) => {
    const value = FieldPath.read(draft, path)
    if (hasWord(value)) return false
    const text = JSON.stringify(value)
    return answered?.has(path) === true || drafts.some((other) => JSON.stringify(FieldPath.read(other, path)) !== text)
  }
}

/** The row with other values in place of the lost ones: those of other rows of the page, and some of the type. */
const variantsOf = <Row>({ ast, others, part }: Remapping<Row>): ReadonlyArray<Row> => {
  const types = SchemaTypes.typesOf(AST.typeAST(ast))
  return places(part.lost).flatMap((paths) => {
    const [path] = paths
    const values = [...othersAt(others, path), ...path.reduce(SchemaTypes.typesAt, types).flatMap(SampleValues.of)]
    return values.map((value) => replaced(part.value, paths, value) as Row)
  })
}

/**
 * A row that becomes no record. If another value in place of a lost one makes it a record, it counts as unreadable. If none does, it is
 * undecided: the vendor's own word, or two lost values together, may decide, and no record may leave because of what nobody could read.
 */
export const settleNone = <Row>(remapping: Remapping<Row>): Result.Result<null, Batch.Unreadable> => {
  const { id: vendorId, part } = remapping
  const mayBecomeOne = variantsOf(remapping).some((row) => mappedAs(remapping, row) !== null)
  return Result.fail(
    mayBecomeOne ? { issues: part.lost.map(({ issue }) => issue), vendorId } : Batch.undecided(vendorId)
  )
}

/**
 * The draft of a row that lost values, with the fields that come from them as unread. Its id must be that of the raw row. A row whose identity
 * comes from a lost value counts as unreadable.
 *
 * A field counts as coming from a lost value if it changes with it: with a value of another row of the page, or with some other
 * value of the type. So does a field that has what the mapping writes anyway, such as the catch-all of an enum, unless it is known that it
 * was read: only the vendor's own words may change it, or a lookup that the value decides about.
 */
export const settle = <Row, D extends Fields>(
  mapped: Result.Result<D, Batch.Unreadable>,
  remapping: Remapping<Row>
): Result.Result<D | Batch.PartlyRead, Batch.Unreadable> => {
  const { id, kind, part } = remapping
  if (Result.isFailure(mapped)) return mapped
  const draft = mapped.success
  const identity = identify(kind, draft)
  const unreadable = part.lost.map(({ issue }) => issue)
  const isOther = (other: string | null): boolean => other !== identity
  if (identity !== null && isOther(id)) return Result.fail({ issues: unreadable, vendorId: id })
  const unread = new Set<string>()
  const variants = variantsOf(remapping)
  for (const row of variants) {
    const other = mappedAs(remapping, row)
    if (other === null) continue
    if (isOther(identify(kind, other))) return Result.fail({ issues: unreadable, vendorId: id })
    for (const field of differences(draft, other)) unread.add(field)
  }
  const isRead = isKnown(remapping, draft, variants)
  for (const field of defaults(draft, barest(remapping))) if (!isRead(field)) unread.add(field)
  return Result.succeed(new Batch.PartlyRead({ draft, unread: [...unread], unreadable }))
}
