import type * as RecordKind from "../../record/RecordKind.js"
import type { RowReader } from "../../record/Row.js"
import type { DeltaCoverage } from "../Extraction.js"
import * as LookupOptions from "../lookup/LookupOptions.js"
import * as NestedRows from "../walk/NestedRows.js"
import * as PathTemplate from "../walk/PathTemplate.js"
import * as Child from "./Child.js"
import * as DetailRequest from "./DetailRequest.js"
import type { Checked } from "./ListOptions.js"
import * as SourceList from "./SourceList.js"

/*
 * What an extractor says about itself before it reads anything: for the catalogue, the test of the credentials and the test kit.
 */

/** What is wrong with what the rows become, or with how a list finds its changes; null if nothing is. */
const problemOf = <Row>(options: Checked<Row>): string | null => {
  const { also, changeOrder, changes, detailRequest, exportJob, isLog, newestFirst, pagination, record, since } =
    options
  const path =
    PathTemplate.problemBelowNoRow(options.endpoint) ?? PathTemplate.problemBelowNoRow(changes?.list?.endpoint ?? "")
  if (path !== null) return path
  const kinds = also.map(({ kind }) => kind)
  const twice = kinds.find((kind, index) => kind === record || kinds.indexOf(kind) !== index)
  if (twice !== undefined) {
    return `its rows become ${twice.name} twice: write one mapping for each kind in record and also.`
  }
  if (detailRequest !== undefined && !DetailRequest.canAsk(detailRequest)) {
    return `the details at ${detailRequest.endpoint} would be the same for each row: name a field of the listed rows in braces, such as {id}, or declare batch and query.`
  }
  if (newestFirst !== undefined && (since !== undefined || changes !== undefined || exportJob !== undefined)) {
    return "newestFirst is for a list without since, changes and exportJob."
  }
  if (changeOrder !== undefined && (since === undefined || exportJob !== undefined)) {
    return "changeOrder is for a list with since, and without exportJob."
  }
  if (changeOrder !== undefined && isLog === true) {
    return "changeOrder is for rows that change, and the events of a log do not: leave out changeOrder, or say isLog: false."
  }
  if (changes === undefined) {
    return pagination.delta === undefined
      ? null
      : "Pagination.deltaLink finds the token of changes: declare changes, or use Pagination.nextLink."
  }
  if (since !== undefined) return "declare since or changes: a delta begins at an instant or at a token, not at both."
  if (exportJob !== undefined && changes.reread !== null) {
    return "an export job takes too long to read a few changed rows again: leave out changes, or their reread."
  }
  const { delta } = changes.list?.pagination ?? pagination
  return delta === undefined
    ? "changes begin at a token, which the pagination does not find: use Pagination.deltaLink, or name the list of changes."
    : null
}

/** Whether deltas read what changed below each row since an instant, which needs to know below which rows everything was read. */
export const hasDeltaState = <Row>({ children }: Pick<Checked<Row>, "children">): boolean =>
  children.some(({ since }) => since !== undefined)

/** Whether a delta begins at an instant: the list, or each of those below its rows, filters or sorts by the time of the last change. */
export const hasInstant = <Row>(options: Pick<Checked<Row>, "children" | "newestFirst" | "since">): boolean =>
  options.since !== undefined || options.newestFirst !== undefined || hasDeltaState(options)

/** What is wrong with how the lists below the rows find their changes; null if nothing is. */
const problemBelow = <Row>(options: Checked<Row>): string | null => {
  if (!hasDeltaState(options)) return null
  if (options.since !== undefined || options.newestFirst !== undefined || options.changes !== undefined) {
    return "a delta reads the changed rows, or what changed below all rows: declare since here or in the list below, not in both."
  }
  const without = options.children.find(({ since }) => since === undefined)
  return without === undefined
    ? null
    : `a delta would read ${without.endpoint} whole below each row: declare since in all lists below, or in none.`
}

/** Throws if the options contradict each other. */
export const verify = <Row>(options: Checked<Row>): void => {
  const problem = problemOf(options) ?? problemBelow(options)
  if (problem !== null) throw new Error(`${options.endpoint}: ${problem}`)
}

/** A lookup, and the kind of record that its answers belong to. */
export interface UsedLookup {
  /** The kind of record. */
  readonly kind: RecordKind.Any
  /** The lookup. */
  readonly lookup: LookupOptions.Any
}

