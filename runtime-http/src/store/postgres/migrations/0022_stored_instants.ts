import type { Migration } from "./Migration.js"

/**
 * When each wait was stored, so that one that was stored while the clock of the database was ahead is found after the clock is right: its end
 * is in the future in any case.
 *
 * The release before this one stores waits without it, which are then not found.
 */
export const storedInstants: Migration = {
  id: 22,
  name: "stored_instants",
  sql: `
alter table schedule add column planned_at timestamptz not null default now();
alter table outbound_job add column planned_at timestamptz not null default now();
alter table rate_budget add column stored_at timestamptz not null default now();
alter table rate_line add column taken_at timestamptz not null default now();
`
}
