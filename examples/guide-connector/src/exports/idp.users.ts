import { Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"

/** A person: https://roster.example/api/people */
export const RosterPerson = Schema.Struct({
  identity: Schema.Struct({ id: Schema.String, login: Schema.String }),
  name: Schema.String,
  email: Row.nullish(Schema.String),
  state: Schema.String,
  created: Schema.String
})
export interface RosterPerson extends Schema.Schema.Type<typeof RosterPerson> {}

/** Maps a person to an `idp_user`. */
export const toIdpUser = (person: RosterPerson): RecordKind.Draft<typeof RecordKind.IdpUser> => ({
  vendor_id: person.identity.id,
  name: person.identity.login,
  full_name: person.name,
  email_addr: person.email ?? person.identity.login,
  domain: person.email?.split("@")[1] ?? "",
  vendor_status: person.state,
  vendor_created_at: person.created
})

/** Extracts the people of the account. */
export const users = Extractor.make({
  record: RecordKind.IdpUser,
  endpoint: "/v1/people/search",
  row: RosterPerson,
  id: "identity.id",
  post: {},
  pagination: Pagination.cursor({ items: "people", from: "next", param: "cursor", limit: 100 }),
  permissions: ["people:read"],
  toRecord: toIdpUser
})
