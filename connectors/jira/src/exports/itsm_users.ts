import { Extractor, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"

/** A user: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-users/#api-rest-api-3-users-search-get */
export const JiraUser = Schema.Struct({
  accountId: Schema.String,
  accountType: Row.nullish(Schema.String),
  accountStatus: Row.nullish(Schema.String),
  active: Row.nullish(Schema.Boolean),
  displayName: Row.nullish(Schema.String),
  emailAddress: Row.nullish(Schema.String),
  locale: Row.nullish(Schema.String),
  timeZone: Row.nullish(Schema.String)
})
export interface JiraUser extends Schema.Schema.Type<typeof JiraUser> {}

/** Whether an account is closed: Jira keeps listing it, either as closed or as an inactive "Former user". */
const isClosed = (user: JiraUser): boolean =>
  user.accountStatus?.toLowerCase() === "closed" || (user.active === false && user.displayName === "Former user")

const statusOf = (user: JiraUser): Records.ItsmUserStatus => {
  if (isClosed(user)) return "DELETED"
  return user.active === true ? "ACTIVE" : "INACTIVE"
}

const dataOf = ({ accountType, locale, timeZone }: JiraUser): Records.JiraUserData => ({
  vendor: "JIRA",
  accountType: accountType ?? "unknown",
  locale: locale ?? null,
  time_zone: timeZone ?? null
})

/** Maps a user to an `itsm_user`; closed accounts become `DELETED`. */
export const toItsmUser = (user: JiraUser): RecordKind.Draft<typeof RecordKind.ItsmUser> => ({
  email: user.emailAddress,
  name: user.displayName || user.emailAddress || user.accountId,
  status: statusOf(user),
  vendor_attributes: {
    created_at: null,
    id: user.accountId,
    updated_at: null,
    vendor: "JIRA",
    data: { ...dataOf(user) }
  }
})

/** Extracts the users of the site, app accounts included. */
export const users = Extractor.make({
  record: RecordKind.ItsmUser,
  endpoint: "/rest/api/3/users/search",
  row: JiraUser,
  id: "accountId",
  // Jira's searches for users cut a page, and then leave users out of it, so that it is short or empty:
  // https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-user-search/#api-rest-api-3-user-search-query-get
  // The documentation of this list says nothing about it, and there is no total.
  pagination: Pagination.offset({ limit: 200, counts: "requested", limitParam: "maxResults", param: "startAt" }),
  permissions: ["Browse users and groups"],
  toRecord: toItsmUser
})
