import { Extractor, Lookup, Mention, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { graphPages } from "../graph.js"

const JsonObject = { key: Schema.String, value: Schema.Unknown }

/** A nullable field that keeps the difference between null and missing, because records show conditions unchanged. */
const asSent = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(Schema.NullOr(schema), { exact: true })

const Ids = asSent(Schema.Array(Schema.String))

/** The users and groups that a policy includes and excludes: https://learn.microsoft.com/en-us/graph/api/resources/conditionalaccessusers */
const EntraPolicyUsers = Schema.Struct(
  { includeUsers: Ids, excludeUsers: Ids, includeGroups: Ids, excludeGroups: Ids },
  JsonObject
)

/** The applications that a policy includes and excludes, by `appId`: https://learn.microsoft.com/en-us/graph/api/resources/conditionalaccessapplications */
const EntraPolicyApplications = Schema.Struct({ includeApplications: Ids, excludeApplications: Ids }, JsonObject)

/** A conditional access policy: https://learn.microsoft.com/en-us/graph/api/resources/conditionalaccesspolicy */
export const EntraPolicy = Schema.Struct({
  id: Schema.String,
  displayName: Row.nullish(Schema.String),
  description: Row.nullish(Schema.String),
  state: Row.nullish(Schema.String),
  templateId: Row.nullish(Schema.String),
  createdDateTime: Row.nullish(Schema.String),
  modifiedDateTime: Row.nullish(Schema.String),
  conditions: Row.nullish(
    Schema.Struct({ users: asSent(EntraPolicyUsers), applications: asSent(EntraPolicyApplications) }, JsonObject)
  ),
  grantControls: Row.nullish(Schema.Record(JsonObject)),
  sessionControls: Row.nullish(Schema.Record(JsonObject))
})
export interface EntraPolicy extends Schema.Schema.Type<typeof EntraPolicy> {}

/** The two ids of an enterprise application: policies refer to its `appId`, records to its `id`. */
export const EntraPrincipal = Schema.Struct({ id: Schema.String, appId: Schema.String })

/** Normalized statuses by Graph's policy states: https://learn.microsoft.com/en-us/graph/api/resources/conditionalaccesspolicy#properties */
const statuses: Readonly<Record<string, string>> = {
  enabled: "ENABLED",
  disabled: "DISABLED",
  enabledForReportingButNotEnforced: "REPORT_ONLY"
}

/** Maps a conditional access policy to an `idp_policy`, with its conditions unchanged. */
export const toIdpPolicy = (policy: EntraPolicy): RecordKind.Draft<typeof RecordKind.IdpPolicy> => ({
  name: policy.displayName ?? policy.id,
  type: "CONDITIONAL_ACCESS",
  status: statuses[policy.state ?? ""] ?? "OTHER",
  description: policy.description,
  conditions: policy.conditions,
  vendor_created_at: policy.createdDateTime,
  last_updated_at: policy.modifiedDateTime ?? policy.createdDateTime,
  vendor_id: policy.id,
  vendor_data: {
    vendor: "MS_ENTRA",
    state: policy.state,
    template_id: policy.templateId,
    grant_controls: policy.grantControls,
    session_controls: policy.sessionControls
  }
})

/** Keywords that Graph accepts in place of an id. */
const special: ReadonlySet<string> = new Set([
  "All",
  "None",
  "GuestsOrExternalUsers",
  "Office365",
  "MicrosoftAdminPortals"
])

type IdList = ReadonlyArray<string> | null | undefined

/** The ids that a policy includes and does not exclude, without keywords; an exclusion overrides an inclusion. */
export const membersOf = (included: IdList, excluded: IdList): ReadonlyArray<string> => {
  const others = new Set(excluded)
  return (included ?? []).filter((id) => !special.has(id) && !others.has(id))
}

const users = Mention.of<EntraPolicy>()({
  record: RecordKind.IdpPolicyUser,
  things: ({ conditions }) => membersOf(conditions?.users?.includeUsers, conditions?.users?.excludeUsers),
  toRecord: (id, policy) => ({ policy_vendor_id: policy.id, user_vendor_id: id })
})

const groups = Mention.of<EntraPolicy>()({
  record: RecordKind.IdpPolicyGroup,
  things: ({ conditions }) => membersOf(conditions?.users?.includeGroups, conditions?.users?.excludeGroups),
  toRecord: (id, policy) => ({ policy_vendor_id: policy.id, group_vendor_id: id })
})

const allPrincipals = graphPages(999)

/** Graph allows a null `appId`; such a principal belongs to no application and is skipped. */
const principalPages: Pagination.Pagination = {
  ...allPrincipals,
  rows: (body) => allPrincipals.rows(body)?.filter((row) => typeof Pagination.at(row, "appId") === "string")
}

const principals = Lookup.joined<{ readonly appId: string }>()({
  endpoint: "/v1.0/servicePrincipals?$select=id,appId",
  row: EntraPrincipal,
  pagination: principalPages,
  permissions: ["Application.Read.All"],
  mayBeMissing: true,
  key: (principal) => principal.appId,
  matches: ({ appId }) => appId
})

const applications = Mention.of<EntraPolicy>()({
  record: RecordKind.IdpPolicyApplication,
  things: ({ conditions }: EntraPolicy) => {
    const { includeApplications, excludeApplications } = conditions?.applications ?? {}
    return membersOf(includeApplications, excludeApplications).map((appId) => ({ appId }))
  },
  lookups: { principals },
  // A policy may name a Microsoft application that the tenant has never used, and that has no principal.
  toRecord: (_, policy, answers) => {
    const principal = answers.principals?.[0]
    return principal === undefined ? null : { policy_vendor_id: policy.id, application_vendor_id: principal.id }
  }
})

/**
 * Extracts conditional access policies, with the users, groups and applications that they include and do not exclude by
 * id.
 *
 * Roles, filters and keywords such as `All` become no members; only `conditions` shows them.
 */
export const policies = Extractor.make({
  record: RecordKind.IdpPolicy,
  endpoint: "/v1.0/identity/conditionalAccess/policies",
  row: EntraPolicy,
  pagination: graphPages(),
  permissions: ["Policy.Read.All"],
  mentions: [users, groups, applications],
  toRecord: toIdpPolicy
})
