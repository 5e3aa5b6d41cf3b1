import { type DataExportType, Extractor, type Health, type JobExport } from "@tributary/core"
import type { Closing, HeldBack, Scan } from "../../../runtime-http/src/store/write/Scan.js"
import {
  addByKind,
  addCounts,
  type Counts,
  type KindCounts,
  noCounts,
  noKindCounts,
  totalOf
} from "../../../runtime-http/src/store/write/Scan.js"

/** What the vendor or the database did in one run that can explain a failure: a status, or the name of a fault or trouble. */
export type Cause = string

/** The causes that each health can have; an export that fails without one of them blames the wrong side. */
const causes: Readonly<Record<Health.HealthName, (cause: Cause) => boolean>> = {
  HEALTHY: () => false,
  // A web page before any good answer means that the address is wrong.
  UNAUTHORIZED: (cause) => cause === "401" || cause === "403" || cause === "Garbage",
  RATE_LIMIT_EXCEEDED: (cause) => cause === "429",
  // A list of answers that was read before a row came has none for it, and an empty one has none for any row.
  VENDOR_CLIENT_ERROR: (cause) => ["400", "404", "405", "410", "changed", "EmptyEnd"].includes(cause),
  VENDOR_SERVER_ERROR: (cause) =>
    [
      "500",
      "503",
      "Hang",
      "Drop",
      "Garbage",
      "WrongShape",
      "EmptyEnd",
      "EmptyMiddle",
      "Repeat",
      "Short",
      "Partial",
      "Foreign",
      "Total",
      "Stale",
      // A list that shifts by a whole page while it is read repeats that page.
      "changed",
      // A row that cannot be read is the same in both places if the list has it twice, as on a repeated page.
      "oddRows",
      // The time ended before the first answer came.
      "timeout"
    ].includes(cause),
  // A vendor that hangs, and then answers, uses up the time of a job.
  EXECUTION_TIMEOUT: (cause) => cause === "timeout" || cause === "Hang",
  INTERNAL_ERROR: (cause) =>
    [
      "Unreadable",
      // An answer about a row may have its list, but not the fields that the connector reads.
      "WrongShape",
      "Stale",
      "oddRows",
      "unavailable",
      "refused",
      "lostAnswer",
      "changed",
      "410"
    ].includes(cause)
}

/** What disturbs nothing but the pace of a run. */
const quiet: ReadonlySet<Cause> = new Set(["200", "timeout"])

/** What can keep an extractor from its first request, although it gets its share of the time. */
const obstacles: ReadonlyArray<Cause> = ["401", "429", "unavailable", "lostAnswer", "refused", "blow"]

/** Whether an export says that its scans take several jobs. It is healthy then, so it has no reason. */
const isReadInParts = (message: string | null): boolean =>
  message?.includes("the list is read in several jobs") === true

const shownHeldBack = (all: ReadonlyArray<HeldBack>): string =>
  all
    .map(({ count, kind, reason }) => `${count} of ${kind} (${reason})`)
    .sort()
    .join(", ")

/** What the calls of one run returned, by extractor, and whether each extractor came to its end. */
export class ReportCheck {
  private readonly counts = new Map<string, KindCounts>()
  private readonly closed = new Map<string, Closing>()
  /** The extractors of which something was stored that the next run need not read again. */
  private readonly advanced = new Set<string>()
  readonly causes = new Set<Cause>()
  /** The lists that the vendor was asked for. */
  readonly asked = new Set<string>()
  /** The answers to questions about rows, by status; 0 for none. */
  private readonly answers = new Map<number, number>()

  constructor(private readonly extractors: ReadonlyArray<Extractor.Any>) {}

  /** The extractors that have records of the type. */
  private extractorsOf(exportType: DataExportType): ReadonlyArray<Extractor.Any> {
    return this.extractors.filter((extractor) => Extractor.kindsOf(extractor, exportType).length > 0)
  }

  /** The process learns what a write has done. */
  wrote({ checkpoint, extractor }: Scan, page: Extractor.Page, counts: KindCounts): void {
    this.counted(extractor, counts)
    const { checkpoint: after, completedParents = [] } = page
    const isLater = after !== null && JSON.stringify(after) !== JSON.stringify(checkpoint)
    if (isLater || completedParents.length > 0) this.advanced.add(extractor)
  }

  private counted(extractor: string, counts: KindCounts): void {
    this.counts.set(extractor, addByKind(this.counts.get(extractor) ?? noKindCounts, counts))
  }

  /** The counts of an extractor for a type. What was stored by a reading that began again is unchanged afterwards, unless the second one missed it. */
  private countsOf(extractor: Extractor.Any, exportType: DataExportType): Counts {
    const kinds = Extractor.kindsOf(extractor, exportType).map(({ name }) => name)
    const counts = totalOf(this.counts.get(extractor.name) ?? noKindCounts, kinds)
    return { ...counts, unchanged: Math.max(0, counts.unchanged) }
  }

