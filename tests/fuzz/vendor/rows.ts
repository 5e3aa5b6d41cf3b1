import { RecordKind } from "@tributary/core"
import fc from "fast-check"
import type { Document, JsonSchema } from "../contract/Document.js"
import { type Json, valueOf } from "../generate/json.js"
import { hostileText, plainText } from "../generate/text.js"

/** A row of a list, with the whole record. */
export interface Row {
  readonly id: string
  readonly record: Readonly<Record<string, Json>>
}

/** How many records of each kind a customer has. */
export const ROWS = 12

/** What the framework assigns. */
const assigned = ["id", "vendor", "is_deleted"]

const idOf = (kind: string, index: number): string => `${kind}-${index % ROWS}`

/** The schema of the items of a list, with the fields that a flag adds. */
const itemSchema = ({ itemsOf, operations, resolve }: Document, path: string): JsonSchema => {
  const list = operations.find((operation) => operation.method === "GET" && operation.path === path)
  const items = list === undefined ? null : itemsOf(list)
  if (items === null) throw new Error(`The OpenAPI document has no list at ${path}.`)
  const [variant = items] = items.anyOf ?? []
  return variant.$ref === undefined ? variant : resolve(variant.$ref)
}

const LONGEST = 200

/** Texts that say whose they are. */
const textsOf = (marker: string): fc.Arbitrary<string> =>
  fc.oneof(plainText, hostileText).map((text) => `${marker} ${text.slice(0, LONGEST)}`)

/** Writes the ids of other rows where a kind refers to another one. */
const withReferences = (kind: RecordKind.Any, record: Record<string, Json>, index: number): void => {
  for (const [[field = "", ...below], target] of kind.references) {
    const value = record[field]
    if (below.length > 0) continue
    if (Array.isArray(value)) record[field] = [idOf(target, index), idOf(target, index + 1)]
    else if (typeof value === "string") record[field] = idOf(target, index)
  }
}

const recordsOf = (kind: RecordKind.Any, path: string, document: Document, marker: string, seed: number) => {
  const schema = itemSchema(document, path)
  const fields = [...kind.fields, ...kind.onRequest].filter((field) => !assigned.includes(field))
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => fields.includes(name))
  )
  const options = { resolve: document.resolve, text: textsOf(marker) }
  const model = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valueOf(each, options)]))
  return fc.sample(fc.record(model), { seed, numRuns: ROWS }).map((sampled, index): Row => {
    const id = idOf(kind.name, index)
    const record: Record<string, Json> = { ...sampled }
    if ("vendor_id" in properties) record["vendor_id"] = id
    if ("vendor_attributes" in record) record["vendor_attributes"] = { ...(record["vendor_attributes"] as object), id }
    withReferences(kind, record, index)
    return { id, record }
  })
}

/** Each record is related to two others. */
const relationsOf = ({ identity, relation }: RecordKind.Any): ReadonlyArray<Row> =>
  Array.from({ length: 2 * ROWS }, (_, index): Row => {
    if (relation === null) throw new Error("Only relations have no list.")
    const { embed, source, target } = relation
    const near = Math.floor(index / 2)
    const record = {
      [source.field]: idOf(source.kind, near),
      [target.field]: idOf(target.kind, near + (index % 2) + 1),
      ...Object.fromEntries(embed.map((field) => [field, null]))
    }
    return { id: identity(record as never), record }
  })

/** The lists of one customer, by kind of record. */
export const make = (document: Document, marker: string, seed: number): ReadonlyMap<string, ReadonlyArray<Row>> =>
  new Map(
    Object.values(RecordKind.table).map((kind) => [
      kind.name,
      kind.path === null ? relationsOf(kind) : recordsOf(kind, kind.path, document, marker, seed)
    ])
  )
