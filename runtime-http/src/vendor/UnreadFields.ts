import { Extractor, type NormalizedRecord, type UnreadFields, type VendorHttp } from "@tributary/core"
import { Effect } from "effect"

/** Fields that could not be read, as the API shows them. */
export const toWire = ({ kind, ...unread }: Extractor.UnreadFields): UnreadFields => ({
  record_kind: kind.name,
  fields: unread.fields,
  endpoint: unread.endpoint,
  permissions: unread.permissions,
  reason: unread.reason,
  accepted_from: null
})

/**
 * Whether the vendor now answers a lookup that it refused to an earlier job. Such fields are unread for all records, and a scan of changes
 * reads them for few, so the next scan has to be a full one. Sends nothing if there are no such fields, or if each scan is a full one.
 */
export const isGranted = (
  extractor: Extractor.Any,
  owner: NormalizedRecord.Owner,
  unread: ReadonlyArray<UnreadFields>
): Effect.Effect<boolean, never, VendorHttp.VendorHttp> => {
  const refused = extractor.lists.filter(
    ({ endpoint, lookup }) =>
      lookup !== undefined &&
      unread.some((fields) => fields.endpoint === endpoint && fields.record_kind === lookup.kind.name)
  )
  if (!extractor.isIncremental || refused.length === 0) return Effect.succeed(false)
  return Effect.map(Extractor.checkAccess(extractor, owner), (findings) =>
    findings.some(({ error, list }) => error === null && refused.some(({ endpoint }) => endpoint === list.endpoint))
  )
}
