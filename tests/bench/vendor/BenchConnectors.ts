import { Connector, Extractor, Pagination, RecordKind, type VendorData } from "@tributary/core"
import { Schema } from "effect"
import { toComplianceFinding } from "../../../connectors/aws-securityhub/src/exports/compliance_findings.js"
import { AwsSecurityFinding } from "../../../connectors/aws-securityhub/src/rows/finding.js"
import { OktaUser, toIdpUser, userMarks } from "../../../connectors/okta/src/exports/idp.users.js"
import * as StandInConnector from "../../support/vendor/StandInConnector.js"
import { ATTRIBUTES } from "./UserRow.js"

// The row schemas and the mappings of these lists are those of the connectors for Okta and AWS Security Hub, without their lookups.

const pages = (limit: number) =>
  Pagination.cursor({ items: "items", limit, limitParam: "limit", from: "next", param: "after" })

/** What the lookups of a user would have found; nothing asks them here. */
export const ANSWERS = { roles: [{ status: "ACTIVE" }], factors: [] }

const usersIn = (limit: number, marks: VendorData.FieldMarks = userMarks) =>
  Extractor.make({
    record: RecordKind.IdpUser,
    endpoint: "/users",
    row: OktaUser,
    marks,
    pagination: pages(limit),
    permissions: ["users:read"],
    toRecord: (user) => toIdpUser(user, ANSWERS)
  })

/** A list of users. */
export const users = usersIn(200)

/** Why a list leaves the customer's own attributes out. */
const REASON = "shows what they cost"

const picked = usersIn(200, {
  leftOut: { ...userMarks.leftOut, ...Object.fromEntries(ATTRIBUTES.map((name) => [`profile.${name}`, REASON])) }
})

/** A list of findings. */
export const findings = Extractor.make({
  record: RecordKind.ComplianceFinding,
  endpoint: "/findings",
  row: AwsSecurityFinding,
  id: (row) => String(Pagination.at(row, "Id")),
  pagination: pages(200),
  permissions: ["findings:read"],
  toRecord: toComplianceFinding
})

const groups = Extractor.make({
  record: RecordKind.IdpGroup,
  endpoint: "/groups",
  row: Schema.Struct({ id: Schema.String, name: Schema.String }),
  pagination: pages(200),
  permissions: ["groups:read"],
  toRecord: ({ id, name }) => ({
    types: [],
    description: "",
    name,
    vendor_id: id,
    vendor_created_at: "2020-01-01T00:00:00.000Z"
  })
})

const connector = (vendor: string, exports: Parameters<typeof Connector.make>[0]["exports"]) =>
  Connector.make({
    ...StandInConnector.definition,
    http: StandInConnector.http,
    vendor,
    name: vendor,
    description: "An instant vendor.",
    exports
  })

/** The connectors that the benchmark's server runs, by what their vendors have. */
export const connectors = {
  users: connector("BENCH_USERS", { idp: [users] }),
  /** Users without the attributes of the customer's own. */
  picked: connector("BENCH_PICKED", { idp: [picked] }),
  findings: connector("BENCH_FINDINGS", { compliance_findings: [findings] }),
  /** Users in pages of 1,000. */
  large: connector("BENCH_LARGE", { idp: [usersIn(1_000)] }),
  /** Two lists. */
  lists: connector("BENCH_LISTS", { idp: [users, groups] })
}
