import { HttpApiGroup, OpenApi } from "@effect/platform"
import { RecordKind, Records } from "@tributary/core"
import * as ListParameters from "../parts/ListParameters.js"
import * as Parameter from "../parts/Parameter.js"
import * as RecordEndpoints from "../parts/RecordEndpoints.js"

/** Longer than any name in a source tool. */
const NAME_LENGTH = 1_000

const names = (description: string) => ListParameters.texts(description, NAME_LENGTH)

/** The list and get-by-id endpoints of compliance findings. */
export const findings = RecordEndpoints.make(RecordKind.ComplianceFinding, {
  list: "listComplianceFindings",
  get: "getComplianceFinding",
  id: "compliance_finding_id",
  plural: "compliance findings",
  singular: "a compliance finding",
  item: Records.ComplianceFinding,
  itemWithEntities: Records.ComplianceFindingWithEntities,
  onRequest: { includeCompliances: "compliances", includeRule: "rule" },
  filters: {
    complianceResults: ListParameters.values(
      "Only findings with one of these results among their compliances.",
      Records.ComplianceResult.literals
    ),
    findingStatuses: ListParameters.values("Only findings with one of these statuses.", Records.FindingStatus.literals),
    controls: names("Only findings that count towards one of these controls, by the source tool's identifiers."),
    standards: names("Only findings that count towards one of these standards, by the source tool's names."),
    statusChangedSince: ListParameters.optional(
      Parameter.instant(
        "Only findings whose status changed at or after this instant. " +
          "Unlike `updatedSince`, send it again together with `cursor`."
      )
    ),
    isDeleted: ListParameters.isDeleted
  },
  facets: { complianceResults: "result", findingStatuses: "status", controls: "control", standards: "standard" },
  periods: { statusChangedSince: { field: "status_changed_at", bound: "since" } },
  shape: "structured"
})

/** The list and get-by-id endpoints of compliances. */
export const compliances = RecordEndpoints.make(RecordKind.Compliance, {
  list: "listCompliances",
  get: "getCompliance",
  id: "compliance_id",
  plural: "compliances",
  singular: "a compliance",
  item: Records.Compliance,
  filters: { isDeleted: ListParameters.isDeleted }
})

/** The list and get-by-id endpoints of cloud alerts. */
export const alerts = RecordEndpoints.make(RecordKind.CspmAlert, {
  list: "listCspmAlerts",
  get: "getCspmAlert",
  id: "alert_id",
  plural: "cloud alerts",
  singular: "a cloud alert",
  item: Records.CspmAlert,
  filters: {
    severities: ListParameters.values("Only alerts with one of these severities.", Records.Severity.literals),
    statuses: ListParameters.values("Only alerts with one of these statuses.", Records.AlertStatus.literals),
    cloudProviders: ListParameters.values("Only alerts of one of these clouds.", Records.CloudProvider.literals),
    resourceIds: ListParameters.texts(
      "Only alerts about one of these resources, by their ids in their cloud or in the source tool.",
      2_048
    ),
    isDeleted: ListParameters.isRemoved
  },
  facets: { severities: "severity", statuses: "status", cloudProviders: "cloud_provider", resourceIds: "resource" }
})

/** Cloud security posture of one connection. */
export const CspmApi = HttpApiGroup.make("cspm")
  .add(findings.list)
  .add(findings.get)
  .add(compliances.list)
  .add(compliances.get)
  .add(alerts.list)
  .add(alerts.get)
  .annotateContext(
    OpenApi.annotations({
      title: "Cloud security posture",
      description: "The controls that resources are evaluated against, and the findings."
    })
  )
