import type { Migration } from "./Migration.js"

/**
 * Remembers which facets of its kind each record was stored with, so that a further facet reaches the records that were stored without it;
 * and which mapping read a list in full, so that another one reaches the rows that the vendor does not change.
 *
 * A list knows that its records up to a position have the facets of one version. Writers move that position along with the last one, and
 * processes that do not know it leave it behind. So whatever they store counts as other until `FacetBackfill` has looked at it.
 */
export const facetVersion: Migration = {
  id: 24,
  name: "facet_version",
  sql: `
alter table record
  add column facet_version integer not null default 0; -- see RecordTable.facetVersion

alter table record_counter
  add column facet_version  integer not null default 0, -- that of the listed records up to facet_position
  add column facet_position bigint  not null default 0,
  add column common_facet_version integer generated always as (
    case when facet_position = position then facet_version else 0 end
  ) stored; -- that of all listed records; 0 if they may differ

create index record_counter_facets on record_counter (kind, common_facet_version);

drop index record_without_facets;

alter table scan
  add column mapping      text, -- the versions of connector and core that read the scan in progress; null if unknown, or several
  add column full_mapping text; -- those that read the last complete full scan
`
}
