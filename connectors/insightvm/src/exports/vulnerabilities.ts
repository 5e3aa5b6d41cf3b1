import { Child, Extractor, Lookup, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { distinct, hostnames, InsightVmAsset, ipv4s, sightings } from "../asset.js"
import { pages } from "../pages.js"
import { toPlatform } from "../platform.js"
import { toSeverity } from "../severity.js"

/** A finding: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getAssetVulnerabilities */
export const InsightVmFinding = Schema.Struct({
  id: Schema.String,
  status: Row.nullish(Schema.String),
  since: Row.nullish(Schema.String),
  instances: Row.nullish(Schema.Number),
  results: Row.nullish(
    Schema.Array(
      Schema.Struct({
        status: Row.nullish(Schema.String),
        port: Row.nullish(Schema.Number),
        protocol: Row.nullish(Schema.String),
        proof: Row.nullish(Schema.String)
      })
    )
  )
})
export interface InsightVmFinding extends Schema.Schema.Type<typeof InsightVmFinding> {}

/** A vulnerability: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getVulnerability */
export const InsightVmVulnerability = Schema.Struct({
  id: Schema.String,
  title: Row.nullish(Schema.String),
  description: Row.nullish(Schema.Struct({ text: Row.nullish(Schema.String) })),
  severity: Row.nullish(Schema.String),
  severityScore: Row.nullish(Schema.Number),
  cves: Row.nullish(Schema.Array(Schema.String)),
  cvss: Row.nullish(
    Schema.Struct({
      v2: Row.nullish(Schema.Struct({ score: Row.nullish(Schema.Number), vector: Row.nullish(Schema.String) })),
      v3: Row.nullish(Schema.Struct({ score: Row.nullish(Schema.Number), vector: Row.nullish(Schema.String) }))
    })
  ),
  categories: Row.nullish(Schema.Array(Schema.String)),
  exploits: Row.nullish(Schema.Number),
  malwareKits: Row.nullish(Schema.Number),
  riskScore: Row.nullish(Schema.Number),
  published: Row.nullish(Schema.String)
})
export interface InsightVmVulnerability extends Schema.Schema.Type<typeof InsightVmVulnerability> {}

/** What the lookup of a finding answered; null where the console no longer knows the vulnerability. */
export interface InsightVmFindingAnswers {
  readonly about: ReadonlyArray<InsightVmVulnerability> | null
}

const STATES: Readonly<Record<string, Records.VulnerabilityState>> = {
  vulnerable: "OPEN",
  "vulnerable-version": "OPEN",
  "vulnerable-potential": "OPEN",
  "vulnerable-with-exception-applied": "SUPPRESSED",
  "vulnerable-version-with-exception-applied": "SUPPRESSED",
  "vulnerable-potential-with-exception-applied": "SUPPRESSED",
  invulnerable: "FIXED",
  "not-vulnerable": "FIXED"
}

const stateOf = (status: string | null): Records.VulnerabilityState => STATES[status ?? ""] ?? "UNKNOWN"

/**
 * A finding is suppressed where an exception was made for each of its results; the console may call it `invulnerable`
 * then, which alone does not say that it was fixed.
 */
const state = ({ status, results }: InsightVmFinding): Records.VulnerabilityState => {
  const all = (results ?? []).map((result) => stateOf(result.status))
  const areAll = (wanted: Records.VulnerabilityState) => all.length > 0 && all.every((one) => one === wanted)
  if (areAll("SUPPRESSED")) return "SUPPRESSED"
  return status === "invulnerable" && !areAll("FIXED") ? "SUPPRESSED" : stateOf(status)
}

/** Version 3 where Rapid7 has it, else version 2, whose vectors do not name it. */
const scoreOf = (about: InsightVmVulnerability | null) => {
  const { v2 = null, v3 = null } = about?.cvss ?? {}
  const score = v3 ?? v2
  if (score === null) return { version: null, score: null, vector: null }
  return { version: score === v2 ? "2.0" : (v3?.vector?.match(/^CVSS:([\d.]+)\//)?.[1] ?? "3.0"), ...score }
}

/** Whether malware kits are known to use it; an exploit that was published need not be used by anyone. */
const isExploited = (about: InsightVmVulnerability | null): boolean | null => {
  const kits = about?.malwareKits ?? null
  return kits === null ? null : kits > 0
}

/** Where the results were found, if all were found at one place. */
const placeOf = ({ results }: InsightVmFinding, asset: InsightVmAsset) => {
  const [first, ...others] = results ?? []
  const { port = null, protocol = null } = first ?? {}
  if (others.some((other) => other.port !== port || other.protocol !== protocol)) {
    return { port: null, protocol: null, service: null }
  }
  const service = (asset.services ?? []).find((one) => port !== null && one.port === port && one.protocol === protocol)
  return { port, protocol, service: service?.name ?? null }
}

const joined = (values: ReadonlyArray<string>, separator: string): string | null =>
  values.length === 0 ? null : values.join(separator)

const scanOf = (asset: InsightVmAsset): string | null =>
  sightings(asset)
    .findLast(({ scanId }) => scanId !== null)
    ?.scanId?.toString() ?? null

export const toVulnerability = (
  finding: InsightVmFinding,
  asset: InsightVmAsset,
  { about: answered }: InsightVmFindingAnswers
): RecordKind.Draft<typeof RecordKind.Vulnerability> => {
  const about = answered?.[0] ?? null
  const cvss = scoreOf(about)
  const place = placeOf(finding, asset)
  return {
    device: {
      id: String(asset.id),
      hostnames: hostnames(asset),
      ipv4s: ipv4s(asset),
      platform: toPlatform(asset.osFingerprint),
      vendor_id: String(asset.id)
    },
    name: about?.title ?? finding.id,
    description: about?.description?.text,
    severity: toSeverity(about?.severity ?? null),
    vendor_severity: about?.severity,
    state: state(finding),
    state_updated_at: finding.since,
    cve: about?.cves ?? [],
    cvss_version: cvss.version,
    cvss_base_score: cvss.score,
    cvss_vector: cvss.vector,
    is_exploited: isExploited(about),
    port: place.port,
    protocol: place.protocol,
    service: place.service,
    first_seen: finding.since,
    last_seen: sightings(asset).at(-1)?.date,
    scan_output: joined(distinct((finding.results ?? []).map(({ proof }) => proof)), "\n"),
    category: joined(about?.categories ?? [], ", "),
    vendor_scan_id: scanOf(asset),
    vendor_id: `${asset.id}/${finding.id}`,
    vendor_data: {
      vendor: "INSIGHTVM",
      vendor_status: finding.status,
      vulnerability_id: finding.id,
      instances: finding.instances,
      severity_score: about?.severityScore ?? null,
      risk_score: about?.riskScore ?? null,
      exploits: about?.exploits ?? null,
      malware_kits: about?.malwareKits ?? null,
      published: about?.published ?? null
    }
  }
}

// Devices share their weaknesses: each is looked up once a run.
const about = Lookup.of<InsightVmFinding>()({
  endpoint: "/api/3/vulnerabilities/{id}",
  row: InsightVmVulnerability,
  pagination: Pagination.one(),
  permissions: ["View Site Asset Data"],
  isShared: true
})

const findings = Child.of<InsightVmAsset>()({
  record: RecordKind.Vulnerability,
  endpoint: "/api/3/assets/{id}/vulnerabilities",
  row: InsightVmFinding,
  pagination: pages(500),
  permissions: ["View Site Asset Data"],
  lookups: { about },
  toRecord: toVulnerability
})

export const vulnerabilities = Extractor.below({
  endpoint: "/api/3/assets?sort=id,asc",
  row: InsightVmAsset,
  // A run that stops goes on at the page of assets that it was at: a small one is soon read again.
  pagination: pages(100),
  permissions: ["View Site Asset Data"],
  child: findings
})
