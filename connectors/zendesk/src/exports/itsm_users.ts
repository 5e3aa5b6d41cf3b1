import { Changes, Extractor, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { Id, toId } from "../id.js"
import { changePages } from "../pages.js"
import { EVERYTHING } from "../since.js"

/** A user: https://developer.zendesk.com/api-reference/ticketing/users/users/#json-format */
export const ZendeskUser = Schema.Struct({
  id: Schema.Number,
  name: Row.text,
  email: Row.text,
  role: Row.text,
  active: Row.nullish(Schema.Boolean),
  suspended: Row.nullish(Schema.Boolean),
  organization_id: Id,
  default_group_id: Id,
  external_id: Row.text,
  locale: Row.text,
  time_zone: Row.text,
  last_login_at: Row.text,
  two_factor_auth_enabled: Row.nullish(Schema.Boolean),
  created_at: Row.text,
  updated_at: Row.text
})
export interface ZendeskUser extends Schema.Schema.Type<typeof ZendeskUser> {}

/** What the export says of a deleted user: https://developer.zendesk.com/api-reference/ticketing/users/users/#json-format */
const ZendeskUserChange = Schema.Struct({ id: Schema.Number, active: Row.nullish(Schema.Boolean) })

/** A suspended user cannot sign in. */
const statusOf = ({ active, suspended }: ZendeskUser): Records.ItsmUserStatus =>
  active === true && suspended !== true ? "ACTIVE" : "INACTIVE"

/** Maps a user to an `itsm_user`. */
export const toItsmUser = (user: ZendeskUser): RecordKind.Draft<typeof RecordKind.ItsmUser> => ({
  email: user.email,
  name: user.name || user.email || String(user.id),
  status: statusOf(user),
  vendor_attributes: {
    created_at: user.created_at,
    id: String(user.id),
    updated_at: user.updated_at,
    vendor: "ZENDESK",
    data: {
      vendor: "ZENDESK",
      role: user.role,
      is_suspended: user.suspended,
      organization_id: toId(user.organization_id),
      default_group_id: toId(user.default_group_id),
      external_id: user.external_id,
      locale: user.locale,
      time_zone: user.time_zone,
      last_login_at: user.last_login_at,
      has_two_factor_authentication: user.two_factor_auth_enabled
    }
  }
})

/**
 * Extracts the end users, agents and administrators of the account, and follows their changes and deletions.
 *
 * https://developer.zendesk.com/api-reference/ticketing/ticket-management/incremental_exports/#incremental-user-export-cursor-based
 */
export const users = Extractor.make({
  record: RecordKind.ItsmUser,
  endpoint: "/api/v2/incremental/users/cursor",
  row: ZendeskUser,
  pagination: changePages("users"),
  permissions: ["Administrator"],
  queries: [EVERYTHING],
  changes: Changes.of<ZendeskUser>()({
    row: ZendeskUserChange,
    toChange: ({ active, id }) => ({ id: String(id), isRemoved: active === false })
  }),
  toRecord: toItsmUser
})
