import { Effect, Stream } from "effect"
import type { DataExportType } from "../DataExportType.js"
import type * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import type { Checkpoint, Extractor, ExtractRequest, Page } from "./Extraction.js"

interface PartPosition {
  readonly part: number
  readonly checkpoint: Checkpoint | null
}

/** Where a checkpoint stands; one that another release of the connector wrote begins anew. */
const asPart = (checkpoint: Checkpoint | null, parts: number): PartPosition => {
  const { part, checkpoint: inner } = (checkpoint ?? {}) as Partial<PartPosition>
  return typeof part === "number" && part < parts ? { part, checkpoint: inner ?? null } : { part: 0, checkpoint: null }
}

/**
 * Several lists that together hold all records of their kinds, such as tables of one form, read one after another.
 *
 * A delta is asked for where every part can give one; the delta tokens of parts are not kept.
 */
export const concat = <ExportType extends DataExportType>(
  first: Extractor<ExportType>,
  ...others: ReadonlyArray<Extractor<ExportType>>
): Extractor<ExportType> => {
  const parts = [first, ...others]
  const isIncremental = parts.every((part) => part.isIncremental && !part.usesDeltaToken)
  const pagesFrom = (
    request: ExtractRequest,
    position: PartPosition
  ): Stream.Stream<Page, VendorError.VendorError, VendorHttp> => {
    const part = parts[position.part]
    if (part === undefined) return Stream.empty
    const following = { part: position.part + 1, checkpoint: null }
    const since = isIncremental ? request.since : null
    // A part says null both before its first page and after its last: the place stays where it was until the part ends.
    const pages = Stream.mapAccum(
      part.pages({ ...request, since, delta: null, checkpoint: position.checkpoint }),
      position,
      (here, page): readonly [PartPosition, Page] => {
        const next = page.checkpoint === null ? here : { part: here.part, checkpoint: page.checkpoint }
        return [next, { ...page, checkpoint: { ...next }, delta: null }]
      }
    )
    const isLast = following.part === parts.length
    const end: Page = { batches: [], checkpoint: isLast ? null : { ...following }, delta: null }
    return pages.pipe(
      Stream.concat(Stream.make(end)),
      Stream.concat(Stream.suspend(() => pagesFrom(request, following)))
    )
  }
  return {
    exportType: first.exportType,
    kinds: [...new Set(parts.flatMap((part) => part.kinds))],
    endpoint: first.endpoint,
    permissions: [...new Set(parts.flatMap((part) => part.permissions))],
    optionalPermissions: [...new Set(parts.flatMap((part) => part.optionalPermissions))],
    isIncremental,
    usesDeltaToken: false,
    lookbackSecs: Math.max(...parts.map((part) => part.lookbackSecs)),
    lists: parts.flatMap((part) => part.lists),
    pages: (request) => pagesFrom(request, asPart(request.checkpoint, parts.length)),
    checkAccess: (owner) =>
      Effect.map(
        Effect.forEach(parts, (part) => part.checkAccess(owner)),
        (found) => found.flat()
      )
  }
}
