import { describe, expect, it } from "@effect/vitest"
import {
  Connection,
  ConnectorEntry,
  CursorEnvelope,
  Health,
  OffsetEnvelope,
  OutboundJob,
  RecordKind,
  Records
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

/** `name type`; `?` where the field may be absent, `|null` where it may be null. */
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
  employee_id? string|null
  job_title? string|null
  department? string|null
  manager? string|null
  address? Address|null
  vendor_data? object|null`

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
  vendor_data object|null`

/** The contract, field by field: what the schemas must say. */
const CONTRACT: ReadonlyArray<readonly [string, Schema.Schema.Any, string]> = [
  [
    "2.1 offset envelope",
    OffsetEnvelope(Schema.String),
    `count integer
     total? integer|null
     items string[]`
  ],
  [
    "2.1 cursor envelope",
    CursorEnvelope(Schema.String),
    `items string[]
     next_cursor? string|null
     previous_cursor? string|null`
  ],
  ["2.2 IDP user", Records.IdpUser, IDP_USER],
  [
    "2.2 IDP user with entities",
    Records.IdpUserWithEntities,
    `${IDP_USER}
     groups? IdpGroup[]|null
     applications? IdpUserApplication[]|null`
  ],
  [
    "2.2 address",
    Records.Address,
    `street? string|null
     city? string|null
     state? string|null
     country? string|null
     postal_code? string|null`
  ],
  [
    "2.2 vendor data of a directory vendor",
    Records.MsEntraUserData,
    `vendor MS_ENTRA
     mail_nickname string|null
     password_policies string|null
     on_premises_distinguished_name string|null`
  ],
  ["2.2 IDP group", Records.IdpGroup, IDP_GROUP],
  ["2.2 IDP application", Records.IdpApplication, IDP_APPLICATION],
  [
    "2.2 IDP application of a user",
    Records.IdpUserApplication,
    `${IDP_APPLICATION}
     user_app_last_login_at? date-time|null`
  ],
  ["2.3 compliance finding", Records.ComplianceFinding, FINDING],
  [
    "2.3 compliance finding with entities",
    Records.ComplianceFindingWithEntities,
    `${FINDING}
     rule? FindingRule|null
     compliances? FindingCompliance[]|null`
  ],
  [
    "2.3 rule",
    Records.FindingRule,
    `id uuid
     name string
     vendor_id string`
  ],
  [
    "2.4 device group",
    Records.DeviceGroup,
    `id uuid
     name string
     vendor string
     vendor_id string
     created_by string|null
     description string|null
     device_ids uuid[]
     vendor_created_at date-time|null
     vendor_data object|null`
  ],
  [
    "2.5 scan configuration",
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
     vendor_data object|null`
  ],
  [
    "2.5 severity frequency",
    Records.SeverityFrequency,
    `critical integer
     high integer
     info integer
     low integer
     medium integer`
  ],
  [
    "2.6 ITSM user",
    Records.ItsmUser,
    `id uuid
     email string|null
     name string
     status ItsmUserStatus
     vendor_attributes VendorAttributes`
  ],
  [
    "2.6 vendor attributes",
    Records.VendorAttributes,
    `created_at date-time|null
     id string
     updated_at date-time|null
     vendor string
     data object|null`
  ],
  [
    "2.7 outbound job",
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
    "2.8 connection, with the reference of the caller",
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
     identifier string|null`
  ],
  [
    "2.8 health",
    Health.Health,
    `name HealthName
     status HEALTHY|UNHEALTHY
     description string
     resolution_owner ResolutionOwner
     details HealthDetail[]|null`
  ],
  [
    "2.9 connector",
    ConnectorEntry,
    `vendor string
     vendor_name string
     vendor_description string
     category string
     auth_type string
     credentials_params string[]
     data_export_types DataExportType[]
     docs_url string
     logo_url string`
  ]
]

describe("Records", () => {
  it.each(CONTRACT)("hold the fields of the contract: %s", (_, schema, fields) => {
    expect(fieldsOf(schema)).toEqual(lines(fields))
  })

  it("have the enumerated values of the contract", () => {
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
})

describe("RecordKind.table", () => {
  const kinds = Object.values(RecordKind.table)

  it("names each kind and each path once", () => {
    const paths = kinds.flatMap(({ path }) => (path === null ? [] : [path]))
    expect(new Set(paths).size).toBe(paths.length)
    for (const [name, kind] of Object.entries(RecordKind.table)) expect(kind.name).toBe(name)
  })

  it("gives every kind an id, and a way out that its fields have", () => {
    for (const { name, fields, deletion } of kinds) {
      expect(fields, name).toContain("id")
      if (deletion._tag === "Flag") expect(fields, name).toContain("is_deleted")
      if (deletion._tag === "Status") expect(fields, name).toContain(deletion.field)
      if (deletion._tag === "Hide") expect(fields, name).not.toContain("is_deleted")
    }
  })

  it("joins by relations kinds of the table, by fields that the relation has", () => {
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

  it("finds the date-times that may be null, at any depth", () => {
    expect(RecordKind.IdpGroup.nullableTimestamps).toEqual([["last_membership_updated_at"], ["last_updated_at"]])
    expect(RecordKind.ItsmUser.nullableTimestamps).toEqual([
      ["vendor_attributes", "created_at"],
      ["vendor_attributes", "updated_at"]
    ])
  })
})
