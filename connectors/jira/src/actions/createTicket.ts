import { type Action, VendorError, VendorHttp } from "@tributary/core"
import { Effect, Schema } from "effect"
import { fromText } from "../adf.js"

const CREATE = "/rest/api/3/issue"
const SEARCH = "/rest/api/3/search/jql"

/** A made issue: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-post */
export const JiraCreated = Schema.Struct({ id: Schema.String })

/** The issues that a search found: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/ */
export const JiraFound = Schema.Struct({ issues: Schema.Array(JiraCreated) })

const PRIORITIES: Readonly<Record<NonNullable<Action.TicketDraft["priority"]>, string | null>> = {
  CRITICAL: "Highest",
  HIGH: "High",
  MEDIUM: "Medium",
  LOW: "Low",
  INFORMATIONAL: "Lowest",
  UNKNOWN: null
}

/**
 * The mark of a job on its issue: a label, written by the very request that makes the issue.
 *
 * Jira has no key for idempotency and no id that a caller may choose, and it finds the properties of an issue only
 * for installed apps: what a label says can be searched for by every account. The search follows the database by
 * seconds, in rare cases by minutes, so `find` asks several times before it says that there is nothing. The stronger
 * search (`reconcileIssues`) wants the id of the issue, which is what got lost.
 *
 * https://developer.atlassian.com/cloud/jira/platform/search-and-reconcile/
 */
export const labelOf = (jobId: string): string => `tributary-${jobId}`

/** How often the index is asked, and how long it is given in between. */
const ASKS = 4
const PAUSE = "10 seconds"

/** Jira refuses longer summaries, and those with line breaks. */
const MAX_SUMMARY = 255

const summaryOf = (name: string): string => {
  const line = name.replace(/\s+/g, " ").trim()
  return line.length > MAX_SUMMARY ? `${line.slice(0, MAX_SUMMARY - 1)}…` : line
}

const byIdOrKey = (value: string) => (/^\d+$/.test(value) ? { id: value } : { key: value })

/** The body that makes an issue; what the draft leaves open is left to the project's defaults. */
export const toIssue = (ticket: Action.TicketDraft, project: string, jobId: string) => {
  const priority = ticket.priority === null ? null : PRIORITIES[ticket.priority]
  return {
    fields: {
      project: byIdOrKey(project),
      issuetype: ticket.type_vendor_id === null ? { name: ticket.type ?? "Task" } : { id: ticket.type_vendor_id },
      summary: summaryOf(ticket.name),
      labels: [labelOf(jobId)],
      ...(ticket.description === null ? {} : { description: fromText(ticket.description) }),
      ...(priority === null ? {} : { priority: { name: priority } }),
      ...(ticket.assigned_user_vendor_id === null ? {} : { assignee: { id: ticket.assigned_user_vendor_id } }),
      ...(ticket.parent_ticket_vendor_id === null ? {} : { parent: byIdOrKey(ticket.parent_ticket_vendor_id) })
    },
    properties: [{ key: "tributary", value: { job_id: jobId, identifier: ticket.identifier } }]
  }
}

const read = <A, I>(schema: Schema.Schema<A, I>, endpoint: string, body: unknown) =>
  Effect.mapError(
    Schema.decodeUnknown(schema)(body),
    () => new VendorError.BadPayload({ endpoint, status: 200, detail: "answered without the issue that was expected" })
  )

const search = (jobId: string) =>
  Effect.gen(function* () {
    const http = yield* VendorHttp.VendorHttp
    const query = { jql: `labels = "${labelOf(jobId)}" ORDER BY created ASC`, fields: "id", maxResults: 1 }
    const { body } = yield* http.send({ endpoint: SEARCH, url: SEARCH, query })
    const [first] = (yield* read(JiraFound, SEARCH, body)).issues
    return first === undefined ? null : { vendor_id: first.id }
  })

const searchUntil = (
  jobId: string,
  asks: number
): Effect.Effect<Action.CreatedTicket | null, VendorError.VendorError, VendorHttp.VendorHttp> =>
  Effect.flatMap(search(jobId), (found) =>
    found !== null || asks <= 1
      ? Effect.succeed(found)
      : Effect.zipRight(Effect.sleep(PAUSE), searchUntil(jobId, asks - 1))
  )

const create: Action.CreateTicket["create"] = (ticket, jobId) =>
  Effect.gen(function* () {
    const project = ticket.project_vendor_id
    if (project === null) {
      return yield* new VendorError.ClientError({ endpoint: CREATE, status: null, detail: "needs a project" })
    }
    const http = yield* VendorHttp.VendorHttp
    const body = toIssue(ticket, project, jobId)
    const answer = yield* http.send({ endpoint: CREATE, url: CREATE, method: "POST", body, isRepeatable: false })
    return { vendor_id: (yield* read(JiraCreated, CREATE, answer.body)).id }
  })

export const createTicket: Action.CreateTicket = {
  endpoint: CREATE,
  permissions: ["Browse projects", "Create issues", "Assign issues"],
  find: (jobId) => searchUntil(jobId, ASKS),
  create
}
