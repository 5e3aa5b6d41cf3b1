import { Row } from "@tributary/core"
import { Schema } from "effect"

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
