import type { Fragment, SqlClient } from "../../Sql.js"
import { uuidArray } from "../postgres/RecordTable.js"
import type { AccountScope } from "./AccessScope.js"

/** The columns of a table that say whose its rows are. */
interface Columns {
  readonly account: string
  readonly organization: string
}

/** Those of organizations. */
export const ofOrganization: Columns = { account: "organization.account_id", organization: "organization.id" }

/** Those of connections. */
export const ofConnection: Columns = { account: "connection.account_id", organization: "connection.organization_id" }

/** Whether a row exists for the key of a scope, as an SQL condition: it is of its account, and of an organization to which the key is limited. */
export const isOwn = (
  sql: SqlClient.SqlClient,
  { accountId, organizations }: AccountScope,
  { account, organization }: Columns
): Fragment =>
  organizations === null
    ? sql`${sql.literal(account)} = ${accountId}`
    : sql`${sql.literal(account)} = ${accountId} and ${sql.literal(organization)} = any (${uuidArray(organizations)}::uuid[])`