/** All lookups of an extractor; throws if one of them names a field that its record does not have. */
export const lookupsOf = <Row>({
  also,
  children,
  lookups = {},
  mentions,
  record
}: Checked<Row>): ReadonlyArray<UsedLookup> => {
  const own = [...(record === null ? [] : [{ kind: record, lookups }]), ...also].map((each) => ({
    kind: each.kind,
    lookups: Object.values<LookupOptions.Any>(each.lookups)
  }))
  const below = children.flatMap((child) => Child.kindsOf(child).map((kind) => ({ kind, lookups: child.lookups })))
  const used = [...own, ...below, ...mentions].flatMap(({ kind, lookups }) =>
    lookups.map((lookup: LookupOptions.Any) => ({ kind, lookup }))
  )
  for (const { kind, lookup } of used) LookupOptions.verify(kind, lookup)
  return used
}

/** The list that the options declare. */
export const ownList = <Row>(options: Checked<Row>, readRow: RowReader<Row>): SourceList.SourceList => {
  const { also, decode, detailRequest, endpoint, newestFirst, pagination, permissions, post, queries, record } = options
  const changedSince = options.since ?? (newestFirst === undefined ? undefined : () => newestFirst.query)
  return {
    role: record === null ? "parent" : "own",
    endpoint,
    ...(queries === undefined ? {} : { queries }),
    ...(post === undefined ? {} : { post }),
    ...(decode === undefined ? {} : { decode }),
    ...(changedSince === undefined ? {} : { changedSince }),
    ...(newestFirst === undefined ? {} : { changedAt: newestFirst.changedAt }),
    kind: record,
    ...(also.length === 0 ? {} : { also: also.map(({ kind }) => kind) }),
    permissions,
    isPaged: pagination.isPaged,
    pagination,
    // If the list has only ids, the row schema describes the rows of the detail request instead.
    accepts: detailRequest === undefined ? NestedRows.accepts(pagination, readRow.readable) : null,
    row: detailRequest === undefined ? readRow.ast : null,
    ...SourceList.marksOf(readRow)
  }
}

/** The lists that are read for the rows of the own one, without their details. */
export const listsForRows = <Row>({ children }: Checked<Row>, lookups: ReadonlyArray<UsedLookup>) => [
  ...children.map(SourceList.ofChild),
  ...lookups.flatMap(({ kind, lookup }) => SourceList.ofLookup(lookup, kind))
]

/** The permissions without which the export fails, and those without which only some fields stay unread. */
export const permissionsOf = <Row>(options: Checked<Row>, lookups: ReadonlyArray<UsedLookup>) => {
  const permissions = new Set([
    ...options.permissions,
    ...(options.detailRequest?.permissions ?? []),
    ...options.children.flatMap((child) => child.permissions),
    ...lookups.flatMap(({ lookup }) => (lookup.isOptional ? [] : LookupOptions.permissionsOf(lookup)))
  ])
  const optional = new Set(lookups.flatMap(({ lookup }) => LookupOptions.permissionsOf(lookup)))
  return {
    permissions: [...permissions],
    optionalPermissions: [...optional].filter((permission) => !permissions.has(permission))
  }
}

/**
 * A delta has the changed rows with everything that they contain. Whether it has the changes below a row depends on the
 * vendor; a list below rows that are not read again with them is told by the changes themselves.
 */
export const coverageOf = <Row>({
  also,
  changes,
  children,
  mentions,
  record
}: Checked<Row>): ReadonlyArray<DeltaCoverage> => {
  const again = changes?.reread?.children ?? children
  return [
    ...(record === null ? [] : [{ kind: record, hasChanges: true, hasRemovals: changes !== undefined }]),
    // A changed row that is not of the kind any more is not named as removed.
    ...also.map(({ kind }) => ({ kind, hasChanges: true, hasRemovals: false })),
    ...children.flatMap((child) =>
      Child.kindsOf(child).map((kind) => {
        const isTold = !again.some((each) => Child.kindsOf(each).includes(kind))
        const hasChanges = isTold || child.updatesParent || child.since !== undefined
        return { kind, hasChanges, hasRemovals: isTold }
      })
    ),
    ...mentions.map(({ kind }) => ({ kind, hasChanges: true, hasRemovals: false }))
  ]
}
