import { HttpApiGroup, OpenApi } from "@effect/platform"
import { RecordKind, Records } from "@tributary/core"
import * as ListParameters from "../parts/ListParameters.js"
import * as Parameter from "../parts/Parameter.js"
import * as RecordEndpoints from "../parts/RecordEndpoints.js"

/** As long as names in source tools get. */
const NAME_LENGTH = 1_000

const names = (description: string) => ListParameters.optional(Parameter.texts({ description, maxLength: NAME_LENGTH }))

export const findings = RecordEndpoints.make(RecordKind.ComplianceFinding, {
  list: "listComplianceFindings",
  get: "getComplianceFinding",
  id: "compliance_finding_id",
  plural: "compliance findings",
  singular: "a compliance finding",
  about: "One finding is one resource evaluated against one control.",
  item: Records.ComplianceFinding,
  itemWithEntities: Records.ComplianceFindingWithEntities,
  onRequest: { includeCompliances: "compliances", includeRule: "rule" },
  filters: {
    complianceResults: ListParameters.optional(
      Parameter.manyOf({
        description: "Only findings that have a compliance with one of these results.",
        values: Records.ComplianceResult.literals
      })
    ),
    findingStatuses: ListParameters.optional(
      Parameter.manyOf({
        description: "Only findings with one of these statuses.",
        values: Records.FindingStatus.literals
      })
    ),
    controls: names("Only findings of one of these controls, as the source tool names them."),
    standards: names("Only findings of one of these standards, as the source tool names them."),
    statusChangedSince: ListParameters.optional(
      Parameter.instant(
        "Only findings whose status changed at or after this instant. Unlike `updatedSince` it stays beside `cursor`, as the other filters do."
      )
    )
  },
  facets: { complianceResults: "result", findingStatuses: "status", controls: "control", standards: "standard" },
  instantSince: "statusChangedSince",
  shape: "structured"
})

export const compliances = RecordEndpoints.make(RecordKind.Compliance, {
  list: "listCompliances",
  get: "getCompliance",
  id: "compliance_id",
  plural: "compliances",
  singular: "a compliance",
  about: "A compliance is one control of one standard, as the source tool evaluates it.",
  item: Records.Compliance
})

/** Cloud security posture of one connection. */
export const CspmApi = HttpApiGroup.make("cspm")
  .add(findings.list)
  .add(findings.get)
  .add(compliances.list)
  .add(compliances.get)
  .annotateContext(
    OpenApi.annotations({
      title: "Cloud security posture",
      description: "What resources are measured against, and what was found."
    })
  )
