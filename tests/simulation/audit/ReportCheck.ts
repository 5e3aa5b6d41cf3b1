import type { DataExportType, Health, JobExport } from "@tributary/core"
import { addCounts, type Counts, noCounts } from "../../../runtime-http/src/store/write/Scan.js"

/** What the vendor or the database did in one run that can explain a failure: a status, or the name of a fault or trouble. */
export type Cause = string

/** The causes that each health can have; an export that fails without one of them blames the wrong side. */
const causes: Readonly<Record<Health.HealthName, (cause: Cause) => boolean>> = {
  HEALTHY: () => false,
  UNAUTHORIZED: (cause) => cause === "401" || cause === "403",
  RATE_LIMIT_EXCEEDED: (cause) => cause === "429",
  VENDOR_CLIENT_ERROR: (cause) => cause === "400" || cause === "404" || cause === "410" || cause === "405",
  VENDOR_SERVER_ERROR: (cause) =>
    ["500", "503", "Hang", "Drop", "EmptyEnd", "Short", "Total", "changed"].includes(cause),
  EXECUTION_TIMEOUT: (cause) => cause === "timeout",
  INTERNAL_ERROR: (cause) =>
    [
      "Garbage",
      "WrongShape",
      "Unreadable",
      "Repeat",
      "EmptyMiddle",
      "oddRows",
      "unavailable",
      "refused",
      "lostAnswer",
      "410"
    ].includes(cause)
}

/** What the calls of one run returned, by extractor, and whether each extractor came to its end. */
export class ReportCheck {
  private readonly counts = new Map<string, Counts>()
  private readonly closed = new Set<string>()
  readonly causes = new Set<Cause>()

  constructor(private readonly exportTypes: ReadonlyMap<string, DataExportType>) {}

  /** The process learns what a write has done. */
  counted(extractor: string, counts: Counts): void {
    this.counts.set(extractor, addCounts(this.counts.get(extractor) ?? noCounts, counts))
  }

  /** The process learns that a scan has ended. */
  ended(extractor: string, closing: Counts): void {
    this.counted(extractor, closing)
    this.closed.add(extractor)
  }

  /** What the report says that did not happen; null if it is true. */
  compare(exports: ReadonlyArray<JobExport>): string | null {
    for (const report of exports) {
      const own = [...this.exportTypes].flatMap(([name, type]) => (type === report.data_export_type ? [name] : []))
      const { heldBack, ...counts } = own.map((name) => this.counts.get(name) ?? noCounts).reduce(addCounts, noCounts)
      for (const [name, value] of Object.entries({ ...counts, held_back: heldBack })) {
        const said = report[name as keyof typeof counts | "held_back"]
        if (said !== value)
          return `the job reports ${said} for ${name} of ${report.data_export_type}, but it was ${value}`
      }
      const isComplete = own.every((name) => this.closed.has(name))
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
