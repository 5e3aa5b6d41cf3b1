import { Effect, Stream } from "effect"
import type { DataExportType } from "../../DataExportType.js"
import type { Any, Page } from "../Extraction.js"

/**
 * The extractor with the records of these export types only. It sends the same requests, because a list that has records of several types is
 * read as a whole; what it reads of the other types is left out.
 */
export const narrowed = (extractor: Any, exportTypes: ReadonlyArray<DataExportType>): Any => {
  const kinds = extractor.kinds.filter(({ exportType }) => exportTypes.includes(exportType))
  if (kinds.length === extractor.kinds.length) return extractor
  const isKept = ({ kind }: { readonly kind: Any["kinds"][number] }): boolean => kinds.includes(kind)
  // The total counts records of the first kind.
  const hasTotal = kinds[0] === extractor.kinds[0]
  const narrowedPage = ({ batches, total, unread, ...page }: Page): Page => ({
    ...page,
    batches: batches.filter(isKept),
    ...(total === undefined || !hasTotal ? {} : { total }),
    ...(unread === undefined ? {} : { unread: unread.filter(isKept) })
  })
  return {
    ...extractor,
    kinds,
    deltaCoverage: extractor.deltaCoverage.filter(isKept),
    pages: (request) => Stream.map(extractor.pages(request), narrowedPage),
    checkAccess: (owner) =>
      Effect.map(extractor.checkAccess(owner), (findings) =>
        findings.filter(({ list: { lookup } }) => lookup?.isOptional !== true || isKept(lookup))
      )
  }
}
