import { HttpApiGroup, OpenApi } from "@effect/platform"
import { RecordKind, Records } from "@tributary/core"
import * as ListParameters from "../parts/ListParameters.js"
import * as RecordEndpoints from "../parts/RecordEndpoints.js"

/** The list and get-by-id endpoints of issues of any kind. */
export const issues = RecordEndpoints.make(RecordKind.AppsecIssue, {
  list: "listAppsecIssues",
  get: "getAppsecIssue",
  id: "issue_id",
  plural: "issues of any kind",
  singular: "an issue of any kind",
  item: Records.AppsecIssue,
  filters: {
    types: ListParameters.values("Only issues of one of these types.", Records.IssueType.literals),
    severities: ListParameters.values("Only issues with one of these severities.", Records.Severity.literals),
    states: ListParameters.values("Only issues in one of these states.", Records.VulnerabilityState.literals),
    cves: ListParameters.texts("Only issues with one of these CVE ids, such as `CVE-2024-3094`, in either case.", 100),
    isPatchable: ListParameters.either(
      "`true` returns only issues with an official fix, `false` only those without one; both if absent."
    ),
    applicationIds: ListParameters.references("Only issues of one of these applications."),
    resourceIds: ListParameters.texts(
      "Only issues about one of these resources, by their ids in their cloud or in the source tool.",
      2_048
    ),
    isDeleted: ListParameters.isRemoved
  },
  facets: {
    types: "type",
    severities: "severity",
    states: "state",
    cves: "cve",
    isPatchable: "is_patchable",
    applicationIds: "application",
    resourceIds: "resource"
  }
})

/** The list and get-by-id endpoints of weaknesses in code. */
export const sastIssues = RecordEndpoints.make(RecordKind.SastIssue, {
  list: "listSastIssues",
  get: "getSastIssue",
  id: "sast_issue_id",
  plural: "weaknesses in code",
  singular: "a weakness in code",
  item: Records.SastIssue,
  filters: {
    severities: ListParameters.values("Only issues with one of these severities.", Records.Severity.literals),
    confidences: ListParameters.values("Only issues with one of these confidences.", Records.Confidence.literals),
    states: ListParameters.values("Only issues in one of these states.", Records.VulnerabilityState.literals),
    applicationIds: ListParameters.references("Only issues of one of these applications."),
    isDeleted: ListParameters.isRemoved
  },
  facets: { severities: "severity", confidences: "confidence", states: "state", applicationIds: "application" }
})

/** The list and get-by-id endpoints of vulnerable dependencies. */
export const scaIssues = RecordEndpoints.make(RecordKind.ScaIssue, {
  list: "listScaIssues",
  get: "getScaIssue",
  id: "sca_issue_id",
  plural: "vulnerable dependencies",
  singular: "a vulnerable dependency",
  item: Records.ScaIssue,
  filters: {
    severities: ListParameters.values("Only issues with one of these severities.", Records.Severity.literals),
    states: ListParameters.values("Only issues in one of these states.", Records.VulnerabilityState.literals),
    cves: ListParameters.texts("Only issues with one of these CVE ids, such as `CVE-2024-3094`, in either case.", 100),
    isPatchable: ListParameters.either(
      "`true` returns only issues with an official fix, `false` only those without one; both if absent."
    ),
    isDirect: ListParameters.either(
      "`true` returns only issues of packages that the application itself names, `false` only those of other packages; both if absent."
    ),
    applicationIds: ListParameters.references("Only issues of one of these applications."),
    isDeleted: ListParameters.isRemoved
  },
  facets: {
    severities: "severity",
    states: "state",
    cves: "cve",
    isPatchable: "is_patchable",
    isDirect: "is_direct",
    applicationIds: "application"
  }
})

/** The list and get-by-id endpoints of other findings in code. */
export const findings = RecordEndpoints.make(RecordKind.AppsecFinding, {
  list: "listAppsecFindings",
  get: "getAppsecFinding",
  id: "finding_id",
  plural: "other findings in code",
  singular: "a finding in code",
  item: Records.AppsecFinding,
  filters: {
    types: ListParameters.values("Only findings of one of these types.", Records.AppsecFindingType.literals),
    severities: ListParameters.values("Only findings with one of these severities.", Records.Severity.literals),
    states: ListParameters.values("Only findings in one of these states.", Records.VulnerabilityState.literals),
    validities: ListParameters.values("Only secrets with one of these validities.", Records.SecretValidity.literals),
    applicationIds: ListParameters.references("Only findings of one of these applications."),
    isDeleted: ListParameters.isRemoved
  },
  facets: {
    types: "type",
    severities: "severity",
    states: "state",
    validities: "validity",
    applicationIds: "application"
  }
})

/** Application security of one connection. */
export const AppsecApi = HttpApiGroup.make("appsec")
  .add(issues.list)
  .add(issues.get)
  .add(sastIssues.list)
  .add(sastIssues.get)
  .add(scaIssues.list)
  .add(scaIssues.get)
  .add(findings.list)
  .add(findings.get)
  .annotateContext(
    OpenApi.annotations({
      title: "Application security",
      description: "Weaknesses in code, vulnerable dependencies, secrets and other findings in what is built of code."
    })
  )
