import { hash } from "node:crypto"
import { type ParseResult, Schema } from "effect"
import { parse } from "uuid"
import * as Result from "../Result.js"
import * as AbsentValues from "./AbsentValues.js"
import * as CompiledDecoder from "./CompiledDecoder.js"
import * as Facets from "./Facets.js"
import type { FieldTree } from "./FieldTree.js"
import * as LongFields from "./LongFields.js"
import * as ObjectTemplate from "./ObjectTemplate.js"
import * as ReadablePart from "./ReadablePart.js"
import type * as RecordKind from "./RecordKind.js"
import { describe } from "./safeMessage.js"
import * as VendorData from "./VendorData.js"
import * as Bound from "./VendorDataBound.js"

/** How many bytes a UUID has. */
const UUID_BYTES = 16

/** The most bytes that one UTF-16 unit takes in UTF-8. */
const BYTES_PER_UNIT = 3

/** The bytes that names have room for; a longer name has a buffer of its own. */
const ROOM = 1_024

const bufferFor = (connectionId: string, room: number): Buffer => {
  const buffer = Buffer.allocUnsafe(UUID_BYTES + room)
  buffer.set(parse(connectionId))
  return buffer
}

/** The namespace of the id before, and room for a name behind it: the ids of a page have the same namespace. */
let last: { readonly connectionId: string; readonly buffer: Buffer } | null = null

/** The bytes of the namespace and of the name behind it, valid until the next call. */
const bytesOf = (connectionId: string, name: string): Uint8Array => {
  const room = name.length * BYTES_PER_UNIT
  if (last?.connectionId !== connectionId) last = { connectionId, buffer: bufferFor(connectionId, ROOM) }
  const buffer = room > ROOM ? bufferFor(connectionId, room) : last.buffer
  return buffer.subarray(0, UUID_BYTES + buffer.write(name, UUID_BYTES))
}

/** The variant of RFC 9562 in the digit that has two bits of it. */
const VARIANT = "89ab"

/**
 * The stable id of a record: a name-based UUID (RFC 9562, version 5) with the connection's id as its namespace.
 *
 * The same connection, record kind and `vendor_id` always produce the same id, on every machine and without a query. A
 * record can therefore refer to one that has not been read yet.
 */
