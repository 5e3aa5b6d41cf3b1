/*
 * How often a list is read in full although deltas would do. A full scan finds what deltas leave out, which for most vendors is every
 * deletion, and costs requests in proportion to the number of records.
 */

import type { DataExportType } from "../../DataExportType.js"
import { type Any, exportTypesOf } from "../Extraction.js"

/** How often the lists of an export type are read in full, as long as the connection sets no interval of its own. */
interface Rhythm {
  /** Seconds between two full scans of a list with at most `SMALL` records; null for the longest interval, whatever the size. */
  readonly smallSecs: number | null
  /** Why. */
  readonly because: string
}

const HOUR_SECS = 3_600

/** The longest default interval, in seconds, unless an operator chooses another one. */
export const DEFAULT_LONGEST_SECS = 24 * HOUR_SECS

/**
 * The number of records up to which a list is small; the interval of a larger one grows in proportion.
 *
 * A list of users that costs two more requests for each user then takes 10,000 requests in four hours: 42 per minute, less
 * than a tenth of what such vendors allow. A larger list costs the same per hour.
 */
export const SMALL = 5_000

const DIRECTORY: Rhythm = {
  smallSecs: 4 * HOUR_SECS,
  because:
    "a user, group, policy, application or project that is gone and still shows is a wrong answer to who can use what, and directories are small"
}

const INVENTORY: Rhythm = {
  smallSecs: 8 * HOUR_SECS,
  because: "a device that is gone still counts in reports, but most tools list it as inactive first"
}

const FINDINGS: Rhythm = {
  smallSecs: null,
  because: "tools close a finding or ticket, which is a change, before they delete it, and these lists are the longest"
}

/** One row for each export type, so that a new one must decide. */
const rhythms: Readonly<Record<DataExportType, Rhythm>> = {
  idp: DIRECTORY,
  idp_policies: DIRECTORY,
  config_users: DIRECTORY,
  organization_identities: DIRECTORY,
  itsm_users: DIRECTORY,
  itsm_groups: DIRECTORY,
  itsm_projects: DIRECTORY,
  applications: DIRECTORY,
  devices: INVENTORY,
  device_groups: INVENTORY,
  device_policies: INVENTORY,
  resources: INVENTORY,
  vms_scan_configs: INVENTORY,
  tprm_company: INVENTORY,
  grc_entity: INVENTORY,
  alerts: FINDINGS,
  compliances: FINDINGS,
  compliance_findings: FINDINGS,
  cspm_alerts: FINDINGS,
  findings: FINDINGS,
  grc_assessment: FINDINGS,
  grc_assessment_question: FINDINGS,
  grc_control: FINDINGS,
  grc_evidence: FINDINGS,
  idp_alerts: FINDINGS,
  idp_audit_logs: FINDINGS,
  issues: FINDINGS,
  itsm_attachments: FINDINGS,
  itsm_comments: FINDINGS,
  itsm_tickets: FINDINGS,
  sast_issues: FINDINGS,
  sca_issues: FINDINGS,
  siem_events: FINDINGS,
  tprm: FINDINGS,
  tprm_finding: FINDINGS,
  vulnerabilities: FINDINGS,
  vulnerability_findings_v2: FINDINGS
}

/**
 * Seconds between two full scans of an extractor's list with so many records if its connection sets no interval; never more than `longestSecs`.
 * A list with records of several export types is read as often as the one that needs it most.
 */
export const ofList = (
  extractor: Pick<Any, "kinds">,
  records: number,
  longestSecs: number = DEFAULT_LONGEST_SECS
): number =>
  exportTypesOf(extractor).reduce((least, exportType) => {
    const { smallSecs } = rhythms[exportType]
    return smallSecs === null ? least : Math.min(least, Math.ceil(smallSecs * Math.max(1, records / SMALL)))
  }, longestSecs)
