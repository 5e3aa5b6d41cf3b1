import { Effect, Stream } from "effect"
import type { DataExportType } from "../DataExportType.js"
import type * as VendorError from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import type { Checkpoint, Extractor, ExtractRequest, Page } from "./Extraction.js"

/** The part that is being read, and where in it. */
interface PartPosition {
  readonly part: number
  readonly checkpoint: Checkpoint | null
}

/** The position that a checkpoint holds; the first part for a checkpoint from another release of the connector. */
const positionOf = (checkpoint: Checkpoint | null, parts: number): PartPosition => {
  const { part, checkpoint: inner } = (checkpoint ?? {}) as Partial<PartPosition>
  return typeof part === "number" && part < parts ? { part, checkpoint: inner ?? null } : { part: 0, checkpoint: null }
}

/**
 * Reads several lists one after another that together hold all records of their kinds, such as tables of one shape.
 *
 * It reads deltas only if every part can. It does not keep the parts' delta tokens, so a part that uses tokens makes every
 * run a full scan.
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
    // A part's checkpoint is null before its first page and after its last, so keep the last position until the part ends.
    const pages = Stream.mapAccum(
      part.pages({ ...request, since, delta: null, checkpoint: position.checkpoint }),
      position,
      (current, page): readonly [PartPosition, Page] => {
        const next = page.checkpoint === null ? current : { part: current.part, checkpoint: page.checkpoint }
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
    name: first.name,
    kinds: [...new Set(parts.flatMap((part) => part.kinds))],
    endpoint: first.endpoint,
    permissions: [...new Set(parts.flatMap((part) => part.permissions))],
    optionalPermissions: [...new Set(parts.flatMap((part) => part.optionalPermissions))],
    isIncremental,
    usesDeltaToken: false,
    lookbackSecs: Math.max(...parts.map((part) => part.lookbackSecs)),
    lists: parts.flatMap((part) => part.lists),
    pages: (request) => pagesFrom(request, positionOf(request.checkpoint, parts.length)),
    checkAccess: (owner) =>
      Effect.map(
        Effect.forEach(parts, (part) => part.checkAccess(owner)),
        (found) => found.flat()
      )
  }
}
