import { RecordKind } from "@tributary/core"
import { toComplianceFinding } from "../../../connectors/aws-securityhub/src/exports/compliance_findings.js"
import { AwsSecurityFinding } from "../../../connectors/aws-securityhub/src/rows/finding.js"
import { OktaUser, toIdpUser } from "../../../connectors/okta/src/exports/idp.users.js"
import type { Case } from "../Case.js"
import * as BenchConnectors from "../vendor/BenchConnectors.js"
import { finding } from "../vendor/FindingRow.js"
import { user } from "../vendor/UserRow.js"
import * as StageCase from "./StageCase.js"

/** What a job does with a page before the database has it. */
export const stageCases: ReadonlyArray<Case> = [
  StageCase.make({
    name: "stages-users",
    records: "users",
    bar: 12,
    kind: RecordKind.IdpUser,
    extractor: BenchConnectors.users,
    schema: OktaUser,
    toRecord: (row) => toIdpUser(row, BenchConnectors.ANSWERS),
    row: (index) => user(index)
  }),
  StageCase.make({
    name: "stages-findings",
    records: "findings",
    bar: 16,
    kind: RecordKind.ComplianceFinding,
    extractor: BenchConnectors.findings,
    schema: AwsSecurityFinding,
    toRecord: toComplianceFinding,
    row: finding
  })
]
