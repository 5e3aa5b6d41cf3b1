import { Row, type VendorData } from "@tributary/core"
import { Schema } from "effect"

const Text = Row.nullish(Schema.String)

/** The names of a host. */
const DnsData = Row.nullish(Schema.Struct({ HOSTNAME: Text, FQDN: Text }))

/** What a cloud says about an instance, name by name. */
const Attributes = Row.nullish(Schema.Struct({ ATTRIBUTE: Schema.Array(Schema.Struct({ NAME: Text, VALUE: Text })) }))

/** What both lists of hosts say about a host. */
const known = {
  ID: Schema.String,
  IP: Text,
  IPV6: Text,
  DNS: Text,
  DNS_DATA: DnsData,
  NETBIOS: Text,
  OS: Text,
  CLOUD_RESOURCE_ID: Text,
  EC2_INSTANCE_ID: Text
}

/** A host of the detection list, without its detections. */
export const QualysScannedHost = Schema.Struct(known)
export interface QualysScannedHost extends Schema.Schema.Type<typeof QualysScannedHost> {}

/** A host: https://docs.qualys.com/en/vm/qweb-all-api/mergedProjects/qapi-assets/host_lists/host_list.htm */
export const QualysHost = Schema.Struct({
  ...known,
  ASSET_ID: Text,
  TRACKING_METHOD: Text,
  NETWORK_ID: Text,
  NETWORK_NAME: Text,
  CLOUD_PROVIDER: Text,
  CLOUD_SERVICE: Text,
  METADATA: Row.nullish(Schema.Struct({ EC2: Attributes, GOOGLE: Attributes, AZURE: Attributes })),
  QG_HOSTID: Text,
  LAST_BOOT: Text,
  SERIAL_NUMBER: Text,
  HARDWARE_UUID: Text,
  FIRST_FOUND_DATE: Text,
  LAST_ACTIVITY: Text,
  AGENT_STATUS: Text,
  CLOUD_AGENT_RUNNING_ON: Text,
  TAGS: Row.nullish(Schema.Struct({ TAG: Schema.Array(Schema.Struct({ NAME: Text })) })),
  LAST_VULN_SCAN_DATETIME: Text,
  LAST_VM_SCANNED_DATE: Text,
  LAST_VM_AUTH_SCANNED_DATE: Text,
  LAST_COMPLIANCE_SCAN_DATETIME: Text,
  OWNER: Text,
  COMMENTS: Text,
  ASSET_GROUP_IDS: Text
})
export interface QualysHost extends Schema.Schema.Type<typeof QualysHost> {}

/** The texts that are there, each once, in their order. */
export const present = (...texts: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> => [
  ...new Set(texts.filter((text) => text !== null && text !== undefined))
]

/** The names of a host without a domain. */
export const hostnamesOf = ({ DNS, DNS_DATA, NETBIOS }: QualysScannedHost): ReadonlyArray<string> =>
  present(DNS_DATA?.HOSTNAME ?? DNS?.split(".")[0], NETBIOS)

/** What becomes of the other fields of a host. */
export const hostMarks: VendorData.FieldMarks = {
  volatile: [
    "LAST_SCAP_SCAN_DATETIME",
    "LAST_VM_AUTH_SCANNED_DURATION",
    "LAST_VM_SCANNED_DURATION",
    "LAST_VULN_SCAN_DURATION"
  ],
  leftOut: { METADATA: "when Qualys read each attribute of the cloud, which vendor_data.cloud_attributes has" }
}
