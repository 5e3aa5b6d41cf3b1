import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { Address } from "./Address.js"
import * as Field from "./Field.js"
import { IdpUserApplication } from "./IdpApplication.js"
import { IdpGroup } from "./IdpGroup.js"

/** A user of an identity provider. */
export const IdpUser = Schema.Struct({
  id: Field.Id,
  domain: Schema.String,
  email_addr: Schema.String,
  full_name: Schema.String,
  name: Schema.String,
  vendor_id: Schema.String,
  vendor_status: Schema.String,
  vendor_created_at: Timestamp,
  activated_at: Field.optional(Timestamp),
  last_status_changed_at: Field.optional(Timestamp),
  last_login_at: Field.optional(Timestamp),
  last_updated_at: Field.optional(Timestamp),
  last_password_changed_at: Field.optional(Timestamp),
  is_deleted: Schema.Boolean,
  is_mfa_enabled: Field.optional(Schema.Boolean),
  is_admin: Field.optional(Schema.Boolean),
  employee_id: Field.optional(Schema.String),
  job_title: Field.optional(Schema.String),
  department: Field.optional(Schema.String),
  manager: Field.optional(Schema.String),
  address: Field.optional(Address),
  vendor_data: Field.optional(Field.JsonObject)
}).annotations({ identifier: "IdpUser" })

export interface IdpUser extends Schema.Schema.Type<typeof IdpUser> {}

/** A user with the groups and applications that were asked for. */
export const IdpUserWithEntities = Schema.Struct({
  ...IdpUser.fields,
  groups: Field.optional(Schema.Array(IdpGroup)),
  applications: Field.optional(Schema.Array(IdpUserApplication))
}).annotations({ identifier: "IdpUserWithEntities" })

export interface IdpUserWithEntities extends Schema.Schema.Type<typeof IdpUserWithEntities> {}

/** The `vendor_data` of a Microsoft Entra user. */
export const MsEntraUserData = Schema.Struct({
  vendor: Schema.Literal("MS_ENTRA"),
  mail_nickname: Schema.NullOr(Schema.String),
  password_policies: Schema.NullOr(Schema.String),
  on_premises_distinguished_name: Schema.NullOr(Schema.String)
}).annotations({ identifier: "MsEntraUserData" })

export interface MsEntraUserData extends Schema.Schema.Type<typeof MsEntraUserData> {}
