import { Lookup, Pagination } from "@tributary/core"
import { graphPages } from "../graph.js"
import {
  EntraRegistration,
  EntraRoleAssignment,
  EntraRoleEligibility,
  EntraSignIns,
  type EntraUser
} from "../rows/user.js"
import { ofRegistrations, ofRoles, ofSignIns } from "./of_users.js"

/** For a delta: requests the rows of each changed user. */
export const ofOne = {
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
