import { Row } from "@tributary/core"
import { Schema } from "effect"

const isPrimary = Row.nullish(Schema.Boolean)

/** A user: https://developers.google.com/workspace/admin/directory/reference/rest/v1/users#User */
export const GoogleUser = Schema.Struct({
  id: Schema.String,
  primaryEmail: Schema.String,
  name: Row.nullish(Schema.Struct({ fullName: Row.text, givenName: Row.text, familyName: Row.text })),
  isAdmin: Row.nullish(Schema.Boolean),
  isDelegatedAdmin: Row.nullish(Schema.Boolean),
  isEnrolledIn2Sv: Row.nullish(Schema.Boolean),
  suspended: Row.nullish(Schema.Boolean),
  archived: Row.nullish(Schema.Boolean),
  creationTime: Row.text,
  lastLoginTime: Row.text,
  externalIds: Row.nullish(Schema.Array(Schema.Struct({ type: Row.text, value: Row.text }))),
  relations: Row.nullish(Schema.Array(Schema.Struct({ type: Row.text, value: Row.text }))),
  organizations: Row.nullish(
    Schema.Array(Schema.Struct({ title: Row.text, department: Row.text, primary: isPrimary }))
  ),
  addresses: Row.nullish(
    Schema.Array(
      Schema.Struct({
        streetAddress: Row.text,
        locality: Row.text,
        region: Row.text,
        country: Row.text,
        countryCode: Row.text,
        postalCode: Row.text,
        primary: isPrimary
      })
    )
  )
})
export interface GoogleUser extends Schema.Schema.Type<typeof GoogleUser> {}
