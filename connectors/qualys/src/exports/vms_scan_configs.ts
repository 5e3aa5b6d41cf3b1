import { Extractor, RecordKind, Row } from "@tributary/core"
import { Schema } from "effect"
import { schedules } from "../lists.js"

/** A schedule of scans for vulnerabilities: https://docs.qualys.com/en/vm/api/scans/vm_schedules/list_scan_schedules.htm */
export const QualysSchedule = Schema.Struct({
  ID: Schema.String,
  ACTIVE: Row.text,
  TITLE: Row.text,
  USER_LOGIN: Row.text,
  TARGET: Row.text,
  NETWORK_ID: Row.text,
  ISCANNER_NAME: Row.text,
  PROCESSING_PRIORITY: Row.text,
  OPTION_PROFILE: Row.nullish(Schema.Struct({ TITLE: Row.text })),
  ASSET_GROUP_TITLE_LIST: Row.nullish(Schema.Struct({ ASSET_GROUP_TITLE: Schema.Array(Schema.String) })),
  USER_ENTERED_IPS: Row.nullish(
    Schema.Struct({ RANGE: Schema.Array(Schema.Struct({ START: Row.text, END: Row.text })) })
  ),
  ELB_DNS: Row.nullish(Schema.Struct({ DNS: Schema.Array(Schema.String) }))
})
export interface QualysSchedule extends Schema.Schema.Type<typeof QualysSchedule> {}

/** Whether a schedule starts scans; one that scans continuously is 2, or 3 while it is paused. */
const ENABLED: Readonly<Record<string, boolean>> = { "0": false, "1": true, "2": true, "3": false }

/** What Qualys writes as the target of a scan whose hosts are chosen by their tags, which `vendor_data` has. */
const BY_TAGS = "Asset Tags Included"

const targetsOf = ({ TARGET }: QualysSchedule): ReadonlyArray<string> | null => {
  if (TARGET === null || TARGET === BY_TAGS) return null
  return TARGET.split(",")
    .map((target) => target.trim())
    .filter((target) => target !== "")
}

/** Maps a schedule. The list says nothing about the scans that it started. */
export const toScanConfiguration = (
  schedule: QualysSchedule
): RecordKind.Draft<typeof RecordKind.ScanConfiguration> => ({
  name: schedule.TITLE ?? `Schedule ${schedule.ID}`,
  owner: schedule.USER_LOGIN,
  is_enabled: ENABLED[schedule.ACTIVE ?? ""] ?? null,
  is_scheduled: true,
  scan_targets: targetsOf(schedule),
  vendor_id: schedule.ID,
  vendor_data: {
    vendor: "QUALYS",
    active: schedule.ACTIVE,
    network_id: schedule.NETWORK_ID,
    scanner_name: schedule.ISCANNER_NAME,
    priority: schedule.PROCESSING_PRIORITY,
    option_profile: schedule.OPTION_PROFILE?.TITLE ?? null,
    asset_groups: schedule.ASSET_GROUP_TITLE_LIST?.ASSET_GROUP_TITLE ?? [],
    entered_addresses: (schedule.USER_ENTERED_IPS?.RANGE ?? []).flatMap(({ END, START }) =>
      START && END ? [`${START}-${END}`] : []
    ),
    load_balancers: schedule.ELB_DNS?.DNS ?? []
  }
})

/**
 * Reads the schedules that the user may see, which a setting of the user can restrict to those of its own hosts.
 *
 * https://docs.qualys.com/en/vm/qweb-all-api/mergedProjects/qapi-scan/vm_schedules/vm_permissions.htm
 */
export const scanConfigurations = Extractor.make({
  record: RecordKind.ScanConfiguration,
  endpoint: "/api/2.0/fo/schedule/scan/",
  row: QualysSchedule,
  marks: { volatile: ["SCHEDULE.NEXTLAUNCH_UTC"] },
  id: "ID",
  pagination: schedules,
  permissions: ["role: Reader", "API access"],
  queries: [{ action: "list" }],
  toRecord: toScanConfiguration
})
