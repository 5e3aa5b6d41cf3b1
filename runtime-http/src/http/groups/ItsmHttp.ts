import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import { attachments, comments, groups, projects, tickets, users } from "../../api/groups/ItsmApi.js"
import type { ConnectionAccess } from "../../api/parts/Security.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { IdempotencyKeys } from "../../store/accounts/IdempotencyKeys.js"
import type { OutboundJobs } from "../../store/jobs/OutboundJobs.js"
import type { Cursor } from "../../store/read/Cursor.js"
import type { RecordQuery } from "../../store/read/RecordQuery.js"
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as TicketHandlers from "../parts/TicketHandlers.js"
import type { RequestLimit } from "../server/RequestLimit.js"

/** Handles the endpoints below `/itsm`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "itsm">,
  never,
  ConnectionAccess | ConnectorRegistry | Cursor | IdempotencyKeys | OutboundJobs | RecordQuery | RequestLimit
> = HttpApiBuilder.group(TributaryApi, "itsm", (handlers) =>
  handlers
    .handle("listItsmUsers", RecordHandlers.list(users))
    .handle("getItsmUser", RecordHandlers.get(users))
    .handle("listItsmGroups", RecordHandlers.list(groups))
    .handle("getItsmGroup", RecordHandlers.get(groups))
    .handle("listItsmProjects", RecordHandlers.list(projects))
    .handle("getItsmProject", RecordHandlers.get(projects))
    .handle("listItsmTickets", RecordHandlers.list(tickets))
    .handle("getItsmTicket", RecordHandlers.get(tickets))
    .handle("createTicket", TicketHandlers.create)
    .handle("listItsmComments", RecordHandlers.list(comments))
    .handle("getItsmComment", RecordHandlers.get(comments))
    .handle("listItsmAttachments", RecordHandlers.list(attachments))
    .handle("getItsmAttachment", RecordHandlers.get(attachments))
)
