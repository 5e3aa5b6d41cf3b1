// audit: what must hold at every instant of a history, checked against what the vendor really held.
import type { Extractor, RecordKind } from "@tributary/core"
import type { SweepGuard } from "../../../runtime-http/src/store/write/rules/DeletionRule.js"
import type { Scan } from "../../../runtime-http/src/store/write/Scan.js"
import type { StoredKind, StoredRecord, Watcher } from "../runtime/MemoryDatabase.js"
import type { Fault } from "../vendor/Fault.js"
import { kindsOf } from "../vendor/SimulatedConnector.js"
import type { Tenant } from "../vendor/Tenant.js"
import type { Role, TenantList } from "../vendor/TenantList.js"
import * as ContentCheck from "./ContentCheck.js"
import * as DeletionCheck from "./DeletionCheck.js"
import { isShifting, Ledger, listNameOf } from "./Ledger.js"

/** The list and the role of a kind of record. */
const placeOf = (kind: string): { readonly list: string; readonly role: Role } | null => {
  for (const [list, roles] of Object.entries(kindsOf)) {
    for (const [role, { name }] of Object.entries(roles)) if (name === kind) return { list, role: role as Role }
  }
  return null
}

/** Watches the database and the vendor, and keeps the first thing that was wrong. */
export class Audit implements Watcher {
  /** The last scan of each list, which may still be in progress, and the last complete full scan. */
  private readonly current = new Map<string, Ledger>()
  private readonly complete = new Map<string, Ledger>()
  /** By kind, the scans of a tenant whose misses count, oldest first. */
  private readonly counted = new Map<string, ReadonlyArray<Ledger>>()
  /** The lists of which everything was true that was read since the last full scan began. */
  private readonly faithful = new Set<string>()
  /** The tick at which an operator confirmed the deletion of a record that no scan has found since; by kind and id. */
  private readonly confirmed = new Map<string, Map<string, number>>()
  /** When the last scan of each list began that ended, in milliseconds since 1970. */
  private readonly lastBegun = new Map<string, number>()
  /** How many milliseconds, in all, the clock of the database was put forward so far. */
  private forwarded = 0
  /** The complete scans in which the vendor told nothing although it was asked for titles. */
  private readonly silent: Array<Ledger> = []
  private readonly titles = new ContentCheck.Titles()
  /** The first thing that was wrong; null if nothing was. It is not thrown, because the job in which it happened would catch it. */
  violation: string | null = null

  constructor(
    /** The number of the last request or change at the vendor. */
    private readonly tick: () => number,
    /** What the database holds of a kind. */
    private readonly stored: (kind: string) => StoredKind,
    /** The right time, in milliseconds since 1970. */
    private readonly now: () => number,
    /** When a sweep needs a confirmation. */
    private readonly guard: SweepGuard,
    /** The tenant whose credentials the holder of a lease uses. */
    private readonly tenantOf: (fence: number) => Tenant
  ) {}

  /** Something may have happened that never must; null if it has not. */
  note(wrong: string | null): void {
    this.violation ??= wrong
  }

  /** The vendor has distorted a page of a list. */
  distorted(list: string, fault: Fault["_tag"]): void {
    this.current.get(list)?.distorted(fault, this.now())
  }

  /** The vendor has told nothing although it was asked for titles. */
  wasSilent(list: string): void {
    this.current.get(list)?.wasSilent(this.now())
  }

  /** The vendor has left rows out of an answer about a list, and has shown it. */
  wasPartial(list: string): void {
    const ledger = this.current.get(list)
    if (ledger !== undefined) ledger.wasPartial = true
  }

  /** Whether an unfinished scan has read an answer that lacked rows: then it is incomplete, in whichever run it ends. */
  hasPartialScan(): boolean {
    return [...this.current.values()].some(({ wasPartial }) => wasPartial)
  }

  /** The vendor has refused to answer a question about rows of a list; the status is 0 if it did not answer at all. */
  refusedAnswer(list: string, status: number): void {
    this.current.get(list)?.refusals.add(status)
  }

  /** The vendor is asked for the list below a row, from its beginning. */
  askedBelow({ items, name, shape }: TenantList, id: string): void {
    const ledger = this.current.get(name)
    // A list that has its token on the last page tells no changes since the scan began first.
    if (shape.delta === "token" && ledger?.hasMoved === false) return
    // A row that is listed twice may be asked twice, perhaps after it was removed, and a delta has a row once per change.
    const isTwice = items.get(id)?.wasListedTwice !== false || ledger?.lies.has("Repeat") === true
    if (ledger?.mode !== "full" || isTwice || !ledger.completed.has(id)) return
    this.note(`the list below ${name} ${id} is read again, although this scan has stored all of it`)
  }

