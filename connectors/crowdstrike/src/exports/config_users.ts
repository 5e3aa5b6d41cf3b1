import { Extractor, Lookup, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"

/** A user of the Falcon console: https://developer.crowdstrike.com/api-reference/collections/user-management/ */
export const CrowdStrikeUser = Schema.Struct({
  uuid: Schema.String,
  uid: Row.text,
  first_name: Row.text,
  last_name: Row.text,
  status: Row.text,
  last_login_at: Row.text
})
export interface CrowdStrikeUser extends Schema.Schema.Type<typeof CrowdStrikeUser> {}

/**
 * A role that a user has in the customer, directly or through groups of Flight Control.
 *
 * https://developer.crowdstrike.com/api-reference/collections/user-management/
 */
export const CrowdStrikeGrant = Schema.Struct({
  role_id: Schema.String,
  role_name: Row.text,
  grant_type: Row.text,
  expires_at: Row.text,
  cid: Row.text,
  parent_cid: Row.text,
  cid_group_id: Row.text,
  cid_group_name: Row.text,
  user_group_id: Row.text,
  user_group_name: Row.text
})
export interface CrowdStrikeGrant extends Schema.Schema.Type<typeof CrowdStrikeGrant> {}

/** Where the rows of users are, by their ids. */
export const USERS = "/user-management/entities/users/GET/v1"

/**
 * Whether a user can log in. CrowdStrike documents no list of statuses; ConductorOne's connector knows these two:
 * https://github.com/ConductorOne/baton-crowdstrike/blob/main/pkg/connector/user.go
 */
const ACTIVE: Readonly<Record<string, boolean>> = { active: true, inactive: false }

/** Falcon Administrator, which opens the whole console. */
const ADMINISTRATOR = "falconhost_admin"

/**
 * CrowdStrike's own roles of readers, analysts, responders and managers of single parts. It documents no list of their ids; these are in scripts and
 * tests of its own people. A role that is not among them, such as a custom one, may permit as much as that of an administrator.
 */
const OTHERS: ReadonlyArray<string> = [
  "dashboard_admin",
  "device_control_manager",
  "endpoint_manager",
  "event_viewer",
  "falconhost_analyst",
  "falconhost_investigator",
  "falconhost_read_only",
  "help_desk",
  "intel_admin",
  "intel_all_analyst",
  "intel_basic_analyst",
  "intel_ecrime_analyst",
  "intel_malware_submitter",
  "intel_targeted_analyst",
  "prevention_hashes_manager",
  "quarantine_manager",
  "remote_responder",
  "remote_responder_one",
  "samplestore_sample_submitter",
  "vulnerability_manager"
]

/** The roles of the user in the customer of the credentials. Falcon has no list of all users' roles. */
const grants = Lookup.of<CrowdStrikeUser>()({
  endpoint: "/user-management/combined/user-roles/v2?user_uuid={uuid}",
  row: CrowdStrikeGrant,
  pagination: Pagination.offset({ items: "resources", limit: 500, counts: "returned", total: "meta.pagination.total" }),
  permissions: ["User management: Read"],
  isOptional: true,
  // The user was deleted after the connector had listed it.
  mayBeMissing: true,
  fields: ["role", "is_admin", "access_data"]
})

type Grants = ReadonlyArray<CrowdStrikeGrant>

const isAdmin = (grants: Grants): boolean | null => {
  if (grants.some(({ role_id }) => role_id === ADMINISTRATOR)) return true
  return grants.every(({ role_id }) => OTHERS.includes(role_id)) ? false : null
}

/** Each role once, although a user may have it directly and through groups. */
const roleOf = (grants: Grants): string | null =>
  [...new Set(grants.map(({ role_id, role_name }) => role_name || role_id))].toSorted().join(", ") || null

const placeOf = ({ cid, cid_group_id, grant_type, role_id, user_group_id }: CrowdStrikeGrant): string =>
  JSON.stringify([role_id, grant_type, cid, cid_group_id, user_group_id])

/** In an order of its own: Falcon orders the roles by their names alone. */
const inOrder = (grants: Grants): Grants =>
  grants.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : Number(placeOf(one) > placeOf(other))))

const nameOf = ({ first_name, last_name }: CrowdStrikeUser): string | null =>
  [first_name, last_name].filter(Boolean).join(" ") || null

/** Maps a user, whose login is the email address. */
export const toConfigUser = (
  user: CrowdStrikeUser,
  answers: Lookup.Answers<{ readonly grants: typeof grants }>
): RecordKind.Draft<typeof RecordKind.ConfigUser> => ({
  name: nameOf(user),
  email: user.uid?.includes("@") === true ? user.uid : null,
  username: user.uid || user.uuid,
  vendor_user_id: user.uuid,
  role: answers.grants && roleOf(answers.grants),
  is_admin: answers.grants && isAdmin(answers.grants),
  is_active: ACTIVE[user.status ?? ""] ?? null,
  last_login: user.last_login_at,
  access_data: answers.grants && { roles: inOrder(answers.grants) },
  vendor_id: user.uuid,
  vendor_data: { vendor: "CROWDSTRIKE", status: user.status }
})

/**
 * Reads all users of the customer account, by their email addresses, which are unique.
 *
 * https://developer.crowdstrike.com/api-reference/collections/user-management/
 */
export const configUsers = Extractor.make({
  record: RecordKind.ConfigUser,
  endpoint: "/user-management/queries/users/v1",
  row: CrowdStrikeUser,
  id: "uuid",
  pagination: Pagination.offset({ items: "resources", limit: 500, counts: "returned", total: "meta.pagination.total" }),
  detailRequest: {
    endpoint: USERS,
    batch: 500,
    method: "POST",
    query: (ids) => ({ ids }),
    items: "resources",
    permissions: ["User management: Read"]
  },
  permissions: ["User management: Read"],
  queries: [{ sort: "uid|asc" }],
  lookups: { grants },
  toRecord: toConfigUser
})
