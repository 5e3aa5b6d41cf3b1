import { Effect, Stream } from "effect"
import type { DataExportType } from "../../DataExportType.js"
import * as VendorError from "../../http/VendorError.js"
import type { VendorHttp } from "../../http/VendorHttp.js"
import * as Checkpoints from "../Checkpoint.js"
import type { Any, Checkpoint, Extractor, ExtractRequest, Page } from "../Extraction.js"

/** The export types of an extractor. */
type ExportTypeOf<E> = E extends Extractor<infer ExportType extends DataExportType> ? ExportType : never

/** The part that is being read, and where in it. */
interface PartPosition {
  readonly part: number
  readonly checkpoint: Checkpoint | null
  /** The parts that were refused, which a run that did not see it asks once more after all others. */
  readonly refused: ReadonlyArray<number>
  /** Whether this part is asked once more. */
  readonly isAgain: boolean
}

const START: PartPosition = { part: 0, checkpoint: null, refused: [], isAgain: false }

/** The position that a checkpoint holds; the first part for a checkpoint from another release of the connector. */
const positionOf = (checkpoint: Checkpoint | null, parts: number): PartPosition => {
  const {
    part,
    checkpoint: inner,
    isAgain = false,
    refused = []
  } = (Checkpoints.positionIn(checkpoint) ?? {}) as Partial<PartPosition>
  const position =
    typeof part === "number" && part < parts ? { part, checkpoint: inner ?? null, refused, isAgain } : START
  // A scan that goes on may have stored rows of the part before the part's own first checkpoint.
  return checkpoint === null ? position : { ...position, checkpoint: position.checkpoint ?? Checkpoints.START }
}

/** Where the scan goes on after a part; null after the last one. */
const after = ({ isAgain, part, refused }: PartPosition, parts: number): PartPosition | null => {
  if (!isAgain && part + 1 < parts) return { part: part + 1, checkpoint: null, refused, isAgain }
  const [next, ...rest] = refused
  return next === undefined ? null : { part: next, checkpoint: null, refused: rest, isAgain: true }
}

/**
 * Reads several lists one after another that together hold all records of their kinds, such as tables of one shape.
 *
 * A list that the vendor refuses fails the scan, and no record is removed; but all others are read before.
 *
 * It reads deltas only if every part can. It keeps neither the delta tokens of the parts nor what they know of the lists below their rows, so a part
 * that needs one makes every run a full scan. Throws if some parts are logs and others are not: a full scan of the others would remove the events.
 */
export const concat = <Parts extends readonly [Any, ...ReadonlyArray<Any>]>(
  ...parts: Parts
): Extractor<ExportTypeOf<Parts[number]>> => {
  const [first] = parts
  const other = parts.find((part) => part.isLog !== first.isLog)
  if (other !== undefined) {
    throw new Error(
      `${first.endpoint} and ${other.endpoint} are read as one list, so both or none of them must be logs.`
    )
  }
  const isIncremental = parts.every((part) => part.isIncremental && !part.usesDeltaToken && !part.hasDeltaState)
  /** The pages from a position on; `earlier` is the first refusal that this run has met. */
  const pagesFrom = (
    request: ExtractRequest,
    position: PartPosition,
    earlier: VendorError.VendorError | null
  ): Stream.Stream<Page, VendorError.VendorError, VendorHttp> => {
    const part = parts[position.part]
    if (part === undefined) return Stream.empty
    const since = isIncremental ? request.since : null
    const { completedParents: completed } = request
    // The same id in another part is another row.
    const keyOf = (id: string): string => (position.part === 0 ? id : `${position.part}/${id}`)
    const completedParents =
      completed === undefined
        ? {}
        : {
            completedParents: (ids: ReadonlyArray<string>) =>
              Effect.map(completed(ids.map(keyOf)), (found) => new Set(ids.filter((id) => found.has(keyOf(id)))))
          }
    // A part's checkpoint is null before its first page and after its last, so keep the last position until the part ends.
    const pages = Stream.mapAccum(
      part.pages({ ...request, ...completedParents, since, delta: null, checkpoint: position.checkpoint }),
      position,
      // A record can move to a part that was read already, so the totals of several parts prove nothing.
      (current, { total: _, ...page }): readonly [PartPosition, Page] => {
        const next = page.checkpoint === null ? current : { ...current, checkpoint: page.checkpoint }
        const parents = page.completedParents
        const completed = parents === undefined ? {} : { completedParents: parents.map(keyOf) }
        return [next, { ...page, ...completed, checkpoint: { ...next }, delta: null }]
      }
    )
    let refusal: VendorError.VendorError | null = null
    const answered = Stream.catchAll(pages, (error) => {
      if (!VendorError.isAccessRefused(error)) return Stream.fail(error)
      refusal = error
      return Stream.empty
    })
    const end = Stream.suspend(() => {
      const refused = refusal === null ? position.refused : [...position.refused, position.part]
      const following = after({ ...position, refused }, parts.length)
      const known = earlier ?? refusal
      if (known !== null && following?.isAgain === true) {
        // What was read is stored. The next run begins with the first part again, so that no other part becomes old while this one is refused.
        const last: Page = { batches: [], checkpoint: Checkpoints.START, delta: null }
        return Stream.concat(Stream.make(last), Stream.fail(known))
      }
      const last: Page = { batches: [], checkpoint: following === null ? null : { ...following }, delta: null }
      return Stream.concat(Stream.make(last), following === null ? Stream.empty : pagesFrom(request, following, known))
    })
    return Stream.concat(answered, end)
  }
  return {
    name: first.name,
    kinds: [...new Set(parts.flatMap((part) => part.kinds))],
    endpoint: first.endpoint,
    permissions: [...new Set(parts.flatMap((part) => part.permissions))],
    optionalPermissions: [...new Set(parts.flatMap((part) => part.optionalPermissions))],
    isIncremental,
    isLog: first.isLog,
    usesDeltaToken: false,
    hasDeltaState: false,
    deltaCoverage: parts.flatMap(({ deltaCoverage }) => deltaCoverage),
    lookbackSecs: Math.max(...parts.map((part) => part.lookbackSecs)),
    lists: parts.flatMap((part) => part.lists),
    giveUp: (checkpoint) => {
      const { part, checkpoint: inner } = positionOf(checkpoint, parts.length)
      return inner === null ? Effect.void : (parts[part]?.giveUp?.(inner) ?? Effect.void)
    },
    pages: (request) => pagesFrom(request, positionOf(request.checkpoint, parts.length), null),
    checkAccess: (owner) =>
      Effect.map(
        Effect.forEach(parts, (part) => part.checkAccess(owner)),
        (found) => found.flat()
      )
  }
}
