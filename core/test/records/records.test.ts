import { describe, expect, it } from "@effect/vitest"
import {
  Connection,
  ConnectionState,
  ConnectorEntry,
  CursorEnvelope,
  Health,
  HeldBackByJob,
  HeldBackDecision,
  HeldBackDeletion,
  HeldBackReason,
  Job,
  JobExport,
  JobStatus,
  OffsetEnvelope,
  Organization,
  OutboundJob,
  RecordKind,
  Records,
  UnreadFields
} from "@tributary/core"
import { Option, Schema, SchemaAST } from "effect"

/** The type of a field in the contract's words. */
const typeOf = (ast: SchemaAST.AST): string => {
  const json = Option.getOrNull(SchemaAST.getJSONSchemaAnnotation(ast))
  if (json !== null) return String("format" in json ? json.format : "type" in json && json.type)
  const identifier = Option.getOrNull(SchemaAST.getIdentifierAnnotation(ast))
  if (SchemaAST.isTupleType(ast)) return `${ast.rest.map((rest) => typeOf(rest.type)).join()}[]`
  if (SchemaAST.isTypeLiteral(ast) && ast.indexSignatures.length > 0) return "object"
  if (identifier !== null) return identifier
  if (SchemaAST.isUnion(ast))
    return ast.types
      .filter((member) => !isNull(member))
      .map(typeOf)
      .join("|")
  if (SchemaAST.isLiteral(ast)) return String(ast.literal)
  return ast._tag.replace("Keyword", "").toLowerCase()
}

const isNull = (ast: SchemaAST.AST): boolean => SchemaAST.isLiteral(ast) && ast.literal === null

/** Fields as `name type`, with `?` after the name of an optional field and `|null` after a nullable type. */
const fieldsOf = (schema: Schema.Schema.Any): ReadonlyArray<string> =>
  (schema.ast as SchemaAST.TypeLiteral).propertySignatures.map(({ name, type, isOptional }) => {
    const isNullable = SchemaAST.isUnion(type) && type.types.some(isNull)
    return `${String(name)}${isOptional ? "?" : ""} ${typeOf(type)}${isNullable ? "|null" : ""}`
  })

const lines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const IDP_USER = `
  id uuid
  domain string
  email_addr string
  full_name string
  name string
  vendor_id string
  vendor_status string
  vendor_created_at date-time
  activated_at? date-time|null
  last_status_changed_at? date-time|null
  last_login_at? date-time|null
  last_updated_at? date-time|null
  last_password_changed_at? date-time|null
  is_deleted boolean
  is_mfa_enabled? boolean|null
  is_admin? boolean|null
  user_type? IdpUserType|null
  employee_id? string|null
  job_title? string|null
  department? string|null
  manager? string|null
  address? Address|null
  vendor_data? object|null
  vendor_data_omitted? string[]|null`

const IDP_GROUP = `
  id uuid
  types string[]
  description string
  name string
  vendor_id string
  vendor_created_at date-time
  last_membership_updated_at? date-time|null
  last_updated_at? date-time|null
  is_deleted boolean`

const IDP_APPLICATION = `
  id uuid
  labels? string[]|null
  name string
  vendor_id string
  version? string|null
  vendor_status string
  vendor_created_at date-time
  last_updated_at? date-time|null
  is_deleted boolean`

const FINDING = `
  id uuid
  title string
  description string|null
  remediation string|null
  resource_id string
  resource_name string|null
  resource_region string|null
  resource_type string|null
  severity Severity
  vendor_severity string
  status FindingStatus
  vendor_status string
  status_changed_at date-time|null
  start_time date-time|null
  vendor string
  vendor_id string
  vendor_data object|null
  vendor_data_omitted? string[]|null`

