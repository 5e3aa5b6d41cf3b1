import { Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { READ_ONLY, UNKNOWN_CREATION } from "../graph.js"
import { countedPages } from "../pagination.js"

const Address = Schema.Struct({
  type: Row.nullish(Schema.String),
  streetAddress: Row.nullish(Schema.String),
  locality: Row.nullish(Schema.String),
  region: Row.nullish(Schema.String),
  country: Row.nullish(Schema.String),
  postalCode: Row.nullish(Schema.String)
})

/** A user: https://docs.jumpcloud.com/api/1.0/index.html#operation/systemusers_list */
export const JumpCloudUser = Schema.Struct({
  _id: Schema.String,
  username: Schema.String,
  email: Row.nullish(Schema.String),
  alternateEmail: Row.nullish(Schema.String),
  displayname: Row.nullish(Schema.String),
  firstname: Row.nullish(Schema.String),
  lastname: Row.nullish(Schema.String),
  state: Row.nullish(Schema.String),
  activated: Row.nullish(Schema.Boolean),
  suspended: Row.nullish(Schema.Boolean),
  account_locked: Row.nullish(Schema.Boolean),
  password_expired: Row.nullish(Schema.Boolean),
  password_date: Row.nullish(Schema.String),
  created: Row.nullish(Schema.String),
  creationSource: Row.nullish(Schema.String),
  employeeIdentifier: Row.nullish(Schema.String),
  employeeType: Row.nullish(Schema.String),
  jobTitle: Row.nullish(Schema.String),
  department: Row.nullish(Schema.String),
  costCenter: Row.nullish(Schema.String),
  company: Row.nullish(Schema.String),
  location: Row.nullish(Schema.String),
  manager: Row.nullish(Schema.String),
  addresses: Row.nullish(Schema.Array(Address)),
  totp_enabled: Row.nullish(Schema.Boolean),
  mfaEnrollment: Row.nullish(Schema.Struct({ overallStatus: Row.nullish(Schema.String) })),
  // JumpCloud sends null for a user without an administrator account, and leaves the field out if it does not tell.
  admin: Schema.optional(Schema.NullOr(Schema.Struct({ roleName: Row.nullish(Schema.String) }))),
  sudo: Row.nullish(Schema.Boolean),
  organization: Row.nullish(Schema.String),
  external_source_type: Row.nullish(Schema.String)
})
export interface JumpCloudUser extends Schema.Schema.Type<typeof JumpCloudUser> {}

const fullName = ({ displayname, firstname, lastname, username }: JumpCloudUser): string =>
  displayname || [firstname, lastname].filter((part) => part !== null && part !== "").join(" ") || username

/** The state; users from before JumpCloud had states are activated or not. */
const statusOf = ({ activated, state, suspended }: JumpCloudUser): string => {
  if (suspended === true) return "SUSPENDED"
  if (state !== null) return state
  return activated === true ? "ACTIVATED" : "STAGED"
}

const hasSecondFactor = ({ mfaEnrollment, totp_enabled }: JumpCloudUser): boolean | null => {
  const status = mfaEnrollment?.overallStatus ?? null
  return status === null ? totp_enabled : status === "ENROLLED"
}

const addressOf = ({ addresses }: JumpCloudUser) => {
  const found = addresses?.find(({ type }) => type === "work") ?? addresses?.[0]
  if (found === undefined) return null
  const { country, locality, postalCode, region, streetAddress } = found
  return { street: streetAddress, city: locality, state: region, country, postal_code: postalCode }
}

/** Maps a user; JumpCloud does not say when the user last signed in or changed. */
export const toIdpUser = (user: JumpCloudUser): RecordKind.Draft<typeof RecordKind.IdpUser> => ({
  domain: user.email?.split("@")[1] ?? "",
  email_addr: user.email ?? user.username,
  full_name: fullName(user),
  name: user.username,
  vendor_id: user._id,
  vendor_status: statusOf(user),
  vendor_created_at: user.created ?? UNKNOWN_CREATION,
  last_password_changed_at: user.password_date,
  is_mfa_enabled: hasSecondFactor(user),
  is_admin: user.admin === undefined ? null : user.admin !== null,
  employee_id: user.employeeIdentifier,
  job_title: user.jobTitle,
  department: user.department,
  manager: user.manager,
  address: addressOf(user),
  vendor_data: {
    vendor: "JUMPCLOUD",
    first_name: user.firstname,
    last_name: user.lastname,
    alternate_email: user.alternateEmail,
    company: user.company,
    cost_center: user.costCenter,
    employee_type: user.employeeType,
    location: user.location,
    creation_source: user.creationSource,
    external_source_type: user.external_source_type,
    is_account_locked: user.account_locked,
    is_password_expired: user.password_expired,
    mfa_status: user.mfaEnrollment?.overallStatus ?? null,
    admin_role: user.admin?.roleName ?? null,
    is_sudo: user.sudo,
    organization: user.organization
  }
})

/** Reads the users: https://docs.jumpcloud.com/api/1.0/index.html#operation/systemusers_list */
export const users = Extractor.make({
  record: RecordKind.IdpUser,
  endpoint: "/api/systemusers",
  row: JumpCloudUser,
  id: "_id",
  pagination: countedPages,
  permissions: READ_ONLY,
  queries: [{ sort: "_id" }],
  toRecord: toIdpUser
})
