import { Child, Extractor, Lookup, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { armId, armIdOf, armPages, nameOf, typeOf } from "../arm.js"
import { isUnregistered } from "../errors.js"
import { AzureResourceDetails, cloudOf, nativeOf, resourceIdOf } from "../resourceDetails.js"
import { graphPages, RESOURCE_GRAPH } from "../resourceGraph.js"

const JsonObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** A subscription: https://learn.microsoft.com/en-us/rest/api/resources/subscriptions/list */
export const AzureSubscription = Schema.Struct({
  subscriptionId: Schema.String,
  displayName: Row.nullish(Schema.String),
  state: Row.nullish(Schema.String)
})
export interface AzureSubscription extends Schema.Schema.Type<typeof AzureSubscription> {}

/** An assessment of one resource: https://learn.microsoft.com/en-us/rest/api/defenderforcloud/assessments/list */
export const DefenderAssessment = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  properties: Schema.Struct({
    displayName: Row.nullish(Schema.String),
    resourceDetails: Row.nullish(AzureResourceDetails),
    status: Row.nullish(
      Schema.Struct({
        code: Row.nullish(Schema.String),
        cause: Row.nullish(Schema.String),
        description: Row.nullish(Schema.String),
        firstEvaluationDate: Row.nullish(Schema.String),
        statusChangeDate: Row.nullish(Schema.String)
      })
    ),
    additionalData: Row.nullish(JsonObject),
    links: Row.nullish(Schema.Struct({ azurePortalUri: Row.nullish(Schema.String) }))
  })
})
export interface DefenderAssessment extends Schema.Schema.Type<typeof DefenderAssessment> {}

/** The definition of an assessment, which all assessments with its key share: https://learn.microsoft.com/en-us/rest/api/defenderforcloud/assessments-metadata/list-by-subscription */
export const DefenderMetadata = Schema.Struct({
  name: Schema.String,
  properties: Schema.Struct({
    displayName: Row.nullish(Schema.String),
    description: Row.nullish(Schema.String),
    remediationDescription: Row.nullish(Schema.String),
    severity: Row.nullish(Schema.String),
    categories: Row.nullish(Schema.Array(Schema.String)),
    threats: Row.nullish(Schema.Array(Schema.String)),
    assessmentType: Row.nullish(Schema.String),
    policyDefinitionId: Row.nullish(Schema.String)
  })
})
export interface DefenderMetadata extends Schema.Schema.Type<typeof DefenderMetadata> {}

/** An assessment that belongs to a control of a standard: https://learn.microsoft.com/en-us/rest/api/defenderforcloud/regulatory-compliance-assessments/list */
export const DefenderControl = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  controlName: Row.nullish(Schema.String)
})
export interface DefenderControl extends Schema.Schema.Type<typeof DefenderControl> {}

/** The location of an Azure resource: https://learn.microsoft.com/en-us/rest/api/resources/resources/list */
export const AzureLocation = Schema.Struct({
  id: Schema.String,
  location: Row.nullish(Schema.String)
})
export interface AzureLocation extends Schema.Schema.Type<typeof AzureLocation> {}

/** When an assessment was first evaluated and last changed its status, in Azure Resource Graph: https://learn.microsoft.com/en-us/azure/defender-for-cloud/resource-graph-samples */
export const DefenderTimes = Schema.Struct({
  id: Schema.String,
  firstEvaluationDate: Row.nullish(Schema.String),
  statusChangeDate: Row.nullish(Schema.String)
})
export interface DefenderTimes extends Schema.Schema.Type<typeof DefenderTimes> {}

/** The answers to the lookups of an assessment; null if they could not be read. */
export interface DefenderAnswers {
  /** The definition of the assessment. */
  readonly metadata: ReadonlyArray<DefenderMetadata> | null
  /** The controls to which the assessment belongs. */
  readonly controls: ReadonlyArray<DefenderControl> | null
  /** The location of the assessed resource. */
  readonly locations: ReadonlyArray<AzureLocation> | null
  /** The times of the status, if the assessment itself lacks one. */
  readonly times: ReadonlyArray<DefenderTimes> | null
}

const severities: Readonly<Record<string, Records.Severity>> = {
  critical: "CRITICAL",
  high: "HIGH",
  medium: "MEDIUM",
  low: "LOW",
  informational: "INFORMATIONAL"
}

const statuses: Readonly<Record<string, Records.FindingStatus>> = {
  unhealthy: "NEW",
  healthy: "RESOLVED",
  notapplicable: "OTHER"
}

/** The causes of NotApplicable that mean a user switched the assessment off. */
const suppressions: ReadonlySet<string> = new Set(["exempt", "exemptbypolicy", "offbypolicy"])

