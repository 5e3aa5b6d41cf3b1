import { Effect, Stream } from "effect"
import type { VendorError } from "../../http/VendorError.js"
import { VendorHttp } from "../../http/VendorHttp.js"
import type { NoFieldOfTheRecord } from "../../record/Draft.js"
import * as FieldPath from "../../record/FieldPath.js"
import type * as RecordKind from "../../record/RecordKind.js"
import { DEFAULT_LOOKBACK_SECS, type Extractor, type ExtractRequest } from "../Extraction.js"
import * as AccessCheck from "../list/AccessCheck.js"
import * as EventLog from "../list/EventLog.js"
import { limitRejections } from "../list/ListPage.js"
import type { SourceList } from "../list/SourceList.js"
import { type TotalPlace, totalAt } from "../walk/Pagination.js"
import * as StreamGuard from "./StreamGuard.js"
import * as StreamPage from "./StreamPage.js"

/** Another endpoint that an author's own stream requests. */
export interface FurtherEndpoint<Field extends string> {
  /** The name with which `pages` requests it, such as `/users/{id}/roles`. */
  readonly endpoint: string
  /** The permissions that its answers need, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** Whether its list can have more than one page; false by default. */
  readonly isPaged?: boolean
  /** The record's fields that come from its answers; by default none, and its rows become records or lead to them. */
  readonly fields?: ReadonlyArray<Field>
  /** Whether a refusal (403, 404) costs only the fields above, which `pages` then emits as `unread`; false by default: a refusal fails the export. */
  readonly isOptional?: boolean
}

/** The options of an author's own stream. */
export interface StreamOptions<K extends RecordKind.Any, Field extends string = never> {
  /** The kind of record that a draft becomes. */
  readonly record: K
  /** Identifies the extractor within its connector, and its scan in the store; the name of its kind by default. */
  readonly name?: string
  /** The path of the list below the base address. */
  readonly endpoint: string
  /** The permissions that reading the list needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** The other endpoints that `pages` requests, for the catalogue, the test of the credentials and the test kit; none by default. */
  readonly further?: ReadonlyArray<FurtherEndpoint<Field>> &
    ([Exclude<Field, FieldPath.FieldPath<K>>] extends [never]
      ? unknown
      : NoFieldOfTheRecord<Exclude<Field, FieldPath.FieldPath<K>>>)
  /** Whether `pages` reads only changes if the request has `since` or `delta`; false by default. */
  readonly isIncremental?: boolean
  /** Whether a delta begins at the `delta` that the last page emitted, instead of at an instant; false by default. */
  readonly usesDeltaToken?: boolean
  /** Whether a delta names every record that was removed, in `removed`; false by default, and only full scans find deletions then. */
  readonly namesRemoved?: boolean
  /** How many seconds before the start of the last scan a delta begins, for vendors that index late; 600 by default. */
  readonly lookbackSecs?: number
  /** Whether the list can have more than one page; true by default. */
  readonly isPaged?: boolean
  /** Where an answer has the number of all rows that `pages` emits as `total`: the test kit then takes rows away. By default it emits none. */
  readonly total?: TotalPlace
  /** The author's stream: reads the list from the request's checkpoint, page by page. */
  readonly pages: (
    request: ExtractRequest
  ) => Stream.Stream<StreamPage.Emitted<RecordKind.Draft<K>>, VendorError, VendorHttp>
}

const unknownToTheKit = { pagination: null, accepts: null, row: null }

const furtherList = (kind: RecordKind.Any, further: FurtherEndpoint<string>): SourceList => {
  const { endpoint, fields = [], isOptional = false, isPaged = false, permissions } = further
  const list = { ...unknownToTheKit, endpoint, kind: null, permissions, isPaged }
  if (fields.length === 0) return { ...list, role: "further" }
  const use = { kind, fields, unreadAfter: () => fields, isOptional, mayBeMissing: false, answers: endpoint }
  return { ...list, role: "lookup", lookup: { ...use, asks: "all rows" } }
}

/** Throws if a further endpoint names fields that the record does not have, or is optional without any. */
const verify = (kind: RecordKind.Any, { endpoint, fields = [], isOptional = false }: FurtherEndpoint<string>): void => {
  const unknown = fields.filter((field) => !FieldPath.exists(kind, field))
  if (unknown.length > 0) throw new Error(`${endpoint}: ${kind.name} has no field ${unknown.join(", ")}.`)
  if (isOptional && fields.length === 0) {
    throw new Error(`${endpoint} is optional, so name in fields what a ${kind.name} lacks without it.`)
  }
}

/** An extractor from an author's own stream of drafts, for a list that no pagination describes. Throws if it is a log that is not incremental. */
export const fromStream = <K extends RecordKind.Any, const Field extends string = never>(
  options: StreamOptions<K, Field>
): Extractor<K["exportType"]> => {
  const { endpoint, permissions, record, total } = options
  const further: ReadonlyArray<FurtherEndpoint<string>> = options.further ?? []
  for (const each of further) verify(record, each)
  const isLog = EventLog.isEvent(record)
  const isIncremental = options.isIncremental ?? false
  if (isLog && !isIncremental) {
    throw new Error(
      `The list ${endpoint} is a log, which is read by time: let \`pages\` read from \`since\`, and say \`isIncremental: true\`.`
    )
  }
  const own: SourceList = {
    ...unknownToTheKit,
    role: "own",
    endpoint,
    kind: record,
    permissions,
    isPaged: options.isPaged ?? true,
    ...(total === undefined ? {} : { total: totalAt(total) })
  }
  const lists = further.map((each) => furtherList(record, each))
  /** The author's stream without pages that have a row of another tenant. */
  const read = (request: ExtractRequest) =>
    Stream.tap(options.pages(request), ({ endpoint: from = endpoint, rows = [] }) =>
      Effect.flatMap(VendorHttp, ({ tenant }) => tenant.admit(from, rows))
    )
  const needed = new Set([...permissions, ...further.flatMap((each) => (each.isOptional ? [] : each.permissions))])
  const optional = new Set(further.flatMap((each) => each.permissions))
  const pages = (request: ExtractRequest) => {
    const own = read({ ...request, checkpoint: StreamGuard.authorsOf(request.checkpoint) })
    const emissions = StreamGuard.check({ endpoint, isCounted: total !== undefined }, request, own)
    const pages = Stream.map(StreamGuard.inPieces(emissions, request.checkpoint), (emitted) =>
      StreamPage.toPage({ endpoint, kind: record, owner: request.owner }, emitted)
    )
    return limitRejections(endpoint, request, pages)
  }
  return {
    name: options.name ?? record.name,
    kinds: [record],
    endpoint,
    permissions: [...needed],
    optionalPermissions: [...optional].filter((permission) => !needed.has(permission)),
    isIncremental,
    isLog,
    usesDeltaToken: options.usesDeltaToken ?? false,
    hasDeltaState: false,
    deltaCoverage: [{ kind: record, hasChanges: true, hasRemovals: options.namesRemoved ?? false }],
    lookbackSecs: options.lookbackSecs ?? DEFAULT_LOOKBACK_SECS,
    lists: [own, ...lists],
    pages: isLog ? EventLog.fromFirstInstant(pages) : pages,
    checkAccess: (owner) =>
      AccessCheck.ofStream([own, ...lists], read({ owner, since: null, checkpoint: null, delta: null }))
  }
}
