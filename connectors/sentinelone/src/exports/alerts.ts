import { Extractor, OperatingSystem, RecordKind, type Records } from "@tributary/core"
import { BY_ID, cursorPages } from "../pagination.js"
import { SentinelOneThreat } from "../rows/threat.js"
import { mitreOf } from "../techniques.js"

/** SentinelOne does not rate threats, but says how sure it is of them; `n/a` is UNKNOWN. */
const SEVERITIES: Readonly<Record<string, Records.Severity>> = { malicious: "HIGH", suspicious: "MEDIUM" }

const STATUSES: Readonly<Record<string, Records.AlertStatus>> = {
  unresolved: "NEW",
  in_progress: "IN_PROGRESS",
  resolved: "RESOLVED"
}

/** Somebody dismisses a threat by resolving it as a false positive, or by marking it as benign. */
const statusOf = ({ threatInfo }: SentinelOneThreat): Records.AlertStatus => {
  const status = STATUSES[threatInfo?.incidentStatus ?? ""] ?? "UNKNOWN"
  const isDismissed =
    threatInfo?.analystVerdict === "false_positive" || threatInfo?.mitigationStatus === "marked_as_benign"
  return status === "RESOLVED" && isDismissed ? "SUPPRESSED" : status
}

const deviceOf = ({ agentDetectionInfo: then, agentRealtimeInfo: now }: SentinelOneThreat) =>
  now?.agentId
    ? {
        id: now.agentId,
        hostnames: now.agentComputerName ? [now.agentComputerName] : [],
        ipv4s: (then?.agentIpV4 ?? "").split(",").flatMap((address) => address.trim() || []),
        platform: OperatingSystem.toPlatform(now.agentOsType, then?.agentOsName),
        vendor_id: now.agentId
      }
    : null

/** What the indicators say, each once. */
const descriptionOf = ({ indicators }: SentinelOneThreat): string | null =>
  [...new Set((indicators ?? []).flatMap(({ description }) => description || []))].join("\n") || null

/** The last part of a path of Windows or any other system. */
const fileNameOf = ({ threatInfo }: SentinelOneThreat): string | null =>
  threatInfo?.filePath?.split(/[\\/]/).at(-1) || null

/** Maps a threat, with the file that it was found in. */
export const toAlert = (threat: SentinelOneThreat): RecordKind.Draft<typeof RecordKind.EdrAlert> => {
  const { threatInfo: info } = threat
  return {
    title: info?.threatName || info?.classification || threat.id,
    description: descriptionOf(threat),
    severity: SEVERITIES[info?.confidenceLevel ?? ""] ?? "UNKNOWN",
    vendor_severity: info?.confidenceLevel,
    status: statusOf(threat),
    vendor_status: info?.incidentStatus,
    category: info?.classification,
    first_event_time: info?.identifiedAt ?? info?.createdAt,
    device: deviceOf(threat),
    user_name: info?.processUser || null,
    process_filename: fileNameOf(threat),
    process_command_line: info?.maliciousProcessArguments || null,
    process_filepath: info?.filePath || null,
    process_sha1: info?.sha1 || null,
    process_sha256: info?.sha256 || null,
    process_md5: info?.md5 || null,
    mitre: mitreOf(threat),
    vendor_id: threat.id,
    vendor_data: {
      vendor: "SENTINELONE",
      analyst_verdict: info?.analystVerdict,
      mitigation_status: info?.mitigationStatus,
      created_at: info?.createdAt,
      updated_at: info?.updatedAt
    }
  }
}

const IN_WORDS = "the field beside it in words"

/** Reads the threats in every status: https://usea1-partners.sentinelone.net/api-doc/overview > Threats > Get Threats */
export const alerts = Extractor.make({
  record: RecordKind.EdrAlert,
  endpoint: "/web/api/v2.1/threats",
  row: SentinelOneThreat,
  marks: {
    leftOut: {
      "agentRealtimeInfo.*": "the agent as it is now, which its device has",
      "mitigationStatus.latestReport": "an address of the API",
      "threatInfo.analystVerdictDescription": IN_WORDS,
      "threatInfo.incidentStatusDescription": IN_WORDS,
      "threatInfo.initiatedByDescription": IN_WORDS,
      "threatInfo.mitigationStatusDescription": IN_WORDS,
      "threatInfo.threatId": "the id of the row",
      whiteningOptions: "how the console can exclude such a file"
    }
  },
  // SentinelOne allows 1,000, but a threat with its indicators is many times as large as another row.
  pagination: cursorPages(200),
  permissions: ["Threats.view"],
  queries: [BY_ID],
  since: (instant) => ({ updatedAt__gte: instant }),
  toRecord: toAlert
})
