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
import { TributaryApi } from "../../api/TributaryApi.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Serving from "../server/Serving.js"

/** Serves the lists and records of the group. */
export const records: ReadonlyArray<RecordHandlers.Making> = [
  RecordHandlers.list(users),
  RecordHandlers.get(users),
  RecordHandlers.list(groups),
  RecordHandlers.get(groups),
  RecordHandlers.list(applications),
  RecordHandlers.get(applications),
  RecordHandlers.list(policies),
  RecordHandlers.get(policies),
  RecordHandlers.members(policyUsers),
  RecordHandlers.members(policyGroups),
  RecordHandlers.members(policyApplications)
]

/** The endpoints below `/idp` are all lists and records. */
export const layer: Layer.Layer<HttpApiGroup.ApiGroup<"tributary", "idp">> = HttpApiBuilder.group(
  TributaryApi,
  "idp",
  Serving.apartFromRecords
)
