import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import { attachments, comments, groups, projects, tickets, users } from "../../api/groups/ItsmApi.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import type { IdempotencyKeys } from "../../store/accounts/IdempotencyKeys.js"
import type { OutboundJobs } from "../../store/jobs/OutboundJobs.js"
import * as RecordHandlers from "../parts/RecordHandlers.js"
import * as TicketHandlers from "../parts/TicketHandlers.js"
import * as Handlers from "../server/Handlers.js"

/** Handles the endpoints below `/itsm`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "itsm">,
  never,
  IdempotencyKeys | OutboundJobs | RecordHandlers.Services
> = Handlers.group(TributaryApi, "itsm", (handlers) =>
  Effect.map(RecordHandlers.make, ({ get, list }) =>
    handlers
      .handle("listItsmUsers", list(users))
      .handle("getItsmUser", get(users))
      .handle("listItsmGroups", list(groups))
      .handle("getItsmGroup", get(groups))
      .handle("listItsmProjects", list(projects))
      .handle("getItsmProject", get(projects))
      .handle("listItsmTickets", list(tickets))
      .handle("getItsmTicket", get(tickets))
      .handle("listItsmComments", list(comments))
      .handle("getItsmComment", get(comments))
      .handle("listItsmAttachments", list(attachments))
      .handle("getItsmAttachment", get(attachments))
      .handle("createTicket", TicketHandlers.create)
  )
)