/** The fields that the contract prescribes, by schema. */
const CONTRACT: ReadonlyArray<readonly [string, Schema.Schema.Any, string]> = [
  [
    "offset envelope [contract: offset-envelope]",
    OffsetEnvelope(Schema.String),
    `count integer
     total? integer|null
     items string[]`
  ],
  [
    "cursor envelope [contract: cursor-envelope]",
    CursorEnvelope(Schema.String),
    `items string[]
     next_cursor? string|null
     previous_cursor? string|null`
  ],
  ["IDP user [contract: user-fields]", Records.IdpUser, IDP_USER],
  [
    "IDP user with entities [contract: user-entities]",
    Records.IdpUserWithEntities,
    `${IDP_USER}
     groups? IdpGroup[]|null
     applications? IdpUserApplication[]|null`
  ],
  [
    "address [contract: address-fields]",
    Records.Address,
    `street? string|null
     city? string|null
     state? string|null
     country? string|null
     postal_code? string|null`
  ],
  [
    "vendor data of a directory vendor [contract: directory-vendor-data]",
    Records.MsEntraUserData,
    `vendor MS_ENTRA
     mail_nickname string|null
     password_policies string|null
     on_premises_distinguished_name string|null
     on_premises_sync_enabled boolean|null
     user_type string|null
     employee_type string|null
     external_user_state string|null
     given_name string|null
     surname string|null
     other_mails string[]|null
     company_name string|null
     office_location string|null
     preferred_language string|null`
  ],
  [
    "data of a user of a ticketing vendor [contract: itsm-user-data]",
    Records.JiraUserData,
    `vendor JIRA
     accountType string
     locale string|null
     time_zone string|null`
  ],
  ["IDP group [contract: group-fields]", Records.IdpGroup, IDP_GROUP],
  ["IDP application [contract: application-fields]", Records.IdpApplication, IDP_APPLICATION],
  [
    "IDP application of a user [contract: user-entities]",
    Records.IdpUserApplication,
    `${IDP_APPLICATION}
     user_app_last_login_at? date-time|null`
  ],
  ["compliance finding [contract: finding-fields]", Records.ComplianceFinding, FINDING],
  [
    "compliance finding with entities [contract: finding-entities]",
    Records.ComplianceFindingWithEntities,
    `${FINDING}
     rule? FindingRule|null
     compliances? FindingCompliance[]|null`
  ],
  [
    "rule [contract: finding-entities]",
    Records.FindingRule,
    `id uuid
     name string
     vendor_id string`
  ],
  [
    "device group [contract: device-group-fields]",
    Records.DeviceGroup,
    `id uuid
     name string
     vendor string
     vendor_id string
     created_by string|null
     description string|null
     device_ids? uuid[]
     vendor_created_at date-time|null
     vendor_data object|null
     vendor_data_omitted? string[]|null`
  ],
  [
    "scan configuration [contract: scan-configuration-fields]",
    Records.ScanConfiguration,
    `id uuid
     name string
     owner string|null
     is_enabled boolean|null
     is_scheduled boolean|null
     last_scan_vendor_id string|null
     device_target_count integer|null
     scan_targets string[]|null
     severity_frequency SeverityFrequency|null
     vendor string
     vendor_id string
     vendor_data object|null
     vendor_data_omitted? string[]|null`
  ],
  [
    "severity frequency [contract: scan-configuration-fields]",
    Records.SeverityFrequency,
    `critical integer
     high integer
     info integer
     low integer
     medium integer`
  ],
  [
    "ITSM user [contract: itsm-user-fields]",
    Records.ItsmUser,
    `id uuid
     email string|null
     name string
     status ItsmUserStatus
     vendor_attributes VendorAttributes`
  ],
  [
    "vendor attributes [contract: itsm-user-fields]",
    Records.VendorAttributes,
    `created_at date-time|null
     id string
     updated_at date-time|null
     vendor string
     data object|null`
  ],
  [
    "outbound job [contract: outbound-job]",
    OutboundJob,
    `id uuid
     status JobStatus
     task_name string
     vendor string
     failure_reason string|null
     started_at date-time|null
     finished_at date-time|null`
  ],
  [
    "connection with the caller's reference, shown credentials, chosen types, waiting deletions and unread fields [contract: connection-fields]",
    Connection,
    `id uuid
     vendor string
     is_active boolean
     refresh_interval_secs integer
     timeout_secs integer
     organization_id uuid
     state ConnectionState
     created_at date-time
     updated_at date-time
     health Health
     identifier string|null
     auth_type string|null
     oauth2_authorize_url string|null
     oauth2_problem string|null
     credentials object
     data_export_types DataExportType[]
     held_back_deletions HeldBackDeletion[]
     unread_fields UnreadFields[]`
  ],
  [
    "health [contract: health-fields]",
    Health.Health,
    `name HealthName
     status HEALTHY|UNHEALTHY
     description string
     resolution_owner ResolutionOwner
     details HealthDetail[]|null`
  ],
  [
    "health detail [contract: health-fields]",
    Health.HealthDetail,
    `data_export_type DataExportType
     endpoint string`
  ],
  [
    "connector [contract: catalogue]",
    ConnectorEntry,
    `vendor string
     vendor_name string
     vendor_description string
     category string
     auth_type string
     credentials_params string[]
     credentials_form CredentialParam[]
     setup_steps string[]
     auth_methods AuthMethodEntry[]
     export_permissions ExportPermissions[]
     data_export_types DataExportType[]
     docs_url string
     logo_url string`
  ]
]

