import { Changes, Extractor, RecordKind, type Records } from "@tributary/core"
import { among, deltaOf, EntraChange, enabledStatus, graphPages, UNKNOWN_CREATION } from "../graph.js"
import { ofAll } from "../lookups/all_users.js"
import { ofOne } from "../lookups/one_user.js"
import { EntraUser } from "../rows/user.js"
import { type EntraUserAnswers, isAdmin, isMfaEnabled, lastLogin } from "../userAnswers.js"

const emailOf = (user: EntraUser): string => user.mail ?? user.otherMails?.[0] ?? user.userPrincipalName

const fullName = ({ displayName, givenName, surname, userPrincipalName }: EntraUser): string =>
  displayName ?? ([givenName, surname].filter((part) => part !== null).join(" ") || userPrincipalName)

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
