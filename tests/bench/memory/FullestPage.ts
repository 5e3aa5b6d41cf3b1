import type { Customer } from "../database/Customer.js"

/** How many records the longest page has. */
const RECORDS = 500
/** So that they have the 8 MiB together that a page has at most; with what it includes, it has a third of them. */
const LENGTH = Math.floor((8 * 1_024 * 1_024) / RECORDS)

const record = (kind: string, ends = "null, null"): string => `
  insert into record (connection_id, kind, id, vendor_id, position, updated_at, hash, wire, source_id, target_id)
  select
    $1::uuid, '${kind}', md5('${kind}' || n)::uuid, '${kind}' || n, n, clock_timestamp(), '\\x00',
    rpad('{"id":"' || md5('${kind}' || n)::uuid || '","name":"', ${LENGTH} - 2, 'abcdefgh') || '"}',
    ${ends}
  from generate_series(1, ${RECORDS}) as n`

/** A relation from each user to one record of the kind. */
const relation = (kind: string, target: string): string =>
  record(kind, `md5('idp_user' || n)::uuid, md5('${target}' || n)::uuid`)

const counter = `
  insert into record_counter (connection_id, kind, position, updated_at, total)
  select connection_id, kind, count(*), clock_timestamp(), count(*) from record group by 1, 2`

/** Fills the connection with users whose page is as long as a page can be, and so is each of the arrays that it can include. */
export const fill = async ({ client }: Customer, connectionId: string): Promise<void> => {
  for (const statement of [
    record("idp_user"),
    record("idp_group"),
    record("idp_application"),
    relation("idp_group_membership", "idp_group"),
    relation("idp_application_assignment", "idp_application")
  ]) {
    await client.query(statement, [connectionId])
  }
  await client.query(counter)
  await client.query("vacuum analyze")
}

/** The requests for the page, without and with what it can include. */
export const paths = {
  page: `/v1/idp/users?enableCursor=true&limit=${RECORDS}`,
  included: `/v1/idp/users?enableCursor=true&limit=${RECORDS}&includeIdpGroups=true&includeIdpApplications=true`
}

/** The least length of their answers in MiB, which shows that they are full. */
export const LEAST_MIB = { page: 7.9, included: 7.9 }
