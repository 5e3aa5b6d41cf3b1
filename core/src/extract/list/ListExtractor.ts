import type { Inferred } from "../../record/Draft.js"
import type * as RecordKind from "../../record/RecordKind.js"
import { decode } from "../../record/Row.js"
import { type Any, DEFAULT_LOOKBACK_SECS, type Extractor } from "../Extraction.js"
import type * as Lookup from "../lookup/Lookup.js"
import * as OptionNames from "../OptionNames.js"
import * as AccessCheck from "./AccessCheck.js"
import * as ChangePages from "./ChangePages.js"
import * as Child from "./Child.js"
import * as EventLog from "./EventLog.js"
import * as LatestChanges from "./LatestChanges.js"
import * as ListDescription from "./ListDescription.js"
import type { Checked, ListOptions, Options } from "./ListOptions.js"
import { limitRejections } from "./ListPage.js"
import * as ListPages from "./ListPages.js"
import * as RowSource from "./RowSource.js"
import * as SourceList from "./SourceList.js"

/** Composes an extractor of a source of rows, their way to records, and the lists below them. */
const build = <Row>(given: Checked<Row>, kinds: readonly [RecordKind.Any, ...ReadonlyArray<RecordKind.Any>]): Any => {
  const { isLog = kinds.some(EventLog.isEvent) } = given
  const options = { ...given, isLog }
  const { changes, detailRequest, endpoint, record } = options
  ListDescription.verify(options)
  const hasDeltaState = ListDescription.hasDeltaState(options)
  const isIncremental = ListDescription.hasInstant(options) || changes !== undefined
  if (isLog && options.since === undefined && !hasDeltaState) {
    throw new Error(`The list ${endpoint} is a log, which is read by time: give it \`since\`, or say \`isLog: false\`.`)
  }
  const readRow = decode(options.row, options.marks)
  const used = ListDescription.lookupsOf(options)
  const details = detailRequest === undefined ? [] : [SourceList.ofDetailRequest(detailRequest, record, readRow)]
  const source = RowSource.make(options, ListDescription.ownList(options, readRow))
  const whole = ListPages.make(options, kinds, readRow, source)
  const { lists: changeLists, pages } =
    changes === undefined
      ? { lists: [], pages: whole }
      : ChangePages.follow({ options, kinds, readRow, source }, changes)
  const resumed = options.changeOrder === undefined ? pages : LatestChanges.fromBeginning(pages)
  const [own, ...others] = source.lists
  const lists: readonly [SourceList.SourceList, ...ReadonlyArray<SourceList.SourceList>] = [
    own,
    ...others,
    ...details,
    ...ListDescription.listsForRows(options, used)
  ]
  return {
    name: options.name ?? kinds[0].name,
    kinds,
    endpoint,
    ...ListDescription.permissionsOf(options, used),
    isIncremental,
    isLog,
    usesDeltaToken: changes !== undefined,
    hasDeltaState,
    deltaCoverage: ListDescription.coverageOf(options),
    lookbackSecs: options.lookbackSecs ?? DEFAULT_LOOKBACK_SECS,
    lists: [...lists, ...changeLists],
    checkAccess: (owner) => AccessCheck.of(lists, whole({ owner, since: null, checkpoint: null, delta: null })),
    ...(source.giveUp === undefined ? {} : { giveUp: source.giveUp }),
    pages: (request) =>
      limitRejections(endpoint, request, isLog ? EventLog.fromFirstInstant(resumed)(request) : resumed(request))
  }
}

/** The options that every list has. */
const LIST: OptionNames.OptionNames<ListOptions<unknown>> = {
  name: "optional",
  endpoint: "required",
  row: "required",
  marks: "optional",
  id: "optional",
  pagination: "required",
  exportJob: "optional",
  post: "optional",
  headers: "optional",
  decode: "optional",
  detailRequest: "optional",
  permissions: "required",
  queries: "optional",
  since: "optional",
  newestFirst: "optional",
  changeOrder: "optional",
  isLog: "optional",
  lookbackSecs: "optional"
}

const RECORDS: OptionNames.OptionNames<Checked<unknown>> = {
  ...LIST,
  record: "required",
  lookups: "optional",
  also: "optional",
  children: "optional",
  mentions: "optional",
  changes: "optional",
  toRecord: "required"
}

/**
 * Declares an extractor for a list whose rows become records.
 *
 * @example
 * ```ts
 * const User = Schema.Struct({ id: Schema.String, name: Schema.String, locked: Row.nullish(Schema.Boolean) })
 *
 * const users = Extractor.make({
 *   record: RecordKind.ItsmUser,
 *   endpoint: "/users",
 *   row: User,
 *   pagination: Pagination.linkHeader({ limit: 100 }),
 *   permissions: ["users:read"],
 *   toRecord: ({ id, locked, name }) => ({
 *     name,
 *     status: locked === true ? "INACTIVE" : "ACTIVE",
 *     vendor_attributes: { id, vendor: "ACME", created_at: null, updated_at: null, data: null }
 *   })
 * })
 * ```
 */
export const make = <
  K extends RecordKind.Any,
  Row,
  const R extends Inferred<RecordKind.Draft<K>>,
  L extends Lookup.Lookups<Row> = Record<never, never>,
  Further extends RecordKind.Any["exportType"] = never
>(
  options: Options<K, Row, R, L, Further>
): Extractor<K["exportType"] | Further> => {
  OptionNames.verify(`Extractor.make, ${options.endpoint}`, options as object as Checked<unknown>, RECORDS)
  const { also = [], children = [], mentions = [], record } = options
  const checked = { ...options, also, children, mentions } as unknown as Checked<Row>
  // Its export types are those of these kinds.
  const others = [
    ...also.map(({ kind }) => kind),
    ...children.flatMap(Child.kindsOf),
    ...mentions.map(({ kind }) => kind)
  ]
  return build(checked, [record, ...others]) as Extractor<K["exportType"] | Further>
}

/**
 * Declares an extractor for the lists below rows that become no records here, such as the comments of each ticket.
 *
 * `child` describes those lists; the other options describe the list of their parents.
 */
export const below = <Row, K extends RecordKind.Any>(
  options: ListOptions<Row> & {
    /** The list below each row. */
    readonly child: Child.Child<Row, K>
  }
): Extractor<K["exportType"]> => {
  OptionNames.verify<ListOptions<unknown> & { readonly child: unknown }>(
    `Extractor.below, ${options.endpoint}`,
    options as never,
    {
      ...LIST,
      child: "required"
    }
  )
  const { child, ...parents } = options
  const list = { ...parents, record: null, also: [], children: [child], mentions: [], toRecord: () => ({}) }
  return build(list, [child.kind, ...child.alsoKinds]) as Extractor<K["exportType"]>
}
