import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import { findings, issues, sastIssues, scaIssues } from "../../api/groups/AppsecApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as Handlers from "../server/Handlers.js"

/** The endpoints below `/appsec` are all lists and records. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "appsec">,
  never,
  RecordHandlers.Services
> = Handlers.group(TributaryApi, "appsec", (handlers) =>
  Effect.map(RecordHandlers.make, ({ get, list }) =>
    handlers
      .handle("listAppsecIssues", list(issues))
      .handle("getAppsecIssue", get(issues))
      .handle("listSastIssues", list(sastIssues))
      .handle("getSastIssue", get(sastIssues))
      .handle("listScaIssues", list(scaIssues))
      .handle("getScaIssue", get(scaIssues))
      .handle("listAppsecFindings", list(findings))
      .handle("getAppsecFinding", get(findings))
  )
)