export const deriveId = (connectionId: string, kind: string, vendorId: string): string => {
  // UTF-8 has one replacement for all lone surrogates, and a change may name an id with one as removed; JSON has them apart.
  const own = vendorId.isWellFormed() ? vendorId : JSON.stringify(vendorId)
  const hex = hash("sha1", bytesOf(connectionId, `${kind}:${own}`), "hex")
  const variant = VARIANT.charAt(Number.parseInt(hex.charAt(16), 16) % VARIANT.length)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A record in the JSON form that the API sends, ready to be stored. */
export interface NormalizedRecord {
  /** The service's id of the record, derived from its connection, kind and `vendorId`. */
  readonly id: string
  /** The record's id in the source tool, unique per connection and kind. */
  readonly vendorId: string
  /** The record as JSON, with its fields in the order of the API's documentation. */
  readonly wire: string
  /** The fields that the API shows only if the caller asks for them, as one JSON object; null if the kind has none. */
  readonly onRequest: string | null
  /** The terms by which list filters find the record, as `name:value`. */
  readonly facets: ReadonlyArray<string>
  /** The record's decoded fields, including those shown only on request. */
  readonly value: Readonly<Record<string, unknown>>
  /** The fields of `vendor_data` in which a difference is no change; null if there are none. */
  readonly volatile: FieldTree | null
  /** The ids of the two records that a relation joins; null for any other kind. */
  readonly ends: {
    /** The id of the record that has the relation. */
    readonly source: string
    /** The id of the record that the relation leads to. */
    readonly target: string
  } | null
  /** The paths of the fields that could not be read in this run: a store keeps what it holds there; see `StoredFields`. */
  readonly unread: ReadonlyArray<string>
  /** What was wrong with values that could not be read, as `path: Expected ...`, without the values; empty if nothing was. */
  readonly unreadable: ReadonlyArray<string>
  /** Whether null bytes or lone surrogates, which databases and clients do not accept, were removed from its text. */
  readonly cleaned: boolean
}

/** A row that could not become a record. */
export interface Rejection {
  /** The name of the record kind. */
  readonly kind: string
  /** The record's id in the source tool, whose stored version is then kept; null if the row has no readable id. */
  readonly vendorId: string | null
  /** What is wrong, as `path: Expected ...`, without the values of the row. */
  readonly issues: ReadonlyArray<string>
}

/** The connection that a record belongs to. */
export interface Owner {
  /** The id of the connection, a UUID. */
  readonly connectionId: string
  /** The connector's key, such as `OKTA`. */
  readonly vendor: string
}

/** The length of a record's JSON, in characters, above which it loses its longest fields; real records are far shorter. */
export const MAX_WIRE_LENGTH = 1_048_576

/** How many characters the texts of a record's own fields have: so many its JSON has at least, which takes long to make of long texts. */
const textLength = (record: Readonly<Record<string, unknown>>): number => {
  let sum = 0
  for (const name in record) {
    const value = record[name]
    if (typeof value === "string") sum += value.length
  }
  return sum
}

const tooLong = [`record: Expected at most ${MAX_WIRE_LENGTH} characters of JSON`]

const fits = ({ onRequest, wire }: Pick<NormalizedRecord, "wire" | "onRequest">): boolean =>
  wire.length + (onRequest?.length ?? 0) <= MAX_WIRE_LENGTH

const UNCLEAN = /\\u0000|\\ud[89a-f][0-9a-f]{2}/i

/** Whether no database and client accepts the text as it is. */
const isUnclean = (text: string): boolean => cleanText(text) !== text

/** The text without null bytes and lone surrogates, as it is stored. Not for ids: the result may be the id of another record. */
export const cleanText = (text: string): string => text.replaceAll("\u0000", "").toWellFormed()

const clean = (value: unknown): unknown => {
  if (typeof value === "string") return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), clean(item)]))
}

type Fields = Readonly<Record<string, unknown>>

/** What is made once for each kind. */
interface Prepared {
  readonly decode: (input: unknown) => Result.Result<unknown, ParseResult.ParseError>
  /** All fields of a record. */
  readonly record: Fields
  /** The fields in the order of the API's documentation. */
  readonly wire: Fields
  /** The fields that the API shows only if the caller asks for them. */
  readonly onRequest: Fields
  /** The fields in which a value may be absent. */
  readonly places: AbsentValues.Places
}

const prepared = new WeakMap<object, Prepared>()

const prepare = (kind: RecordKind.Any): Prepared => {
  const known = prepared.get(kind)
  if (known !== undefined) return known
  const made: Prepared = {
    decode: CompiledDecoder.make(Schema.make<unknown>(kind.schema.ast)),
    record: ObjectTemplate.make([...kind.fields, ...kind.onRequest]),
    wire: ObjectTemplate.make(kind.fields),
    onRequest: ObjectTemplate.make(kind.onRequest),
    places: AbsentValues.placesOf(kind.schema.ast)
  }
  prepared.set(kind, made)
  return made
}

/** The `vendor_id` of a draft; null if it has none. */
export const identify = (kind: RecordKind.Any, draft: Readonly<Record<string, unknown>>): string | null => {
  try {
    const identity: unknown = kind.identity(draft as never)
    return typeof identity === "string" && identity !== "" ? identity : null
  } catch {
    return null
  }
}

/** Replaces the vendor's id, or ids, at the path with the service's. */
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
  const one = (id: unknown): unknown => (typeof id === "string" && id !== "" ? derive(id) : id)
  if (value === null || value === undefined) return record
  return { ...record, [field]: Array.isArray(value) ? value.map(one) : one(value) }
}