/** The fields of a record that the contract names but does not describe, between the fields that all records have. */
const decided = (fields: string) => `
  id uuid
  ${fields}
  vendor string
  vendor_id string
  vendor_data object|null
  vendor_data_omitted? string[]|null`

const DECIDED: ReadonlyArray<readonly [string, Schema.Schema.Any, string]> = [
  [
    "organization [contract: organizations]",
    Organization,
    `id uuid
     name string
     identifier string|null
     created_at date-time
     updated_at date-time`
  ],
  [
    "pull job [contract: job-fields]",
    Job,
    `id uuid
     status JobStatus
     started_at date-time|null
     finished_at date-time|null
     failure_reason string|null
     data_exports JobExport[]`
  ],
  [
    "export type of a pull job [contract: job-fields]",
    JobExport,
    `data_export_type DataExportType
     health HealthName
     endpoint string|null
     message string|null
     seen integer
     created integer
     changed integer
     unchanged integer
     deleted integer
     rejected integer
     duplicates integer
     duplicate_samples DuplicateSample[]
     unreadable integer
     unreadable_samples string[]
     unmapped integer
     held_back integer
     held_back_deletions HeldBackByJob[]
     customer_message string|null
     missing_records MissingRecords[]
     reason ProblemReason|null
     resolution_owner ResolutionOwner|null
     unread_fields UnreadFields[]`
  ],
  [
    "unread fields",
    UnreadFields,
    `record_kind string
     fields string[]
     endpoint string
     permissions string[]
     problem ProblemReason
     reason string
     accepted_from date-time|null`
  ],
  [
    "deletions that a pull job held back",
    HeldBackByJob,
    `record_kind string
     count integer
     reason HeldBackReason
     message string`
  ],
  [
    "deletions that wait for a decision",
    HeldBackDeletion,
    `record_kind string
     count integer
     reason HeldBackReason
     held_since date-time`
  ],
  [
    "compliance of a finding [contract: finding-entities]",
    Records.FindingCompliance,
    `standard string
     standard_version string|null
     control string
     control_name string|null
     result ComplianceResult`
  ],
  [
    "IDP policy [contract: policy-fields]",
    Records.IdpPolicy,
    decided(`name string
     type string
     status string
     description string|null
     priority integer|null
     conditions object|null
     vendor_created_at date-time|null
     last_updated_at date-time|null
     is_deleted boolean`)
  ],
  [
    "IDP group with entities [contract: group-fields]",
    Records.IdpGroupWithEntities,
    `${IDP_GROUP}
     users? IdpUser[]|null
     groups? IdpGroup[]|null
     applications? IdpApplication[]|null`
  ],
  [
    "IDP application with entities [contract: application-fields]",
    Records.IdpApplicationWithEntities,
    `${IDP_APPLICATION}
     users? IdpUser[]|null
     groups? IdpGroup[]|null`
  ],
  [
    "device [contract: device-fields]",
    Records.Device,
    decided(`status DeviceStatus
     platform DevicePlatform
     hostnames string[]
     fqdns string[]
     ipv4s string[]
     ipv6s string[]
     mac_addresses string[]
     serial_number string|null
     manufacturer string|null
     model string|null
     os_version string|null
     os_major_version string|null
     os_minor_version string|null
     first_seen date-time|null
     last_seen date-time|null
     is_encrypted boolean|null
     is_managed boolean|null
     owner_email string|null
     source_vendors SourceVendor[]
     installed_software string[]|null
     ad_info AdInfo|null
     cloud_metadata CloudMetadata|null`)
  ],
  [
    "source vendor of a device [contract: device-fields]",
    Records.SourceVendor,
    `vendor string
     vendor_id string
     agent_info AgentInfo|null`
  ],
  [
    "agent of a device [contract: device-fields]",
    Records.AgentInfo,
    `agent_version string|null
     signature_version string|null
     policies string[]|null`
  ],
  [
    "directory entry of a device [contract: device-fields]",
    Records.AdInfo,
    `org_unit string|null
     site_name string|null
     domain string|null
     device_id string|null`
  ],
  [
    "cloud of a device [contract: device-fields]",
    Records.CloudMetadata,
    `cloud_provider CloudProvider
     account_id string|null
     region string|null
     availability_zone string|null
     instance_id string|null`
  ],
  [
    "vulnerability [contract: vulnerability-fields]",
    Records.Vulnerability,
    decided(`device AffectedDevice|null
     name string
     description string|null
     severity Severity
     vendor_severity string|null
     state VulnerabilityState
     state_updated_at date-time|null
     cve string[]
     cvss_version string|null
     cvss_base_score number|null
     cvss_vector string|null
     cvss_temporal_score number|null
     cvss_temporal_vector string|null
     epss_score number|null
     is_exploited boolean|null
     port integer|null
     protocol string|null
     service string|null
     first_seen date-time|null
     last_seen date-time|null
     is_patchable boolean|null
     solution string|null
     scan_output string|null
     category string|null
     vendor_scan_id string|null`)
  ],
  [
    "device of a vulnerability or an alert [contract: vulnerability-fields]",
    Records.AffectedDevice,
    `id uuid
     hostnames string[]
     ipv4s string[]
     platform DevicePlatform
     vendor_id string`
  ],
  [
    "compliance [contract: compliance-fields]",
    Records.Compliance,
    decided(`standard string
     standard_version string|null
     control string
     control_name string|null
     description string|null
     result ComplianceResult
     passed_count integer|null
     failed_count integer|null
     vendor_created_at date-time|null
     last_updated_at date-time|null`)
  ],
  [
    "resource [contract: resource-fields]",
    Records.Resource,
    decided(`name string
     type string
     vendor_type string|null
     cloud_provider CloudProvider|null
     account_id string|null
     account_name string|null
     region string|null
     tags object|null
     first_seen date-time|null
     last_seen date-time|null
     is_deleted boolean`)
  ],
  [
    "device policy [contract: device-policy-fields]",
    Records.DevicePolicy,
    decided(`name string
     type string|null
     platform string|null
     is_enabled boolean|null
     description string|null
     device_group_ids? uuid[]
     vendor_created_at date-time|null
     last_updated_at date-time|null`)
  ],
  [
    "ITSM ticket [contract: ticket-fields]",
    Records.ItsmTicket,
    decided(`name string
     status TicketStatus
     type string|null
     description string|null
     priority TicketPriority|null
     is_active boolean|null
     project_id uuid|null
     parent_ticket_id uuid|null
     assigned_user_id uuid|null
     created_by_user_id uuid|null
     ticket_created_at date-time|null
     due_date date-time|null
     closed_at date-time|null
     status_updated_at date-time|null
     tags string[]|null
     url string|null
     identifier string|null
     vendor_attributes TicketVendorAttributes`)
  ],
  [
    "vendor attributes of a ticket [contract: ticket-fields]",
    Records.TicketVendorAttributes,
    `id string
     vendor string
     created_at date-time|null
     updated_at date-time|null
     type string|null
     status string|null
     priority string|null
     data object|null`
  ],
  [
    "ITSM project [contract: itsm-parts-fields]",
    Records.ItsmProject,
    decided(`name string
     key string|null
     description string|null
     url string|null
     vendor_attributes VendorAttributes`)
  ],
  [
    "ITSM group [contract: itsm-parts-fields]",
    Records.ItsmGroup,
    decided(`name string
     description string|null
     vendor_attributes VendorAttributes`)
  ],
  [
    "ITSM comment [contract: itsm-parts-fields]",
    Records.ItsmComment,
    decided(`ticket_id uuid
     body string|null
     author_user_id uuid|null
     vendor_attributes VendorAttributes`)
  ],
  [
    "ITSM attachment [contract: itsm-parts-fields]",
    Records.ItsmAttachment,
    decided(`ticket_id uuid
     file_name string
     content_type string|null
     size_bytes integer|null
     author_user_id uuid|null
     url string|null
     vendor_attributes VendorAttributes`)
  ]
]

