// store/operators: what those who operate the service see and do, over all accounts.

import { type ConnectionState, type Health, Problem } from "@tributary/core"
import type { Fragment, SqlClient } from "../../Sql.js"
import * as ReadLists from "../jobs/ReadLists.js"
import { isUuid, uuidArray } from "../postgres/RecordTable.js"

/** Which connections are meant: those that meet all of it. What is absent limits nothing. */
export interface ConnectionFilter {
  readonly vendor?: string | undefined
  readonly accountId?: string | undefined
  readonly ids?: ReadonlyArray<string> | undefined
  /** Those that have a problem with one of these reasons. */
  readonly reasons?: ReadonlyArray<Problem.ProblemReason> | undefined
  /** Those that have a problem on which one of these must act. */
  readonly owners?: ReadonlyArray<Health.ResolutionOwner> | undefined
  readonly states?: ReadonlyArray<ConnectionState> | undefined
  /** Those that have any problem, or those that have none. */
  readonly isFailing?: boolean | undefined
  /** Those with a list, of what they read, that is not current since longer ago. */
  readonly staleSecs?: number | undefined
}

/** Whether a filter limits nothing. */
export const isEmpty = (filter: ConnectionFilter): boolean =>
  Object.values(filter).every((value) => value === undefined)

const reasonsOf = (owners: ReadonlyArray<Health.ResolutionOwner>): ReadonlyArray<Problem.ProblemReason> =>
  Problem.ProblemReason.literals.filter((reason) => owners.includes(Problem.ownerOf(reason)))

/** A list of texts, as one parameter. */
const texts = (sql: SqlClient.SqlClient, values: ReadonlyArray<string>): Fragment =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`

/** The condition of a filter on rows of `connection`, in a statement that has the rows of `PresentProblems` as `problem`. */
export const condition = (
  sql: SqlClient.SqlClient,
  lists: ReadLists.LoadedLists["Type"],
  filter: ConnectionFilter
): Fragment => {
  const { accountId, ids, isFailing, owners, reasons, staleSecs, states, vendor } = filter
  const having = (wanted: ReadonlyArray<string>) =>
    sql`connection.id in (select connection_id from problem where reason in ${texts(sql, wanted)})`
  const all = [
    sql`connection.state <> 'DELETED'`,
    ...(vendor === undefined ? [] : [sql`connection.vendor = ${vendor}`]),
    ...(accountId === undefined ? [] : [sql`connection.account_id = ${accountId}::uuid`]),
    ...(ids === undefined ? [] : [sql`connection.id = any (${uuidArray(ids.filter(isUuid))}::uuid[])`]),
    ...(states === undefined ? [] : [sql`connection.state in ${texts(sql, states)}`]),
    ...(reasons === undefined ? [] : [having(reasons)]),
    ...(owners === undefined ? [] : [having(reasonsOf(owners))]),
    ...(isFailing === undefined
      ? []
      : [sql`(connection.id in (select connection_id from problem)) = ${isFailing}::boolean`]),
    ...(staleSecs === undefined
      ? []
      : [
          sql`
            connection.id in (
              select connection_id from (${ReadLists.rows(sql, lists)}) as read
              where current_as_of < statement_timestamp() - make_interval(secs => ${staleSecs}::int)
            )`
        ])
  ]
  return sql.and(all)
}
