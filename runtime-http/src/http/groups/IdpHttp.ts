// http/groups: the handlers, one file per group of the API. A group that only lists and gets records is a table of parts/RecordHandlers.

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
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import type { RequestLimit } from "../server/RequestLimit.js"

/** Handles the endpoints below `/idp`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "idp">,
  never,
  ConnectionAccess | ConnectorRegistry | Cursor | RecordQuery | RequestLimit
> = HttpApiBuilder.group(TributaryApi, "idp", (handlers) =>
  handlers
    .handle("listIdpUsers", RecordHandlers.list(users))
    .handle("getIdpUser", RecordHandlers.get(users))
    .handle("listIdpGroups", RecordHandlers.list(groups))
    .handle("getIdpGroup", RecordHandlers.get(groups))
    .handle("listIdpApplications", RecordHandlers.list(applications))
    .handle("getIdpApplication", RecordHandlers.get(applications))
    .handle("listIdpPolicies", RecordHandlers.list(policies))
    .handle("getIdpPolicy", RecordHandlers.get(policies))
    .handle("listIdpPolicyUsers", RecordHandlers.members(policyUsers))
    .handle("listIdpPolicyGroups", RecordHandlers.members(policyGroups))
    .handle("listIdpPolicyApplications", RecordHandlers.members(policyApplications))
)
