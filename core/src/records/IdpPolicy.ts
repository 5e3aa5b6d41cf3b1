import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** A policy of an identity provider, such as a conditional access policy. */
export const IdpPolicy = Field.struct("IdpPolicy", {
  /** The service's own id of the policy: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The policy's name, as the identity provider shows it. */
  name: Schema.String,
  /** The kind of policy, such as `CONDITIONAL_ACCESS`. */
  type: Schema.String,
  /**
   * Whether the policy is in force: `ENABLED`, `DISABLED`, `REPORT_ONLY` (evaluated without being enforced) or `OTHER`.
   */
  status: Schema.String,
  /** The policy's description. Null if it has none. */
  description: Schema.NullOr(Schema.String),
  /**
   * The order in which the identity provider evaluates its policies; lower numbers first. Null if they have no order.
   */
  priority: Schema.NullOr(Field.Integer),
  /** To whom and to what the policy applies, as the identity provider writes it. Null if it gives none. */
  conditions: Schema.NullOr(Field.JsonObject),
  /** When the source tool created the policy. Null if the source tool does not say. */
  vendor_created_at: Schema.NullOr(Timestamp),
  /** When the policy last changed in the source tool. Null if the source tool does not say. */
  last_updated_at: Schema.NullOr(Timestamp),
  /** True once complete scans no longer find the policy in the source tool; false again when it returns. */
  is_deleted: Schema.Boolean,
  /** The vendor identifier of the source tool, such as `MS_ENTRA`. */
  vendor: Schema.String,
  /** The policy's id in the identity provider. */
  vendor_id: Schema.String,
  /**
   * Further fields of the policy, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface IdpPolicy extends Schema.Schema.Type<typeof IdpPolicy> {}
