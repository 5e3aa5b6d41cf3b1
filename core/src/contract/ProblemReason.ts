import { Schema } from "effect"
import * as Field from "../records/Field.js"

/**
 * Why data cannot be read. `CREDENTIALS_REFUSED`: the source tool does not accept the credentials. `PERMISSION_MISSING`:
 * it accepts them, but they may not read this data. `ADDRESS_INVALID`: the address that was entered does not lead to the
 * source tool's API. `RATE_LIMITED`: the source tool allows no more requests for now. `VENDOR_DOWN`: it failed, did not
 * answer in time, or sent something that is not an answer. `VENDOR_REFUSED`: it rejected the request itself. `TIMEOUT`:
 * the job took longer than `timeout_secs`. `INTERNAL`: the service failed, or could not use what the source tool sent.
 */
export const ProblemReason = Schema.Literal(
  "CREDENTIALS_REFUSED",
  "PERMISSION_MISSING",
  "ADDRESS_INVALID",
  "RATE_LIMITED",
  "VENDOR_DOWN",
  "VENDOR_REFUSED",
  "TIMEOUT",
  "INTERNAL"
).annotations(Field.named("ProblemReason"))
export type ProblemReason = Schema.Schema.Type<typeof ProblemReason>