  /** The process learns that a scan has ended. */
  ended(extractor: string, closing: Closing): void {
    this.counted(extractor, closing.counts)
    this.closed.set(extractor, closing)
  }

  /** The vendor has answered a question about rows. */
  answered(status: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
  }

  /** Whether the time limit stopped a scan that can be continued, and nothing else happened. */
  mustContinueSoon(exports: ReadonlyArray<JobExport>): boolean {
    return (
      [...this.causes].every((cause) => quiet.has(cause)) &&
      exports.some(
        ({ data_export_type: type, health, message }) =>
          (health === "EXECUTION_TIMEOUT" || isReadInParts(message)) &&
          this.extractorsOf(type).some(({ name }) => this.advanced.has(name) && !this.closed.has(name))
      )
    )
  }

  /** What is wrong with the shares of the time that the lists got; null if nothing is. */
  compareShares(exports: ReadonlyArray<JobExport>, lists: Iterable<string>): string | null {
    if (!exports.some(({ health }) => health === "EXECUTION_TIMEOUT")) return null
    if (obstacles.some((cause) => this.causes.has(cause))) return null
    const starved = [...lists].find((list) => !this.asked.has(list))
    return starved === undefined ? null : `the time of the job was up before ${starved} was asked for at all`
  }

  /** What is wrong with what the report says about questions that the vendor refuses; null if nothing is. */
  private compareUnread(
    { data_export_type: type, health, unread_fields: unread }: JobExport,
    isRequired: boolean | null
  ): string | null {
    const refused = [...this.answers].filter(([status]) => status !== 200)
    // A list of answers that lacks most rows is no answer either, as when rows leave before it is read.
    const isRefused = unread.some(({ reason }) => reason.startsWith("answered"))
    if (isRefused && refused.length === 0) return `the job reports unread fields of ${type}, but none was refused`
    const isForbidden = this.answers.size === 1 && this.answers.has(403)
    if (isRequired === null || type !== "idp" || !isForbidden || health !== "HEALTHY") return null
    // A job that stores no user needs no answer; it only finds out whether the vendor still refuses them.
    const { rejected, seen } = totalOf(this.counts.get("users") ?? noKindCounts)
    if (seen === rejected) return null
    if (isRequired) return `the job reports that ${type} is HEALTHY, although a required list was refused`
    return unread.length > 0 ? null : `the job reports no unread fields of ${type}, although all were refused`
  }

  /**
   * What the report says that did not happen; null if it is true. `isRequired` is null if the vendor has no questions about rows. A job that
   * a pause has ended does not say of any export that it failed only because it is not complete.
   */
  compare(exports: ReadonlyArray<JobExport>, isRequired: boolean | null, isPaused: boolean): string | null {
    for (const report of exports) {
      const type = report.data_export_type
      const own = this.extractorsOf(type)
      const { heldBack, ...counts } = own.map((each) => this.countsOf(each, type)).reduce(addCounts, noCounts)
      for (const [name, value] of Object.entries({ ...counts, held_back: heldBack })) {
        const said = report[name as keyof typeof counts | "held_back"]
        if (said !== value)
          return `the job reports ${said} for ${name} of ${report.data_export_type}, but it was ${value}`
      }
      const kinds = own.flatMap((each) => Extractor.kindsOf(each, type).map(({ name }) => name))
      const held = own
        .flatMap(({ name }) => this.closed.get(name)?.heldBackDeletions ?? [])
        .filter(({ kind }) => kinds.includes(kind))
      const saidHeld = report.held_back_deletions.map(({ count, reason, record_kind: kind }) => ({
        count,
        kind,
        reason
      }))
      if (shownHeldBack(held) !== shownHeldBack(saidHeld)) {
        return `the job reports that ${shownHeldBack(saidHeld)} waits, but it is ${shownHeldBack(held)}`
      }
      const wrong = this.compareUnread(report, isRequired)
      if (wrong !== null) return wrong
      const isComplete = own.every(({ name }) => this.closed.get(name)?.verdict._tag === "Complete")
      if (isPaused && report.health === "HEALTHY") continue
      // Its scans take several jobs, and this one was on its way.
      if (isReadInParts(report.message) && !isComplete) continue
      if (isComplete !== (report.health === "HEALTHY")) {
        return `the job reports that ${report.data_export_type} is ${report.health}, but it was ${isComplete ? "" : "not "}read completely`
      }
      if (!isComplete && ![...this.causes].some(causes[report.health])) {
        return `the job reports ${report.health} for ${report.data_export_type}, but nothing of that kind happened (${report.message})`
      }
    }
    return null
  }
}
