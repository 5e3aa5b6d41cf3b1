import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { CodeRepository } from "./CodeRepository.js"
import { Severity } from "./ComplianceFinding.js"
import * as Field from "./Field.js"
import { VulnerabilityState } from "./Vulnerability.js"

/**
 * What a finding is about: a secret in code, infrastructure as code, a container image, a licence, a running web
 * application; `OTHER` is anything else.
 */
export const AppsecFindingType = Field.openEnum({
  identifier: "AppsecFindingType",
  values: ["SECRET", "IAC", "CONTAINER", "LICENSE", "DAST", "OTHER"],
  catchAll: "OTHER"
})
export type AppsecFindingType = Schema.Schema.Type<typeof AppsecFindingType>

/** Whether a secret that was found still works. `UNKNOWN` means that nobody knows. */
export const SecretValidity = Field.openEnum({
  identifier: "SecretValidity",
  values: ["ACTIVE", "INACTIVE", "UNKNOWN"],
  catchAll: "UNKNOWN"
})
export type SecretValidity = Schema.Schema.Type<typeof SecretValidity>

/** A finding in code or in what is built of it that is neither a weakness of own code nor a vulnerable dependency. */
export const AppsecFinding = Field.struct("AppsecFinding", {
  /** The service's own id of the finding: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** Its title, as the source tool shows it. */
  title: Schema.String,
  /** What it is and why it matters. Null if the source tool does not describe it. */
  description: Schema.NullOr(Schema.String),
  /** What the finding is about. */
  type: AppsecFindingType,
  /** How severe it is, normalized; `vendor_severity` has the source tool's own word. */
  severity: Severity,
  /** The severity in the source tool's own words. Null if it gives none. */
  vendor_severity: Schema.NullOr(Schema.String),
  /** Where it stands, normalized. */
  state: VulnerabilityState,
  /** The state in the source tool's own words. Null if it gives none. */
  vendor_state: Schema.NullOr(Schema.String),
  /** When it entered this state. Null if the source tool does not say. */
  state_updated_at: Schema.NullOr(Timestamp),
  /**
   * The service's id of the application that has the finding, such as its repository. Null if the source tool names none.
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
  /** The first line, counted from 1. Null if unknown. */
  start_line: Schema.NullOr(Field.Integer),
  /** What the finding is in, such as an image or a resource of a template. Null if the source tool does not say. */
  resource: Schema.NullOr(Schema.String),
  /** What kind of secret it is, as the source tool writes it; never the secret itself. Null if it is none. */
  secret_type: Schema.NullOr(Schema.String),
  /** Whether the secret still works. Null if it is no secret. */
  validity: Schema.NullOr(SecretValidity),
  /** When the source tool first found it. Null if it does not say. */
  first_seen: Schema.NullOr(Timestamp),
  /** When the source tool last found it. Null if it does not say. */
  last_seen: Schema.NullOr(Timestamp),
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  remediation: Schema.NullOr(Schema.String),
  /** The finding's page in the source tool. Null if it has none. */
  url: Schema.NullOr(Schema.String),
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  vendor: Schema.String,
  /** The finding's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the finding, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface AppsecFinding extends Schema.Schema.Type<typeof AppsecFinding> {}
