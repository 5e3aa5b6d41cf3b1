import { RecordKind } from "@tributary/core"
import { SchemaAST } from "effect"
import { describe, expect, it } from "vitest"

/** Every record has these. */
const COMMON = ["id", "vendor", "vendor_id", "vendor_data", "vendor_data_omitted"]

const ALERT = "title* description severity* vendor_severity status* vendor_status category"
const TIMES = "first_event_time last_event_time resolved_time"
const WEAKNESS = "title* description severity* vendor_severity state* state_updated_at"
const APPLICATION = "application_id application_vendor_id repository"

/** The fields of each kind, those that are never null with an asterisk. */
const decided: Readonly<Record<string, string>> = {
  edr_alert: `${ALERT} ${TIMES} assigned_user device user_name windows_sid active_directory_user_id active_directory_domain pid
    process_created_at process_filename process_command_line process_filepath process_sha1 process_sha256 process_md5 parent_pid mitre url`,
  cspm_alert: `${ALERT} ${TIMES} resource_id resource_name resource_type cloud_provider account_id region remediation mitre url`,
  idp_alert: `${ALERT} detected_at last_updated_at user_id user_vendor_id user_name application_id application_vendor_id ip_address
    location url`,
  idp_audit_event: `event_type* category description outcome* outcome_reason severity occurred_at* actor targets client session_id
    request_id`,
  appsec_issue: `${WEAKNESS} ${APPLICATION} type* cve cwe file_path resource_id remediation is_patchable first_seen last_seen url`,
  sast_issue: `${WEAKNESS} ${APPLICATION} confidence vendor_state dismissed_reason dismissed_by rule cwe branch commit file_path
    start_line end_line message tool remediation first_seen last_seen url`,
  sca_issue: `${WEAKNESS} ${APPLICATION} vendor_state dismissed_reason cve advisory_ids cwe cvss_version cvss_base_score cvss_vector
    epss_score package* vulnerable_range fixed_versions is_patchable is_direct manifest_path published_at first_seen last_seen
    remediation url`,
  appsec_finding: `${WEAKNESS} ${APPLICATION} type* vendor_state file_path start_line resource secret_type validity first_seen last_seen
    remediation url`,
  application: `name* full_name type* description url default_branch languages visibility is_archived owner business_criticality tags
    vendor_created_at last_updated_at last_scanned_at is_deleted*`,
  organization_identity: `name* username email type* role is_admin is_mfa_enabled organization external_identity last_active_at
    vendor_created_at is_deleted*`,
  config_user: `name email username* vendor_user_id* role is_admin is_active is_mfa_enabled last_login access_data is_deleted*`,
  vulnerability_finding: `title* description analytic_output severity* state* state_updated_at type* device_id device_vendor_id
    application_id application_vendor_id resource_id first_seen last_seen has_fix remediation product analytic resource_related
    vulnerabilities ticket`
}

const isNullable = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isUnion(ast) && ast.types.some((type) => SchemaAST.isLiteral(type) && type.literal === null)

/** The record's own fields, as the table writes them. */
const fieldsOf = (kind: RecordKind.Any): ReadonlyArray<string> =>
  (kind.schema.ast as SchemaAST.TypeLiteral).propertySignatures
    .filter(({ name }) => !COMMON.includes(String(name)))
    .map(({ name, type }) => `${String(name)}${isNullable(type) ? "" : "*"}`)

describe("the records of code, endpoints and people", () => {
  it.each(Object.entries(decided))(
    "have the fields that were decided, and null where nothing is known: %s",
    (name, text) => {
      const kind = RecordKind.table[name]
      expect(kind).toBeDefined()
      if (kind === undefined) return
      expect(fieldsOf(kind).toSorted()).toEqual(text.split(/\s+/).toSorted())
    }
  )

  it("have a filter for each of their enums, booleans and references", () => {
    for (const name of Object.keys(decided)) {
      const { facets = {}, references = [], catchAlls = [] } = RecordKind.table[name] ?? {}
      const paths = Object.values(facets).map(({ path }) => path.join("."))
      for (const [path] of references) expect([name, paths]).toEqual([name, expect.arrayContaining([path.join(".")])])
      for (const { field, within } of catchAlls) {
        const path = [...within, field].join(".")
        expect([name, paths]).toEqual([name, expect.arrayContaining([path])])
      }
    }
  })
})
