// http/groups: the handlers, one file per group of the API. A group that only lists and gets records is a table of parts/RecordHandlers.

import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import {
  alerts,
  applications,
  auditLogs,
  groups,
  policies,
  policyApplications,
  policyGroups,
  policyUsers,
  users
} from "../../api/groups/IdpApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Handlers from "../server/Handlers.js"

/** The endpoints below `/idp` are all lists and records. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "idp">,
  never,
  RecordHandlers.Services
> = Handlers.group(TributaryApi, "idp", (handlers) =>
  Effect.map(RecordHandlers.make, ({ get, list, members }) =>
    handlers
      .handle("listIdpUsers", list(users))
      .handle("getIdpUser", get(users))
      .handle("listIdpGroups", list(groups))
      .handle("getIdpGroup", get(groups))
      .handle("listIdpApplications", list(applications))
      .handle("getIdpApplication", get(applications))
      .handle("listIdpPolicies", list(policies))
      .handle("getIdpPolicy", get(policies))
      .handle("listIdpPolicyUsers", members(policyUsers))
      .handle("listIdpPolicyGroups", members(policyGroups))
      .handle("listIdpPolicyApplications", members(policyApplications))
      .handle("listIdpAlerts", list(alerts))
      .handle("getIdpAlert", get(alerts))
      .handle("listIdpAuditLogs", list(auditLogs))
      .handle("getIdpAuditLog", get(auditLogs))
  )
)
