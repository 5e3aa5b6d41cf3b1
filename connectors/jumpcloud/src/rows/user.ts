import { Row } from "@tributary/core"
import { Schema } from "effect"

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
  lastlogin: Row.nullish(Schema.String),
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
  mfa: Row.nullish(Schema.Struct({ configured: Row.nullish(Schema.Boolean) })),
  mfaEnrollment: Row.nullish(Schema.Struct({ overallStatus: Row.nullish(Schema.String) })),
  // JumpCloud sends null for a user without an administrator account, and leaves the field out if it does not tell.
  admin: Schema.optional(Schema.NullOr(Schema.Struct({ roleName: Row.nullish(Schema.String) }))),
  sudo: Row.nullish(Schema.Boolean),
  organization: Row.nullish(Schema.String),
  external_source_type: Row.nullish(Schema.String)
})
export interface JumpCloudUser extends Schema.Schema.Type<typeof JumpCloudUser> {}

/** The address at work, or else the first one; null if the user has none, for which JumpCloud may send one without any text. */
export const addressOf = ({ addresses }: JumpCloudUser) => {
  const found = addresses?.find(({ type }) => type === "work") ?? addresses?.[0]
  if (found === undefined) return null
  const { country, locality, postalCode, region, streetAddress } = found
  if (![country, locality, postalCode, region, streetAddress].some(Boolean)) return null
  return { street: streetAddress, city: locality, state: region, country, postal_code: postalCode }
}
