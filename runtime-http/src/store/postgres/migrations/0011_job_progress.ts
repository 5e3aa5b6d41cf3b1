import type { Migration } from "./Migration.js"

/** What the runs of an open job have done so far, so that the run that ends it reports the whole job. */
export const jobProgress: Migration = {
  id: 11,
  name: "job_progress",
  sql: `
create table job_progress (
  job_id    uuid not null references job (id) on delete cascade,
  extractor text not null,
  progress  text not null, -- JSON
  saved_at  timestamptz not null default clock_timestamp(),
  primary key (job_id, extractor)
);
`
}