  /** The vendor has started an export job; `isSure` says that nothing disturbs the requests of this run. */
  startedExport(list: string, isSure: boolean): void {
    const ledger = this.current.get(list)
    if (ledger === undefined) return
    if (isSure && ledger.savedExports > 0) this.note(`the export of ${list} starts again, although the scan goes on`)
    ledger.exports += 1
  }

  /** The vendor has said that a listed row does not exist any more. */
  lostRow(list: string): void {
    const ledger = this.current.get(list)
    if (ledger !== undefined) ledger.hasLostRow = true
  }

  /** The vendor is asked to cancel an export job; a scan may do so to ask for a newer one when rows of it have left. */
  cancelledExport(list: string): void {
    const ledger = this.current.get(list)
    // Nobody knows how old a scan is that began while the clock of the database was ahead, so it is given up.
    if (ledger === undefined || ledger.savedExports === 0 || ledger.hasLostRow || ledger.forwarded < this.forwarded)
      return
    this.note(`the export of ${list} is cancelled, although the scan goes on`)
  }

  /** Somebody has put the clock of the database forward by so many milliseconds. */
  forward(millis: number): void {
    this.forwarded += millis
  }

  began({ isNewBaseline, kinds, lease, mode, since, startedAt }: Scan): void {
    const name = listNameOf(kinds)
    const tenant = this.tenantOf(lease.fence)
    const list = tenant.lists.get(name)
    // What a delta was refused, no later delta reads: only a full scan asks about all rows again.
    const refusals = mode === "delta" ? (this.current.get(name)?.refusals ?? []) : []
    this.setAside(name)
    if (isNewBaseline) this.titles.clear()
    if (isNewBaseline) for (const kind of kinds) this.confirmed.delete(kind.name)
    const from = since === null ? null : Date.parse(since)
    if (from !== null && from > startedAt)
      this.note(`a delta of ${name} asks for changes since an instant in the future`)
    if (list === undefined) return
    const ledger = new Ledger(list, tenant, mode, this.tick(), this.now(), startedAt, from)
    ledger.forwarded = this.forwarded
    ledger.isReplacing = isNewBaseline
    for (const status of refusals) ledger.refusals.add(status)
    this.current.set(name, ledger)
  }

  /** Remembers what a delta, or a full scan that is not complete, has delivered. */
  private setAside(name: string): void {
    const ledger = this.current.get(name)
    const complete = this.complete.get(name)
    this.current.delete(name)
    if (ledger === undefined) return
    const kinds = Object.values(kindsOf[name] ?? {})
    const known = new Set([complete, ...kinds.map((kind) => this.counted.get(kind.name)?.at(-1))])
    for (const older of known) if (older !== ledger) older?.merge(ledger)
  }

  wrote({ kinds }: Scan, page: Extractor.Page): void {
    const name = listNameOf(kinds)
    const ledger = this.current.get(name)
    if (ledger === undefined) this.note(`a page of ${name} is stored, but no scan is in progress`)
    ledger?.add(page)
    if (ledger !== undefined) this.note(ContentCheck.ofTenant(ledger, page))
    for (const { kind, records, rejections } of page.batches) {
      const confirmed = this.confirmed.get(kind.name)
      for (const { vendorId } of [...records, ...rejections]) confirmed?.delete(vendorId ?? "")
    }
  }

  compared({ kinds, openedAt }: Scan, kind: string): void {
    const ledger = this.current.get(listNameOf(kinds))
    if (ledger === undefined) return
    // A run that is resumed after it has read everything proves no less than it did before.
    ledger.openedAt = Math.min(ledger.openedAt, openedAt)
    const known = this.counted.get(kind) ?? []
    if (known.at(-1) !== ledger) {
      this.counted.set(kind, [...known.filter(({ tenant }) => tenant === ledger.tenant), ledger])
    }
  }

