import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import { TributaryApi } from "../../api/TributaryApi.js"
import { AuditLog } from "../../store/audit/AuditLog.js"
import * as Auth from "../server/access/Auth.js"
import * as Handlers from "../server/Handlers.js"
import * as Failure from "../server/response/Failure.js"

/** Handles `/audit-events`. */
export const layer: Layer.Layer<HttpApiGroup.ApiGroup<"tributary", "audit">, never, AuditLog> = Handlers.group(
  TributaryApi,
  "audit",
  (handlers) =>
    Effect.map(AuditLog, (log) =>
      handlers.handle(
        "listAuditEvents",
        ({ urlParams: { action, before, connection_id, limit, organization_id, since } }) =>
          Effect.gen(function* () {
            const { accountId } = yield* Auth.account
            const events = yield* log.list({
              accountId,
              organizationId: organization_id ?? null,
              connectionId: connection_id ?? null,
              actions: action ?? null,
              since: since ?? null,
              before: before ?? null,
              // One more than the page tells whether there is another page.
              limit: limit + 1
            })
            const items = events.slice(0, limit).map(({ account_id: _account, origin, ...event }) => ({
              ...event,
              // The machines of the operator are none of the account's business.
              origin: event.actor === "API_KEY" ? origin : null
            }))
            return { items, next_before: events.length > limit ? (items.at(-1)?.id ?? null) : null }
          }).pipe(Failure.toApiErrors)
      )
    )
)
