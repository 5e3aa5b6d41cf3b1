import type { Schema } from "effect"
import * as Field from "./Field.js"

/** Where an alert stands. `SUPPRESSED` means that someone dismissed or hid it; `UNKNOWN` is a status without a counterpart here. */
export const AlertStatus = Field.openEnum({
  identifier: "AlertStatus",
  values: ["NEW", "IN_PROGRESS", "RESOLVED", "SUPPRESSED", "UNKNOWN"],
  catchAll: "UNKNOWN"
})
export type AlertStatus = Schema.Schema.Type<typeof AlertStatus>
