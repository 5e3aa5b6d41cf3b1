import { type Connector, extractorsOf } from "../../Connector.js"
import type * as RecordKind from "../../record/RecordKind.js"
import * as UnmappedValues from "../../record/UnmappedValues.js"
import { OMITTED } from "../../record/VendorData.js"
import type { RunReport } from "../run/ConnectorRun.js"

/** The values of an enum that became its catch-all. */
export interface UnknownValues {
  /** The dotted path of the field that holds the catch-all. */
  readonly field: string
  /** How many records hold it. */
  readonly records: number
  /** The vendor's own words, each once; empty if the record keeps none. */
  readonly words: ReadonlyArray<string>
}

/** The records of one kind that a run made. */
export interface KindReport {
  /** The name of the kind, such as `idp_user`. */
  readonly kind: string
  /** How many records it has. */
  readonly records: number
  /** The dotted paths of the fields that are null, empty or missing in each of them. */
  readonly alwaysNull: ReadonlyArray<string>
  /** The enum values that the mapping does not know. */
  readonly unknownValues: ReadonlyArray<UnknownValues>
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)

/** The fields that a mapping, or what a row has besides, can fill. */
const mappedFields = ({ fields, onRequest }: RecordKind.Any): ReadonlyArray<string> =>
  [...fields, ...onRequest].filter((field) => field !== OMITTED)

/** The names of the fields, and below an object that some record has, the paths of its fields. */
const alwaysNull = (
  names: ReadonlyArray<string>,
  records: ReadonlyArray<Fields>,
  within: ReadonlyArray<string> = []
): ReadonlyArray<string> =>
  names.flatMap((name) => {
    const values = records.map((record) => record[name]).filter((value) => !isEmpty(value))
    const path = [...within, name]
    if (values.length === 0) return [path.join(".")]
    const objects = values.filter(isObject)
    if (objects.length < values.length) return []
    return alwaysNull([...new Set(objects.flatMap(Object.keys))], objects, path)
  })

/** The objects inside a value at the path, through lists. */
const objectsAt = (value: unknown, [name, ...rest]: ReadonlyArray<string>): ReadonlyArray<Fields> => {
  if (Array.isArray(value)) return value.flatMap((item) => objectsAt(item, name === undefined ? [] : [name, ...rest]))
  if (!isObject(value)) return []
  return name === undefined ? [value] : objectsAt(value[name], rest)
}

const wordsOf = (
  { field, value, within, word }: UnmappedValues.CatchAll,
  records: ReadonlyArray<Fields>
): ReadonlyArray<string> => {
  if (word === null) return []
  const holders = records.flatMap((record) => objectsAt(record, within)).filter((each) => each[field] === value)
  const words = holders.map((each) => word.reduce<unknown>((found, name) => (found as Fields | null)?.[name], each))
  const texts = words.filter((text) => typeof text === "string" && text !== "" && text.toUpperCase() !== value)
  return [...new Set(texts as ReadonlyArray<string>)].sort()
}

const reportOn = (kind: RecordKind.Any, records: ReadonlyArray<Fields>): KindReport => ({
  kind: kind.name,
  records: records.length,
  alwaysNull: records.length === 0 ? [] : alwaysNull(mappedFields(kind), records),
  unknownValues: kind.catchAlls.flatMap((catchAll) => {
    const { unmapped, unmappedFields } = UnmappedValues.count(
      [catchAll],
      records.map((value) => ({ value }))
    )
    return unmappedFields.map((field) => ({ field, records: unmapped, words: wordsOf(catchAll, records) }))
  })
})

/** What the records of a run lack, by kind. */
export const make = (
  connector: Pick<Connector, "exports">,
  { records }: Pick<RunReport, "records">
): ReadonlyArray<KindReport> => {
  const kinds = new Set(extractorsOf(connector).flatMap(({ kinds }) => kinds))
  return [...kinds].map((kind) => reportOn(kind, records[kind.name] ?? []))
}
