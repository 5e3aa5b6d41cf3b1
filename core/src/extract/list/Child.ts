import { Effect, Stream } from "effect"
import type { Decoder } from "../../decode/Decoder.js"
import * as EventLoop from "../../EventLoop.js"
import type { Query } from "../../http/Request.js"
import * as Request from "../../http/Request.js"
import type { VendorError } from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import * as Batch from "../../record/Batch.js"
import type { Inferred, Judged } from "../../record/Draft.js"
import type { Owner } from "../../record/normalize.js"
import type * as RecordKind from "../../record/RecordKind.js"
import * as Row from "../../record/Row.js"
import type { FieldMarks } from "../../record/VendorData.js"
import type * as Lookup from "../lookup/Lookup.js"
import type { LookupCache } from "../lookup/LookupCache.js"
import * as OptionNames from "../OptionNames.js"
import * as RowId from "../row/RowId.js"
import * as RowMapping from "../row/RowMapping.js"
import * as PageWalk from "../walk/PageWalk.js"
import type { Pagination } from "../walk/Pagination.js"
import * as PathTemplate from "../walk/PathTemplate.js"
import type { MissingPart } from "../walk/ScanVerdict.js"
import type { AlsoBelow } from "./Also.js"
import type { KnownParents } from "./KnownParents.js"
import type { MissingParents } from "./MissingParents.js"

export { joinedId } from "../row/RowId.js"

/** A list below each row of a parent list, such as the members of each group. */
export interface Child<in Parent, out K extends RecordKind.Any = RecordKind.Any> {
  /** The kind of record that a row becomes. */
  readonly kind: K
  /** The other kinds of record that a row becomes. */
  readonly alsoKinds: ReadonlyArray<K>
  /** The list's path below the base address, with placeholders for fields of the parent row. */
  readonly endpoint: string
  /** The body of the requests, with placeholders for fields of the parent row, for a list that is read with POST; absent with GET. */
  readonly post?: Query
  /** The parameters of each list at the endpoint that is read below a row; `[{}]` for one list without parameters. */
  readonly queries: ReadonlyArray<Query>
  /** How the list is cut into pages. */
  readonly pagination: Pagination
  /** Reads the bodies of the list's answers; absent if the decoder of the connector's settings does. */
  readonly decode?: Decoder
  /** The permissions that reading the list needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** The parameters that leave only rows that changed at or after an instant; absent if the vendor does not filter by it. */
  readonly since?: (instant: string) => Query
  /** Whether the vendor counts a change in the list as a change of its parent, so that a delta finds it. */
  readonly updatesParent: boolean
  /** Whether to read the list below this row. */
  readonly when: (parent: Parent) => boolean
  /** Decodes a row, without the fields of its parent. */
  readonly readRow: Row.RowReader<unknown>
  /** The questions about each row. */
  readonly lookups: ReadonlyArray<Lookup.Any>
  /** How the rows below this row become records, of each kind in turn. */
  readonly mappings: (parent: Parent) => readonly [RowMapping.Any, ...ReadonlyArray<RowMapping.Any>]
}

/** All kinds of record that the rows of a list below others become. */
export const kindsOf = <K extends RecordKind.Any>({
  alsoKinds,
  kind
}: Pick<Child<never, K>, "alsoKinds" | "kind">): ReadonlyArray<K> => [kind, ...alsoKinds]

const OPTIONS = {
  record: "required",
  endpoint: "required",
  post: "optional",
  queries: "optional",
  row: "required",
  marks: "optional",
  id: "optional",
  pagination: "required",
  decode: "optional",
  permissions: "required",
  when: "optional",
  since: "optional",
  updatesParent: "optional",
  lookups: "optional",
  also: "optional",
  toRecord: "required"
} as const

/** Throws if the rows become the same kind of record twice. */
const verifyKinds = (endpoint: string, kinds: ReadonlyArray<RecordKind.Any>): void => {
  const twice = kinds.find((kind, index) => kinds.indexOf(kind) !== index)
  if (twice !== undefined) {
    throw new Error(
      `${endpoint}: its rows become ${twice.name} twice: write one mapping for each kind in record and also.`
    )
  }
}

/** A row together with its parent's fields; the row's own field wins if both have one of the same name. */
type WithParent<Parent, ChildRow> = Omit<Parent, keyof ChildRow> & ChildRow

