import { Effect, Option, Stream } from "effect"
import type { Query } from "../../http/Request.js"
import * as VendorError from "../../http/VendorError.js"
import type * as RecordKind from "../../record/RecordKind.js"
import * as PageWalk from "../walk/PageWalk.js"
import type { ChangeList, Changes } from "./Changes.js"
import * as ParsedChanges from "./ParsedChanges.js"
import { firstPosition, type RowSource } from "./RowSource.js"
import * as SourceList from "./SourceList.js"

/** A vendor that no longer knows a token answers 410, on any page of the changes. */
const asExpired = (error: VendorError.VendorError): VendorError.VendorError =>
  error._tag === "ClientError" && error.status === 410 ? new VendorError.CheckpointExpired(error) : error

const walk = ({ decode, endpoint, pagination }: ChangeList, query: Query, from: PageWalk.Position | null) =>
  PageWalk.pages(
    {
      endpoint,
      url: endpoint,
      pagination,
      queries: [query],
      isDelta: true,
      ...(decode === undefined ? {} : { decode })
    },
    from
  )

/** The list of changes, as a customer sees it. */
const infoOf = <Row>({ row }: Changes<Row>, list: ChangeList, kind: RecordKind.Any): SourceList.SourceList => ({
  role: "lookup",
  endpoint: list.endpoint,
  ...(list.decode === undefined ? {} : { decode: list.decode }),
  kind: null,
  permissions: list.permissions,
  isPaged: false,
  lookup: SourceList.useOfChanges(kind, list.endpoint),
  pagination: list.pagination,
  accepts: null,
  row
})

/** The changes that a list of their own tells. */
export const ofList = <Row>(changes: Changes<Row>, list: ChangeList, kind: RecordKind.Any): RowSource => ({
  lists: [infoOf(changes, list, kind)],
  read: (request) => {
    const from = firstPosition(request, 1)
    return { from, pages: walk(list, {}, from) }
  },
  explain: (_, error) => asExpired(error)
})

/** The changes that the list itself tells, behind the token on its last page. */
export const ofOwn = (source: RowSource): RowSource => ({
  ...source,
  explain: (request, error) => {
    const explained = source.explain(request, error)
    return request.delta === null ? explained : asExpired(explained)
  }
})

/** The source, with the rows that tell of removals taken out of its pages. */
export const withParsedChanges = <Row>(source: RowSource, changes: Changes<Row>): RowSource => ({
  ...source,
  read: (request, bases) => {
    const { from, pages } = source.read(request, bases)
    const parsed = Stream.map(pages, (page) => {
      const { related, removed, rows } = ParsedChanges.read(changes, request.owner, page.rows)
      return { ...page, rows, changes: { related, removed } }
    })
    return { from, pages: parsed }
  }
})

/**
 * The token for later changes; null if the vendor refuses to list changes.
 *
 * Request it before the first row, so that the changes include those during the scan.
 */
export const firstToken = (list: ChangeList) =>
  Stream.runLast(walk(list, list.query, null)).pipe(
    Effect.map((last) => Option.getOrNull(last)?.delta ?? null),
    Effect.catchTags({
      Unauthorized: (error) => (error.status === 403 ? Effect.succeed(null) : Effect.fail(error)),
      ClientError: () => Effect.succeed(null),
      ServerError: (error) => (error.status === 501 ? Effect.succeed(null) : Effect.fail(error))
    })
  )
