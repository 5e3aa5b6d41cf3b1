import { Effect, Stream } from "effect"
import type { DataExportType } from "../../DataExportType.js"
import * as VendorError from "../../http/VendorError.js"
import * as Batch from "../../record/Batch.js"
import type { Extractor, ExtractRequest, Page } from "../Extraction.js"

/**
 * The extractor, of which the vendor may refuse every list, because its permission is one that many customers do not give: its records then stay as
 * they were, and the problem names the permission, while the other records of their export types are read as if nothing were missing. Throws if the extractor reads deltas: one that was refused has seen
 * no change, and the next one would begin after it.
 */
export const optional = <ExportType extends DataExportType>(
  extractor: Extractor<ExportType>
): Extractor<ExportType> => {
  if (extractor.isIncremental) {
    throw new Error(
      `${extractor.endpoint}: a list that may be refused is read whole by each job, because a refusal hides its changes: leave out since, newestFirst and changes.`
    )
  }
  const lists = extractor.lists.map((list) => ({ ...list, isOptional: true as const }))

  /** The last page of a scan that was refused: it says what is missing, and that no absence proves anything. */
  const unreadAfter = ({ owner }: ExtractRequest, error: VendorError.VendorError): Page => {
    const { endpoint } = error
    const refused = lists.filter((list) => list.endpoint === endpoint)
    const permissions = [...new Set(refused.flatMap((list) => list.permissions))]
    const cause = { problem: VendorError.reasonOf(error), reason: VendorError.detailOf(error) }
    return {
      batches: extractor.kinds.map((kind) => ({ ...Batch.make(kind, owner, []), isIncomplete: true })),
      unread: extractor.kinds.map((kind) => ({ kind, fields: kind.fields, endpoint, permissions, ...cause })),
      checkpoint: null,
      delta: null
    }
  }

  return {
    ...extractor,
    lists,
    permissions: [],
    optionalPermissions: [...new Set([...extractor.permissions, ...extractor.optionalPermissions])],
    pages: (request) =>
      Stream.catchAll(extractor.pages(request), (error) =>
        VendorError.isAccessRefused(error) ? Stream.make(unreadAfter(request, error)) : Stream.fail(error)
      ),
    checkAccess: (owner) =>
      Effect.map(extractor.checkAccess(owner), (found) =>
        found.map((finding) => ({ ...finding, list: { ...finding.list, isOptional: true as const } }))
      )
  }
}
