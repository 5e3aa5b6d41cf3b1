import type { Migration } from "./Migration.js"

/**
 * Finds the records that an earlier release stored without the facets of their kind, also while processes of that release still run. They
 * get their facets later, in small transactions.
 */
export const recordFacets: Migration = {
  id: 15,
  name: "record_facets",
  sql: `
create index record_without_facets on record (connection_id, kind, position)
where is_listed and facets is null and kind in (
  'compliance', 'device', 'idp_application', 'idp_group', 'idp_policy', 'idp_user', 'itsm_ticket', 'itsm_user', 'resource', 'vulnerability');
`
}
