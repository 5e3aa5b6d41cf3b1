import { HttpApiGroup, OpenApi } from "@effect/platform"
import { RecordKind, Records } from "@tributary/core"
import * as ListParameters from "../parts/ListParameters.js"
import * as RecordEndpoints from "../parts/RecordEndpoints.js"

/** The list and get-by-id endpoints of users of the source tool. */
export const users = RecordEndpoints.make(RecordKind.ConfigUser, {
  list: "listConfigurationUsers",
  get: "getConfigurationUser",
  id: "user_id",
  plural: "users of the source tool",
  singular: "a user of the source tool",
  item: Records.ConfigUser,
  filters: {
    emails: ListParameters.texts("Only users with one of these email addresses, in either case.", 320),
    isAdmin: ListParameters.either(
      "`true` returns only users who administer the tool, `false` only the others; both if absent."
    ),
    isActive: ListParameters.either(
      "`true` returns only users who can log in, `false` only the others; both if absent."
    ),
    isMfaEnabled: ListParameters.either(
      "`true` returns only users whose login a second factor protects, `false` only the others; both if absent."
    ),
    isDeleted: ListParameters.isDeleted
  },
  facets: { emails: "email", isAdmin: "is_admin", isActive: "is_active", isMfaEnabled: "is_mfa_enabled" }
})

/** Configuration of one connection. */
export const ConfigurationApi = HttpApiGroup.make("configuration")
  .add(users.list)
  .add(users.get)
  .annotateContext(
    OpenApi.annotations({ title: "Configuration", description: "Who has access to the source tool itself." })
  )
