import type {
  ConnectionState,
  ConnectorEntry,
  ConnectSessionConnection,
  ConnectSessionView,
  CredentialParam,
  ExportStatus
} from "../../src/api/schemas.generated.js"

/** A field of a form. */
export const param = (name: string, more: Partial<CredentialParam> = {}): CredentialParam => ({
  name,
  title: name,
  help: "",
  input: "TEXT",
  is_secret: false,
  is_required: true,
  example: null,
  pattern: null,
  choices: [],
  url: null,
  ...more
})

const fields = [param("site", { pattern: "^[a-z]+$", example: "acme" }), param("token", { is_secret: true })]

/** A connector with a key as its first way to sign in and a consent as its second. */
export const connector = (vendor = "ACME"): ConnectorEntry => ({
  vendor,
  vendor_name: vendor,
  vendor_description: "",
  category: "IDP",
  auth_type: "API_KEY",
  credentials_params: ["site", "token"],
  credentials_form: fields,
  setup_steps: [],
  auth_methods: [
    {
      auth_type: "API_KEY",
      credentials_params: ["site", "token"],
      credentials_form: fields,
      setup_steps: [],
      consent: null
    },
    {
      auth_type: "OAUTH2_AUTHORIZATION_CODE",
      credentials_params: [],
      credentials_form: [],
      setup_steps: [],
      consent: { title: "Sign in", help: "", scopes: [], registration_steps: [] }
    }
  ],
  export_permissions: [
    { data_export_type: "idp", is_default: true, permissions: ["read"], optional_permissions: [] },
    { data_export_type: "devices", is_default: true, permissions: ["read"], optional_permissions: [] },
    { data_export_type: "idp_audit_logs", is_default: false, permissions: ["logs"], optional_permissions: [] }
  ],
  data_export_types: ["idp", "devices", "idp_audit_logs"],
  docs_url: "https://example.com",
  logo_url: "/logo"
})

/** What a session shows. */
export const view = (more: Partial<ConnectSessionView> = {}): ConnectSessionView => ({
  id: "session",
  organization_name: "Org",
  connectors: [connector()],
  data_export_types: null,
  blocked: null,
  connection: null,
  return_url: null,
  state: "OPENED",
  expires_at: "2026-01-01T00:00:00.000Z",
  ...more
})

const health = {
  name: "UNAUTHORIZED",
  status: "UNHEALTHY",
  description: "",
  resolution_owner: "CUSTOMER",
  details: null
} as const

/** What a session shows that renews a connection. */
export const renewing = (state: ConnectionState = "ACTIVE"): ConnectSessionView =>
  view({
    connection: {
      id: "connection",
      vendor: "ACME",
      auth_type: "API_KEY",
      oauth2_problem: null,
      credentials: { site: "acme", note: null },
      data_export_types: ["idp"],
      state,
      health,
      problems: []
    }
  })

/** How a type of data stands. */
export const exported = (more: Partial<ExportStatus> = {}): ExportStatus => ({
  data_export_type: "idp",
  state: "NEVER",
  last_success_at: null,
  last_full_scan_at: null,
  full_scan_interval_secs: null,
  full_scan_requested_at: null,
  change_detection: [],
  records: [],
  events: null,
  held_back_deletions: [],
  missing_records: [],
  rejected: null,
  duplicates: null,
  duplicate_samples: [],
  unreadable: null,
  unreadable_samples: [],
  unmapped: null,
  unread_fields: [],
  ...more
})

/** A connection that a session has stored. */
export const connection = (more: Partial<ConnectSessionConnection> = {}): ConnectSessionConnection => ({
  id: "connection",
  vendor: "ACME",
  health,
  state: "ACTIVE",
  phase: "FIRST_SYNC_PENDING",
  current_job: null,
  data_exports: [exported()],
  problems: [],
  consent: null,
  has_read: false,
  ...more
})

/** A job that runs. */
export const job = (more: Partial<NonNullable<ConnectSessionConnection["current_job"]>> = {}) => ({
  id: "job",
  status: "RUNNING" as const,
  started_at: null,
  is_retrying: false,
  waits: [],
  data_exports: [],
  ...more
})
