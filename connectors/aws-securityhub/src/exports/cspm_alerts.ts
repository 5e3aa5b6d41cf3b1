import { Extractor, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import {
  alertStatusOf,
  common,
  identityOf,
  labelOf,
  recommendationOf,
  resourceNameOf,
  severityOf,
  statusOf,
  Text,
  vendorDataOf
} from "../finding.js"
import { equals, findingsWith } from "../findingList.js"

/** A finding of GuardDuty: https://docs.aws.amazon.com/guardduty/latest/ug/securityhub-integration.html */
export const AwsThreat = Schema.Struct({
  ...common,
  SourceUrl: Text,
  Resources: Schema.NonEmptyArray(
    Schema.Struct({
      Id: Schema.String,
      Type: Text,
      Region: Text,
      Tags: Row.nullish(Schema.Struct({ Name: Row.nullish(Schema.Unknown) }))
    })
  )
})
export interface AwsThreat extends Schema.Schema.Type<typeof AwsThreat> {}

/** The tactics of MITRE ATT&CK that the types of findings name, without their spaces: https://attack.mitre.org/tactics/enterprise/ */
const TACTICS: Readonly<Record<string, readonly [id: string, name: string]>> = {
  InitialAccess: ["TA0001", "Initial Access"],
  Execution: ["TA0002", "Execution"],
  Persistence: ["TA0003", "Persistence"],
  PrivilegeEscalation: ["TA0004", "Privilege Escalation"],
  DefenseEvasion: ["TA0005", "Defense Evasion"],
  CredentialAccess: ["TA0006", "Credential Access"],
  Discovery: ["TA0007", "Discovery"],
  LateralMovement: ["TA0008", "Lateral Movement"],
  Collection: ["TA0009", "Collection"],
  Exfiltration: ["TA0010", "Exfiltration"],
  CommandandControl: ["TA0011", "Command and Control"],
  Impact: ["TA0040", "Impact"]
}

/**
 * The tactic in a type such as `TTPs/Initial Access/UnauthorizedAccess:EC2-SSHBruteForce`, `TTPs/Impact:S3-MaliciousIPCaller` or
 * `TTPs/AnomalousBehavior/CredentialAccess:Kubernetes-SecretsAccessed`; undefined if it names none.
 *
 * https://docs.aws.amazon.com/guardduty/latest/ug/securityhub-integration.html
 */
const tacticOf = (type: string) => {
  const [namespace, ...parts] = type.split("/")
  if (namespace !== "TTPs") return undefined
  return parts
    .map((part) => TACTICS[part.split(":")[0]?.replaceAll(" ", "") ?? ""])
    .find((tactic) => tactic !== undefined)
}

/** The tactics, each once; GuardDuty names no techniques in Security Hub. */
const mitreOf = ({ Types }: AwsThreat): ReadonlyArray<Records.MitreTechnique> | null => {
  const tactics = new Map((Types ?? []).map(tacticOf).filter((tactic) => tactic !== undefined))
  const none = { technique_id: null, technique_name: null }
  return tactics.size === 0
    ? null
    : [...tactics].map(([tactic_id, tactic_name]) => ({ tactic_id, tactic_name, ...none }))
}

/** Maps a finding of GuardDuty; `resolved_time` stays null, because Security Hub does not record when a status changed. */
export const toAlert = (finding: AwsThreat): RecordKind.Draft<typeof RecordKind.CspmAlert> => {
  const [resource] = finding.Resources
  return {
    title: finding.Title,
    description: finding.Description,
    severity: severityOf(finding),
    vendor_severity: labelOf(finding),
    status: alertStatusOf(finding),
    vendor_status: statusOf(finding),
    category: finding.Types?.join(", ") ?? null,
    resource_id: resource.Id,
    resource_name: resourceNameOf(resource),
    resource_type: resource.Type,
    cloud_provider: "AWS",
    account_id: finding.AwsAccountId,
    region: resource.Region ?? finding.Region,
    first_event_time: finding.FirstObservedAt ?? finding.CreatedAt,
    last_event_time: finding.LastObservedAt,
    remediation: recommendationOf(finding),
    mitre: mitreOf(finding),
    url: finding.SourceUrl,
    vendor_id: identityOf(finding),
    vendor_data: {
      ...vendorDataOf(finding),
      resources: finding.Resources.map(({ Id, Region, Tags, Type }) => ({
        id: Id,
        type: Type,
        region: Region,
        name: Tags?.Name ?? null
      }))
    }
  }
}

// A change of the workflow status, which is all that changes in most of them, is no change to the filter by time.
const { since: _, ...allFindings } = findingsWith({ ProductName: equals("GuardDuty") })

/** Reads the findings that GuardDuty sends to Security Hub. */
export const alerts = Extractor.make({
  ...allFindings,
  record: RecordKind.CspmAlert,
  row: AwsThreat,
  toRecord: toAlert
})
