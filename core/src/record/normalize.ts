import { Either, type ParseResult, Schema } from "effect"
import { isNever } from "../Timestamp.js"
import * as RecordId from "./RecordId.js"
import type * as RecordKind from "./RecordKind.js"
import { describe } from "./safeMessage.js"

export { describe, expected } from "./safeMessage.js"

/** A record in its wire form, ready to be stored. */
export interface NormalizedRecord {
  readonly id: string
  readonly vendorId: string
  /** The record's JSON as the API sends it: fields in spec order. */
  readonly wire: string
  /** The fields that show only when asked for, as one JSON object; null where the kind has none. */
  readonly onRequest: string | null
  /** What list filters look for. */
  readonly facets: ReadonlyArray<string>
  /** The same, decoded: what filters are built from. */
  readonly value: Readonly<Record<string, unknown>>
  /** The ids of both ends; null where the kind is no relation. */
  readonly ends: { readonly source: string; readonly target: string } | null
  /** True when text was cleaned of what no database or client accepts. */
  readonly cleaned: boolean
}

/** A row that could not become a record: why, without the row's values. */
export interface Rejection {
  readonly kind: string
  /** The record's identity where the row gave one: its stored version is then kept as it is. */
  readonly vendorId: string | null
  readonly issues: ReadonlyArray<string>
}

/** Who a record belongs to. */
export interface Owner {
  readonly connectionId: string
  readonly vendor: string
}

/** Larger records are rejected: nothing that a security product shows is this long. */
export const MAX_WIRE_LENGTH = 1_048_576

const UNCLEAN = /\\u0000|\\ud[89a-f][0-9a-f]{2}/i
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const cleanText = (text: string): string => text.replaceAll("\u0000", "").replace(LONE_SURROGATE, "\uFFFD")

const clean = (value: unknown): unknown => {
  if (typeof value === "string") return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), clean(item)]))
}

const decoders = new WeakMap<object, (input: unknown) => Either.Either<unknown, ParseResult.ParseError>>()

const decoder = (kind: RecordKind.Any) => {
  const known = decoders.get(kind)
  if (known !== undefined) return known
  const made = Schema.decodeUnknownEither(Schema.make<unknown>(kind.schema.ast), { errors: "all" })
  decoders.set(kind, made)
  return made
}

