import { Extractor, Mention, type Pagination, RecordKind, Row, VendorError } from "@tributary/core"
import { Schema } from "effect"
import { POLICIES } from "../errors.js"
import { oktaPages } from "../pagination.js"

const JsonObject = { key: Schema.String, value: Schema.Unknown }

/** A nullable field that keeps the difference between null and missing, because records show conditions unchanged. */
const asSent = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(Schema.NullOr(schema), { exact: true })

const Ids = asSent(Schema.Array(Schema.String))

/** Users or groups that a policy includes and excludes. */
const OktaPolicyMembers = Schema.Struct({ include: Ids, exclude: Ids }, JsonObject)

/** A policy of any type: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/ */
export const OktaPolicy = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  name: Schema.String,
  description: Row.text,
  status: Row.text,
  priority: Row.nullish(Schema.Int),
  system: Row.nullish(Schema.Boolean),
  created: Row.text,
  lastUpdated: Row.text,
  conditions: Row.nullish(
    Schema.Struct(
      {
        people: asSent(
          Schema.Struct({ groups: asSent(OktaPolicyMembers), users: asSent(OktaPolicyMembers) }, JsonObject)
        )
      },
      JsonObject
    )
  ),
  settings: Row.nullish(Schema.Record(JsonObject))
})
export interface OktaPolicy extends Schema.Schema.Type<typeof OktaPolicy> {}

/** Normalized statuses by Okta's. */
const STATUSES: Readonly<Record<string, string>> = { ACTIVE: "ENABLED", INACTIVE: "DISABLED" }

/** Maps a policy to an `idp_policy`, with its conditions unchanged. */
export const toIdpPolicy = (policy: OktaPolicy): RecordKind.Draft<typeof RecordKind.IdpPolicy> => ({
  name: policy.name,
  type: policy.type,
  status: STATUSES[policy.status ?? ""] ?? "OTHER",
  description: policy.description,
  priority: policy.priority,
  conditions: policy.conditions,
  vendor_created_at: policy.created,
  last_updated_at: policy.lastUpdated,
  vendor_id: policy.id,
  // Named here, because a password policy has its settings in a field `password`, which by its name would be a secret.
  vendor_data: { vendor: "OKTA", status: policy.status, system: policy.system, settings: policy.settings }
})

/** The ids that a policy includes and does not exclude. */
export const membersOf = (members: typeof OktaPolicyMembers.Type | null | undefined): ReadonlyArray<string> => {
  const excluded = new Set(members?.exclude)
  return (members?.include ?? []).filter((id) => !excluded.has(id))
}

const groups = Mention.of<OktaPolicy>()({
  record: RecordKind.IdpPolicyGroup,
  things: ({ conditions }) => membersOf(conditions?.people?.groups),
  toRecord: (id, policy) => ({ policy_vendor_id: policy.id, group_vendor_id: id })
})

const users = Mention.of<OktaPolicy>()({
  record: RecordKind.IdpPolicyUser,
  things: ({ conditions }) => membersOf(conditions?.people?.users),
  toRecord: (id, policy) => ({ policy_vendor_id: policy.id, user_vendor_id: id })
})

const list = {
  record: RecordKind.IdpPolicy,
  endpoint: POLICIES,
  row: OktaPolicy,
  permissions: ["okta.policies.read"],
  marks: { leftOut: { _links: "addresses of Okta's own API" } },
  mentions: [groups, users],
  toRecord: toIdpPolicy
}

/** The types of which some need the Identity Engine or a feature: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/ */
export const FURTHER_TYPES = [
  "ACCESS_POLICY",
  "PROFILE_ENROLLMENT",
  "PASSWORD",
  "MFA_ENROLL",
  "IDP_DISCOVERY",
  "ENTITY_RISK",
  "POST_AUTH_SESSION",
  "SESSION_VIOLATION_DETECTION",
  "CLIENT_UPDATE",
  "DEVICE_SIGNAL_COLLECTION",
  "IDENTITY_CLAIM_SOURCING"
]

/** Every organization has these, so that a refusal of all types does not count as an organization without policies. */
const sessionPolicies = Extractor.make({ ...list, pagination: oktaPages(), queries: [{ type: "OKTA_SIGN_ON" }] })

/** A type that the organization does not have counts as a list without policies. */
const furtherPages: Pagination.Pagination = { ...oktaPages(), isAbsent: VendorError.isOfPlan }

const furtherPolicies = Extractor.make({
  ...list,
  pagination: furtherPages,
  queries: FURTHER_TYPES.map((type) => ({ type }))
})

/** Extracts the policies of every type, with the groups and users in their conditions; applications name their policies themselves. */
export const policies = Extractor.concat(sessionPolicies, furtherPolicies)
