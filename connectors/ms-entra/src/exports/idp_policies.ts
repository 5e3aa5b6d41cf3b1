import { Extractor, Lookup, Mention, Pagination, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { graphPages } from "../graph.js"

const JsonObject = { key: Schema.String, value: Schema.Unknown }

/** As it is sent: conditions are shown as they are. */
const asSent = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(Schema.NullOr(schema), { exact: true })

const Ids = asSent(Schema.Array(Schema.String))

/** Whom a policy concerns: https://learn.microsoft.com/en-us/graph/api/resources/conditionalaccessusers */
const EntraPolicyUsers = Schema.Struct(
  { includeUsers: Ids, excludeUsers: Ids, includeGroups: Ids, excludeGroups: Ids },
  JsonObject
)

/** What a policy concerns, by `appId`: https://learn.microsoft.com/en-us/graph/api/resources/conditionalaccessapplications */
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

/** The two ids of an enterprise application: policies name its `appId`, records its `id`. */
export const EntraPrincipal = Schema.Struct({ id: Schema.String, appId: Schema.String })

/** The states of a policy: https://learn.microsoft.com/en-us/graph/api/resources/conditionalaccesspolicy#properties */
const statuses: Readonly<Record<string, string>> = {
  enabled: "ENABLED",
  disabled: "DISABLED",
  enabledForReportingButNotEnforced: "REPORT_ONLY"
}

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

/** What stands among the ids without being one; `conditions` tells of it. */
const special: ReadonlySet<string> = new Set([
  "All",
  "None",
  "GuestsOrExternalUsers",
  "Office365",
  "MicrosoftAdminPortals"
])

type IdList = ReadonlyArray<string> | null | undefined

/** The members of a policy: who is included by id, and not excluded by id, which would outweigh it. */
export const membersOf = (included: IdList, excluded: IdList): ReadonlyArray<string> =>
  (included ?? []).filter((id) => !special.has(id) && excluded?.includes(id) !== true)

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

/** Graph lets the `appId` be null: a principal without one is no application's. */
const principalPages: Pagination.Pagination = {
  ...allPrincipals,
  rows: (body) => allPrincipals.rows(body)?.filter((row) => typeof Pagination.at(row, "appId") === "string")
}

const principals = Lookup.joined<{ readonly appId: string }>()({
  endpoint: "/v1.0/servicePrincipals?$select=id,appId",
  row: EntraPrincipal,
  pagination: principalPages,
  permissions: ["Application.Read.All"],
  // Without it, the applications of a policy would look as if they had left it.
  isRequired: true,
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
  // A policy may name an application of Microsoft's that the tenant has never used: there is no principal of it then.
  toRecord: (_, policy, answers) => {
    const principal = answers.principals?.[0]
    return principal === undefined ? null : { policy_vendor_id: policy.id, application_vendor_id: principal.id }
  }
})

/**
 * Policies, and their members: the users, groups and applications that they include by id and do not exclude by id.
 *
 * Roles, filters and special values such as `All` name nobody: `conditions` alone tells of them.
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
