import { Row } from "@tributary/core"
import { Schema } from "effect"
import { QualysScannedHost } from "./host.js"

const Text = Row.nullish(Schema.String)

/** A vulnerability on a host: https://docs.qualys.com/en/vm/api/assets/host_lists/host_detection.htm */
export const QualysDetection = Schema.Struct({
  host: QualysScannedHost,
  UNIQUE_VULN_ID: Schema.String,
  QID: Schema.String,
  TYPE: Text,
  SEVERITY: Text,
  PORT: Row.nullish(Schema.NumberFromString),
  PROTOCOL: Text,
  SERVICE: Text,
  FQDN: Text,
  SSL: Text,
  RESULTS: Text,
  STATUS: Text,
  FIRST_FOUND_DATETIME: Text,
  LAST_FOUND_DATETIME: Text,
  TIMES_FOUND: Row.nullish(Schema.NumberFromString),
  LAST_TEST_DATETIME: Text,
  LAST_UPDATE_DATETIME: Text,
  LAST_PROCESSED_DATETIME: Text,
  LAST_FIXED_DATETIME: Text,
  FIRST_REOPENED_DATETIME: Text,
  LAST_REOPENED_DATETIME: Text,
  TIMES_REOPENED: Row.nullish(Schema.NumberFromString),
  IS_IGNORED: Text,
  IS_DISABLED: Text
})
export interface QualysDetection extends Schema.Schema.Type<typeof QualysDetection> {}
