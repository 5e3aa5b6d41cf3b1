// The kinds of record for who has access to a tool itself.
import * as Records from "../../records/index.js"
import { make } from "../defineKind.js"
import { flag, vendorId } from "./deletions.js"

export const ConfigUser = make({
  name: "config_user",
  exportType: "config_users",
  schema: Records.ConfigUser,
  path: "/configuration/users",
  deletion: flag,
  identity: vendorId,
  facets: {
    email: { path: "email", ignoresCase: true },
    is_admin: "is_admin",
    is_active: "is_active",
    is_mfa_enabled: "is_mfa_enabled"
  }
})