const results: Readonly<Record<string, Records.ComplianceResult>> = {
  unhealthy: "FAIL",
  healthy: "PASS",
  notapplicable: "NOT_APPLICABLE"
}

const codeOf = ({ properties }: DefenderAssessment): string => properties.status?.code ?? "UNKNOWN"

const statusOf = (assessment: DefenderAssessment): Records.FindingStatus => {
  const status = statuses[codeOf(assessment).toLowerCase()] ?? "UNKNOWN"
  const cause = assessment.properties.status?.cause?.toLowerCase() ?? ""
  return status === "OTHER" && suppressions.has(cause) ? "SUPPRESSED" : status
}

/** The name that follows a collection in the ID of a resource; undefined if it has none. */
const nameIn = (collection: string, id: string): string | undefined => {
  const segments = id.split("/")
  const index = segments.findIndex((segment) => segment.toLowerCase() === collection)
  return index < 0 ? undefined : segments[index + 1]
}

/** Matches a standard's name that ends in a version, such as `PCI-DSS-3.2.1`; a number without a dot belongs to the name, as in `ISO-27001`. */
const VERSION = /^(.+)-v?(\d+(?:\.\d+)+)$/i

/** What an assessment of no standard counts towards: otherwise no filter by result or control would find it. */
const OWN_CHECKS = "Microsoft Defender for Cloud"

const compliancesOf = (
  assessment: DefenderAssessment,
  title: string,
  { controls }: DefenderAnswers
): ReadonlyArray<Records.FindingCompliance> | null => {
  if (controls === null) return null
  const result = results[codeOf(assessment).toLowerCase()] ?? "NOT_APPLICABLE"
  // The table has no order of its own, and the same controls in another order are no change.
  const sorted = [...controls].sort((one, other) => (one.id < other.id ? -1 : 1))
  const found = sorted.flatMap(({ id, controlName }) => {
    const name = nameIn("regulatorycompliancestandards", id)
    const control = nameIn("regulatorycompliancecontrols", id)
    if (name === undefined || control === undefined) return []
    const [, standard = name, version = null] = VERSION.exec(name) ?? []
    return [{ standard, standard_version: version, control, control_name: controlName, result }]
  })
  const own = { standard: OWN_CHECKS, standard_version: null, control: assessment.name, control_name: title, result }
  return found.length === 0 ? [own] : found
}

/** Maps an assessment with its definition, controls and location. */
export const toComplianceFinding = (
  assessment: DefenderAssessment,
  subscription: AzureSubscription,
  answers: DefenderAnswers
): RecordKind.Draft<typeof RecordKind.ComplianceFinding> => {
  const { additionalData, displayName, links, resourceDetails, status } = assessment.properties
  const metadata = answers.metadata?.[0]?.properties
  const times = answers.times?.[0]
  const title = displayName ?? metadata?.displayName ?? assessment.name
  const resourceId = resourceIdOf(assessment.id, resourceDetails)
  const native = nativeOf(resourceDetails, additionalData)
  return {
    title,
    description: metadata?.description ?? null,
    remediation: metadata?.remediationDescription ?? null,
    resource_id: resourceId,
    resource_name: native.name ?? nameOf(resourceId),
    resource_region: native.region ?? answers.locations?.[0]?.location ?? null,
    resource_type: native.type ?? typeOf(resourceDetails?.id ?? resourceId),
    severity: severities[metadata?.severity?.toLowerCase() ?? ""] ?? "UNKNOWN",
    vendor_severity: metadata?.severity ?? "UNKNOWN",
    status: statusOf(assessment),
    vendor_status: codeOf(assessment),
    status_changed_at: status?.statusChangeDate ?? times?.statusChangeDate ?? null,
    start_time: status?.firstEvaluationDate ?? times?.firstEvaluationDate ?? null,
    vendor_id: armId(assessment.id),
    vendor_data: {
      vendor: "MS_DEFENDER_CLOUD",
      cloud_provider: resourceDetails === null ? null : cloudOf(resourceDetails),
      native_resource_id: native.id,
      native_account_id: native.account,
      resource_provider: native.provider,
      subscription_id: subscription.subscriptionId,
      subscription_name: subscription.displayName,
      status_cause: status?.cause ?? null,
      status_description: status?.description ?? null,
      categories: metadata?.categories ?? null,
      threats: metadata?.threats ?? null,
      assessment_type: metadata?.assessmentType ?? null,
      policy_definition_id: metadata?.policyDefinitionId ?? null,
      portal_url: links?.azurePortalUri ?? null,
      resource_details: resourceDetails,
      additional_data: additionalData
    },
    rule: { id: assessment.name, name: title, vendor_id: assessment.name },
    compliances: compliancesOf(assessment, title, answers)
  }
}

