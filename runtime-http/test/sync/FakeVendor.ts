import { HttpClient, HttpClientResponse } from "@effect/platform"
import { Connector, Credentials, Extractor, Pagination, RateBudget, RecordKind, type Records } from "@tributary/core"
import { Effect, Layer, Redacted, Schema } from "effect"

/** The response of the fake vendor to a path: a JSON value, or a whole response. */
export type Answer = unknown | Effect.Effect<Response>

export const SECRET = "s3cr3t-token-that-must-never-show"

/** Credentials of the fake connector, as they are stored. */
export const credentials: Redacted.Redacted = Redacted.make(
  JSON.stringify({ base_url: "https://fake.example.com", token: SECRET })
)

const respond = (answer: Answer): Effect.Effect<Response> =>
  Effect.isEffect(answer) ? (answer as Effect.Effect<Response>) : Effect.sync(() => Response.json(answer))

/** A response with an error status. */
export const status = (code: number): Effect.Effect<Response> => Effect.sync(() => new Response("", { status: code }))

/** A response that asks for a pause of so many seconds. */
export const limited = (secs: number, status = 429): Effect.Effect<Response> =>
  Effect.sync(() => new Response("", { status, headers: { "retry-after": String(secs) } }))

/** An HTTP client that gets its responses from this function of the path; records the requested paths. */
export const client = (answer: (path: string, url: URL) => Answer) => {
  const asked: Array<string> = []
  const layer: Layer.Layer<HttpClient.HttpClient> = Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request, url) =>
      Effect.suspend(() => {
        asked.push(url.pathname)
        return Effect.map(respond(answer(url.pathname, url)), (response) =>
          HttpClientResponse.fromWeb(request, response)
        )
      })
    )
  )
  return { asked, layer: Layer.merge(layer, RateBudget.layer) }
}

/** A row of each list. */
export const Row = Schema.Struct({ id: Schema.String, name: Schema.String })

/** What a list of ITSM users at `/users` needs besides its pages. */
export const userList = {
  record: RecordKind.ItsmUser,
  endpoint: "/users",
  row: Row,
  permissions: ["users.read"],
  toRecord: (row: Schema.Schema.Type<typeof Row>) => ({
    name: row.name,
    status: "ACTIVE" as const,
    vendor_attributes: { created_at: null, id: row.id, updated_at: null, vendor: "FAKE", data: null }
  })
}

/** A list of ITSM users at `/users`. */
export const users = Extractor.make({
  ...userList,
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" })
})

/** What a list of device groups at `/groups` needs. */
export const groupList = {
  record: RecordKind.DeviceGroup,
  endpoint: "/groups",
  row: Row,
  permissions: ["groups.read"],
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
  toRecord: (row: Schema.Schema.Type<typeof Row>) => ({ name: row.name, vendor_id: row.id })
}

/** A list of device groups at `/groups`. */
export const groups = Extractor.make(groupList)

const PRIORITIES: Readonly<Record<string, Records.TicketPriority>> = { HIGH: "HIGH" }
const STATUSES: Readonly<Record<string, Records.TicketStatus>> = { HIGH: "OPEN", Whenever: "OPEN" }

/** A list of tickets at `/tickets`, whose ids are their priorities and statuses. */
export const tickets = Extractor.make({
  record: RecordKind.ItsmTicket,
  endpoint: "/tickets",
  row: Row,
  permissions: ["tickets.read"],
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
  toRecord: ({ id, name }) => ({
    name,
    status: STATUSES[id] ?? "OTHER",
    priority: PRIORITIES[id] ?? "UNKNOWN",
    vendor_id: id,
    vendor_attributes: {
      id,
      vendor: "FAKE",
      created_at: null,
      updated_at: null,
      type: null,
      status: id,
      priority: id,
      data: null
    }
  })
})

/** A connector with these extractors. */
export const connector = (exports: Connector.Exports = { itsm_users: [users], device_groups: [groups] }) =>
  Connector.make({
    vendor: "FAKE",
    name: "Fake",
    description: "A vendor for tests.",
    category: "ITSM",
    authType: "API_KEY",
    docsUrl: "https://fake.example.com/docs",
    credentials: Schema.Struct({
      base_url: Credentials.baseUrl({
        title: "Base address",
        help: "Of the tenant.",
        example: "https://fake.example.com"
      }),
      token: Credentials.secret({ title: "API token", help: "From the settings page.", pattern: /^s3cr3t/ })
    }),
    http: ({ base_url, token }) => ({ baseUrl: base_url, headers: { authorization: token } }),
    check: "/check",
    exports
  })

/** A page of rows with these ids. */
export const page = (ids: ReadonlyArray<string>, next: string | null = null) => ({
  rows: ids.map((id) => ({ id, name: `Name of ${id}` })),
  next
})
