import type { JsonSchema, Operation } from "../contract/Document.js"
import type { Source } from "./Plan.js"

const byName: Readonly<Record<string, Source>> = {
  organization_id: "organization",
  connection_id: "connection",
  job_id: "job",
  erasure_id: "erasure",
  webhook_id: "webhook",
  delivery_id: "delivery",
  session_id: "session",
  vendor: "vendor",
  credentials: "credentials",
  deviceId: "records of /entities/devices",
  project_id: "records of /itsm/projects",
  assigned_user_id: "records of /itsm/users",
  parent_ticket_id: "records of /itsm/tickets"
}

/** What succeeds in parameters and fields of which the document allows more: because of an operator's defaults, of the connectors of the run, or of the state of a connection. */
const narrower: Readonly<Record<string, JsonSchema>> = {
  refresh_interval_secs: { type: "integer", minimum: 3_600, maximum: 86_400 },
  timeout_secs: { type: "integer", minimum: 60, maximum: 3_600 },
  full_scan_interval_secs: { type: ["integer", "null"], minimum: 3_600, maximum: 86_400 },
  events_first_load_days: { type: ["integer", "null"], minimum: 1, maximum: 90 },
  data_export_types: { type: "array", items: { enum: ["itsm_users"] }, minItems: 1 },
  state: { enum: ["ACTIVE", "PAUSED"] },
  "If-Match": { enum: ["*"] },
  // A link may name these only for a new connection, which has any vendor then.
  vendors: { enum: [[]] },
  return_url: { enum: ["https://product.example/done", null] },
  // Nobody listens there.
  url: { enum: ["http://127.0.0.1:1/hook"] }
}

/** The schema of the values that succeed. */
export const narrowed = (name: string, schema: JsonSchema): JsonSchema => narrower[name] ?? schema

/** Values of query parameters that are only valid together, by operation: the document says what each may be, but not which fit. */
const together: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, string>>>>> = {
  countConnectionRecords: [
    { kind: "idp_user", by: "is_admin" },
    { kind: "compliance_finding", by: "status" },
    { kind: "device", by: "is_managed" }
  ]
}

/** Fields that an operation takes only as it has shown them, by operation: a connection may be sent back as it was read, but not moved. */
const shown: Readonly<Record<string, ReadonlyArray<string>>> = {
  updateConnection: ["id", "vendor", "organization_id", "created_at"]
}

/** Whether any value of a field, other than the one that the operation has shown, is refused. */
export const isShown = ({ id }: Operation, name: string): boolean => shown[id]?.includes(name) === true

/** The combinations of query parameters to choose from; empty if any values fit together. */
export const combinationsOf = ({ id }: Operation) => together[id] ?? []

/** Where the real values of a parameter or field come from; null if any value will do. A path parameter below a list names one of its records. */
export const sourceOf = (operation: Operation, name: string): Source | null => {
  const known = byName[name]
  if (known !== undefined) return known
  const [list, ...rest] = operation.path.split(`/{${name}}`)
  return rest.length === 0 ? null : `records of ${list}`
}