/** An assessment with its subscription, which the lookups need. */
type Scoped = DefenderAssessment & Pick<AzureSubscription, "subscriptionId">

const metadata = Lookup.joined<Scoped>()({
  endpoint: "/subscriptions/{subscriptionId}/providers/Microsoft.Security/assessmentMetadata",
  row: DefenderMetadata,
  pagination: armPages("2021-06-01"),
  permissions: ["Microsoft.Security/assessmentMetadata/read"],
  fields: [
    "description",
    "remediation",
    "severity",
    "vendor_severity",
    "vendor_data.categories",
    "vendor_data.threats",
    "vendor_data.assessment_type",
    "vendor_data.policy_definition_id"
  ],
  key: (row) => row.name.toLowerCase(),
  matches: (assessment) => assessment.name.toLowerCase()
})

const CONTROLS = "microsoft.security/regulatorycompliancestandards/regulatorycompliancecontrols"

/** Reads the assessments of every control in one list, because the REST API needs a request per control of each standard. */
export const CONTROLS_QUERY = [
  "securityresources",
  `where type == '${CONTROLS}/regulatorycomplianceassessments'`,
  "extend controlId = tostring(split(tolower(id), '/regulatorycomplianceassessments/')[0])",
  `join kind=leftouter (securityresources | where type == '${CONTROLS}'` +
    " | project controlId = tolower(id), controlName = tostring(properties.description)) on controlId",
  "project id, name, controlName",
  "order by id asc"
].join(" | ")

const controls = Lookup.joined<Scoped>()({
  endpoint: RESOURCE_GRAPH,
  post: { subscriptions: ["{subscriptionId}"], query: CONTROLS_QUERY },
  row: DefenderControl,
  pagination: graphPages(),
  permissions: ["Microsoft.Security/regulatoryComplianceStandards/regulatoryComplianceControls/*/read"],
  isOptional: true,
  fields: ["compliances"],
  mayBeMissing: true,
  key: (row) => row.name.toLowerCase(),
  matches: (assessment) => assessment.name.toLowerCase()
})

const locations = Lookup.joined<Scoped>()({
  endpoint: "/subscriptions/{subscriptionId}/resources",
  row: AzureLocation,
  pagination: armPages("2021-04-01"),
  permissions: ["Microsoft.Resources/subscriptions/resources/read"],
  isOptional: true,
  // Most assessments name the region themselves.
  sharedFields: ["resource_region"],
  mayBeMissing: true,
  key: (row) => armId(row.id),
  matches: (assessment) => resourceIdOf(assessment.id, assessment.properties.resourceDetails)
})

/** Reads the times of all assessments in one list, because the REST API lacks those of older ones. */
export const TIMES_QUERY = [
  "securityresources",
  "where type == 'microsoft.security/assessments'",
  "project id, firstEvaluationDate = tostring(properties.status.firstEvaluationDate)," +
    " statusChangeDate = tostring(properties.status.statusChangeDate)",
  "order by id asc"
].join(" | ")

const times = Lookup.joined<Scoped>()({
  endpoint: RESOURCE_GRAPH,
  post: { subscriptions: ["{subscriptionId}"], query: TIMES_QUERY },
  row: DefenderTimes,
  pagination: graphPages(),
  permissions: ["Microsoft.Security/assessments/read"],
  isOptional: true,
  sharedFields: ["status_changed_at", "start_time"],
  mayBeMissing: true,
  when: ({ properties: { status } }) => !status?.firstEvaluationDate || !status.statusChangeDate,
  key: (row) => armId(row.id),
  matches: (assessment) => armId(assessment.id)
})

const assessments = Child.of<AzureSubscription>()({
  record: RecordKind.ComplianceFinding,
  endpoint: "/subscriptions/{subscriptionId}/providers/Microsoft.Security/assessments",
  row: DefenderAssessment,
  id: armIdOf,
  pagination: { ...armPages("2021-06-01"), isAbsent: isUnregistered },
  permissions: ["Microsoft.Security/assessments/read"],
  when: (subscription) => subscription.state !== "Deleted",
  lookups: { metadata, controls, locations, times },
  toRecord: toComplianceFinding
})

/** Reads the assessments of each subscription: https://learn.microsoft.com/en-us/rest/api/defenderforcloud/assessments/list */
export const findings = Extractor.below({
  endpoint: "/subscriptions",
  row: AzureSubscription,
  id: "subscriptionId",
  pagination: armPages("2022-12-01"),
  permissions: ["Microsoft.Resources/subscriptions/read"],
  child: assessments
})
