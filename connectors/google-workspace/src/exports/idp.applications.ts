import { Also, Child, Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { adminList, adminPages } from "../pagination.js"
import { scopes } from "../scopes.js"
import { NEVER, USERS } from "./idp.users.js"

/** What the list of users is read for here. */
const TokenOwner = Schema.Struct({ id: Schema.String })
interface TokenOwner extends Schema.Schema.Type<typeof TokenOwner> {}

/** The access that a user gave to an application: https://developers.google.com/workspace/admin/directory/reference/rest/v1/tokens#Token */
export const GoogleToken = Schema.Struct({ clientId: Schema.String, displayText: Row.text })
export interface GoogleToken extends Schema.Schema.Type<typeof GoogleToken> {}

/** Maps the access of a user to an `idp_application_assignment`. Google does not say when it was last used. */
export const toAssignment = (
  token: GoogleToken,
  user: TokenOwner
): RecordKind.Draft<typeof RecordKind.IdpApplicationAssignment> => ({
  user_vendor_id: user.id,
  application_vendor_id: token.clientId
})

/** Maps the application of a token to an `idp_application`. */
export const toIdpApplication = (token: GoogleToken): RecordKind.Draft<typeof RecordKind.IdpApplication> => ({
  name: token.displayText || token.clientId,
  vendor_id: token.clientId,
  // Google has no status of an application: it is one as long as a user gives it access.
  vendor_status: "AUTHORIZED",
  vendor_created_at: NEVER
})

const tokens = Child.of<TokenOwner>()({
  record: RecordKind.IdpApplicationAssignment,
  endpoint: "/admin/directory/v1/users/{id}/tokens",
  row: GoogleToken,
  id: "clientId",
  pagination: adminList("items"),
  permissions: [scopes.tokens],
  also: [Also.below<TokenOwner, GoogleToken>()({ record: RecordKind.IdpApplication, toRecord: toIdpApplication })],
  toRecord: toAssignment
})

/**
 * Extracts the applications that users gave access to. It reads the users by itself, and may be refused, so that a refusal of tokens costs no user:
 * Google has no scope that only reads them, and many customers do not give the one that can also write.
 */
export const applications = Extractor.optional(
  Extractor.below({
    // Only these fields, in which the list differs from that of all users.
    endpoint: `${USERS}?fields=kind,nextPageToken,users(id,customerId)`,
    row: TokenOwner,
    pagination: adminPages("users", 500),
    permissions: [scopes.users],
    queries: [{ customer: "my_customer" }],
    child: tokens
  })
)
