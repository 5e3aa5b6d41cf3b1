import { Option, type Schema, SchemaAST } from "effect"
import type { DataExportType } from "./DataExportType.js"
import type { Assigned, Draft as DraftOf } from "./Draft.js"
import * as Records from "./records/index.js"

/**
 * What happens to a record that a complete scan no longer sees: its `is_deleted` becomes true, its status field takes
 * the value DELETED (and so does a field of each object in the list that `within` names), or it leaves the lists.
 */
export type Deletion =
  | { readonly _tag: "Flag" }
  | {
      readonly _tag: "Status"
      readonly field: string
      readonly within?: { readonly list: string; readonly field: string }
    }
  | { readonly _tag: "Hide" }

/**
 * A relation joins two records by their `vendor_id`; when it appears, changes or goes, both ends count as changed.
 *
 * `embed` names the relation's own fields that show inside the target when the target is listed within the source.
 */
export interface Relation {
  readonly source: { readonly kind: string; readonly field: string }
  readonly target: { readonly kind: string; readonly field: string }
  readonly embed: ReadonlyArray<string>
}

/** One row of the table of record kinds. */
export interface RecordKind<
  Name extends string,
  ExportType extends DataExportType,
  Fields extends Schema.Struct.Fields,
  Omitted extends string = Assigned
> {
  readonly name: Name
  readonly exportType: ExportType
  readonly schema: Schema.Struct<Fields>
  /** The list endpoint below the base address; null for a relation, which shows inside other records. */
  readonly path: string | null
  readonly deletion: Deletion
  /** The draft's identity in the source tool: unique per connection and kind, and stable. */
  readonly identity: (draft: DraftOf<Fields, Omitted>) => string
  readonly relation: Relation | null
  /** Wire names in spec order, without those of `onRequest`. */
  readonly fields: ReadonlyArray<string>
  /** Fields that show only when a caller asks for them. */
  readonly onRequest: ReadonlyArray<string>
  /**
   * Fields that name another record of the connection: a mapping writes the vendor's id (or ids) there, and the
   * framework turns it into the service's. By dotted path, the name of the record kind.
   */
  readonly references: ReadonlyArray<readonly [path: ReadonlyArray<string>, kind: string]>
  /** What list filters look for, as `name:value`. */
  readonly facets: (record: Readonly<Record<string, unknown>>) => ReadonlyArray<string>
  /** The field whose instant a list can be filtered by; null where there is none. */
  readonly instant: string | null
  /** The paths of the nullable date-times, where a vendor's "never" (year 1) is read as null. */
  readonly nullableTimestamps: ReadonlyArray<ReadonlyArray<string>>
}

/** Any record kind. */
// biome-ignore lint/suspicious/noExplicitAny: the draft type stands in a contravariant seat, where only `any` accepts every kind
export type Any = RecordKind<string, DataExportType, any, any>

/** What a mapping for the kind `K` must return. */
export type Draft<K> =
  K extends RecordKind<string, DataExportType, infer Fields, infer Omitted> ? DraftOf<Fields, Omitted> : never

const isTimestamp = (ast: SchemaAST.AST): boolean =>
  Option.contains(SchemaAST.getIdentifierAnnotation(ast), "Timestamp")

const nullableTimestamps = (ast: SchemaAST.AST): ReadonlyArray<ReadonlyArray<string>> => {
  if (!SchemaAST.isTypeLiteral(ast)) return []
  return ast.propertySignatures.flatMap(({ name, type }) => {
    const members = SchemaAST.isUnion(type) ? type.types : [type]
    const own = SchemaAST.isUnion(type) && members.some(isTimestamp) ? [[]] : []
    return [...own, ...members.flatMap(nullableTimestamps)].map((path) => [String(name), ...path])
  })
}

interface Row<Name, ExportType, Fields extends Schema.Struct.Fields, Omitted extends string> {
  readonly name: Name
  readonly exportType: ExportType
  readonly schema: Schema.Struct<Fields>
  readonly path: string | null
  readonly deletion: Deletion
  readonly identity: (draft: DraftOf<Fields, Omitted>) => string
  readonly relation?: Relation
  readonly onRequest?: ReadonlyArray<string>
  readonly references?: Readonly<Record<string, string>>
  readonly facets?: (record: Schema.Struct.Type<Fields>) => ReadonlyArray<string>
  readonly instant?: string
}

