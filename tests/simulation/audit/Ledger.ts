import type { Extractor, RecordKind } from "@tributary/core"
import type { Scan } from "../../../runtime-http/src/store/write/Scan.js"
import type { StoredRecord } from "../runtime/MemoryDatabase.js"
import type { Fault } from "../vendor/Fault.js"
import { isIndexed } from "../vendor/ListShape.js"
import { kindsOf } from "../vendor/SimulatedConnector.js"
import type { Tenant } from "../vendor/Tenant.js"
import type { TenantList } from "../vendor/TenantList.js"

/** The name of the list that a scan reads, by the kinds of its records: the extractor's own name must not matter. */
export const listNameOf = ([first]: Scan["kinds"]): string =>
  Object.entries(kindsOf).find(([, { row }]) => row?.name === first?.name)?.[0] ?? ""

/** The records of a kind that one sweep deleted. */
export interface Swept {
  readonly kind: RecordKind.Any
  readonly confirmed: Array<StoredRecord>
  readonly others: Array<StoredRecord>
}

/** What one scan of a list delivered, and what was wrong with the answers that it got. */
export class Ledger {
  /** The ids that pages contained, by kind; of a complete full scan, also those of later scans that are no complete full scans. */
  private readonly delivered = new Map<string, Set<string>>()
  /** Kinds of which a row without a readable id was delivered. */
  readonly nameless = new Set<string>()
  /** How the vendor distorted pages of the list. */
  readonly lies = new Set<Fault["_tag"]>()
  /** When it first and last did, in milliseconds since 1970. */
  firstLieAt = Number.POSITIVE_INFINITY
  lastLieAt = Number.NEGATIVE_INFINITY
  /** When the vendor first and last told nothing although it was asked for titles, in milliseconds since 1970. */
  firstSilentAt = Number.POSITIVE_INFINITY
  lastSilentAt = Number.NEGATIVE_INFINITY
  /** Whether the vendor left rows out of an answer, and showed it. */
  wasPartial = false
  /** The statuses with which questions about rows were refused; 0 if the vendor did not answer. */
  readonly refusals = new Set<number>()
  /** Rows whose list below was stored completely. */
  readonly completed = new Set<string>()
  /** The records that the sweep deleted, by kind: those that an operator confirmed, and others. */
  readonly swept = new Map<string, Swept>()
  /** When the first run that has read all of the list began or resumed the scan, in milliseconds since 1970. */
  openedAt = Number.POSITIVE_INFINITY
  /** How many milliseconds, in all, the clock of the database had been put forward when the scan began. */
  forwarded = 0
  /** Whether a list by index was read in several runs, so that rows may have moved in between. */
  isInParts = false
  /** In how many runs the scan has read its list. */
  runs = 1
  /** Whether a run that goes on with the scan skips pages that were read. */
  hasMoved = false
  /** Whether a row that was listed has left since, as the vendor said when it was asked about the row. */
  hasLostRow = false
  /** Whether no full scan of the tenant was complete since it has replaced another one. */
  isReplacing = false
  /** How many export jobs were started, and how many of those the store knows. */
  exports = 0
  savedExports = 0
  /** The total that the last page claims. */
  total: number | undefined = undefined

  constructor(
    readonly list: TenantList,
    readonly tenant: Tenant,
    readonly mode: Scan["mode"],
    /** The tick at which the scan began. */
    readonly beganAt: number,
    /** When the scan began, in milliseconds since 1970: the right time, and what the clock of the database said. */
    readonly begunAt: number,
    readonly startedAt: number,
    /** Since when a delta by time asks for changes, in milliseconds since 1970; null for any other scan. */
    readonly since: number | null
  ) {}

  /** The ids of a kind that the scan delivered. */
  idsOf(kind: string): Set<string> {
    const known = this.delivered.get(kind)
    if (known !== undefined) return known
    const made = new Set<string>()
    this.delivered.set(kind, made)
    return made
  }

  /** Takes a stored page into account. */
  add({ batches, checkpoint, completedParents = [], isInParts = false, total }: Extractor.Page): void {
    this.total = total
    if (checkpoint !== null) this.savedExports = this.exports
    this.hasMoved ||= checkpoint !== null
    this.isInParts ||= isInParts
    for (const id of completedParents) this.completed.add(id)
    for (const { kind, records, rejections } of batches) {
      const ids = this.idsOf(kind.name)
      for (const { vendorId } of records) ids.add(vendorId)
      for (const { vendorId } of rejections) {
        if (vendorId === null) this.nameless.add(kind.name)
        else ids.add(vendorId)
      }
    }
  }

  /** Takes into account what another scan delivered. */
  merge(other: Ledger): void {
    for (const [kind, ids] of other.delivered) for (const id of ids) this.idsOf(kind).add(id)
  }

  /** The vendor has distorted a page of the list. */
  distorted(fault: Fault["_tag"], at: number): void {
    this.lies.add(fault)
    this.firstLieAt = Math.min(this.firstLieAt, at)
    this.lastLieAt = Math.max(this.lastLieAt, at)
  }

  /** The vendor has told nothing although it was asked for titles. */
  wasSilent(at: number): void {
    this.firstSilentAt = Math.min(this.firstSilentAt, at)
    this.lastSilentAt = Math.max(this.lastSilentAt, at)
  }

  /** A record of a kind was deleted because the scan missed it. */
  sweep(kind: RecordKind.Any, record: StoredRecord, isConfirmed: boolean): void {
    const swept = this.swept.get(kind.name) ?? { kind, confirmed: [], others: [] }
    this.swept.set(kind.name, swept)
    swept[isConfirmed ? "confirmed" : "others"].push(record)
  }

  /** Whether every page was true and could be read. */
  get isTrue(): boolean {
    return this.lies.size === 0 && this.nameless.size === 0 && this.firstSilentAt > this.lastSilentAt
  }

  /** Whether the vendor kept rows of the list to itself. */
  get isWithheld(): boolean {
    return this.lies.has("EmptyEnd") || this.lies.has("Short") || this.lies.has("Stale")
  }

  /** Whether the list changed since the scan began. */
  get hasChanged(): boolean {
    return this.list.changedTick > this.beganAt
  }
}

/** Whether a row of the list can move while it is read, so that a reader may miss it although it was there all the time. */
export const isShifting = ({ shape }: TenantList): boolean => isIndexed(shape) || shape.order === "newestFirst"
