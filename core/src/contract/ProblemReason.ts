import { Schema } from "effect"
import * as Field from "../records/Field.js"

/**
 * Why data cannot be read. `CONNECTOR_STOPPED`: the operator of the service has stopped the connector for all customers.
 * `CREDENTIALS_REFUSED`: the source tool does not accept the credentials.
 * `CREDENTIALS_UNREADABLE`: the service cannot read the credentials that it stored. `CONSENT_REQUIRED`: nobody has
 * consented yet in the browser. `CONSENT_ENDED`: somebody has to consent again, because the source tool does not accept the
 * consent any more, or the service cannot read what it stored of it. `PERMISSION_MISSING`: the source tool
 * accepts the credentials, but they may not read this data. `NOT_IN_PLAN`: the source tool says that the customer's plan
 * does not include this data. `ADDRESS_INVALID`: the address that was entered does not lead to the source tool's API.
 * `TENANT_CHANGED`: the source tool now answers as another tenant than the one whose data is stored.
 * `RATE_LIMITED`: the source tool allows no more requests for now. `VENDOR_DOWN`: it failed, did not answer in time, or
 * sent something that is not an answer. `INCOMPLETE`: it did not send all of the data, or sent data of somebody else.
 * `DELETIONS_UNPROVEN`: all of the data is read, but not in one run, so that what was deleted in the source tool stays.
 * `FIELDS_EMPTIED`: its answers would empty fields of most records, which keep them until a later answer says the same.
 * `VENDOR_REFUSED`: it rejected the request itself. `TIMEOUT`: the job took longer than `timeout_secs`.
 * `QUOTA_EXCEEDED`: the account has as many records as the operator of the service allows it. `INTERNAL`: the
 * service failed, or could not use what the source tool sent.
 */
export const ProblemReason = Schema.Literal(
  "CONNECTOR_STOPPED",
  "CREDENTIALS_REFUSED",
  "CREDENTIALS_UNREADABLE",
  "CONSENT_REQUIRED",
  "CONSENT_ENDED",
  "PERMISSION_MISSING",
  "NOT_IN_PLAN",
  "ADDRESS_INVALID",
  "TENANT_CHANGED",
  "RATE_LIMITED",
  "VENDOR_DOWN",
  "INCOMPLETE",
  "DELETIONS_UNPROVEN",
  "FIELDS_EMPTIED",
  "VENDOR_REFUSED",
  "TIMEOUT",
  "QUOTA_EXCEEDED",
  "INTERNAL"
).annotations(Field.named("ProblemReason"))
export type ProblemReason = Schema.Schema.Type<typeof ProblemReason>