describe("Records", () => {
  it.each(CONTRACT)("have the fields of the contract: %s", (_, schema, fields) => {
    expect(fieldsOf(schema)).toEqual(lines(fields))
  })

  it.each(DECIDED)("have the fields that the contract left open: %s", (_, schema, fields) => {
    expect([...fieldsOf(schema)].sort()).toEqual([...lines(fields)].sort())
  })

  it("have the enumerated values of the contract [contract: enumerations]", () => {
    expect(Records.ItsmUserStatus.literals).toEqual(["ACTIVE", "INACTIVE", "DELETED"])
    expect(Records.ComplianceResult.literals).toEqual(["PASS", "FAIL", "NOT_APPLICABLE", "DELETED"])
    expect(Records.FindingStatus.literals).toEqual([
      "UNKNOWN",
      "NEW",
      "IN_PROGRESS",
      "SUPPRESSED",
      "RESOLVED",
      "DELETED",
      "OTHER"
    ])
    expect(Records.Severity.literals).toEqual(["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL", "UNKNOWN"])
  })

  it.each<readonly [string, ReadonlyArray<string>, string]>([
    ["connection state [contract: connection-states]", ConnectionState.literals, "PENDING ACTIVE PAUSED DELETED"],
    ["held-back reason", HeldBackReason.literals, "UNREADABLE_ROWS LARGE_SHARE EVERYTHING EMPTIED_PARENTS"],
    ["held-back decision", HeldBackDecision.literals, "CONFIRM DISMISS"],
    ["job status [contract: job-status]", JobStatus.literals, "QUEUED RUNNING SUCCESS FAILED"],
    ["resolution owner [contract: health-names]", Health.ResolutionOwner.literals, "SERVICE CUSTOMER VENDOR"],
    ["device status [contract: device-fields]", Records.DeviceStatus.literals, "ACTIVE INACTIVE DELETED UNKNOWN"],
    [
      "device platform [contract: device-fields]",
      Records.DevicePlatform.literals,
      "WINDOWS MAC LINUX IOS ANDROID CHROME_OS NETWORK OTHER UNKNOWN"
    ],
    ["cloud provider [contract: device-fields]", Records.CloudProvider.literals, "AWS AZURE GCP OTHER"],
    [
      "vulnerability state [contract: vulnerability-fields]",
      Records.VulnerabilityState.literals,
      "OPEN REOPENED FIXED SUPPRESSED UNKNOWN"
    ],
    [
      "ticket status [contract: ticket-fields]",
      Records.TicketStatus.literals,
      "OPEN TODO IN_PROGRESS IN_REVIEW RESOLVED CLOSED OTHER"
    ],
    [
      "ticket priority [contract: ticket-fields]",
      Records.TicketPriority.literals,
      "CRITICAL HIGH MEDIUM LOW INFORMATIONAL UNKNOWN"
    ]
  ])("have the enumerated values that the contract left open: %s", (_, literals, values) => {
    expect(literals.join(" ")).toBe(values)
  })
})