/** Adds what the framework assigns, and null for every field that the draft omits or whose value is absent. */
const complete = (kind: RecordKind.Any, owner: Owner, vendorId: string, draft: Fields): Fields => {
  const { places, record: empty } = prepare(kind)
  const record = { ...empty }
  for (const field of kind.fields) record[field] = draft[field] ?? null
  for (const field of kind.onRequest) record[field] = draft[field] ?? null
  const further = VendorData.furtherOf(draft)
  if (further !== null) record[VendorData.FIELD] = VendorData.joined(record[VendorData.FIELD], further.fields)
  record["id"] = deriveId(owner.connectionId, kind.name, vendorId)
  if ("vendor" in record) record["vendor"] = owner.vendor
  if (kind.relation !== null) record["vendor_id"] = vendorId
  if ("is_deleted" in record && record["is_deleted"] === null) record["is_deleted"] = false
  return kind.references.reduce(
    (fields, [path, name]) => withReference(fields, path, (id) => deriveId(owner.connectionId, name, id)),
    AbsentValues.withoutAbsent(record, places)
  )
}

/** The first field with an id that cannot be stored, such as an end of a relation; null if there is none. */
const uncleanId = ({ relation }: RecordKind.Any, vendorId: string, draft: Fields): string | null => {
  if (relation === null) return isUnclean(vendorId) ? "vendor_id" : null
  const ends = [relation.source.field, relation.target.field]
  return ends.find((field) => typeof draft[field] === "string" && isUnclean(draft[field])) ?? null
}

/** The record as JSON, with its fields in the order of the API's documentation. */
export const toWire = (kind: RecordKind.Any, value: Fields): string => toJson(prepare(kind).wire, kind.fields, value)

const toJson = (template: Fields, names: ReadonlyArray<string>, value: Fields): string => {
  const fields = { ...template }
  for (const name of names) fields[name] = value[name] ?? null
  return JSON.stringify(fields)
}

/** The stored JSON of a record's fields. */
export const render = (kind: RecordKind.Any, value: Fields): Pick<NormalizedRecord, "wire" | "onRequest"> => ({
  wire: toWire(kind, value),
  onRequest: kind.onRequest.length === 0 ? null : toJson(prepare(kind).onRequest, kind.onRequest, value)
})

const markDeleted = ({ deletion }: RecordKind.Any, value: Fields): Fields => {
  if (deletion._tag === "Hide") return value
  if (deletion._tag === "Flag") return { ...value, is_deleted: true }
  const deleted = { ...value, [deletion.field]: "DELETED" }
  const { within } = deletion
  const items = within === undefined ? null : value[within.list]
  if (within === undefined || !Array.isArray(items)) return deleted
  return { ...deleted, [within.list]: items.map((item: Fields) => ({ ...item, [within.field]: "DELETED" })) }
}

/** A stored record as the API shows it once it is gone from the source tool, according to its kind's `deletion`. */
export const removed = (
  kind: RecordKind.Any,
  stored: Pick<NormalizedRecord, "wire" | "onRequest">
): Pick<NormalizedRecord, "wire" | "onRequest" | "facets"> => {
  const value = markDeleted(kind, {
    ...(JSON.parse(stored.wire) as Fields),
    ...(JSON.parse(stored.onRequest ?? "{}") as Fields)
  })
  return {
    wire: toWire(kind, value),
    onRequest: stored.onRequest === null ? null : toJson(prepare(kind).onRequest, kind.onRequest, value),
    facets: Facets.terms(kind.facets, value)
  }
}

/** The record, with a `vendor_data` that is not too long, and its JSON, which is made once in most cases: what it contains is not longer. */
const withBoundedData = (
  kind: RecordKind.Any,
  record: Fields,
  volatile: FieldTree | null
): { readonly value: Fields; readonly raw: ReturnType<typeof render> } => {
  const raw = render(kind, record)
  if (raw.wire.length <= Bound.MAX_LENGTH) return { value: record, raw }
  const value = Bound.bounded(record, volatile)
  return { value, raw: value === record ? raw : render(kind, value) }
}

/** A record that is too long, with less of its `vendor_data`, or with nothing of it: no other field may be lost because of that. */
const lighter = (record: Fields, volatile: FieldTree | null, isShort: (record: Fields) => boolean): Fields => {
  if (isShort(record)) return record
  const candidates = [Bound.bounded(record, volatile), Bound.withoutData(record)]
  return candidates.find(isShort) ?? record
}