const identify = (kind: RecordKind.Any, draft: Readonly<Record<string, unknown>>): string | null => {
  try {
    const identity: unknown = kind.identity(draft as never)
    return typeof identity === "string" && identity !== "" ? cleanText(identity) : null
  } catch {
    return null
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Reads a vendor's "never" at `path` as null; copies what it changes, since drafts are the author's. */
const withoutNever = (record: Fields, [field = "", ...rest]: ReadonlyArray<string>): Fields => {
  const value = record[field]
  if (rest.length === 0) return typeof value === "string" && isNever(value) ? { ...record, [field]: null } : record
  if (value === null || typeof value !== "object" || Array.isArray(value)) return record
  const inner = withoutNever(value as Fields, rest)
  return inner === value ? record : { ...record, [field]: inner }
}

/** Turns the vendor's id, or ids, at `path` into the service's. */
const withReference = (
  record: Fields,
  [field = "", ...rest]: ReadonlyArray<string>,
  derive: (vendorId: string) => string
): Fields => {
  const value = record[field]
  if (rest.length > 0) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return record
    return { ...record, [field]: withReference(value as Fields, rest, derive) }
  }
  const one = (id: unknown): unknown => (typeof id === "string" && id !== "" ? derive(cleanText(id)) : id)
  if (value === null || value === undefined) return record
  return { ...record, [field]: Array.isArray(value) ? value.map(one) : one(value) }
}

const complete = (kind: RecordKind.Any, owner: Owner, vendorId: string, draft: Fields): Fields => {
  const record: Record<string, unknown> = {}
  for (const field of [...kind.fields, ...kind.onRequest]) {
    const value = draft[field]
    record[field] = value === undefined ? null : value
  }
  record["id"] = RecordId.derive(owner.connectionId, kind.name, vendorId)
  if ("vendor" in record) record["vendor"] = owner.vendor
  if (kind.relation !== null) record["vendor_id"] = vendorId
  if ("is_deleted" in record && record["is_deleted"] === null) record["is_deleted"] = false
  const referring = kind.references.reduce(
    (fields, [path, name]) => withReference(fields, path, (id) => RecordId.derive(owner.connectionId, name, id)),
    record as Fields
  )
  return kind.nullableTimestamps.reduce(withoutNever, referring)
}

/** The record's JSON with its fields in spec order, whatever order the object has. */
export const toWire = (kind: RecordKind.Any, value: Fields): string => toJson(kind.fields, value)

const toJson = (names: ReadonlyArray<string>, value: Fields): string =>
  `{${names.map((field) => `${JSON.stringify(field)}:${JSON.stringify(value[field] ?? null)}`).join(",")}}`

const marked = ({ deletion }: RecordKind.Any, value: Fields): Fields => {
  if (deletion._tag === "Hide") return value
  if (deletion._tag === "Flag") return { ...value, is_deleted: true }
  const gone = { ...value, [deletion.field]: "DELETED" }
  const { within } = deletion
  const items = within === undefined ? null : value[within.list]
  if (within === undefined || !Array.isArray(items)) return gone
  return { ...gone, [within.list]: items.map((item: Fields) => ({ ...item, [within.field]: "DELETED" })) }
}

/** A stored record as it shows once the source tool no longer has it: its kind says where. */
export const removed = (
  kind: RecordKind.Any,
  stored: { readonly wire: string; readonly onRequest: string | null }
): Pick<NormalizedRecord, "wire" | "onRequest" | "facets"> => {
  const value = marked(kind, {
    ...(JSON.parse(stored.wire) as Fields),
    ...(JSON.parse(stored.onRequest ?? "{}") as Fields)
  })
  return {
    wire: toWire(kind, value),
    onRequest: stored.onRequest === null ? null : toJson(kind.onRequest, value),
    facets: kind.facets(value)
  }
}

/** Turns a mapping's draft into a record, or says why it cannot be one. Pure and total. */
export const normalize = (
  kind: RecordKind.Any,
  owner: Owner,
  draft: Readonly<Record<string, unknown>>
): Either.Either<NormalizedRecord, Rejection> => {
  const vendorId = identify(kind, draft)
  const reject = (issues: ReadonlyArray<string>) => Either.left({ kind: kind.name, vendorId, issues })
  if (vendorId === null) return reject(["vendor_id: Expected a non-empty string"])
  const decode = decoder(kind)
  const first = decode(complete(kind, owner, vendorId, draft))
  if (Either.isLeft(first)) return reject(describe(first.left))
  const render = (fields: Fields) => ({
    wire: toWire(kind, fields),
    onRequest: kind.onRequest.length === 0 ? null : toJson(kind.onRequest, fields)
  })
  const raw = render(first.right as Fields)
  const cleaned = UNCLEAN.test(raw.wire) || UNCLEAN.test(raw.onRequest ?? "")
  const value = (cleaned ? clean(first.right) : first.right) as Fields
  const { wire, onRequest } = cleaned ? render(value) : raw
  if (wire.length + (onRequest?.length ?? 0) > MAX_WIRE_LENGTH)
    return reject([`record: Expected at most ${MAX_WIRE_LENGTH} characters of JSON`])
  const { relation } = kind
  const end = (side: { readonly kind: string; readonly field: string }) =>
    RecordId.derive(owner.connectionId, side.kind, String(value[side.field]))
  return Either.right({
    id: String(value["id"]),
    vendorId,
    wire,
    onRequest,
    facets: kind.facets(value),
    value,
    ends: relation === null ? null : { source: end(relation.source), target: end(relation.target) },
    cleaned
  })
}
