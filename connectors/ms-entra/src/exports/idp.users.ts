import { Changes, Extractor, Lookup, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { among, deltaOf, EntraChange, enabledStatus, graphPages, UNKNOWN_CREATION } from "../graph.js"

/** A user: https://learn.microsoft.com/en-us/graph/api/resources/user */
export const EntraUser = Schema.Struct({
  id: Schema.String,
  userPrincipalName: Schema.String,
  displayName: Row.nullish(Schema.String),
  givenName: Row.nullish(Schema.String),
  surname: Row.nullish(Schema.String),
  mail: Row.nullish(Schema.String),
  otherMails: Row.nullish(Schema.Array(Schema.String)),
  accountEnabled: Row.nullish(Schema.Boolean),
  createdDateTime: Row.nullish(Schema.String),
  userType: Row.nullish(Schema.String),
  employeeType: Row.nullish(Schema.String),
  companyName: Row.nullish(Schema.String),
  officeLocation: Row.nullish(Schema.String),
  preferredLanguage: Row.nullish(Schema.String),
  onPremisesSyncEnabled: Row.nullish(Schema.Boolean),
  externalUserState: Row.nullish(Schema.String),
  externalUserStateChangeDateTime: Row.nullish(Schema.String),
  lastPasswordChangeDateTime: Row.nullish(Schema.String),
  employeeId: Row.nullish(Schema.String),
  jobTitle: Row.nullish(Schema.String),
  department: Row.nullish(Schema.String),
  streetAddress: Row.nullish(Schema.String),
  city: Row.nullish(Schema.String),
  state: Row.nullish(Schema.String),
  country: Row.nullish(Schema.String),
  postalCode: Row.nullish(Schema.String),
  mailNickname: Row.nullish(Schema.String),
  passwordPolicies: Row.nullish(Schema.String),
  onPremisesDistinguishedName: Row.nullish(Schema.String),
  manager: Row.nullish(
    Schema.Struct({
      userPrincipalName: Row.nullish(Schema.String),
      displayName: Row.nullish(Schema.String),
      id: Row.nullish(Schema.String)
    })
  )
})
export interface EntraUser extends Schema.Schema.Type<typeof EntraUser> {}

/** When a user last signed in: https://learn.microsoft.com/en-us/graph/api/resources/signinactivity */
export const EntraSignIns = Schema.Struct({
  id: Schema.String,
  signInActivity: Row.nullish(
    Schema.Struct({
      lastSuccessfulSignInDateTime: Row.nullish(Schema.String),
      lastSignInDateTime: Row.nullish(Schema.String)
    })
  )
})
export interface EntraSignIns extends Schema.Schema.Type<typeof EntraSignIns> {}

/** A user's row in the report of registered authentication methods: https://learn.microsoft.com/en-us/graph/api/resources/userregistrationdetails */
export const EntraRegistration = Schema.Struct({
  id: Schema.String,
  isAdmin: Row.nullish(Schema.Boolean),
  isMfaCapable: Row.nullish(Schema.Boolean),
  isMfaRegistered: Row.nullish(Schema.Boolean)
})
export interface EntraRegistration extends Schema.Schema.Type<typeof EntraRegistration> {}

/** A directory role that a user or group has: https://learn.microsoft.com/en-us/graph/api/resources/unifiedroleassignment */
export const EntraRoleAssignment = Schema.Struct({
  principalId: Schema.String
})
export interface EntraRoleAssignment extends Schema.Schema.Type<typeof EntraRoleAssignment> {}

/** A directory role that a user or group may activate: https://learn.microsoft.com/en-us/graph/api/resources/unifiedroleeligibilityscheduleinstance */
export const EntraRoleEligibility = Schema.Struct({
  principalId: Row.nullish(Schema.String)
})
export interface EntraRoleEligibility extends Schema.Schema.Type<typeof EntraRoleEligibility> {}

/**
 * A user's rows in the side lists; null if the token does not allow reading the list, and empty if the tenant's licence
 * does not include it.
 */
export interface EntraUserAnswers {
  readonly signIns: ReadonlyArray<EntraSignIns> | null
  readonly registrations: ReadonlyArray<EntraRegistration> | null
  readonly roles: ReadonlyArray<EntraRoleAssignment> | null
  readonly eligibilities: ReadonlyArray<EntraRoleEligibility> | null
}

const emailOf = (user: EntraUser): string => user.mail ?? user.otherMails?.[0] ?? user.userPrincipalName

const fullName = ({ displayName, givenName, surname, userPrincipalName }: EntraUser): string =>
  displayName ?? ([givenName, surname].filter((part) => part !== null).join(" ") || userPrincipalName)

const lastLogin = ({ signIns }: EntraUserAnswers): string | null => {
  const activity = signIns?.[0]?.signInActivity
  return activity?.lastSuccessfulSignInDateTime ?? activity?.lastSignInDateTime ?? null
}

/**
 * Whether a user has a factor that counts: Graph's `isMfaCapable` leaves out factors that the tenant's policy no longer
 * allows.
 */
const isMfaEnabled = ({ registrations }: EntraUserAnswers): boolean | null =>
  registrations?.[0]?.isMfaCapable ?? registrations?.[0]?.isMfaRegistered ?? null

/**
 * Whether a user has or may activate a directory role; null if no list says so and one of them could not be read.
 *
 * Only the report shows roles that come from a group, and only the list of eligibilities shows roles that a user may
 * activate. The licence that allows such roles also includes the report and that list.
 */
const isAdmin = ({ registrations, roles, eligibilities }: EntraUserAnswers): boolean | null => {
  const hasRole = (roles ?? []).length + (eligibilities ?? []).length > 0
  if (hasRole || registrations?.[0]?.isAdmin === true) return true
  return roles === null || eligibilities === null || registrations === null ? null : false
}

const managerOf = ({ manager }: EntraUser): string | null =>
  manager?.userPrincipalName ?? manager?.displayName ?? manager?.id ?? null

const address = ({ streetAddress, city, state, country, postalCode }: EntraUser): Records.Address | null => {
  if ([streetAddress, city, state, country, postalCode].every((part) => part === null)) return null
  return { street: streetAddress, city, state, country, postal_code: postalCode }
}

const USER_TYPES: Readonly<Record<string, Records.IdpUserType>> = { member: "MEMBER", guest: "GUEST" }

/** Whether the account is the tenant's own or that of a guest: https://learn.microsoft.com/en-us/entra/external-id/user-properties */
const userTypeOf = ({ userType }: EntraUser): Records.IdpUserType | null =>
  USER_TYPES[userType?.toLowerCase() ?? ""] ?? null

const vendorData = (user: EntraUser): Records.MsEntraUserData => ({
  vendor: "MS_ENTRA",
  mail_nickname: user.mailNickname,
  password_policies: user.passwordPolicies,
  on_premises_distinguished_name: user.onPremisesDistinguishedName,
  on_premises_sync_enabled: user.onPremisesSyncEnabled,
  user_type: user.userType,
  employee_type: user.employeeType,
  external_user_state: user.externalUserState,
  given_name: user.givenName,
  surname: user.surname,
  other_mails: user.otherMails,
  company_name: user.companyName,
  office_location: user.officeLocation,
  preferred_language: user.preferredLanguage
})

/** Maps a user, with the rows of the side lists, to an `idp_user`. */
export const toIdpUser = (user: EntraUser, answers: EntraUserAnswers): RecordKind.Draft<typeof RecordKind.IdpUser> => ({
  domain: emailOf(user).split("@").at(-1) ?? "",
  email_addr: emailOf(user),
  full_name: fullName(user),
  name: user.userPrincipalName,
  vendor_id: user.id,
  vendor_status: enabledStatus(user.accountEnabled),
  vendor_created_at: user.createdDateTime ?? UNKNOWN_CREATION,
  activated_at: user.externalUserState === "Accepted" ? user.externalUserStateChangeDateTime : null,
  last_login_at: lastLogin(answers),
  last_password_changed_at: user.lastPasswordChangeDateTime,
  is_mfa_enabled: isMfaEnabled(answers),
  is_admin: isAdmin(answers),
  user_type: userTypeOf(user),
  employee_id: user.employeeId,
  job_title: user.jobTitle,
  department: user.department,
  manager: managerOf(user),
  address: address(user),
  vendor_data: { ...vendorData(user) }
})

const byUser = { matches: (user: EntraUser) => user.id }

// Each list needs a permission, or a licence, that a tenant may not have; users are complete without it otherwise.
const ofSignIns = {
  permissions: ["AuditLog.Read.All"],
  isOptional: true,
  fields: ["last_login_at"]
} as const
const ofRegistrations = {
  permissions: ["AuditLog.Read.All"],
  isOptional: true,
  fields: ["is_mfa_enabled"],
  sharedFields: ["is_admin"]
} as const
const ofRoles = {
  permissions: ["RoleManagement.Read.Directory"],
  isOptional: true,
  sharedFields: ["is_admin"]
} as const

/** For a full scan: reads each side list once, for all users. */
const ofAll = {
  // Not selected in the list of users: without the licence or the permission, Graph would refuse that whole list.
  signIns: Lookup.joined<EntraUser>()({
    ...byUser,
    ...ofSignIns,
    endpoint: "/v1.0/users?$select=id,signInActivity",
    row: EntraSignIns,
    pagination: graphPages(500),
    key: (row) => row.id
  }),
  registrations: Lookup.joined<EntraUser>()({
    ...byUser,
    ...ofRegistrations,
    endpoint: "/v1.0/reports/authenticationMethods/userRegistrationDetails",
    row: EntraRegistration,
    pagination: graphPages(),
    // The report leaves out users whose account is disabled.
    mayBeMissing: true,
    key: (row) => row.id
  }),
  roles: Lookup.joined<EntraUser>()({
    ...byUser,
    ...ofRoles,
    endpoint: "/v1.0/roleManagement/directory/roleAssignments",
    row: EntraRoleAssignment,
    pagination: graphPages(),
    mayBeMissing: true,
    key: (assignment) => assignment.principalId
  }),
  eligibilities: Lookup.joined<EntraUser>()({
    ...byUser,
    ...ofRoles,
    endpoint: "/v1.0/roleManagement/directory/roleEligibilityScheduleInstances",
    row: EntraRoleEligibility,
    pagination: graphPages(),
    mayBeMissing: true,
    key: (eligibility) => eligibility.principalId
  })
}

/** For a delta: requests the rows of each changed user. */
const ofOne = {
  signIns: Lookup.of<EntraUser>()({
    ...ofSignIns,
    endpoint: "/v1.0/users/{id}?$select=id,signInActivity",
    row: EntraSignIns,
    pagination: Pagination.one()
  }),
  registrations: Lookup.of<EntraUser>()({
    ...ofRegistrations,
    endpoint: "/v1.0/reports/authenticationMethods/userRegistrationDetails/{id}",
    row: EntraRegistration,
    pagination: Pagination.one()
  }),
  roles: Lookup.of<EntraUser>()({
    ...ofRoles,
    endpoint: "/v1.0/roleManagement/directory/roleAssignments?$filter=principalId eq '{id}'",
    row: EntraRoleAssignment,
    pagination: graphPages()
  }),
  eligibilities: Lookup.of<EntraUser>()({
    ...ofRoles,
    endpoint: "/v1.0/roleManagement/directory/roleEligibilityScheduleInstances?$filter=principalId eq '{id}'",
    row: EntraRoleEligibility,
    pagination: graphPages()
  })
}

const PROPERTIES = Object.keys(EntraUser.fields).filter((field) => field !== "manager")

/**
 * What else Graph knows about a user, for `vendor_data`: it sends only properties that a request selects.
 *
 * Left out are those that need another permission, such as `customSecurityAttributes`, that Graph does not send in lists, such as `birthday`, and
 * the service plans, which follow from the licences: https://learn.microsoft.com/en-us/graph/api/resources/user#properties
 */
const FURTHER = [
  "ageGroup",
  "assignedLicenses",
  "businessPhones",
  "consentProvidedForMinor",
  "creationType",
  "employeeHireDate",
  "employeeOrgData",
  "faxNumber",
  "identities",
  "imAddresses",
  "isResourceAccount",
  "legalAgeGroupClassification",
  "mobilePhone",
  "onPremisesDomainName",
  "onPremisesExtensionAttributes",
  "onPremisesImmutableId",
  "onPremisesLastSyncDateTime",
  "onPremisesProvisioningErrors",
  "onPremisesSamAccountName",
  "onPremisesSecurityIdentifier",
  "onPremisesUserPrincipalName",
  "preferredDataLocation",
  "proxyAddresses",
  "securityIdentifier",
  "showInAddressList",
  "signInSessionsValidFromDateTime",
  "usageLocation"
]

/** Each changed user costs four requests: from this many users on, whole lists are faster. */
const MOST_CHANGES = 200

/** Extracts the users of the tenant, and follows their changes between two full scans. */
export const users = Extractor.make({
  record: RecordKind.IdpUser,
  endpoint: "/v1.0/users",
  row: EntraUser,
  pagination: graphPages(999),
  permissions: ["User.Read.All"],
  queries: [
    { $select: [...PROPERTIES, ...FURTHER].join(","), $expand: "manager($select=id,displayName,userPrincipalName)" }
  ],
  marks: {
    volatile: ["onPremisesLastSyncDateTime"],
    leftOut: { manager: "the record has the manager" }
  },
  lookups: ofAll,
  changes: Changes.of<EntraUser>()({
    // A change of nothing but the further properties waits for the next full scan.
    list: deltaOf("/v1.0/users/delta", [...PROPERTIES, "manager"], ["User.Read.All"]),
    row: EntraChange,
    toChange: (change) => ({ id: change.id, isRemoved: change["@removed"] !== null }),
    // A delta row has only the manager's id and omits properties that were never set, so users are read again.
    reread: { queries: among, lookups: ofOne, most: MOST_CHANGES }
  }),
  toRecord: toIdpUser
})
