import { Extractor, OperatingSystem, RecordKind } from "@tributary/core"
import { addresses, distinct, hostnames, InsightVmAsset, ipv4s, sightings } from "../asset.js"
import { LINKS } from "../links.js"
import { pages } from "../pages.js"
import { toPlatform } from "../platform.js"

/** A name that contains a dot and is not an IP address. */
const FQDN = /^(?!\d+(\.\d+){3}$)[^.:]+\.[^:]+$/

/** The `source` of the ID that Rapid7's own agent gave an asset. */
const AGENT = "R7 Agent"

const software = (asset: InsightVmAsset): ReadonlyArray<string> | null => {
  if (asset.software === null) return null
  return distinct(
    asset.software.map(({ description, product, version }) => description ?? distinct([product, version]).join(" "))
  )
}

/** The version that the fingerprint has, or else the text. */
const versionOf = ({ os, osFingerprint }: InsightVmAsset): OperatingSystem.Version => {
  if (!osFingerprint?.version) return OperatingSystem.toVersion(os)
  const [major = null, minor = null] = osFingerprint.version.split(".")
  return { os_major_version: major, os_minor_version: minor }
}

const hasAgent = (asset: InsightVmAsset): boolean => (asset.ids ?? []).some(({ source }) => source === AGENT)

/** The names of users or groups. */
const namesOf = (named: ReadonlyArray<{ readonly name: string | null }> | null): ReadonlyArray<string> | null =>
  named === null ? null : distinct(named.map(({ name }) => name))

const countsOf = ({ vulnerabilities }: InsightVmAsset): object | null => {
  if (vulnerabilities === null) return null
  const { critical, severe, moderate, exploits, malwareKits } = vulnerabilities
  return { critical, severe, moderate, exploits, malware_kits: malwareKits }
}

/** Maps an asset; every asset is ACTIVE, because the console keeps no others. */
export const toDevice = (asset: InsightVmAsset): RecordKind.Draft<typeof RecordKind.Device> => ({
  status: "ACTIVE",
  platform: toPlatform(asset),
  hostnames: hostnames(asset),
  fqdns: hostnames(asset).filter((name) => FQDN.test(name)),
  ipv4s: ipv4s(asset),
  ipv6s: addresses(asset).filter((ip) => ip.includes(":")),
  mac_addresses: distinct([asset.mac, ...(asset.addresses ?? []).map(({ mac }) => mac)]),
  os_version: asset.os,
  ...versionOf(asset),
  first_seen: sightings(asset).first,
  last_seen: sightings(asset).last,
  is_managed: hasAgent(asset) ? true : null,
  source_vendors: [{ vendor: "INSIGHTVM", vendor_id: String(asset.id), agent_info: null }],
  installed_software: software(asset),
  vendor_id: String(asset.id),
  vendor_data: {
    vendor: "INSIGHTVM",
    type: asset.type,
    os_family: asset.osFingerprint?.family ?? null,
    os_product: asset.osFingerprint?.product ?? null,
    os_vendor: asset.osFingerprint?.vendor ?? null,
    os_type: asset.osFingerprint?.type ?? null,
    os_architecture: asset.osFingerprint?.architecture ?? null,
    os_certainty: asset.osCertainty,
    risk_score: asset.riskScore,
    raw_risk_score: asset.rawRiskScore,
    vulnerability_count: asset.vulnerabilities?.total ?? null,
    vulnerability_counts: countsOf(asset),
    assessed_for_policies: asset.assessedForPolicies,
    assessed_for_vulnerabilities: asset.assessedForVulnerabilities,
    user_names: namesOf(asset.users),
    user_group_names: namesOf(asset.userGroups),
    ids: asset.ids
  }
})

/** Reads all assets that the user may see: https://help.rapid7.com/insightvm/en-us/api/index.html#operation/getAssets */
export const devices = Extractor.make({
  record: RecordKind.Device,
  endpoint: "/api/3/assets",
  row: InsightVmAsset,
  marks: {
    leftOut: {
      links: LINKS,
      "services.links": LINKS,
      "history.version": "the number of an entry in the history"
    }
  },
  pagination: pages(500),
  permissions: ["View Site Asset Data"],
  toRecord: toDevice
})