const make = <
  const Name extends string,
  const ExportType extends DataExportType,
  Fields extends Schema.Struct.Fields,
  Omitted extends string = Assigned
>(
  row: Row<Name, ExportType, Fields, Omitted>
): RecordKind<Name, ExportType, Fields, Omitted> => ({
  ...row,
  relation: row.relation ?? null,
  onRequest: row.onRequest ?? [],
  fields: Object.keys(row.schema.fields).filter((field) => row.onRequest?.includes(field) !== true),
  references: Object.entries(row.references ?? {}).map(([path, kind]) => [path.split("."), kind]),
  facets: (record) => row.facets?.(record as Schema.Struct.Type<Fields>) ?? [],
  instant: row.instant ?? null,
  nullableTimestamps: nullableTimestamps(row.schema.ast)
})

const vendorId = (draft: { readonly vendor_id: string }): string => draft.vendor_id
const flag: Deletion = { _tag: "Flag" }
const hide: Deletion = { _tag: "Hide" }
const status: Deletion = { _tag: "Status", field: "status" }

export const IdpUser = make({
  name: "idp_user",
  exportType: "idp",
  schema: Records.IdpUser,
  path: "/idp/users",
  deletion: flag,
  identity: vendorId
})

export const IdpGroup = make({
  name: "idp_group",
  exportType: "idp",
  schema: Records.IdpGroup,
  path: "/idp/groups",
  deletion: flag,
  identity: vendorId
})

export const IdpApplication = make({
  name: "idp_application",
  exportType: "idp",
  schema: Records.IdpApplication,
  path: "/idp/applications",
  deletion: flag,
  identity: vendorId
})

export const IdpGroupMembership = make<
  "idp_group_membership",
  "idp",
  typeof Records.IdpGroupMembership.fields,
  "id" | "vendor_id"
>({
  name: "idp_group_membership",
  exportType: "idp",
  schema: Records.IdpGroupMembership,
  path: null,
  deletion: hide,
  identity: (draft) => JSON.stringify([draft.group_vendor_id, draft.user_vendor_id]),
  relation: {
    source: { kind: "idp_user", field: "user_vendor_id" },
    target: { kind: "idp_group", field: "group_vendor_id" },
    embed: []
  }
})

export const IdpApplicationAssignment = make<
  "idp_application_assignment",
  "idp",
  typeof Records.IdpApplicationAssignment.fields,
  "id" | "vendor_id"
>({
  name: "idp_application_assignment",
  exportType: "idp",
  schema: Records.IdpApplicationAssignment,
  path: null,
  deletion: hide,
  identity: (draft) => JSON.stringify([draft.application_vendor_id, draft.user_vendor_id]),
  relation: {
    source: { kind: "idp_user", field: "user_vendor_id" },
    target: { kind: "idp_application", field: "application_vendor_id" },
    embed: ["user_app_last_login_at"]
  }
})

export const IdpGroupAssignment = make<
  "idp_group_assignment",
  "idp",
  typeof Records.IdpGroupAssignment.fields,
  "id" | "vendor_id"
>({
  name: "idp_group_assignment",
  exportType: "idp",
  schema: Records.IdpGroupAssignment,
  path: null,
  deletion: hide,
  identity: (draft) => JSON.stringify([draft.application_vendor_id, draft.group_vendor_id]),
  relation: {
    source: { kind: "idp_group", field: "group_vendor_id" },
    target: { kind: "idp_application", field: "application_vendor_id" },
    embed: []
  }
})

export const ComplianceFinding = make({
  name: "compliance_finding",
  exportType: "compliance_findings",
  schema: Records.ComplianceFindingWithEntities,
  path: "/cspm/compliance_findings",
  deletion: { _tag: "Status", field: "status", within: { list: "compliances", field: "result" } },
  identity: vendorId,
  onRequest: ["rule", "compliances"],
  references: { "rule.id": "finding_rule" },
  facets: (finding) => [
    `status:${finding.status}`,
    ...(finding.compliances ?? []).flatMap(({ standard, control, result }) => [
      `standard:${standard}`,
      `control:${control}`,
      `result:${result}`
    ])
  ],
  instant: "status_changed_at"
})

