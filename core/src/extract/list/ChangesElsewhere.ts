import { Stream } from "effect"
import type { DataExportType } from "../../DataExportType.js"
import * as VendorError from "../../http/VendorError.js"
import type * as RecordKind from "../../record/RecordKind.js"
import type { Any, Extractor } from "../Extraction.js"
import * as SourceList from "./SourceList.js"

/** The list of changes, as a customer sees it. */
const asChanges = (list: SourceList.SourceList, kind: RecordKind.Any | null): SourceList.SourceList => {
  if (list.role !== "own" || kind === null) return list
  const { row: _, changedSince: __, ...rest } = list
  return {
    ...rest,
    role: "lookup",
    isOfDeltas: true,
    kind: null,
    isPaged: false,
    accepts: null,
    row: null,
    lookup: SourceList.useOfChanges(kind, list.endpoint)
  }
}

/** Throws if the two do not read the same records, or if one of them reads what the other should. */
const verify = (all: Any, changes: Any): void => {
  const isSame = all.kinds.length === changes.kinds.length && all.kinds.every((kind) => changes.kinds.includes(kind))
  if (!isSame)
    throw new Error(`${changes.endpoint}: the list of changes must become the same kinds as ${all.endpoint}.`)
  if (all.isIncremental || !changes.isIncremental || changes.usesDeltaToken || changes.hasDeltaState) {
    throw new Error(
      `${changes.endpoint}: give the list of changes \`since\`, and ${all.endpoint} no way to find changes.`
    )
  }
}

/**
 * Reads a list in full scans, and in between the changes in it, which the vendor lists at another endpoint by the time of the change.
 *
 * `isExpired` says which refusal means that the instant is too long ago for the list of changes; a full scan then begins.
 */
export const withChanges = <ExportType extends DataExportType>(
  all: Extractor<ExportType>,
  changes: Extractor<ExportType>,
  isExpired: (error: VendorError.VendorError) => boolean
): Extractor<ExportType> => {
  verify(all, changes)
  const [own, ...others] = changes.lists
  const known = new Set(all.lists.map(({ endpoint }) => endpoint))
  const further = [...(own === undefined ? [] : [asChanges(own, all.kinds[0] ?? null)]), ...others].filter(
    ({ endpoint }) => !known.has(endpoint)
  )
  return {
    ...all,
    isIncremental: true,
    deltaCoverage: changes.deltaCoverage,
    lookbackSecs: changes.lookbackSecs,
    optionalPermissions: [
      ...new Set([...all.optionalPermissions, ...changes.permissions].filter((each) => !all.permissions.includes(each)))
    ],
    lists: [...all.lists, ...further],
    pages: (request) =>
      request.since === null
        ? all.pages(request)
        : Stream.mapError(changes.pages(request), (error) =>
            isExpired(error) ? new VendorError.CheckpointExpired(error) : error
          )
  }
}
