import type { Migration } from "./Migration.js"

/** What a scan lacks, and in how many runs it was read, decide what its end proves. */
export const scanVerdict: Migration = {
  id: 28,
  name: "scan_verdict",
  sql: `
alter table scan
  add column runs        integer not null default 1, -- how many runs have worked on the scan in progress
  add column last_runs   integer not null default 1, -- how many the last complete scan took, if it was read by index in several
  add column missing     jsonb not null default '[]', -- what the vendor left out of the scan in progress: endpoint and detail
  add column is_in_parts boolean not null default false; -- whether the scan in progress continued a list at an index
`
}
