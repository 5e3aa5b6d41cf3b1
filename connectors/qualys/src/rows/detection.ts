import { Pagination, Row } from "@tributary/core"
import { Schema } from "effect"
import { QualysScannedHost } from "./host.js"

const Text = Row.nullish(Schema.String)

/** The Qualys Detection Score, 1 to 100. */
const Score = Schema.Union(Schema.String, Schema.Struct({ "@severity": Text, "#text": Text }))

/** Something that the score was computed from, such as `epss`. */
const Factor = Schema.Struct({ "@name": Text, "#text": Text })

/** A vulnerability on a host: https://docs.qualys.com/en/vm/qweb-all-api/mergedProjects/qapi-assets/host_lists/host_detection.htm */
export const QualysDetection = Schema.Struct({
  host: QualysScannedHost,
  UNIQUE_VULN_ID: Text,
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
  QDS: Row.nullish(Score),
  QDS_FACTORS: Row.nullish(Schema.Struct({ QDS_FACTOR: Schema.Array(Factor) })),
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

/** What tells a detection apart. */
interface Distinct extends Pick<QualysDetection, "UNIQUE_VULN_ID" | "QID" | "PORT" | "PROTOCOL"> {
  readonly host: Pick<QualysScannedHost, "ID">
}

/** The id of a detection: the host, QID, port and protocol if Qualys gives it none of its own. */
export const identityOf = ({ host, PORT, PROTOCOL, QID, UNIQUE_VULN_ID }: Distinct): string =>
  UNIQUE_VULN_ID ?? [host.ID, QID, PORT ?? "", PROTOCOL ?? ""].join("/")

/** The id of a raw detection; null if it has something else than texts where its id is. */
const idOf = (row: unknown): string | null => {
  const [own, ID, QID, ...rest] = ["UNIQUE_VULN_ID", "host.ID", "QID", "PORT", "PROTOCOL"].map(
    (part) => Pagination.at(row, part) ?? null
  )
  if (own !== null) return typeof own === "string" ? own : null
  if (typeof ID !== "string" || typeof QID !== "string") return null
  const [port = null, protocol = null] = rest.map((part) => (typeof part === "string" ? part : null))
  const PORT = port === null ? null : Number(port)
  return identityOf({ host: { ID }, QID, PORT, PROTOCOL: protocol, UNIQUE_VULN_ID: null })
}

/** A row of a list of detections: its schema, its id, and what becomes of its other fields. */
export const detectionRow = {
  row: QualysDetection,
  id: idOf,
  marks: { leftOut: { host: "the host, which is a record of its own" } }
}
