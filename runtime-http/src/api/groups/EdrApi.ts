import { HttpApiGroup, OpenApi } from "@effect/platform"
import { RecordKind, Records } from "@tributary/core"
import * as ListParameters from "../parts/ListParameters.js"
import * as RecordEndpoints from "../parts/RecordEndpoints.js"

/** The list and get-by-id endpoints of EDR alerts. */
export const alerts = RecordEndpoints.make(RecordKind.EdrAlert, {
  list: "listEdrAlerts",
  get: "getEdrAlert",
  id: "alert_id",
  plural: "EDR alerts",
  singular: "an EDR alert",
  item: Records.EdrAlert,
  filters: {
    severities: ListParameters.values("Only alerts with one of these severities.", Records.Severity.literals),
    statuses: ListParameters.values("Only alerts with one of these statuses.", Records.AlertStatus.literals),
    platforms: ListParameters.values(
      "Only alerts about a device with one of these platforms.",
      Records.DevicePlatform.literals
    ),
    deviceIds: ListParameters.references("Only alerts about one of these devices."),
    isDeleted: ListParameters.isRemoved
  },
  facets: { severities: "severity", statuses: "status", platforms: "platform", deviceIds: "device" }
})

/** Endpoint detection and response of one connection. */
export const EdrApi = HttpApiGroup.make("edr")
  .add(alerts.list)
  .add(alerts.get)
  .annotateContext(
    OpenApi.annotations({
      title: "Endpoint detection and response",
      description: "Alerts about what happened on devices."
    })
  )