/**
 * Declares a list below each row of `Parent`: `Child.of<OktaGroup>()({ ... })`.
 *
 * @example
 * ```ts
 * const Group = Schema.Struct({ id: Schema.String, name: Schema.String })
 * type Group = Schema.Schema.Type<typeof Group>
 *
 * const members = Child.of<Group>()({
 *   record: RecordKind.DeviceGroupMember,
 *   endpoint: "/groups/{id}/members",
 *   row: Schema.Struct({ device: Schema.String }),
 *   pagination: Pagination.offset({ items: "members", limit: 200, counts: "returned" }),
 *   permissions: ["groups:read"],
 *   toRecord: ({ device }, group) => ({ device_vendor_id: device, group_vendor_id: group.id })
 * })
 *
 * const groups = Extractor.make({
 *   record: RecordKind.DeviceGroup,
 *   endpoint: "/groups",
 *   row: Group,
 *   pagination: Pagination.none(),
 *   permissions: ["groups:read"],
 *   children: [members],
 *   toRecord: ({ id, name }) => ({ name, vendor_id: id })
 * })
 * ```
 */
export const of =
  <Parent>() =>
  <
    K extends RecordKind.Any,
    ChildRow,
    const R extends Inferred<RecordKind.Draft<K>>,
    const E extends string,
    L extends Lookup.Lookups<WithParent<Parent, ChildRow>> = Record<never, never>,
    Further extends RecordKind.Any = never
  >(options: {
    /** The kind of record that a row becomes, of any export type. */
    readonly record: K
    /** The list's path below the base address; `{id}` stands for the parent row's `id`. */
    readonly endpoint: PathTemplate.FilledFrom<Parent, E>
    /** Body fields of the requests, in which `{id}` stands for the parent row's `id`; they then use POST and send all parameters in the body. GET by default. */
    readonly post?: Query
    /** One entry per list at this endpoint: its query parameters. Together the lists must hold every row below the parent. By default one list without parameters. */
    readonly queries?: ReadonlyArray<Query>
    /** The schema of a row: only the fields that the mapping reads, and tolerant of null. */
    readonly row: Row.RowSchema<ChildRow>
    /** What becomes of fields that `row` does not name; by default all go into `vendor_data` but those whose names say that they hold secrets. */
    readonly marks?: FieldMarks
    /**
     * Where a raw row, before it is decoded, has its own id, `id` by default: that of its record, or that of one end of a relation, whose other end
     * the mapping makes of the parent. A path, or a function that also receives the parent and returns the `vendor_id` of the record.
     */
    readonly id?: RowId.RowId<[parent: Parent]>
    /** How the list is cut into pages. */
    readonly pagination: Pagination
    /** Reads the bodies of the list's answers, such as `Decode.xml()`; by default the decoder of the connector's `http` settings. */
    readonly decode?: Decoder
    /** The permissions that reading the list needs, in the vendor's words. */
    readonly permissions: ReadonlyArray<string>
    /** Whether to read the list below this row; by default below every row. */
    readonly when?: (parent: Parent) => boolean
    /**
     * The query parameters that leave only rows that changed at or after an ISO 8601 instant, for a vendor that filters by it. A delta then reads
     * the list of all parents, and of each of them what changed; what is below a new one it reads from the beginning. None by default.
     */
    readonly since?: (instant: string) => Query
    /** Whether the vendor counts a change in the list as a change of its parent, so that a delta finds it; false by default, and only full scans find it then. */
    readonly updatesParent?: boolean
    /** Questions about each row, whose endpoints may also use fields of the parent; none by default. */
    readonly lookups?: Lookup.Filling<K, L> | undefined
    /** Other records that a row becomes, each of another kind, declared with `Also.below`; none by default. */
    readonly also?: ReadonlyArray<AlsoBelow<Parent, ChildRow, Further>>
    /** Maps a row, its parent and the answers to its lookups to a record, or to null if the row becomes no record of this kind. A pure function. */
    readonly toRecord: (
      row: ChildRow,
      parent: Parent,
      answers: Lookup.Answers<L>
    ) => (R & Judged<RecordKind.Draft<K>, R>) | null
  }): Child<Parent, K | Further> => {
    OptionNames.verify<Record<keyof typeof OPTIONS, unknown>>(
      `Child.of, ${options.endpoint}`,
      options as never,
      OPTIONS
    )
    const readRow = Row.decode(options.row, options.marks)
    const { also = [], endpoint, id = "id", record } = options
    verifyKinds(endpoint, [record, ...also.map(({ kind }) => kind)])
    // The compiler has checked that no lookup is a sentence about a wrong field.
    const lookups = (options.lookups ?? {}) as Lookup.Lookups<WithParent<Parent, ChildRow>>
    const mappingTo = (
      kind: RecordKind.Any,
      asked: Lookup.Lookups<WithParent<Parent, ChildRow>>,
      toRecord: (row: ChildRow, parent: Parent, answers: Lookup.Answers<L>) => object | null
    ) => {
      const idOf =
        typeof id === "string" && kind.relation !== null
          ? RowId.ofRelation<Parent>(
              id,
              kind,
              (row, parent) => toRecord(row as ChildRow, parent, {} as Lookup.Answers<L>) ?? {}
            )
          : RowId.reader(id)
      return (parent: Parent) =>
        RowMapping.make<ChildRow, WithParent<Parent, ChildRow>>({
          endpoint,
          kind,
          reader: readRow,
          idOf: (row) => idOf(row, parent),
          lookups: asked,
          about: (row) => ({ ...parent, ...row }),
          // There is one answer per lookup, by name.
          toRecord: (row, answers) => toRecord(row, parent, answers as Lookup.Answers<L>)
        })
    }
    // What a mapping returns is an object with the kind's fields.
    const own = mappingTo(record, lookups, (...row) => options.toRecord(...row) as object | null)
    const others = also.map(({ kind, toRecord }) => mappingTo(kind, {}, toRecord))
    return {
      kind: record,
      alsoKinds: also.map(({ kind }) => kind),
      endpoint,
      ...(options.post === undefined ? {} : { post: options.post }),
      queries: options.queries ?? [{}],
      pagination: options.pagination,
      ...(options.decode === undefined ? {} : { decode: options.decode }),
      permissions: options.permissions,
      ...(options.since === undefined ? {} : { since: options.since }),
      updatesParent: options.updatesParent ?? false,
      when: options.when ?? (() => true),
      readRow,
      lookups: Object.values(lookups),
      mappings: (parent) => [own(parent), ...others.map((mapping) => mapping(parent))]
    }
  }

