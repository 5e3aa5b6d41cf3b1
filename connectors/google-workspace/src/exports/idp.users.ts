import { Extractor, RecordKind, type Records } from "@tributary/core"
import { adminPages } from "../pagination.js"
import { GoogleUser } from "../rows/user.js"
import { scopes } from "../scopes.js"

/** The list of users. */
export const USERS = "/admin/directory/v1/users"

/** The time for what Google does not know, such as the last sign-in of a user who never signed in. */
export const NEVER = "1970-01-01T00:00:00.000Z"

const statusOf = ({ archived, suspended }: GoogleUser): string => {
  if (archived === true) return "ARCHIVED"
  return suspended === true ? "SUSPENDED" : "ACTIVE"
}

const primaryOf = <A extends { readonly primary: boolean | null }>(all: ReadonlyArray<A> | null): A | null =>
  all?.find(({ primary }) => primary === true) ?? all?.[0] ?? null

const valueOf = (all: GoogleUser["relations"], wanted: string): string | null =>
  all?.find(({ type }) => type === wanted)?.value ?? null

const fullName = ({ name, primaryEmail }: GoogleUser): string =>
  name?.fullName || [name?.givenName, name?.familyName].filter(Boolean).join(" ") || primaryEmail

const address = ({ addresses }: GoogleUser): Records.Address | null => {
  const found = primaryOf(addresses)
  if (found === null) return null
  const { country, countryCode, locality, postalCode, region, streetAddress } = found
  const parts = { street: streetAddress, city: locality, state: region, country: countryCode ?? country }
  return { ...parts, postal_code: postalCode }
}

const isAdmin = ({ isAdmin: isSuper, isDelegatedAdmin }: GoogleUser): boolean | null =>
  isSuper === null && isDelegatedAdmin === null ? null : isSuper === true || isDelegatedAdmin === true

/** Maps a user to an `idp_user`. */
export const toIdpUser = (user: GoogleUser): RecordKind.Draft<typeof RecordKind.IdpUser> => {
  const organization = primaryOf(user.organizations)
  return {
    domain: user.primaryEmail.split("@").at(-1) ?? "",
    email_addr: user.primaryEmail,
    full_name: fullName(user),
    name: user.primaryEmail,
    vendor_id: user.id,
    vendor_status: statusOf(user),
    vendor_created_at: user.creationTime ?? NEVER,
    last_login_at: user.lastLoginTime === NEVER ? null : user.lastLoginTime,
    is_mfa_enabled: user.isEnrolledIn2Sv,
    is_admin: isAdmin(user),
    employee_id: valueOf(user.externalIds, "organization"),
    job_title: organization?.title ?? null,
    department: organization?.department ?? null,
    manager: valueOf(user.relations, "manager"),
    address: address(user),
    vendor_data: {
      vendor: "GOOGLE_WORKSPACE",
      is_super_admin: user.isAdmin,
      is_delegated_admin: user.isDelegatedAdmin,
      is_suspended: user.suspended,
      is_archived: user.archived
    }
  }
}

/** Extracts the users of all domains of the account. Google filters them by no time of a change. */
export const users = Extractor.make({
  record: RecordKind.IdpUser,
  endpoint: USERS,
  row: GoogleUser,
  pagination: adminPages("users", 500),
  permissions: [scopes.users],
  // Without `projection`, Google sends no custom fields, for which an administrator may have chosen who sees them.
  queries: [{ customer: "my_customer" }],
  marks: {
    leftOut: {
      kind: "the same for each user",
      etag: "says nothing about the user",
      thumbnailPhotoUrl: "address of a picture",
      thumbnailPhotoEtag: "says nothing about the user",
      recoveryEmail: "private, and only for recovering the account",
      recoveryPhone: "private, and only for recovering the account"
    }
  },
  toRecord: toIdpUser
})
