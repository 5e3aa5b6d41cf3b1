import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { CodeRepository } from "./CodeRepository.js"
import { Severity } from "./ComplianceFinding.js"
import * as Field from "./Field.js"
import { VulnerabilityState } from "./Vulnerability.js"

/**
 * What an issue is about: a weakness in own code, a vulnerable dependency, a secret in code, infrastructure as code, a
 * container image, a licence, a running web application, the posture of a cloud; `OTHER` is anything else.
 */
export const IssueType = Field.openEnum({
  identifier: "IssueType",
  values: ["SAST", "SCA", "SECRET", "IAC", "CONTAINER", "LICENSE", "DAST", "CSPM", "OTHER"],
  catchAll: "OTHER"
})
export type IssueType = Schema.Schema.Type<typeof IssueType>

/** An issue of any kind that a tool for application or cloud security reports. */
export const AppsecIssue = Field.struct("AppsecIssue", {
  /** The service's own id of the issue: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** Its title, as the source tool shows it. */
  title: Schema.String,
  /** What it is and why it matters. Null if the source tool does not describe it. */
  description: Schema.NullOr(Schema.String),
  /** What the issue is about. */
  type: IssueType,
  /** How severe it is, normalized; `vendor_severity` has the source tool's own word. */
  severity: Severity,
  /** The severity in the source tool's own words. Null if it gives none. */
  vendor_severity: Schema.NullOr(Schema.String),
  /** Where it stands, normalized. */
  state: VulnerabilityState,
  /** When it entered this state. Null if the source tool does not say. */
  state_updated_at: Schema.NullOr(Timestamp),
  /** The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none. */
  cve: Schema.NullOr(Schema.Array(Schema.String)),
  /** The CWE ids, such as `CWE-79`. Null if the source tool names none. */
  cwe: Schema.NullOr(Schema.Array(Schema.String)),
  /**
   * The service's id of the application that has the issue, such as its repository. Null if the source tool names none.
   *
   * @remarks In a mapping, write the vendor's id of the other record; the service's id is served.
   */
  application_id: Schema.NullOr(Field.Id),
  /** That application's id in the source tool. Null if the source tool names none. */
  application_vendor_id: Schema.NullOr(Schema.String),
  /** The code repository that has it. Null if it is in none, or if the source tool does not say. */
  repository: Schema.NullOr(CodeRepository),
  /** The path of the file in the repository. Null if it is in no file. */
  file_path: Schema.NullOr(Schema.String),
  /** The affected resource's id in its cloud or in the source tool. Null if it affects none. */
  resource_id: Schema.NullOr(Schema.String),
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  remediation: Schema.NullOr(Schema.String),
  /** Whether an official fix exists. Null if the source tool does not say. */
  is_patchable: Schema.NullOr(Schema.Boolean),
  /** When the source tool first found it. Null if it does not say. */
  first_seen: Schema.NullOr(Timestamp),
  /** When the source tool last found it. Null if it does not say. */
  last_seen: Schema.NullOr(Timestamp),
  /** The issue's page in the source tool. Null if it has none. */
  url: Schema.NullOr(Schema.String),
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  vendor: Schema.String,
  /** The issue's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the issue, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface AppsecIssue extends Schema.Schema.Type<typeof AppsecIssue> {}
