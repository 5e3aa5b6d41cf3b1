import type { Migration } from "./Migration.js"

/**
 * What full scans have seen, in blocks of a hundred ids instead of a row per record.
 *
 * Processes of the release before this one still write `scan_seen`, which stays for them. Neither release resumes a full scan of the
 * other: here `scan.mode` of a full scan is `full_blocks` instead of `full`. The other release neither sweeps after such a scan nor counts it
 * as a full one, and its rows in `scan_seen` tell this release to begin anew.
 */
export const seenBlocks: Migration = {
  id: 18,
  name: "seen_blocks",
  sql: `
create table scan_seen_block (
  connection_id uuid not null,
  kind          text not null,
  number        int not null, -- ascends with what the scan adds; the blocks of a number are in the order of their ids
  is_stored     boolean not null, -- false if the scan has stored no row with these ids, as with rows that could not be read
  first         uuid not null, -- no id of the block is lower
  ids           uuid[] not null,
  is_merged     boolean not null, -- whether it holds what many pages added
  primary key (connection_id, kind, number, is_stored, first)
);

alter table scan
  drop constraint scan_mode_check,
  add constraint scan_mode_check check (mode in ('full', 'full_blocks', 'delta'));
`
}