export const DeviceGroup = make({
  name: "device_group",
  exportType: "device_groups",
  schema: Records.DeviceGroup,
  path: "/entities/device-groups",
  deletion: hide,
  identity: vendorId,
  references: { device_ids: "device" },
  facets: (group) => group.device_ids.map((id) => `device:${id}`)
})

export const ScanConfiguration = make({
  name: "scan_configuration",
  exportType: "vms_scan_configs",
  schema: Records.ScanConfiguration,
  path: "/vms/scan-configurations",
  deletion: hide,
  identity: vendorId
})

export const ItsmUser = make({
  name: "itsm_user",
  exportType: "itsm_users",
  schema: Records.ItsmUser,
  path: "/itsm/users",
  deletion: status,
  identity: (draft) => draft.vendor_attributes.id
})

export const Device = make({
  name: "device",
  exportType: "devices",
  schema: Records.Device,
  path: "/entities/devices",
  deletion: status,
  identity: vendorId
})

export const DevicePolicy = make({
  name: "device_policy",
  exportType: "device_policies",
  schema: Records.DevicePolicy,
  path: "/entities/device-policies",
  deletion: hide,
  identity: vendorId,
  references: { device_group_ids: "device_group" }
})

export const Resource = make({
  name: "resource",
  exportType: "resources",
  schema: Records.Resource,
  path: "/entities/resources",
  deletion: flag,
  identity: vendorId
})

export const Compliance = make({
  name: "compliance",
  exportType: "compliances",
  schema: Records.Compliance,
  path: "/cspm/compliances",
  deletion: { _tag: "Status", field: "result" },
  identity: vendorId
})

export const Vulnerability = make({
  name: "vulnerability",
  exportType: "vulnerabilities",
  schema: Records.Vulnerability,
  path: "/vms/vulnerabilities",
  deletion: hide,
  identity: vendorId,
  references: { "device.id": "device" }
})

export const IdpPolicy = make({
  name: "idp_policy",
  exportType: "idp_policies",
  schema: Records.IdpPolicy,
  path: "/idp/policies",
  deletion: flag,
  identity: vendorId
})

export const ItsmGroup = make({
  name: "itsm_group",
  exportType: "itsm_groups",
  schema: Records.ItsmGroup,
  path: "/itsm/groups",
  deletion: hide,
  identity: vendorId
})

export const ItsmProject = make({
  name: "itsm_project",
  exportType: "itsm_projects",
  schema: Records.ItsmProject,
  path: "/itsm/projects",
  deletion: hide,
  identity: vendorId
})

export const ItsmTicket = make({
  name: "itsm_ticket",
  exportType: "itsm_tickets",
  schema: Records.ItsmTicket,
  path: "/itsm/tickets",
  deletion: hide,
  identity: vendorId,
  references: {
    project_id: "itsm_project",
    parent_ticket_id: "itsm_ticket",
    assigned_user_id: "itsm_user",
    created_by_user_id: "itsm_user"
  }
})

export const ItsmComment = make({
  name: "itsm_comment",
  exportType: "itsm_comments",
  schema: Records.ItsmComment,
  path: "/itsm/comments",
  deletion: hide,
  identity: vendorId,
  references: { ticket_id: "itsm_ticket", author_user_id: "itsm_user" }
})

export const ItsmAttachment = make({
  name: "itsm_attachment",
  exportType: "itsm_attachments",
  schema: Records.ItsmAttachment,
  path: "/itsm/attachments",
  deletion: hide,
  identity: vendorId,
  references: { ticket_id: "itsm_ticket", author_user_id: "itsm_user" }
})

/** THE table of record kinds, by name. */
export const table: Readonly<Record<string, Any>> = Object.fromEntries(
  [
    IdpUser,
    IdpGroup,
    IdpApplication,
    IdpGroupMembership,
    IdpApplicationAssignment,
    IdpGroupAssignment,
    ComplianceFinding,
    DeviceGroup,
    ScanConfiguration,
    ItsmUser,
    Device,
    DevicePolicy,
    Resource,
    Compliance,
    Vulnerability,
    IdpPolicy,
    ItsmGroup,
    ItsmProject,
    ItsmTicket,
    ItsmComment,
    ItsmAttachment
  ].map((kind): readonly [string, Any] => [kind.name, kind])
)
