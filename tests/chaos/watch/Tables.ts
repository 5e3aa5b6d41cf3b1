import type { Journal } from "../../support/run/Journal.js"
import type { Observer } from "./Observer.js"

/** What the servers keep about their work, and what the triggers have noted; the records themselves are too many. */
const tables: Readonly<Record<string, string>> = {
  job: "select * from job order by created_at",
  outbound_job: "select * from outbound_job order by created_at",
  schedule: "select * from schedule",
  scan: "select * from scan order by connection_id, extractor",
  held_back_deletion: "select * from held_back_deletion",
  missing_record: "select * from missing_record",
  scan_seen_block: "select * from scan_seen_block where kind <> 'idp_application'",
  ended_scans: "select * from chaos.scan order by ended_at",
  gone_records: "select * from chaos.gone order by gone_at",
  connections: "select id, vendor, state from connection",
  records: `
    select connection_id, kind, vendor_id, id, is_listed, is_gone, updated_at, gone_at, source_id, target_id from record
    where kind <> 'idp_application' order by updated_at`
}

/** Keeps the rows, one JSON object per line, to be saved with what the servers printed. */
export const keep = async (observer: Observer, journal: Journal): Promise<void> => {
  for (const [name, query] of Object.entries(tables)) {
    const rows = (await observer.query(query).catch(() => null)) ?? []
    journal.keepLog(`table-${name}`, rows.map((row) => `${JSON.stringify(row)}\n`).join(""))
  }
}
