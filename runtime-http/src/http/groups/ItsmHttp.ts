import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import type { Layer } from "effect"
import { attachments, comments, groups, projects, tickets, users } from "../../api/groups/ItsmApi.js"
import type { ConnectionAccess } from "../../api/parts/Security.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { OutboundJobs } from "../../store/jobs/OutboundJobs.js"
import type { Cursor } from "../../store/read/Cursor.js"
import type { RecordQuery } from "../../store/read/RecordQuery.js"
import type { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as RecordsHttp from "./RecordsHttp.js"
import * as TicketsHttp from "./TicketsHttp.js"

/** Handles the endpoints below `/itsm`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "itsm">,
  never,
  ConnectionAccess | ConnectorRegistry | Cursor | OutboundJobs | RecordQuery
> = HttpApiBuilder.group(TributaryApi, "itsm", (handlers) =>
  handlers
    .handle("listItsmUsers", RecordsHttp.list(users))
    .handle("getItsmUser", RecordsHttp.get(users))
    .handle("listItsmGroups", RecordsHttp.list(groups))
    .handle("getItsmGroup", RecordsHttp.get(groups))
    .handle("listItsmProjects", RecordsHttp.list(projects))
    .handle("getItsmProject", RecordsHttp.get(projects))
    .handle("listItsmTickets", RecordsHttp.list(tickets))
    .handle("getItsmTicket", RecordsHttp.get(tickets))
    .handle("createTicket", TicketsHttp.create)
    .handle("listItsmComments", RecordsHttp.list(comments))
    .handle("getItsmComment", RecordsHttp.get(comments))
    .handle("listItsmAttachments", RecordsHttp.list(attachments))
    .handle("getItsmAttachment", RecordsHttp.get(attachments))
)
