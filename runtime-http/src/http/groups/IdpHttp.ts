import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import {
  applications,
  groups,
  policies,
  policyApplications,
  policyGroups,
  policyUsers,
  users
} from "../../api/groups/IdpApi.js"
import type { ConnectionAccess } from "../../api/parts/Security.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { Cursor } from "../../store/read/Cursor.js"
import type { RecordQuery } from "../../store/read/RecordQuery.js"
import * as RecordsHttp from "./RecordsHttp.js"

/** Handles the endpoints below `/idp`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "idp">,
  never,
  ConnectionAccess | Cursor | RecordQuery
> = HttpApiBuilder.group(TributaryApi, "idp", (handlers) =>
  handlers
    .handle("listIdpUsers", RecordsHttp.list(users))
    .handle("getIdpUser", RecordsHttp.get(users))
    .handle("listIdpGroups", RecordsHttp.list(groups))
    .handle("getIdpGroup", RecordsHttp.get(groups))
    .handle("listIdpApplications", RecordsHttp.list(applications))
    .handle("getIdpApplication", RecordsHttp.get(applications))
    .handle("listIdpPolicies", RecordsHttp.list(policies))
    .handle("getIdpPolicy", RecordsHttp.get(policies))
    .handle("listIdpPolicyUsers", RecordsHttp.members(policyUsers))
    .handle("listIdpPolicyGroups", RecordsHttp.members(policyGroups))
    .handle("listIdpPolicyApplications", RecordsHttp.members(policyApplications))
)
