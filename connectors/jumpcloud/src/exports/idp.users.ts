import { Extractor, RecordKind } from "@tributary/core"
import { READ_ONLY, UNKNOWN_CREATION } from "../graph.js"
import { countedPages } from "../pagination.js"
import { addressOf, JumpCloudUser } from "../rows/user.js"

const fullName = ({ displayname, firstname, lastname, username }: JumpCloudUser): string =>
  displayname || [firstname, lastname].filter((part) => part !== null && part !== "").join(" ") || username

/** The state; users from before JumpCloud had states are activated or not. */
const statusOf = ({ activated, state, suspended }: JumpCloudUser): string => {
  if (suspended === true) return "SUSPENDED"
  if (state) return state
  return activated === true ? "ACTIVATED" : "STAGED"
}

/** The status of all factors; organizations that JumpCloud has not moved to it only say whether any factor, or the app for codes, is set up. */
const hasSecondFactor = ({ mfa, mfaEnrollment, totp_enabled }: JumpCloudUser): boolean | null => {
  const status = mfaEnrollment?.overallStatus
  if (status) return status === "ENROLLED"
  return mfa?.configured || totp_enabled || (mfa?.configured ?? totp_enabled)
}

/** Maps a user; JumpCloud does not say when the user last changed. */
export const toIdpUser = (user: JumpCloudUser): RecordKind.Draft<typeof RecordKind.IdpUser> => ({
  domain: user.email?.split("@")[1] ?? "",
  email_addr: user.email || user.username,
  full_name: fullName(user),
  name: user.username,
  vendor_id: user._id,
  vendor_status: statusOf(user),
  vendor_created_at: user.created ?? UNKNOWN_CREATION,
  last_login_at: user.lastlogin,
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
  // A mistyped password is no change of the user.
  marks: { volatile: ["badLoginAttempts"], leftOut: { id: "the same as `_id`" } },
  toRecord: toIdpUser
})
