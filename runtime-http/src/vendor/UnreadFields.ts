import {
  Extractor,
  type NormalizedRecord,
  type SourceList,
  type UnreadFields,
  VendorError,
  VendorHttp
} from "@tributary/core"
import { Effect } from "effect"

/** Fields that could not be read, as the API shows them. */
export const toWire = ({ kind, ...unread }: Extractor.UnreadFields): UnreadFields => ({
  record_kind: kind.name,
  fields: unread.fields,
  endpoint: unread.endpoint,
  permissions: unread.permissions,
  problem: unread.problem,
  reason: unread.reason,
  accepted_from: null
})

/**
 * The lookups that the vendor now answers, but refused to an earlier job. Such fields are unread for all records, and a scan of changes
 * reads them for few, so the next scan has to be a full one. Sends nothing if there are no such fields, if the vendor refuses them for some rows
 * only, if each scan is a full one, or if the vendor prepares the list.
 */
export const granted = (
  extractor: Extractor.Any,
  owner: NormalizedRecord.Owner,
  unread: ReadonlyArray<UnreadFields & { readonly isPartial?: boolean }>
): Effect.Effect<ReadonlyArray<Pick<UnreadFields, "record_kind" | "endpoint">>, never, VendorHttp.VendorHttp> => {
  const refused = extractor.lists.filter(
    ({ endpoint, lookup }) =>
      lookup !== undefined &&
      unread.some(
        ({ isPartial = false, ...fields }) =>
          !isPartial && fields.endpoint === endpoint && fields.record_kind === lookup.kind.name
      )
  )
  // A question about a list that the vendor prepares would start another export there.
  const isPrepared = extractor.lists.some(({ role }) => role === "job")
  if (!extractor.isIncremental || isPrepared || refused.length === 0) return Effect.succeed([])
  // A list below the rows is needed only if the lookup is about its own rows.
  const isNeeded = (list: SourceList): boolean => {
    const { lookup: own } = list
    // A list below the rows of another one cannot be asked without it.
    if (own !== undefined) {
      return (
        refused.includes(list) ||
        refused.some((each) => each.endpoint === own.answers && each.lookup?.kind === own.kind)
      )
    }
    return list.role !== "child" || refused.some(({ lookup }) => lookup?.kind === list.kind)
  }
  const asked = new Set(extractor.lists.filter(isNeeded).map(({ endpoint }) => endpoint))
  return Effect.gen(function* () {
    const http = yield* VendorHttp.VendorHttp
    const send: typeof http.send = (request) =>
      asked.has(request.endpoint)
        ? http.send(request)
        : new VendorError.ClientError({ endpoint: request.endpoint, status: null, detail: "was not asked" })
    const findings = yield* Effect.provideService(Extractor.checkAccess(extractor, owner), VendorHttp.VendorHttp, {
      ...http,
      send
    })
    const answered = new Set(findings.flatMap(({ error, list }) => (error === null ? [list.endpoint] : [])))
    return refused.flatMap(({ endpoint, lookup }) =>
      lookup !== undefined && answered.has(endpoint) ? [{ record_kind: lookup.kind.name, endpoint }] : []
    )
  })
}
