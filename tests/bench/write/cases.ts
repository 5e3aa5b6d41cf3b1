import type { Case } from "../Case.js"
import * as SyncCase from "./SyncCase.js"

/** Syncs through the whole runtime. */
export const syncCases: ReadonlyArray<Case> = [
  SyncCase.make({ name: "sync-users", records: "users", connector: "users", kind: "idp_user", first: 7 }),
  SyncCase.make({
    name: "sync-wide-users",
    records: "users of 4 KiB",
    connector: "users",
    size: "wide",
    picked: { connector: "picked", bar: 2 },
    kind: "idp_user",
    first: 7
  }),
  SyncCase.make({
    name: "sync-findings",
    records: "findings",
    connector: "findings",
    kind: "compliance_finding",
    first: 4.5
  })
]
