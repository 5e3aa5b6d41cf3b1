import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { RecordKind, Records } from "@tributary/core"
import * as Errors from "../parts/Errors.js"
import * as Idempotency from "../parts/Idempotency.js"
import * as ListParameters from "../parts/ListParameters.js"
import * as RecordEndpoints from "../parts/RecordEndpoints.js"
import { ConnectionAccess, needsConnection } from "../parts/Security.js"
import { CreateTicket, QueuedJob } from "../parts/TicketBody.js"

/** The list and get-by-id endpoints of users. */
export const users = RecordEndpoints.make(RecordKind.ItsmUser, {
  list: "listItsmUsers",
  get: "getItsmUser",
  id: "user_id",
  plural: "ITSM users",
  singular: "an ITSM user",
  item: Records.ItsmUser,
  filters: { isDeleted: ListParameters.isDeleted },
  shape: "structured"
})

/** The list and get-by-id endpoints of groups. */
export const groups = RecordEndpoints.make(RecordKind.ItsmGroup, {
  list: "listItsmGroups",
  get: "getItsmGroup",
  id: "group_id",
  plural: "ITSM groups",
  singular: "an ITSM group",
  item: Records.ItsmGroup,
  filters: { isDeleted: ListParameters.isRemoved }
})

/** The list and get-by-id endpoints of projects. */
export const projects = RecordEndpoints.make(RecordKind.ItsmProject, {
  list: "listItsmProjects",
  get: "getItsmProject",
  id: "project_id",
  plural: "ITSM projects",
  singular: "an ITSM project",
  item: Records.ItsmProject,
  filters: { isDeleted: ListParameters.isRemoved }
})

/** The list and get-by-id endpoints of tickets. */
export const tickets = RecordEndpoints.make(RecordKind.ItsmTicket, {
  list: "listItsmTickets",
  get: "getItsmTicket",
  id: "ticket_id",
  plural: "tickets",
  singular: "a ticket",
  item: Records.ItsmTicket,
  filters: {
    statuses: ListParameters.values("Only tickets with one of these statuses.", Records.TicketStatus.literals),
    projectIds: ListParameters.references("Only tickets of one of these projects."),
    isDeleted: ListParameters.isRemoved
  },
  facets: { statuses: "status", projectIds: "project" }
})

const createTicket = HttpApiEndpoint.post("createTicket", "/itsm/tickets")
  .setPayload(CreateTicket)
  .addSuccess(QueuedJob, { status: 202 })
  .addError(Errors.schemas([401, 404, 409, 413, 415, 422, 429, 503]))
  .middleware(ConnectionAccess)
  .annotateContext(
    OpenApi.annotations({
      identifier: "createTicket",
      summary: "Create a ticket",
      description:
        "Queues a job that creates the ticket in the source tool, never more than once. If the source tool does not say whether it " +
        "created the ticket, the job searches for it for some minutes, and ends as FAILED with a reason that says that the ticket may " +
        "have been created. Of each pair of a service id and a source tool's id, send at most one. A connection that is not ACTIVE " +
        "gets a 409; a job that is queued when its connection is paused waits until the connection is ACTIVE again. An account has " +
        "at most 1,000 open jobs unless the operator allows another number; more get a 429. The ticket appears in the list after the " +
        "connection's next job."
    })
  )
  .annotateContext(needsConnection)
  .annotateContext(Idempotency.keyed)

/** The list and get-by-id endpoints of comments. */
export const comments = RecordEndpoints.make(RecordKind.ItsmComment, {
  list: "listItsmComments",
  get: "getItsmComment",
  id: "comment_id",
  plural: "comments",
  singular: "a comment",
  item: Records.ItsmComment,
  filters: { isDeleted: ListParameters.isRemoved }
})

/** The list and get-by-id endpoints of attachments. */
export const attachments = RecordEndpoints.make(RecordKind.ItsmAttachment, {
  list: "listItsmAttachments",
  get: "getItsmAttachment",
  id: "attachment_id",
  plural: "attachments",
  singular: "an attachment",
  item: Records.ItsmAttachment,
  filters: { isDeleted: ListParameters.isRemoved }
})

/** Tickets and what belongs to them, of one connection. */
export const ItsmApi = HttpApiGroup.make("itsm")
  .add(users.list)
  .add(users.get)
  .add(groups.list)
  .add(groups.get)
  .add(projects.list)
  .add(projects.get)
  .add(tickets.list)
  .add(tickets.get)
  .add(createTicket)
  .add(comments.list)
  .add(comments.get)
  .add(attachments.list)
  .add(attachments.get)
  .annotateContext(
    OpenApi.annotations({
      title: "IT service management",
      description: "Tickets with their comments, attachments, projects, users and groups."
    })
  )
