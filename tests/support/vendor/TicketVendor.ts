import * as VendorServer from "./VendorServer.js"

/** The API of a ticketing tool. It answers requests that are not described here with an empty list. */
export interface Dialect {
  readonly vendor: string
  readonly credentials: (url: string) => Readonly<Record<string, string>>
  /** The ticket that a consumer asks for. */
  readonly ticket: Readonly<Record<string, string>>
  readonly createPath: string
  readonly searchPath: string
  /** The parameter of a search, and the field of a written ticket, that hold the job's id. */
  readonly searchParam: string
  readonly created: (id: string) => unknown
  readonly found: (id: string | null, jobId: string) => unknown
  readonly emptyList: (path: string) => unknown
}

/** Jira Cloud: https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/ */
export const jira: Dialect = {
  vendor: "JIRA",
  credentials: (url) => ({ base_url: url, email: "tributary@acme.example", api_token: "invented-token" }),
  ticket: { name: "Rotate the key", project_vendor_id: "10000", type: "Task" },
  createPath: "/rest/api/3/issue",
  searchPath: "/rest/api/3/search/jql",
  searchParam: "jql",
  created: (id) => ({ id, key: `SEC-${id}` }),
  found: (id) => ({ issues: id === null ? [] : [{ id }], isLast: true }),
  emptyList: (path) => {
    if (path.endsWith("/users/search")) return []
    return { values: [], issues: [], isLast: true, total: 0 }
  }
}

/** ServiceNow's Table API: https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html */
export const servicenow: Dialect = {
  vendor: "SERVICENOW",
  credentials: (url) => ({ base_url: url, username: "tributary.integration", password: "invented-password" }),
  ticket: { name: "Rotate the key" },
  createPath: "/api/now/table/incident",
  searchPath: "/api/now/table/incident",
  searchParam: "sysparm_query",
  created: (id) => ({ result: { sys_id: id } }),
  found: (id, jobId) => ({ result: id === null ? [] : [{ sys_id: id, correlation_id: jobId }] }),
  emptyList: () => ({ result: [] })
}

/** A ticketing tool that remembers its tickets. */
export interface TicketVendor {
  readonly url: string
  /** The ids of the tickets, and the job that made each of them. */
  readonly tickets: ReadonlyArray<{ readonly id: string; readonly jobId: string }>
  /** How often somebody searched for the ticket of a job. */
  readonly searches: () => number
  /** The status with which the vendor refuses to create a ticket; null if it does not refuse. */
  refusal: () => number | null
  /** The status of the answer when the ticket exists. */
  createdStatus: number
  /** How many searches miss tickets that exist, as in an index that lags. */
  missedSearches: number
  /** Runs when the ticket exists; the answer waits for it. If it fails, the connection closes without an answer. */
  onCreated: () => Promise<void>
  readonly stop: () => Promise<void>
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

export const start = async (dialect: Dialect): Promise<TicketVendor> => {
  const tickets: Array<{ readonly id: string; readonly jobId: string }> = []
  let searches = 0

  const answer = async ({ body, method, url }: VendorServer.Asked): Promise<VendorServer.Answer> => {
    if (method === "POST" && url.pathname === dialect.createPath) {
      const refusal = vendor.refusal()
      if (refusal !== null) return { status: refusal, body: {} }
      const id = String(1000 + tickets.length)
      tickets.push({ id, jobId: UUID.exec(body)?.[0] ?? "none" })
      await vendor.onCreated()
      return { status: vendor.createdStatus, body: dialect.created(id) }
    }
    const [jobId] = UUID.exec(url.searchParams.get(dialect.searchParam) ?? "") ?? []
    if (url.pathname === dialect.searchPath && jobId !== undefined) {
      searches += 1
      if (searches <= vendor.missedSearches) return { body: dialect.found(null, jobId) }
      return { body: dialect.found(tickets.find((ticket) => ticket.jobId === jobId)?.id ?? null, jobId) }
    }
    return { body: dialect.emptyList(url.pathname) }
  }

  const { stop, url } = await VendorServer.start((asked) => answer(asked).catch(() => ({ delivery: "reset" })))
  const vendor: TicketVendor = {
    url,
    tickets,
    searches: () => searches,
    refusal: () => null,
    createdStatus: 200,
    missedSearches: 0,
    onCreated: () => Promise.resolve(),
    stop
  }
  return vendor
}
