import type * as RecordKind from "../record/RecordKind.js"
import type { RowReader } from "../record/Row.js"
import type { DeltaCoverage } from "./Extraction.js"
import * as ListInfo from "./ListInfo.js"
import type { Checked } from "./ListOptions.js"
import * as LookupOptions from "./LookupOptions.js"
import * as NestedRows from "./NestedRows.js"

/*
 * What an extractor says about itself before it reads anything: for the catalogue, the test of the credentials and the test kit.
 */

/** A lookup, and the kind of record that its answers belong to. */
export interface UsedLookup {
  /** The kind of record. */
  readonly kind: RecordKind.Any
  /** The lookup. */
  readonly lookup: LookupOptions.Any
}

/** All lookups of an extractor; throws if one of them names a field that its record does not have. */
export const lookupsOf = <Row>({
  children,
  lookups = {},
  mentions,
  record
}: Checked<Row>): ReadonlyArray<UsedLookup> => {
  const own = record === null ? [] : [{ kind: record, lookups: Object.values(lookups) }]
  const used = [...own, ...children, ...mentions].flatMap(({ kind, lookups }) =>
    lookups.map((lookup: LookupOptions.Any) => ({ kind, lookup }))
  )
  for (const { kind, lookup } of used) LookupOptions.verify(kind, lookup)
  return used
}

/** The list that the options declare. */
export const ownList = <Row>(options: Checked<Row>, readRow: RowReader<Row>): ListInfo.SourceList => {
  const { decode, detailRequest, endpoint, pagination, permissions, post, record } = options
  return {
    role: record === null ? "parent" : "own",
    endpoint,
    ...(post === undefined ? {} : { post }),
    ...(decode === undefined ? {} : { decode }),
    kind: record,
    permissions,
    isPaged: pagination.isPaged,
    pagination,
    // If the list has only ids, the row schema describes the rows of the detail request instead.
    accepts: detailRequest === undefined ? NestedRows.accepts(pagination, readRow) : null,
    row: detailRequest === undefined ? readRow.ast : null
  }
}

/** The lists that are read for the rows of the own one, without their details. */
export const listsForRows = <Row>({ children }: Checked<Row>, lookups: ReadonlyArray<UsedLookup>) => [
  ...children.map(ListInfo.ofChild),
  ...lookups.map(({ kind, lookup }) => ListInfo.ofLookup(lookup, kind))
]

/** The permissions without which the export fails, and those without which only some fields stay unread. */
export const permissionsOf = <Row>(options: Checked<Row>, lookups: ReadonlyArray<UsedLookup>) => {
  const permissions = new Set([
    ...options.permissions,
    ...(options.detailRequest?.permissions ?? []),
    ...options.children.flatMap((child) => child.permissions),
    ...lookups.flatMap(({ lookup }) => (lookup.isOptional ? [] : lookup.permissions))
  ])
  const optional = new Set(lookups.flatMap(({ lookup }) => lookup.permissions))
  return {
    permissions: [...permissions],
    optionalPermissions: [...optional].filter((permission) => !permissions.has(permission))
  }
}

/** A delta has the changed rows with everything that they contain. Whether it has the changes below a row depends on the vendor. */
export const coverageOf = <Row>({
  children,
  mentions,
  record,
  removed
}: Checked<Row>): ReadonlyArray<DeltaCoverage> => [
  ...(record === null ? [] : [{ kind: record, hasChanges: true, hasRemovals: removed !== undefined }]),
  ...children.map(({ kind, updatesParent }) => ({ kind, hasChanges: updatesParent, hasRemovals: false })),
  ...mentions.map(({ kind }) => ({ kind, hasChanges: true, hasRemovals: false }))
]
