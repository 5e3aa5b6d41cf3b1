import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import { CodeRepository } from "./CodeRepository.js"
import { Severity } from "./ComplianceFinding.js"
import * as Field from "./Field.js"
import { VulnerabilityState } from "./Vulnerability.js"

/** A package of software that an issue is about. */
export const SoftwarePackage = Field.struct("SoftwarePackage", {
  /** The package's name. */
  name: Schema.String,
  /** The installed version. Null if unknown. */
  version: Schema.NullOr(Schema.String),
  /** Where the package comes from, as the source tool writes it, such as `npm`. Null if unknown. */
  ecosystem: Schema.NullOr(Schema.String)
})

export interface SoftwarePackage extends Schema.Schema.Type<typeof SoftwarePackage> {}

/** A vulnerable dependency, from software composition analysis. */
export const ScaIssue = Field.struct("ScaIssue", {
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
  /** Where it stands, normalized. */
  state: VulnerabilityState,
  /** The state in the source tool's own words. Null if it gives none. */
  vendor_state: Schema.NullOr(Schema.String),
  /** When it entered this state. Null if the source tool does not say. */
  state_updated_at: Schema.NullOr(Timestamp),
  /** Why someone dismissed it, in the source tool's own words. Null if nobody did. */
  dismissed_reason: Schema.NullOr(Schema.String),
  /** The CVE ids, such as `CVE-2024-3094`. Null if the source tool names none. */
  cve: Schema.NullOr(Schema.Array(Schema.String)),
  /** Ids of other advisories, such as `GHSA-jfh8-c2jp-5v3q`. Null if the source tool names none. */
  advisory_ids: Schema.NullOr(Schema.Array(Schema.String)),
  /** The CWE ids, such as `CWE-79`. Null if the source tool names none. */
  cwe: Schema.NullOr(Schema.Array(Schema.String)),
  /** The CVSS version of the score and the vector, such as `3.1`. Null if there is no score. */
  cvss_version: Schema.NullOr(Schema.String),
  /** CVSS base score, 0.0 to 10.0. Null if the source tool gives none. */
  cvss_base_score: Schema.NullOr(Schema.Number),
  /** CVSS base vector. Null if the source tool gives none. */
  cvss_vector: Schema.NullOr(Schema.String),
  /** EPSS: the probability, 0 to 1, that the weakness is exploited in the next 30 days. Null if the source tool gives none. */
  epss_score: Schema.NullOr(Schema.Number),
  /** The package that is vulnerable. */
  package: SoftwarePackage,
  /** The versions that are vulnerable, in the notation of the source tool. Null if unknown. */
  vulnerable_range: Schema.NullOr(Schema.String),
  /** The versions that fix it. Null if unknown, or if there is none. */
  fixed_versions: Schema.NullOr(Schema.Array(Schema.String)),
  /** Whether an official fix exists. Null if the source tool does not say. */
  is_patchable: Schema.NullOr(Schema.Boolean),
  /** Whether the application itself names the package, and not another package. Null if the source tool does not say. */
  is_direct: Schema.NullOr(Schema.Boolean),
  /** The path of the file that names the package. Null if unknown. */
  manifest_path: Schema.NullOr(Schema.String),
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
  /** When the vulnerability was published. Null if the source tool does not say. */
  published_at: Schema.NullOr(Timestamp),
  /** When the source tool first found it. Null if it does not say. */
  first_seen: Schema.NullOr(Timestamp),
  /** When the source tool last found it. Null if it does not say. */
  last_seen: Schema.NullOr(Timestamp),
  /** How to fix it; may include links. Null if the source tool gives no advice. */
  remediation: Schema.NullOr(Schema.String),
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

export interface ScaIssue extends Schema.Schema.Type<typeof ScaIssue> {}
