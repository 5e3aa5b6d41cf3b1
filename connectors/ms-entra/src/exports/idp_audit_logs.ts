import { Extractor, type Pagination, RecordKind, VendorError } from "@tributary/core"
import { toDirectoryEvent } from "../events/directory.js"
import { toSignInEvent } from "../events/sign_in.js"
import { graphPages } from "../graph.js"
import { EntraDirectoryAudit } from "../rows/directory_audit.js"
import { EntraSignIn } from "../rows/sign_in.js"

/** The parameters for the events since an instant, the oldest first. */
const from = (field: string) => (instant: string) => ({ $filter: `${field} ge ${instant}`, $orderby: `${field} asc` })

const directoryAudits = Extractor.make({
  record: RecordKind.IdpAuditEvent,
  endpoint: "/v1.0/auditLogs/directoryAudits",
  row: EntraDirectoryAudit,
  pagination: graphPages(999),
  permissions: ["AuditLog.Read.All"],
  since: from("activityDateTime"),
  toRecord: toDirectoryEvent
})

/** Without Entra ID P1, Graph refuses the sign-ins, which then count as none: the directory's own log needs no licence. */
const signInPages: Pagination.Pagination = { ...graphPages(999), isAbsent: VendorError.isOfPlan }

const signIns = Extractor.make({
  record: RecordKind.IdpAuditEvent,
  endpoint: "/v1.0/auditLogs/signIns",
  row: EntraSignIn,
  pagination: signInPages,
  permissions: ["AuditLog.Read.All"],
  since: from("createdDateTime"),
  // What a second factor did can follow two hours later: https://learn.microsoft.com/en-us/entra/identity/monitoring-health/reports-faq
  lookbackSecs: 7_200,
  toRecord: toSignInEvent
})

/** Reads the log of the directory, then the sign-ins of users. */
export const auditLogs = Extractor.concat(directoryAudits, signIns)
