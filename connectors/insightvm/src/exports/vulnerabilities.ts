import { Child, Extractor, Lookup, Pagination, RecordKind, type Records, Row } from "@tributary/core"
import { Schema } from "effect"
import { distinct, hostnames, InsightVmServer, ipv4s, serviceAt, sightings } from "../asset.js"
import { LINKS } from "../links.js"
import { pages } from "../pages.js"
import { toPlatform } from "../platform.js"
import { toSeverity } from "../severity.js"

/** A vulnerability found on one asset: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getAssetVulnerabilities */
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

/** The definition of a vulnerability, which all its findings share: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getVulnerability */
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
  denialOfService: Row.nullish(Schema.Boolean),
  pci: Row.nullish(
    Schema.Struct({
      status: Row.nullish(Schema.String),
      fail: Row.nullish(Schema.Boolean),
      adjustedCVSSScore: Row.nullish(Schema.Number),
      specialNotes: Row.nullish(Schema.String)
    })
  ),
  published: Row.nullish(Schema.String),
  added: Row.nullish(Schema.String),
  modified: Row.nullish(Schema.String)
})
export interface InsightVmVulnerability extends Schema.Schema.Type<typeof InsightVmVulnerability> {}

/** The id of a solution, which says what to do, such as `msft-kb5037771` or `disable-telnet`: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getVulnerabilitySolutions */
export const InsightVmSolution = Schema.String

