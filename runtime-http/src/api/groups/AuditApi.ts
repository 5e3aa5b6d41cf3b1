import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { actions, names } from "../parts/AuditActions.js"
import { AuditEvents } from "../parts/AuditBody.js"
import * as Errors from "../parts/Errors.js"
import * as ListParameters from "../parts/ListParameters.js"
import * as Parameter from "../parts/Parameter.js"
import { KeyAccess, needsKey } from "../parts/Security.js"

const listAuditEvents = HttpApiEndpoint.get("listAuditEvents", "/audit-events")
  .setUrlParams(
    ListParameters.query({
      action: ListParameters.values("Only events with one of these actions.", names),
      organization_id: ListParameters.optional(Parameter.uuid("Only events about this organization.")),
      connection_id: ListParameters.optional(Parameter.uuid("Only events about this connection.")),
      since: ListParameters.optional(Parameter.instant("Only events that were noted at or after this instant.")),
      before: ListParameters.optional(
        Parameter.integer({
          description: "Only events with a lower `id`: the `next_before` of the last page.",
          minimum: 1
        })
      ),
      limit: ListParameters.limitParameter(ListParameters.defaultLimit, "The maximum number of events on a page.")
    })
  )
  .addSuccess(AuditEvents)
  .addError(Errors.schemas([401, 422, 429, 503]))
  .annotateContext(
    OpenApi.annotations({
      identifier: "listAuditEvents",
      summary: "List the account's audit log",
      description: [
        "Who changed what of the account, the newest first. An event contains ids alone, is never changed, and is kept for as many days as the operator",
        "sets (TRIBUTARY_AUDIT_DAYS), also when what it is about is deleted. An event may appear a moment later than one with a higher `id`. The actions:\n\n",
        ...names.map((name) => `- \`${name}\`: ${actions[name]}\n`)
      ].join(" ")
    })
  )

/** Who did what. */
export const AuditApi = HttpApiGroup.make("audit")
  .add(listAuditEvents)
  .annotateEndpointsContext(needsKey)
  .middleware(KeyAccess)
  .annotateContext(OpenApi.annotations({ title: "Audit log", description: "Who did what in the account, and when." }))
