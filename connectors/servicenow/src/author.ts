import { Lookup, Pagination } from "@tributary/core"
import { Schema } from "effect"
import { Text } from "./value.js"

/** A user as the author of a comment or attachment, whose row has only the user's `user_name`. */
export const ServiceNowAuthor = Schema.Struct({ sys_id: Schema.NonEmptyString, user_name: Text })
export interface ServiceNowAuthor extends Schema.Schema.Type<typeof ServiceNowAuthor> {}

/** The answers to the lookups of a row that a user created. */
export interface ServiceNowAuthors {
  /** The user; empty if no user has the name, as for the instance's own processes. */
  readonly authors: ReadonlyArray<ServiceNowAuthor> | null
}

/** A row that says who created it. */
export interface Authored {
  readonly sys_created_by: string | null
}

/** The user who created a row. Shared, because few users write most comments. */
export const authors = Lookup.shared<Authored>()({
  endpoint: "/api/now/table/sys_user?sysparm_query=user_name={sys_created_by}",
  row: ServiceNowAuthor,
  pagination: {
    ...Pagination.none({ items: "result" }),
    query: { sysparm_fields: "sys_id,user_name", sysparm_limit: 1 }
  },
  permissions: ["read sys_user"],
  when: ({ sys_created_by }) => sys_created_by !== null
})

/**
 * The `sys_id` of the user who created a row; null if no user has the name.
 *
 * ServiceNow ignores a condition on a field that the user may not read, and then returns any user. The answer therefore
 * counts only if it has the name.
 */
export const authorOf = ({ sys_created_by }: Authored, { authors: found }: ServiceNowAuthors): string | null =>
  found?.find(({ user_name }) => user_name === sys_created_by)?.sys_id ?? null
