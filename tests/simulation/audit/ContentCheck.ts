import type { Extractor } from "@tributary/core"
import type { StoredRecord } from "../runtime/MemoryDatabase.js"
import { kindsOf } from "../vendor/SimulatedConnector.js"
import { type Item, nameOf, type TenantList, tenantOfVersion } from "../vendor/TenantList.js"
import type { Ledger } from "./Ledger.js"

/** What a stored record says. */
interface Content {
  readonly name: string
  /** Absent from records other than users. */
  readonly job_title?: string | null
}

/** The titles of users: one that was read must not be lost because the vendor refuses to tell it. */
export class Titles {
  /** The titles that users had, by id, while they were not gone. */
  private readonly known = new Map<string, Set<string>>()
  /** The users that had a title when the last scan ended. */
  private titled = new Set<string>()

  /**
   * Remembers the titles that are stored; returns what is wrong with them, or null. A user whom the vendor no longer
   * `holds` may stay for another scan without the title, which the vendor no longer tells. If an answer without rows says that users have no
   * title, `mayBeEmpty` is true: then single ones may lose theirs until the next full scan, and `compare` checks that not most do.
   */
  watch(users: Iterable<StoredRecord>, holds: (id: string) => boolean, mayBeEmpty: boolean): string | null {
    for (const { isGone, vendorId, wire } of users) {
      const { job_title: title = null } = JSON.parse(wire) as Content
      const titles = this.known.get(vendorId) ?? new Set()
      if (isGone) this.known.delete(vendorId)
      else if (title !== null) this.known.set(vendorId, titles.add(title))
      else if (mayBeEmpty) this.known.delete(vendorId)
      else if (titles.size > 0 && holds(vendorId))
        return `the title of idp_user ${vendorId} was read before and is lost`
    }
    return null
  }

  /** How many users have lost their title since the scan before ended, and how many still have one. */
  compare(users: Iterable<StoredRecord>): { readonly lost: number; readonly left: number } {
    const before = this.titled
    this.titled = new Set()
    let lost = 0
    for (const { isGone, vendorId, wire } of users) {
      if (isGone) continue
      const { job_title: title = null } = JSON.parse(wire) as Content
      if (title !== null) this.titled.add(vendorId)
      else if (before.has(vendorId)) lost += 1
    }
    return { lost, left: this.titled.size }
  }

  /** Whether the user had this title before; none at all is right only for one that never had any. */
  wasTitle(id: string, title: string | null): boolean {
    const titles = this.known.get(id) ?? new Set()
    return title === null ? titles.size === 0 : titles.has(title)
  }

  /** Forgets all of them, because they are about the users of another tenant. */
  clear(): void {
    this.known.clear()
    this.titled.clear()
  }
}

/** What is wrong with the tenant of the records of a page that is stored; null if nothing is. */
export const ofTenant = ({ list, tenant }: Ledger, { batches }: Extractor.Page): string | null => {
  const row = kindsOf[list.name]?.row
  for (const { kind, records } of batches) {
    for (const { value } of kind === row ? records : []) {
      const { name = "" } = value as Partial<Content>
      const version = / v(\d+)/.exec(name)?.[1]
      if (version !== undefined && tenantOfVersion(Number(version)) !== tenant.name)
        return `"${name}" of another tenant is stored`
    }
  }
  return null
}

/** Whether titles may be older than the scan: the vendor refused an optional list, or a row seemed to be gone. */
const mayBeStale = ({ shape }: TenantList, { refusals }: Ledger): boolean =>
  shape.lookup?.isRequired === true ? refusals.has(404) || refusals.has(410) : refusals.size > 0

/** Whether a delta may have rejected the row, because a question that it needs was answered as for a row that is gone. */
const mayBeRejected = (ledger: Ledger): boolean =>
  ledger.mode === "delta" && ledger.list.shape.lookup?.isRequired === true && mayBeStale(ledger.list, ledger)

const checkItem = (item: Item, stored: StoredRecord, ledger: Ledger, titles: Titles): string | null => {
  const { job_title: title = null, name } = JSON.parse(stored.wire) as Content
  // Of a row that is listed twice, a full scan takes the shorter, and a delta the last; a run that goes on with a scan compares nothing
  // with what earlier runs have stored, until the next full scan.
  const isLast = item.isListedTwice && (ledger.mode === "delta" || ledger.runs > 1)
  const names = isLast ? [nameOf(item), `${nameOf(item)} again`] : [nameOf(item)]
  if (!names.includes(name)) {
    return mayBeRejected(ledger) ? null : `${item.id} is stored as "${name}", not as "${nameOf(item)}"`
  }
  if (ledger.list.shape.lookup === null || title === item.answer) return null
  if (mayBeStale(ledger.list, ledger) && titles.wasTitle(item.id, title)) return null
  return `the title of ${item.id} is ${title}, not "${item.answer}"`
}

/** Whether a delta by time cannot find the row, because the vendor listed it too late for what it says of its age. */
const isTooLate = ({ changedAt, isLate }: Item, { list, since }: Ledger): boolean =>
  isLate && list.shape.delta === "since" && since !== null && changedAt < since

/**
 * What is wrong after a successful job whose scan read the whole list while it did not change: nothing may be missing or
 * stale. Null if nothing is wrong.
 */
export const ofComplete = (
  ledger: Ledger,
  recordOf: (kind: string, vendorId: string) => StoredRecord | undefined,
  titles: Titles
): string | null => {
  const row = kindsOf[ledger.list.name]?.row
  if (row === undefined) return null
  for (const item of ledger.list.items.values()) {
    if (item.defect !== "none" || isTooLate(item, ledger)) continue
    const stored = recordOf(row.name, item.id)
    if (stored === undefined && mayBeRejected(ledger)) continue
    const wrong =
      stored === undefined || stored.isGone ? `${item.id} is missing` : checkItem(item, stored, ledger, titles)
    if (wrong !== null) return `the job succeeded, but of ${row.name}, ${wrong}`
  }
  return null
}
