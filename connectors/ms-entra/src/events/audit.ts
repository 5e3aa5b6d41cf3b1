import type { RecordKind } from "@tributary/core"

/** What a mapping makes of a row of one of the logs. */
export type AuditEvent = RecordKind.Draft<typeof RecordKind.IdpAuditEvent>
