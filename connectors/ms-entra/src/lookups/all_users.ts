import { Lookup } from "@tributary/core"
import { graphPages } from "../graph.js"
import {
  EntraRegistration,
  EntraRoleAssignment,
  EntraRoleEligibility,
  EntraSignIns,
  type EntraUser
} from "../rows/user.js"
import { byUser, ofRegistrations, ofRoles, ofSignIns } from "./of_users.js"

/** For a full scan: reads each side list once, for all users. */
export const ofAll = {
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