/** What can be read of a record; its failure says what is wrong if a required field cannot. */
const readable = (
  kind: RecordKind.Any,
  fields: Fields
): Result.Result<ReadablePart.ReadablePart<unknown>, ReadonlyArray<string>> => {
  const { decode } = prepare(kind)
  const decoded = decode(fields)
  if (Result.isSuccess(decoded)) return Result.succeed({ value: decoded.success, lost: [] })
  const part = ReadablePart.make(kind.schema.ast, decode, fields, decoded.failure)
  return part === null ? Result.fail([...new Set(describe(decoded.failure))]) : Result.succeed(part)
}

/** The names of the fields whose values were lost. An item of a list cannot be kept apart from the others, so it only becomes null. */
const unreadFields = (lost: ReadonlyArray<ReadablePart.LostValue>): ReadonlyArray<string> =>
  lost.flatMap(({ path }) => (path.every((key) => typeof key === "string") ? [path.join(".")] : []))

/**
 * Turns a mapping's draft into a record; its failure says why it cannot. Pure, and never throws.
 *
 * `unread` are the fields that could not be read, and `unreadable` says which values of the row were wrong. A value that the
 * schema of the kind refuses, or that makes the record too long, adds to both if its field may be null; any other one rejects the draft.
 */
export const normalize = (
  kind: RecordKind.Any,
  owner: Owner,
  draft: Readonly<Record<string, unknown>>,
  unread: ReadonlyArray<string> = [],
  unreadable: ReadonlyArray<string> = []
): Result.Result<NormalizedRecord, Rejection> => {
  const vendorId = identify(kind, draft)
  const reject = (issues: ReadonlyArray<string>) => Result.fail({ kind: kind.name, vendorId, issues })
  if (vendorId === null) return reject(["vendor_id: Expected a non-empty string"])
  if (vendorId.length > MAX_WIRE_LENGTH) return reject(tooLong)
  const unclean = uncleanId(kind, vendorId, draft)
  if (unclean !== null) return reject([`${unclean}: Expected text without null bytes and lone surrogates`])
  const read = readable(kind, complete(kind, owner, vendorId, draft))
  if (Result.isFailure(read)) return reject(read.failure)
  const volatile = VendorData.volatileOf(draft)
  const isShort = (record: Fields): boolean => textLength(record) <= MAX_WIRE_LENGTH
  const all = read.success.value as Fields
  const entire = isShort(all) ? all : Bound.bounded(all, volatile)
  const begun = isShort(entire) ? { value: entire, lost: [] } : LongFields.shortened(kind, entire, isShort)
  if (begun === null) return reject(tooLong)
  const bounded = withBoundedData(kind, begun.value, volatile)
  const { raw, value: decoded } = bounded
  const cleaned = UNCLEAN.test(raw.wire) || UNCLEAN.test(raw.onRequest ?? "")
  const whole = cleaned ? (clean(decoded) as Fields) : decoded
  const isFitting = (record: Fields): boolean => fits(render(kind, record))
  const short = fits(cleaned ? render(kind, whole) : raw)
    ? { value: whole, lost: [] }
    : LongFields.shortened(kind, lighter(whole, volatile, isFitting), isFitting)
  if (short === null) return reject(tooLong)
  const { value } = short
  const { wire, onRequest } = value === decoded ? raw : render(kind, value)
  const lost = [...read.success.lost, ...begun.lost, ...short.lost]
  const { relation } = kind
  const end = (side: RecordKind.RelationEnd) => deriveId(owner.connectionId, side.kind, String(value[side.field]))
  return Result.succeed({
    id: String(value["id"]),
    vendorId,
    wire,
    onRequest,
    facets: Facets.terms(kind.facets, value),
    value,
    volatile,
    ends: relation === null ? null : { source: end(relation.source), target: end(relation.target) },
    unread: lost.length === 0 ? unread : [...new Set([...unread, ...unreadFields(lost)])],
    unreadable: lost.length === 0 ? unreadable : [...unreadable, ...lost.map(({ issue }) => issue)],
    cleaned
  })
}
