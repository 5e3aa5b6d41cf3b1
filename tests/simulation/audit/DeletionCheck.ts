import type { SweepGuard } from "../../../runtime-http/src/store/write/DeletionRule.js"
import { kindsOf } from "../vendor/SimulatedConnector.js"
import type { Role } from "../vendor/TenantList.js"
import { isShifting, type Ledger } from "./Ledger.js"

/** A record that was deleted. */
export interface Deleted {
  readonly kind: string
  readonly role: Role
  readonly vendorId: string
}

/** What is known about the scan that deleted it. */
export interface Circumstances {
  /** The scan in progress. */
  readonly scan: Ledger
  /** The complete full scan of the same tenant before; undefined if there is none. */
  readonly before: Ledger | undefined
  /** Whether an operator confirmed the deletion. */
  readonly isConfirmed: boolean
}

/** Whether the vendor's own total says that the scan missed nothing. It counts rows, not what is in them or below them. */
const isProven = ({ role }: Deleted, scan: Ledger): boolean => {
  const row = kindsOf[scan.list.name]?.row
  return role === "row" && row !== undefined && scan.total === scan.idsOf(row.name).size
}

/** Whether what the vendor did can deceive any reader: then all that can be asked for is that the rule was followed. */
const isExcused = ({ role }: Deleted, isProof: boolean, { before, scan }: Circumstances): boolean => {
  // A replica that lags behind tells the total of what it has.
  if (isProof) return scan.isWithheld && (scan.lies.size > 1 || scan.lies.has("Stale"))
  // A name can move from a row that is not read yet to one that was read already.
  if (isShifting(scan.list) || role === "mention") return true
  return scan.isWithheld && before?.isWithheld === true
}

/** What is wrong with the deletion of a record that the vendor named as removed; null if nothing is. */
export const ofNamed = ({ kind, vendorId }: Deleted, { scan }: Circumstances): string | null =>
  scan.list.log.some(({ id, isRemoved }) => isRemoved && id === vendorId)
    ? null
    : `${kind} ${vendorId} is deleted, although the vendor never named it as removed`

/** What is wrong with the deletion of a record that scans missed; null if nothing is. */
export const ofMissed = (deleted: Deleted, circumstances: Circumstances): string | null => {
  const { kind, role, vendorId } = deleted
  const { before, isConfirmed, scan } = circumstances
  const wrong = (why: string) => `${kind} ${vendorId} is deleted ${why}`
  if (scan.mode !== "full") return wrong("by a delta that did not name it")
  if (scan.idsOf(kind).has(vendorId)) return wrong("although this scan delivered it")
  if (isConfirmed) return null
  if (scan.nameless.has(kind)) return wrong("by a scan with rows whose ids could not be read")
  const isProof = isProven(deleted, scan)
  if (!isProof && before === undefined) return wrong("by the first complete scan, without a total")
  if (!isProof && before?.idsOf(kind).has(vendorId) === true) {
    return wrong("without a total, although the vendor delivered it since the scan before began")
  }
  const since = isProof || before === undefined ? scan.beganAt : before.beganAt
  if (!scan.list.isHeldSince(role, vendorId, since) || isExcused(deleted, isProof, circumstances)) return null
  return wrong(
    `although the vendor held it all the time (${isProof ? "its total seemed to prove it" : "two scans missed it"})`
  )
}

/** What is wrong with the share of a kind that one sweep deleted without a confirmation; null if nothing is. */
export const ofShare = (
  kind: string,
  { confirmed, left, others }: { readonly confirmed: number; readonly others: number; readonly left: number },
  { maxShare, minRecords }: SweepGuard
): string | null => {
  const all = others + left
  if (others > 0 && left === 0 && all + confirmed > 1) return `every ${kind} is deleted without a confirmation`
  return all >= minRecords && others >= all * maxShare
    ? `${others} of ${all} records of ${kind} are deleted without a confirmation`
    : null
}

/** What is wrong with a scan that ended although the vendor's true total told of more rows; null if nothing is. */
export const ofTotal = (scan: Ledger): string | null => {
  const { items, name, shape } = scan.list
  const row = kindsOf[name]?.row
  const isSure = !scan.hasChanged && [...scan.lies].every((lie) => lie === "EmptyEnd" || lie === "Short")
  if (row === undefined || !shape.hasTotal || !isSure) return null
  const delivered = scan.idsOf(row.name)
  const missing = [...items.values()].find(({ defect, id }) => defect !== "nameless" && !delivered.has(id))
  return missing === undefined
    ? null
    : `the scan of ${name} counts as complete without ${missing.id}, although the vendor told the true total`
}
