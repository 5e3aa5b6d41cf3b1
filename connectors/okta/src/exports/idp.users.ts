import { Extractor, Lookup, Pagination, RecordKind, Row, type VendorData } from "@tributary/core"
import { Schema } from "effect"
import { oktaPages } from "../pagination.js"

/** A user: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/ */
export const OktaUser = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  created: Schema.String,
  activated: Row.nullish(Schema.String),
  statusChanged: Row.nullish(Schema.String),
  lastLogin: Row.nullish(Schema.String),
  lastUpdated: Row.nullish(Schema.String),
  passwordChanged: Row.nullish(Schema.String),
  transitioningToStatus: Row.nullish(Schema.String),
  type: Row.nullish(Schema.Struct({ id: Row.nullish(Schema.String) })),
  credentials: Row.nullish(
    Schema.Struct({
      provider: Row.nullish(Schema.Struct({ type: Row.nullish(Schema.String), name: Row.nullish(Schema.String) }))
    })
  ),
  profile: Schema.Struct({
    login: Schema.String,
    email: Row.nullish(Schema.String),
    firstName: Row.nullish(Schema.String),
    lastName: Row.nullish(Schema.String),
    displayName: Row.nullish(Schema.String),
    secondEmail: Row.nullish(Schema.String),
    mobilePhone: Row.nullish(Schema.String),
    preferredLanguage: Row.nullish(Schema.String),
    locale: Row.nullish(Schema.String),
    timezone: Row.nullish(Schema.String),
    employeeNumber: Row.nullish(Schema.String),
    title: Row.nullish(Schema.String),
    department: Row.nullish(Schema.String),
    manager: Row.nullish(Schema.String),
    managerId: Row.nullish(Schema.String),
    streetAddress: Row.nullish(Schema.String),
    city: Row.nullish(Schema.String),
    state: Row.nullish(Schema.String),
    countryCode: Row.nullish(Schema.String),
    zipCode: Row.nullish(Schema.String),
    userType: Row.nullish(Schema.String),
    organization: Row.nullish(Schema.String),
    division: Row.nullish(Schema.String),
    costCenter: Row.nullish(Schema.String)
  })
})
export interface OktaUser extends Schema.Schema.Type<typeof OktaUser> {}

/** An admin role of a user: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/RoleAssignmentAUser/ */
export const OktaRole = Schema.Struct({ status: Row.nullish(Schema.String) })
export interface OktaRole extends Schema.Schema.Type<typeof OktaRole> {}

/** A second factor of a user: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserFactor/ */
export const OktaFactor = Schema.Struct({ status: Row.nullish(Schema.String) })
export interface OktaFactor extends Schema.Schema.Type<typeof OktaFactor> {}

/** The roles and factors of a user; null if they could not be read, and for the factors of a deprovisioned user. */
export interface OktaUserAnswers {
  readonly roles: ReadonlyArray<OktaRole> | null
  readonly factors: ReadonlyArray<OktaFactor> | null
}

const hasActive = (items: ReadonlyArray<{ readonly status: string | null }> | null): boolean | null =>
  items === null ? null : items.some((item) => item.status === "ACTIVE")

const fullName = ({ profile }: OktaUser): string =>
  profile.displayName ??
  ([profile.firstName, profile.lastName].filter((part) => part !== null).join(" ") || profile.login)

const address = ({ profile }: OktaUser) => {
  const { streetAddress, city, state, countryCode, zipCode } = profile
  if ([streetAddress, city, state, countryCode, zipCode].every((part) => part === null)) return null
  return { street: streetAddress, city, state, country: countryCode, postal_code: zipCode }
}

/** Maps a user, with the user's roles and factors, to an `idp_user`. */
export const toIdpUser = (
  user: OktaUser,
  { roles, factors }: OktaUserAnswers
): RecordKind.Draft<typeof RecordKind.IdpUser> => ({
  domain: (user.profile.email ?? user.profile.login).split("@")[1] ?? "",
  email_addr: user.profile.email ?? user.profile.login,
  full_name: fullName(user),
  name: user.profile.login,
  vendor_id: user.id,
  vendor_status: user.status,
  vendor_created_at: user.created,
  activated_at: user.activated,
  last_status_changed_at: user.statusChanged,
  last_login_at: user.lastLogin,
  last_updated_at: user.lastUpdated,
  last_password_changed_at: user.passwordChanged,
  is_mfa_enabled: hasActive(factors),
  is_admin: hasActive(roles),
  employee_id: user.profile.employeeNumber,
  job_title: user.profile.title,
  department: user.profile.department,
  manager: user.profile.manager ?? user.profile.managerId,
  address: address(user),
  vendor_data: {
    vendor: "OKTA",
    type_id: user.type?.id ?? null,
    user_type: user.profile.userType,
    organization: user.profile.organization,
    division: user.profile.division,
    cost_center: user.profile.costCenter,
    first_name: user.profile.firstName,
    last_name: user.profile.lastName,
    second_email: user.profile.secondEmail,
    mobile_phone: user.profile.mobilePhone,
    preferred_language: user.profile.preferredLanguage,
    locale: user.profile.locale,
    timezone: user.profile.timezone,
    transitioning_to_status: user.transitioningToStatus,
    credential_provider_type: user.credentials?.provider?.type ?? null,
    credential_provider_name: user.credentials?.provider?.name ?? null
  }
})

const roles = Lookup.of<OktaUser>()({
  endpoint: "/api/v1/users/{id}/roles",
  row: OktaRole,
  pagination: Pagination.none(),
  permissions: ["okta.roles.read"],
  // A custom role, or a token limited to OAuth scopes, may read users without their roles.
  isOptional: true,
  fields: ["is_admin"]
})

// Deactivating a user removes all factors, and Okta then refuses this request.
const factors = Lookup.of<OktaUser>()({
  endpoint: "/api/v1/users/{id}/factors",
  row: OktaFactor,
  pagination: Pagination.none(),
  permissions: ["okta.users.read"],
  // A custom role may read users without their factors.
  isOptional: true,
  fields: ["is_mfa_enabled"],
  when: (user) => user.status !== "DEPROVISIONED"
})

/** What becomes of the other fields of a user. */
export const userMarks: VendorData.FieldMarks = { leftOut: { _links: "addresses of Okta's own API" } }

/** Extracts the users of the organization, deprovisioned ones included. */
export const users = Extractor.make({
  record: RecordKind.IdpUser,
  endpoint: "/api/v1/users",
  row: OktaUser,
  pagination: oktaPages(200),
  permissions: ["okta.users.read"],
  // The unfiltered list leaves out deprovisioned users.
  queries: [{}, { filter: 'status eq "DEPROVISIONED"' }],
  // A `filter` by time returns users of every status from current data; a `search` reads a copy that may lag behind.
  since: (instant) => ({ filter: `lastUpdated ge "${instant}"` }),
  lookups: { roles, factors },
  marks: userMarks,
  toRecord: toIdpUser
})