/** The answers to the lookups of a finding. */
export interface InsightVmFindingAnswers {
  /** One definition; null if the console no longer has it, so that the fields of the definition stay unread. */
  readonly definitions: ReadonlyArray<InsightVmVulnerability> | null
  /** The ids of the solutions on all platforms; null if the user may not read them. */
  readonly solutions: ReadonlyArray<string> | null
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
 * A finding is SUPPRESSED if each of its results has an exception. The console may report such a finding as `invulnerable`, so
 * that status means FIXED only if every result is fixed.
 */
const state = ({ status, results }: InsightVmFinding): Records.VulnerabilityState => {
  const all = (results ?? []).map((result) => stateOf(result.status))
  const areAll = (wanted: Records.VulnerabilityState) => all.length > 0 && all.every((one) => one === wanted)
  if (areAll("SUPPRESSED")) return "SUPPRESSED"
  return status === "invulnerable" && !areAll("FIXED") ? "SUPPRESSED" : stateOf(status)
}

/** The CVSS version 3 score if Rapid7 has one, otherwise version 2, whose vectors contain no version. */
const scoreOf = (definition: InsightVmVulnerability | null) => {
  const { v2 = null, v3 = null } = definition?.cvss ?? {}
  const score = v3 ?? v2
  if (score === null) return { version: null, score: null, vector: null }
  return { version: score === v2 ? "2.0" : (v3?.vector?.match(/^CVSS:([\d.]+)\//)?.[1] ?? "3.0"), ...score }
}

/** Whether known malware kits use the vulnerability; a published exploit alone does not mean that anyone uses it. */
const isExploited = (definition: InsightVmVulnerability | null): boolean | null => {
  const kits = definition?.malwareKits ?? null
  return kits === null ? null : kits > 0
}

/** How the vulnerability counts in an assessment by PCI DSS. */
const pciOf = (definition: InsightVmVulnerability | null): object | null => {
  if (!definition?.pci) return null
  const { status, fail, adjustedCVSSScore, specialNotes } = definition.pci
  return { status, fail, adjusted_cvss_score: adjustedCVSSScore, special_notes: specialNotes }
}

/** The port, protocol and service of a finding; null if its results are on several ports. */
const portOf = ({ results }: InsightVmFinding, asset: InsightVmServer) => {
  const [first, ...others] = results ?? []
  const { port = null, protocol = null } = first ?? {}
  if (others.some((other) => other.port !== port || other.protocol !== protocol)) {
    return { port: null, protocol: null, service: null }
  }
  return { port, protocol, service: serviceAt(asset, port, protocol) }
}

const joined = (values: ReadonlyArray<string>, separator: string): string | null =>
  values.length === 0 ? null : values.join(separator)

/** Maps a finding on an asset, with the definition of its vulnerability. */
export const toVulnerability = (
  finding: InsightVmFinding,
  asset: InsightVmServer,
  { definitions, solutions }: InsightVmFindingAnswers
): RecordKind.Draft<typeof RecordKind.Vulnerability> => {
  const definition = definitions?.[0] ?? null
  const cvss = scoreOf(definition)
  const found = portOf(finding, asset)
  return {
    device: {
      id: String(asset.id),
      hostnames: hostnames(asset),
      ipv4s: ipv4s(asset),
      platform: toPlatform(asset),
      vendor_id: String(asset.id)
    },
    name: definition?.title ?? finding.id,
    description: definition?.description?.text,
    severity: toSeverity(definition?.severity ?? null),
    vendor_severity: definition?.severity,
    state: state(finding),
    state_updated_at: finding.since,
    cve: definition?.cves ?? [],
    cvss_version: cvss.version,
    cvss_base_score: cvss.score,
    cvss_vector: cvss.vector,
    is_exploited: isExploited(definition),
    port: found.port,
    protocol: found.protocol,
    service: found.service,
    first_seen: finding.since,
    last_seen: sightings(asset).last,
    is_patchable: solutions === null ? null : solutions.length > 0,
    solution: joined(solutions ?? [], ", "),
    scan_output: joined(distinct((finding.results ?? []).map(({ proof }) => proof)), "\n"),
    category: joined(definition?.categories ?? [], ", "),
    vendor_scan_id: sightings(asset).scanId?.toString() ?? null,
    vendor_id: `${asset.id}/${finding.id}`,
    vendor_data: {
      vendor: "INSIGHTVM",
      vendor_status: finding.status,
      vulnerability_id: finding.id,
      instances: finding.instances,
      severity_score: definition?.severityScore ?? null,
      risk_score: definition?.riskScore ?? null,
      exploits: definition?.exploits ?? null,
      malware_kits: definition?.malwareKits ?? null,
      denial_of_service: definition?.denialOfService ?? null,
      cvss_v2_score: definition?.cvss?.v2?.score ?? null,
      cvss_v2_vector: definition?.cvss?.v2?.vector ?? null,
      pci: pciOf(definition),
      published: definition?.published ?? null,
      added: definition?.added ?? null,
      modified: definition?.modified ?? null
    }
  }
}

// Shared, because many assets have the same vulnerability.
const definitions = Lookup.shared<InsightVmFinding>()({
  endpoint: "/api/3/vulnerabilities/{id}",
  row: InsightVmVulnerability,
  pagination: Pagination.one(),
  permissions: ["View Site Asset Data"],
  // A console that updated its content may no longer have a definition to which an asset still refers.
  fields: [
    "name",
    "description",
    "severity",
    "vendor_severity",
    "cve",
    "cvss_version",
    "cvss_base_score",
    "cvss_vector",
    "is_exploited",
    "category",
    "vendor_data.severity_score",
    "vendor_data.risk_score",
    "vendor_data.exploits",
    "vendor_data.malware_kits",
    "vendor_data.denial_of_service",
    "vendor_data.cvss_v2_score",
    "vendor_data.cvss_v2_vector",
    "vendor_data.pci",
    "vendor_data.published",
    "vendor_data.added",
    "vendor_data.modified"
  ]
})

// The text of a solution would take one more request for each, and a vulnerability has one for each platform.
const solutions = Lookup.shared<InsightVmFinding>()({
  endpoint: "/api/3/vulnerabilities/{id}/solutions",
  row: InsightVmSolution,
  pagination: Pagination.none({ items: "resources" }),
  permissions: ["View Site Asset Data"],
  isOptional: true,
  fields: ["is_patchable", "solution"]
})

const findings = Child.of<InsightVmServer>()({
  record: RecordKind.Vulnerability,
  endpoint: "/api/3/assets/{id}/vulnerabilities",
  row: InsightVmFinding,
  marks: { leftOut: { links: LINKS, "results.links": LINKS } },
  id: (row, asset) => Child.joinedId(asset.id, Pagination.at(row, "id")),
  pagination: pages(500),
  permissions: ["View Site Asset Data"],
  lookups: { definitions, solutions },
  toRecord: toVulnerability
})

/** Reads the findings of each asset: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getAssetVulnerabilities */
export const vulnerabilities = Extractor.below({
  endpoint: "/api/3/assets?sort=id,asc",
  row: InsightVmServer,
  // Small pages, because a run that stops resumes at the start of its page of assets.
  pagination: pages(100),
  permissions: ["View Site Asset Data"],
  child: findings
})