  ended({ kinds, runs }: Scan): void {
    const name = listNameOf(kinds)
    const ledger = this.current.get(name)
    if (ledger === undefined) {
      this.note(`the scan of ${name} ends, but none is in progress`)
      return
    }
    ledger.runs = runs
    if (name === "users") this.checkLostTitles(ledger)
    const before = this.lastBegun.get(name) ?? 0
    this.lastBegun.set(name, ledger.begunAt)
    if (ledger.mode === "delta") {
      // If the clock was ahead when the scan before began, the changes until then are left out until the next full scan.
      const leavesOut = ledger.list.shape.delta === "since" && ledger.since !== null && ledger.since > before
      if (!ledger.isTrue || leavesOut) this.faithful.delete(name)
      return
    }
    this.note(DeletionCheck.ofEnd(ledger))
    for (const swept of ledger.isReplacing ? [] : ledger.swept.values()) {
      this.note(DeletionCheck.ofShare(swept, ledger, this.stored, this.guard))
    }
    this.complete.set(name, ledger)
    for (const kind of Object.values(kindsOf[name] ?? {})) {
      const confirmed = this.confirmed.get(kind.name) ?? new Map<string, number>()
      for (const [id, tick] of confirmed) if (tick <= ledger.beganAt) confirmed.delete(id)
    }
    if (ledger.isTrue && !(ledger.hasChanged && isShifting(ledger.list))) this.faithful.add(name)
    else this.faithful.delete(name)
  }

  /** Most users must not lose their titles at the end of one scan, unless a scan a distance before was told nothing, either. */
  private checkLostTitles(scan: Ledger): void {
    const { lost, left } = this.titles.compare(this.stored("idp_user").records.values())
    const distance = this.guard.evidenceSecs * 1_000
    const wasToldBefore = this.silent.some((first) =>
      DeletionCheck.areApart(distance, { scan: first, at: first.lastSilentAt }, { scan, at: scan.firstSilentAt })
    )
    if (scan.lastSilentAt >= scan.firstSilentAt) this.silent.push(scan)
    if (scan.isReplacing || lost < this.guard.minFilled || lost <= left || wasToldBefore) return
    this.note(`${lost} of ${lost + left} users lose their title, although no scan a distance before was told the same`)
  }

  abandoned({ kinds }: Scan): void {
    this.setAside(listNameOf(kinds))
  }

  /** An operator confirms the deletions that wait. */
  confirm(heldBack: (kind: string) => ReadonlyArray<StoredRecord>): void {
    for (const roles of Object.values(kindsOf)) {
      for (const { name } of Object.values(roles)) {
        const confirmed = this.confirmed.get(name) ?? new Map<string, number>()
        this.confirmed.set(name, confirmed)
        for (const { vendorId } of heldBack(name)) confirmed.set(vendorId, this.tick())
      }
    }
  }

  removed(kind: RecordKind.Any, record: StoredRecord, cause: "missed" | "named"): void {
    const { vendorId } = record
    const place = placeOf(kind.name)
    const scan = place === null ? undefined : this.current.get(place.list)
    if (place === null || scan === undefined) {
      this.note(`${kind.name} ${vendorId} is deleted, but no scan is in progress`)
      return
    }
    const counted = this.counted.get(kind.name) ?? []
    const before = counted.filter((ledger) => ledger !== scan && ledger.tenant === scan.tenant)
    const deleted = { kind: kind.name, role: place.role, vendorId }
    const circumstances = {
      scan,
      before,
      distance: this.guard.evidenceSecs * 1_000,
      isConfirmed: this.confirmed.get(kind.name)?.has(vendorId) === true
    }
    if (cause === "missed") scan.sweep(kind, record, circumstances.isConfirmed)
    const check = cause === "named" ? DeletionCheck.ofNamed : DeletionCheck.ofMissed
    this.note(check(deleted, circumstances))
  }

  /** Checks the users' titles, which no refused question may erase. */
  checkTitles(users: Iterable<StoredRecord>, holds: (id: string) => boolean, mayBeEmpty: boolean): void {
    // Until the first scan of another tenant has ended, users have the titles of the one before.
    if (this.current.get("users")?.isReplacing === true) this.titles.clear()
    this.note(this.titles.watch(users, holds, mayBeEmpty))
  }

  /** Checks the lists that a successful job has read completely while the vendor did not change. */
  checkComplete(tenant: Tenant, recordOf: (kind: string, vendorId: string) => StoredRecord | undefined): void {
    for (const [name, ledger] of this.current) {
      if (ledger.tenant !== tenant || ledger.hasChanged || !this.faithful.has(name)) continue
      this.note(ContentCheck.ofComplete(ledger, recordOf, this.titles))
    }
  }
}
