import { type Action, VendorError, VendorHttp } from "@tributary/core"
import { Effect, Schema } from "effect"
import { fromText } from "../atlassianDocument.js"

const CREATE = "/rest/api/3/issue"
const SEARCH = "/rest/api/3/search/jql"

/** An issue that Jira created: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-post */
export const JiraCreated = Schema.Struct({ id: Schema.String })

/** The issues that match a search: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/ */
export const JiraFound = Schema.Struct({ issues: Schema.Array(JiraCreated) })

const PRIORITIES: Readonly<Record<NonNullable<Action.NewTicket["priority"]>, string | null>> = {
  CRITICAL: "Highest",
  HIGH: "High",
  MEDIUM: "Medium",
  LOW: "Low",
  INFORMATIONAL: "Lowest",
  UNKNOWN: null
}

/**
 * The label that a job puts on its issue, so that a search finds the issue if Jira's answer was lost.
 *
 * Jira has no idempotency keys and no ids that a caller may choose, and only installed apps can search for issue
 * properties. Every account can search for labels, and the request that creates the issue also sets the label. The
 * consistent search (`reconcileIssues`) needs the issue's id, which is exactly what is missing when the answer was lost.
 *
 * https://developer.atlassian.com/cloud/jira/platform/search-and-reconcile/
 */
export const labelOf = (jobId: string): string => `tributary-${jobId}`

/** Jira's search lags behind its database by seconds, in rare cases by minutes. */
const SEARCH_LAG = "10 minutes"

/** The longest summary that Jira accepts, in characters; Jira also refuses line breaks. */
const MAX_SUMMARY = 255

const summaryOf = (name: string): string => {
  const line = name.replace(/\s+/g, " ").trim()
  return line.length > MAX_SUMMARY ? `${line.slice(0, MAX_SUMMARY - 1)}…` : line
}

const byIdOrKey = (value: string) => (/^\d+$/.test(value) ? { id: value } : { key: value })

/** The request body that creates an issue; the project's defaults apply to fields that are null in the ticket. */
export const toIssue = (ticket: Action.NewTicket, project: string, jobId: string) => {
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
    () =>
      new VendorError.BadPayload({ endpoint, status: 200, detail: "the answer does not contain the expected issue" })
  )

const find: Action.CreateTicket["find"] = (jobId) =>
  Effect.gen(function* () {
    const http = yield* VendorHttp.VendorHttp
    const query = { jql: `labels = "${labelOf(jobId)}" ORDER BY created ASC`, fields: "id", maxResults: 1 }
    const { body } = yield* http.send({ endpoint: SEARCH, url: SEARCH, query })
    const [first] = (yield* read(JiraFound, SEARCH, body)).issues
    return first === undefined ? null : { vendor_id: first.id }
  })

const create: Action.CreateTicket["create"] = (ticket, jobId) =>
  Effect.gen(function* () {
    const project = ticket.project_vendor_id
    if (project === null) {
      return yield* new VendorError.ClientError({
        endpoint: CREATE,
        status: null,
        detail: "Jira needs a project: set project_vendor_id"
      })
    }
    const http = yield* VendorHttp.VendorHttp
    const body = toIssue(ticket, project, jobId)
    const answer = yield* http.send({ endpoint: CREATE, url: CREATE, method: "POST", body, isRepeatable: false })
    return { vendor_id: (yield* read(JiraCreated, CREATE, answer.body)).id }
  })

/** Creates Jira issues, and finds the issue of a request whose answer was lost. */
export const createTicket: Action.CreateTicket = {
  endpoint: CREATE,
  permissions: ["Browse projects", "Create issues", "Assign issues"],
  searchLag: SEARCH_LAG,
  find,
  create
}
