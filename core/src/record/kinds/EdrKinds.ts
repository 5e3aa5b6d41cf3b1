// The kinds of record for what endpoint detection and response has.
import * as Records from "../../records/index.js"
import { make } from "../defineKind.js"
import { hide, vendorId } from "./deletions.js"

export const EdrAlert = make({
  name: "edr_alert",
  exportType: "alerts",
  schema: Records.EdrAlert,
  path: "/edr/alerts",
  deletion: hide,
  identity: vendorId,
  references: { "device.id": "device" },
  facets: { severity: "severity", status: "status", platform: "device.platform", device: "device.id" }
})
