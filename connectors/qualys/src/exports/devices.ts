import { Extractor, OperatingSystem, RecordKind } from "@tributary/core"
import { attributesOf, cloudOf } from "../cloud.js"
import { hosts, toInstant } from "../lists.js"
import { hostMarks, hostnamesOf, present, QualysHost } from "../rows/host.js"

/** What Qualys writes as the serial number of some hosts that have none. */
const UNKNOWN = "null"

/** Maps a host; it is managed if a Qualys agent runs on it. Qualys removes a host that it no longer tracks. */
export const toDevice = (host: QualysHost): RecordKind.Draft<typeof RecordKind.Device> => ({
  status: "ACTIVE",
  platform: OperatingSystem.toPlatform(host.OS),
  hostnames: hostnamesOf(host),
  fqdns: present(host.DNS_DATA?.FQDN, host.DNS).filter((name) => name.includes(".")),
  ipv4s: present(host.IP),
  ipv6s: present(host.IPV6),
  mac_addresses: [],
  serial_number: host.SERIAL_NUMBER === UNKNOWN ? null : host.SERIAL_NUMBER,
  os_version: host.OS,
  ...OperatingSystem.toVersion(host.OS),
  first_seen: host.FIRST_FOUND_DATE,
  last_seen: host.LAST_ACTIVITY ?? host.LAST_VULN_SCAN_DATETIME,
  is_managed: /agent/i.test(`${host.CLOUD_AGENT_RUNNING_ON} ${host.TRACKING_METHOD}`) ? true : null,
  source_vendors: [{ vendor: "QUALYS", vendor_id: host.ID, agent_info: null }],
  cloud_metadata: cloudOf(host),
  vendor_id: host.ID,
  vendor_data: {
    vendor: "QUALYS",
    asset_id: host.ASSET_ID,
    tracking_method: host.TRACKING_METHOD,
    network_id: host.NETWORK_ID,
    network_name: host.NETWORK_NAME,
    cloud_service: host.CLOUD_SERVICE,
    cloud_attributes: host.METADATA && Object.fromEntries(attributesOf(host)),
    qg_hostid: host.QG_HOSTID,
    hardware_uuid: host.HARDWARE_UUID,
    last_boot: host.LAST_BOOT,
    agent_status: host.AGENT_STATUS,
    tags: present(...(host.TAGS?.TAG ?? []).map(({ NAME }) => NAME)),
    asset_group_ids: host.ASSET_GROUP_IDS?.split(",") ?? null,
    last_vuln_scan: host.LAST_VULN_SCAN_DATETIME,
    last_vm_scanned: host.LAST_VM_SCANNED_DATE,
    last_vm_auth_scanned: host.LAST_VM_AUTH_SCANNED_DATE,
    last_compliance_scan: host.LAST_COMPLIANCE_SCAN_DATETIME,
    owner: host.OWNER,
    comments: host.COMMENTS
  }
})

// `host_metadata` is what the clouds say about their instances.
const query = { action: "list", details: "All/AGs", show_tags: 1, host_metadata: "all" }

/** Reads the hosts that the user may see: https://docs.qualys.com/en/vm/qweb-all-api/mergedProjects/qapi-assets/host_lists/host_list.htm */
export const devices = Extractor.make({
  record: RecordKind.Device,
  endpoint: "/api/5.0/fo/asset/host/",
  row: QualysHost,
  marks: hostMarks,
  id: "ID",
  pagination: hosts,
  permissions: ["role: Reader", "API access"],
  queries: [query],
  since: (instant) => ({ vm_processed_after: toInstant(instant) }),
  toRecord: toDevice
})
