import type { SweepGuard } from "../../../runtime-http/src/store/write/rules/DeletionRule.js"
import type { StoredKind, StoredRecord } from "../runtime/MemoryDatabase.js"
import { kindsOf } from "../vendor/SimulatedConnector.js"
import type { Role } from "../vendor/TenantList.js"
import { isShifting, type Ledger, type Swept } from "./Ledger.js"

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
  /** The full scans of the same tenant before that have read everything, oldest first. */
  readonly before: ReadonlyArray<Ledger>
  /** How many milliseconds lie between the starts of two scans that prove that a record is gone. */
  readonly distance: number
  /** Whether an operator confirmed the deletion. */
  readonly isConfirmed: boolean
}

/** Whether the vendor's own total says that the scan missed nothing. It counts rows, not what is in them or below them. */
const isProven = ({ role }: Deleted, scan: Ledger): boolean => {
  const row = kindsOf[scan.list.name]?.row
  return role === "row" && row !== undefined && scan.total === scan.idsOf(row.name).size
}

/** A scan reads the first and the last page of a list at most so many milliseconds apart, unless it is resumed. */
const LENGTH = 15 * 60_000

/**
 * Whether two instants in two scans seem to be a distance apart, as the clock of the database measures the scans: who puts it forward in
 * between makes them seem further apart.
 */
export const areApart = (
  distance: number,
  first: { readonly scan: Ledger; readonly at: number },
  last: { readonly scan: Ledger; readonly at: number }
): boolean => last.at - first.at + (last.scan.forwarded - first.scan.forwarded) >= distance - LENGTH

/**
 * Whether what the vendor did can deceive any reader: then all that can be asked for is that the rule was followed. `first` is the scan
 * that is a distance away. The same fault deceives only if it lasts that long.
 */
const isExcused = (
  { role }: Deleted,
  isProof: boolean,
  { distance, scan }: Circumstances,
  first: Ledger | undefined
): boolean => {
  // A replica that lags behind tells the total of what it has.
  if (isProof) return scan.isWithheld && (scan.lies.size > 1 || scan.lies.has("Stale"))
  // A name can move from a row that is not read yet to one that was read already.
  if (isShifting(scan.list) || role === "mention") return true
  if (first === undefined || !scan.isWithheld || !first.isWithheld) return false
  return areApart(distance, { scan: first, at: first.lastLieAt }, { scan, at: scan.firstLieAt })
}

/** What is wrong with the deletion of a record that the vendor named as removed; null if nothing is. */
export const ofNamed = ({ kind, vendorId }: Deleted, { scan }: Circumstances): string | null =>
  scan.list.log.some(({ id, isRemoved }) => isRemoved && id === vendorId)
    ? null
    : `${kind} ${vendorId} is deleted, although the vendor never named it as removed`

/** What is wrong with the deletion of a record that scans missed; null if nothing is. */
export const ofMissed = (deleted: Deleted, circumstances: Circumstances): string | null => {
  const { kind, role, vendorId } = deleted
  const { before, distance, isConfirmed, scan } = circumstances
  const wrong = (why: string) => `${kind} ${vendorId} is deleted ${why}`
  if (scan.mode !== "full") return wrong("by a delta that did not name it")
  if (scan.idsOf(kind).has(vendorId)) return wrong("although this scan delivered it")
  if (scan.isInParts) return wrong("by a scan that read a list by index in several runs")
  // What a tenant has not that replaced another one is of that one.
  if (isConfirmed || scan.isReplacing) return null
  if (scan.nameless.has(kind)) return wrong("by a scan with rows whose ids could not be read")
  const isProof = isProven(deleted, scan)
  const index = before.findLastIndex(({ openedAt }) => openedAt <= scan.startedAt - distance)
  const first = before[index]
  if (!isProof && first === undefined) return wrong("without a total, although no complete scan is a distance away")
  if (!isProof && before.slice(index).some((each) => each.idsOf(kind).has(vendorId))) {
    return wrong("without a total, although the vendor delivered it since the scan began that is a distance away")
  }
  const since = isProof || first === undefined ? scan.beganAt : first.beganAt
  if (!scan.list.isHeldSince(role, vendorId, since) || isExcused(deleted, isProof, circumstances, first)) return null
  return wrong(
    `although the vendor held it all the time (${isProof ? "its total seemed to prove it" : "two scans missed it"})`
  )
}

/** The users whose assignments a sweep has all deleted, among those that the scan has delivered; and the deleted records of other users. */
const emptiedBy = (
  others: ReadonlyArray<StoredRecord>,
  scan: Ledger,
  stored: (kind: string) => StoredKind,
  kind: string
) => {
  const users = stored("idp_user").records
  const live = [...stored(kind).records.values()].filter(({ isGone }) => !isGone)
  const withMembers = new Set(live.map(({ source }) => source))
  const isDelivered = (id: string | null) => scan.idsOf("idp_user").has(users.get(id ?? "")?.vendorId ?? "")
  const lost = others.filter(({ source }) => !withMembers.has(source))
  const emptied = new Set(lost.flatMap(({ source }) => (isDelivered(source) ? [source] : [])))
  return { emptied: emptied.size, all: emptied.size + withMembers.size, rest: others.length - lost.length }
}

/** What is wrong with the share of a kind that one sweep deleted without a confirmation; null if nothing is. */
export const ofShare = (
  { confirmed, kind, others }: Swept,
  scan: Ledger,
  stored: (kind: string) => StoredKind,
  { maxEmptied, maxShare, minEmptied, minRecords }: SweepGuard
): string | null => {
  const left = stored(kind.name).live
  const of = kind.relation === null ? null : emptiedBy(others, scan, stored, kind.name)
  const rest = of === null ? others.length : of.rest
  const all = rest + left
  if (of !== null && of.emptied >= minEmptied && of.emptied > of.all * maxEmptied) {
    return `${of.emptied} of ${of.all} users lose every ${kind.name} without a confirmation`
  }
  const isEverything = others.length > 0 && left === 0 && others.length + confirmed.length > 1
  if (isEverything && (of === null || of.emptied > 1)) return `every ${kind.name} is deleted without a confirmation`
  return rest > 0 && all >= minRecords && rest >= all * maxShare
    ? `${rest} of ${all} records of ${kind.name} are deleted without a confirmation`
    : null
}

/** What the vendor showed of rows that an answer left out: its true total, or another sign; null if it may have shown nothing. */
const signOf = ({ hasChanged, lies, list, wasPartial }: Ledger): string | null => {
  if (hasChanged || [...lies].some((lie) => lie !== "EmptyEnd" && lie !== "Short")) return null
  if (list.shape.hasTotal) return "told the true total"
  return wasPartial && lies.size === 0 ? "showed that an answer lacked rows" : null
}

/** What is wrong with a full scan that counts as complete, although the vendor showed that it is not; null if nothing is. */
export const ofEnd = (scan: Ledger): string | null => {
  const sign = signOf(scan)
  const row = kindsOf[scan.list.name]?.row
  if (row === undefined || sign === null) return null
  const delivered = scan.idsOf(row.name)
  const missing = [...scan.list.items.values()].find(({ defect, id }) => defect !== "nameless" && !delivered.has(id))
  return missing === undefined
    ? null
    : `the scan of ${scan.list.name} counts as complete without ${missing.id}, although the vendor ${sign}`
}
