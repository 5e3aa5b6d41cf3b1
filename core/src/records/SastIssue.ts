import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { CodeRepository } from "./CodeRepository.js"
import { Severity } from "./ComplianceFinding.js"
import * as Field from "./Field.js"
import { VulnerabilityState } from "./Vulnerability.js"

/** How sure a tool is. `UNKNOWN` is a word without a counterpart here. */
export const Confidence = Field.openEnum({
  identifier: "Confidence",
  values: ["HIGH", "MEDIUM", "LOW", "UNKNOWN"],
  catchAll: "UNKNOWN"
})
export type Confidence = Schema.Schema.Type<typeof Confidence>

/** The rule that found a weakness in code. */
export const CodeRule = Field.struct("CodeRule", {
  /** The rule's id in the tool that found it. */
  id: Schema.String,
  /** The rule's title. Null if it has none. */
  name: Schema.NullOr(Schema.String),
  /** The rule's documentation. Null if it has none. */
  url: Schema.NullOr(Schema.String)
})

export interface CodeRule extends Schema.Schema.Type<typeof CodeRule> {}

/** A weakness in own code, from static analysis. */
export const SastIssue = Field.struct("SastIssue", {
  /** The service's own id of the issue: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** Its title, as the source tool shows it. */
  title: Schema.String,
  /** What it is and why it matters. Null if the source tool does not describe it. */
  description: Schema.NullOr(Schema.String),
  /** How severe it is, normalized; `vendor_severity` has the source tool's own word. */
  severity: Severity,
  /** The severity in the source tool's own words. Null if it gives none. */
  vendor_severity: Schema.NullOr(Schema.String),
  /** How sure the source tool is. Null if it does not say. */
  confidence: Schema.NullOr(Confidence),
  /** Where it stands, normalized. */
  state: VulnerabilityState,
  /** The state in the source tool's own words. Null if it gives none. */
  vendor_state: Schema.NullOr(Schema.String),
  /** When it entered this state. Null if the source tool does not say. */
  state_updated_at: Schema.NullOr(Timestamp),
  /** Why someone dismissed it, in the source tool's own words. Null if nobody did. */
  dismissed_reason: Schema.NullOr(Schema.String),
  /** Who dismissed it: a name, login or email address. Null if nobody did. */
  dismissed_by: Schema.NullOr(Schema.String),
  /** The rule that found it. Null if the source tool names none. */
  rule: Schema.NullOr(CodeRule),
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
  /** The branch, such as `main`. Null if unknown. */
  branch: Schema.NullOr(Schema.String),
  /** The commit that was analyzed. Null if unknown. */
  commit: Schema.NullOr(Schema.String),
  /** The path of the file in the repository. Null if unknown. */
  file_path: Schema.NullOr(Schema.String),
  /** The first line, counted from 1. Null if unknown. */
  start_line: Schema.NullOr(Field.Integer),
  /** The last line, counted from 1. Null if unknown. */
  end_line: Schema.NullOr(Field.Integer),
  /** What the tool says about this place. Null if it says nothing. */
  message: Schema.NullOr(Schema.String),
  /** The tool that found it, such as `CodeQL`. Null if unknown. */
  tool: Schema.NullOr(Schema.String),
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  remediation: Schema.NullOr(Schema.String),
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

export interface SastIssue extends Schema.Schema.Type<typeof SastIssue> {}