/** The walk through the list below one row, or through what changed in it since an instant. */
export const walkOf = <Parent>(
  { decode, endpoint, pagination, post, queries, since }: Child<Parent>,
  parent: Parent,
  base = "",
  instant: string | null = null
): PageWalk.Walk => ({
  endpoint,
  url: `${base}${PathTemplate.fill(endpoint, parent)}`,
  fault: PathTemplate.faultOf(endpoint, post, parent),
  ...(post === undefined ? {} : { post: PathTemplate.fillBody(post, parent) }),
  pagination,
  queries: queries.map((query) => Request.mergeParameters(query, instant === null ? {} : (since?.(instant) ?? {}))),
  ...(decode === undefined ? {} : { decode })
})

/** What the lists below one parent row need to know about the run. */
export interface ChildContext {
  /** The connection that the records belong to. */
  readonly owner: Owner
  /** The base address at which the parent was found; empty for the first. */
  readonly base: string
  /** The run's answers to lookups. */
  readonly cache: LookupCache
  /** The run's count of missing lists. */
  readonly missing: MissingParents
  /** Since when the run reads what is below a row. */
  readonly known: KnownParents
}

/** A row, and what identifies its own record. */
export interface ParentRow<out Row> extends Batch.UnreadParent {
  /** The decoded row. */
  readonly row: Row
  /** The instant since which to read what changed below the row; null to read everything. */
  readonly since: string | null
}

/** A page of the list below one row. */
export interface ChildPage {
  /** The page's records, a batch for each kind. */
  readonly batches: ReadonlyArray<Batch.Batch>
  /** What the vendor left out. */
  readonly missing: ReadonlyArray<MissingPart>
}

/** The batch of one kind of a page's rows. A row that becomes records of several kinds counts once, as those of a list that becomes several do. */
const batchOf = <Row>(
  mapping: RowMapping.RowMapping<Row>,
  kind: RecordKind.Any,
  rows: ReadonlyArray<unknown>,
  { context: { base, cache, owner }, isAlone }: { readonly context: ChildContext; readonly isAlone: boolean }
) =>
  Effect.gen(function* () {
    const read = yield* EventLoop.map(rows, mapping.read)
    const mapped = yield* RowMapping.mapPage(mapping, read, { cache, base })
    const batch = yield* Batch.makeInTurns(kind, owner, mapped)
    const skipped = read.length - mapped.filter((each) => !Batch.isUndecided(each)).length
    return isAlone && skipped === 0 ? batch : { ...batch, skipped }
  })

/** Reads the list below one row, page by page. What is below a row is kept if its list is missing or may be cut short. */
export const pages = <Parent>(
  child: Child<Parent>,
  { row: parent, since, ...identity }: ParentRow<Parent>,
  context: ChildContext
): Stream.Stream<ChildPage, VendorError, VendorHttp> => {
  const { base, missing, owner } = context
  const { endpoint } = child
  const mappings = child.mappings(parent)
  const kinds = kindsOf(child)
  const found = PageWalk.pages(walkOf(child, parent, base, since), null).pipe(
    Stream.mapEffect(({ isCut = false, missing: left = [], rows }) =>
      Effect.gen(function* () {
        const batches = yield* Effect.forEach(mappings, (mapping, index) =>
          batchOf(mapping, kinds[index] ?? child.kind, rows, { context, isAlone: mappings.length === 1 })
        )
        return {
          batches: batches.map((batch) => Batch.keeping(batch, owner, isCut ? [identity] : [])),
          missing: left
        }
      })
    )
  )
  const nothing = kinds.map((kind) => Batch.unreadBelow(kind, owner, [identity]))
  return missing.read(endpoint, found, { batches: nothing, missing: [] })
}
