import { Extractor, RecordKind } from "@tributary/core"
import { userLinks } from "../links.js"
import { GitHubMember, ORGANIZATION, toConfigUser, WITHOUT_MFA, withoutSecondFactor } from "../members.js"
import { numberedPages } from "../pagination.js"

/** The list of outside collaborators: https://docs.github.com/en/rest/orgs/outside-collaborators#list-outside-collaborators-for-an-organization */
const OUTSIDE_COLLABORATORS = `${ORGANIZATION}/outside_collaborators`

/** Extracts the outside collaborators, who have access to repositories, but are no members. */
export const outsideCollaborators = Extractor.make({
  record: RecordKind.ConfigUser,
  endpoint: OUTSIDE_COLLABORATORS,
  row: GitHubMember,
  marks: { leftOut: userLinks("") },
  pagination: numberedPages,
  permissions: ["Members: read"],
  lookups: { withoutMfa: withoutSecondFactor(`${OUTSIDE_COLLABORATORS}?${WITHOUT_MFA}`) },
  toRecord: (user, { withoutMfa }) => toConfigUser(user, "outside_collaborator", withoutMfa)
})
