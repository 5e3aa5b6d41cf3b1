import { Also, Extractor, type Lookup, OperatingSystem, RecordKind } from "@tributary/core"
import { factorsOf, toQds } from "../factors.js"
import { toVulnerabilityFinding } from "../findings.js"
import { ALL_DETECTIONS, detections, toInstant } from "../lists.js"
import { detectionRow, identityOf, type QualysDetection } from "../rows/detection.js"
import { hostnamesOf, present } from "../rows/host.js"
import { dangerOf, severityOf, stateOf } from "../states.js"
import { definedBy, definitions, findingDefinitions } from "./definitions.js"

type Draft = RecordKind.Draft<typeof RecordKind.Vulnerability>
type Definitions = Lookup.Answers<{ readonly definitions: typeof definitions }>

/** Maps a detection, with the definition of its vulnerability. */
export const toVulnerability = ({ host, ...row }: QualysDetection, answers: Definitions): Draft => {
  const known = answers.definitions?.[0] ?? null
  const { definition, ...defined } = definedBy(known)
  const factors = factorsOf(row)
  const device = { id: host.ID, hostnames: hostnamesOf(host), ipv4s: present(host.IP), vendor_id: host.ID }
  return {
    ...defined,
    device: { ...device, platform: OperatingSystem.toPlatform(host.OS) },
    name: defined.name ?? `QID ${row.QID}`,
    ...severityOf(row),
    ...stateOf(row),
    ...dangerOf(known, factors),
    port: row.PORT,
    protocol: row.PROTOCOL,
    service: row.SERVICE,
    first_seen: row.FIRST_FOUND_DATETIME,
    last_seen: row.LAST_FOUND_DATETIME,
    scan_output: row.RESULTS?.slice(0, 20_000) ?? null,
    vendor_id: identityOf({ host, ...row }),
    vendor_data: {
      vendor: "QUALYS",
      qid: row.QID,
      type: row.TYPE,
      status: row.STATUS,
      fqdn: row.FQDN,
      ssl: row.SSL === "1",
      times_found: row.TIMES_FOUND,
      last_test: row.LAST_TEST_DATETIME,
      last_update: row.LAST_UPDATE_DATETIME,
      last_processed: row.LAST_PROCESSED_DATETIME,
      last_fixed: row.LAST_FIXED_DATETIME,
      reopened: { first: row.FIRST_REOPENED_DATETIME, last: row.LAST_REOPENED_DATETIME, times: row.TIMES_REOPENED },
      qds: toQds(row, factors),
      definition
    }
  }
}

const finding = Also.of<QualysDetection>()({
  record: RecordKind.VulnerabilityFinding,
  lookups: { definitions: findingDefinitions },
  toRecord: (row, answers) => toVulnerabilityFinding(row, answers.definitions?.[0] ?? null)
})

/** Reads the detections on each host, which become records of two types: https://docs.qualys.com/en/vm/qweb-all-api/mergedProjects/qapi-assets/host_lists/host_detection.htm */
export const vulnerabilities = Extractor.make({
  record: RecordKind.Vulnerability,
  endpoint: "/api/5.0/fo/asset/host/vm/detection/",
  ...detectionRow,
  pagination: detections,
  permissions: ["role: Reader", "API access"],
  queries: [ALL_DETECTIONS],
  since: (instant) => ({ detection_processed_after: toInstant(instant) }),
  lookups: { definitions },
  also: [finding],
  toRecord: toVulnerability
})
