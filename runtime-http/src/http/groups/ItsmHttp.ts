import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import { attachments, comments, groups, projects, tickets, users } from "../../api/groups/ItsmApi.js"
import type { ConnectionAccess } from "../../api/parts/Security.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { IdempotencyKeys } from "../../store/accounts/IdempotencyKeys.js"
import type { OutboundJobs } from "../../store/jobs/OutboundJobs.js"
import type { RecordQuery } from "../../store/read/RecordQuery.js"
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as TicketHandlers from "../parts/TicketHandlers.js"
import * as Serving from "../server/Serving.js"

/** Serves the lists and records of the group. */
export const records: ReadonlyArray<RecordHandlers.Making> = [
  RecordHandlers.list(users),
  RecordHandlers.get(users),
  RecordHandlers.list(groups),
  RecordHandlers.get(groups),
  RecordHandlers.list(projects),
  RecordHandlers.get(projects),
  RecordHandlers.list(tickets),
  RecordHandlers.get(tickets),
  RecordHandlers.list(comments),
  RecordHandlers.get(comments),
  RecordHandlers.list(attachments),
  RecordHandlers.get(attachments)
]

/** Handles the endpoints below `/itsm`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "itsm">,
  never,
  ConnectionAccess | ConnectorRegistry | IdempotencyKeys | OutboundJobs | RecordQuery
> = HttpApiBuilder.group(TributaryApi, "itsm", (handlers) =>
  Serving.apartFromRecords(handlers.handle("createTicket", TicketHandlers.create))
)