describe("RecordKind.table", () => {
  const kinds = Object.values(RecordKind.table)

  it("has each kind and each path once", () => {
    const paths = kinds.flatMap(({ path }) => (path === null ? [] : [path]))
    expect(new Set(paths).size).toBe(paths.length)
    for (const [name, kind] of Object.entries(RecordKind.table)) expect(kind.name).toBe(name)
  })

  it.each([
    ["idp_user", "idp", "/idp/users"],
    ["idp_group", "idp", "/idp/groups"],
    ["idp_application", "idp", "/idp/applications"],
    ["idp_policy", "idp_policies", "/idp/policies"],
    ["compliance", "compliances", "/cspm/compliances"],
    ["compliance_finding", "compliance_findings", "/cspm/compliance_findings"],
    ["resource", "resources", "/entities/resources"],
    ["device", "devices", "/entities/devices"],
    ["device_group", "device_groups", "/entities/device-groups"],
    ["device_policy", "device_policies", "/entities/device-policies"],
    ["vulnerability", "vulnerabilities", "/vms/vulnerabilities"],
    ["scan_configuration", "vms_scan_configs", "/vms/scan-configurations"],
    ["itsm_user", "itsm_users", "/itsm/users"],
    ["itsm_group", "itsm_groups", "/itsm/groups"],
    ["itsm_project", "itsm_projects", "/itsm/projects"],
    ["itsm_ticket", "itsm_tickets", "/itsm/tickets"],
    ["itsm_comment", "itsm_comments", "/itsm/comments"],
    ["itsm_attachment", "itsm_attachments", "/itsm/attachments"]
  ])("gives the kind its export type and path: %s [contract: kinds-and-paths]", (kind, exportType, path) => {
    expect(kinds.filter(({ name }) => name === kind)).toMatchObject([{ exportType, path }])
  })

  it("gives every field of related ids a relation of its kind, and keeps these fields out of mappings", () => {
    for (const { name, fields, relatedIds, schema } of kinds)
      for (const [field, relation] of Object.entries(relatedIds)) {
        expect(Object.keys(schema.fields), name).toContain(field)
        expect(fields, name).not.toContain(field)
        const { source, target } = RecordKind.table[relation]?.relation ?? {}
        expect([source?.kind, target?.kind], `${name}.${field}`).toContain(name)
      }
  })

  it("gives every kind an id, and the field that its deletion changes", () => {
    for (const { name, fields, deletion } of kinds) {
      expect(fields, name).toContain("id")
      if (deletion._tag === "Flag") expect(fields, name).toContain("is_deleted")
      if (deletion._tag === "Status") expect(fields, name).toContain(deletion.field)
      if (deletion._tag === "Hide") expect(fields, name).not.toContain("is_deleted")
    }
  })

  it("joins existing kinds in every relation, by fields that the relation has", () => {
    for (const { name, fields, relation, path } of kinds) {
      if (relation === null) continue
      expect(path, name).toBeNull()
      for (const end of [relation.source, relation.target]) {
        expect(Object.keys(RecordKind.table), name).toContain(end.kind)
        expect(fields, name).toContain(end.field)
      }
      for (const field of relation.embed) expect(fields, name).toContain(field)
    }
  })
})
