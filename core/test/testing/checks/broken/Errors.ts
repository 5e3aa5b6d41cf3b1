import { Extractor, Lookup, Pagination, RecordKind, VendorError, VendorHttp } from "@tributary/core"
import type { ConnectorTest } from "@tributary/core/testing"
import { Effect, Schema, Stream } from "effect"
import { acme, type Parts, readable, rowsOf, userList } from "../../Acme.js"
import type { Broken } from "./Broken.js"

const user = (id: string, state = "ENABLED") => ({ id, name: `User ${id}`, email: `${id}@acme.example`, state })

/** How a stream asks for users, and what of an answer it looks at. */
interface Reading {
  readonly method: "GET" | "POST"
  readonly list: string
  /** The answer in which the stream looks for what it lacks. */
  readonly judged: (response: VendorHttp.VendorResponse, isDelta: boolean) => VendorHttp.VendorResponse
}

/** Users on one page, read by a stream written by hand. */
const usersBy = ({ judged, list, method }: Reading) =>
  Extractor.fromStream({
    record: RecordKind.ItsmUser,
    endpoint: "/users",
    permissions: ["users.read"],
    isIncremental: true,
    isPaged: false,
    pages: ({ since }) =>
      Stream.fromEffect(
        Effect.gen(function* () {
          const http = yield* VendorHttp.VendorHttp
          const response = yield* http.send({
            endpoint: "/users",
            url: "/users",
            ...(since === null ? {} : { query: { since } }),
            method,
            isRepeatable: true,
            lacks: ({ body }) => (Array.isArray(Pagination.at(body, list)) ? null : "the list of users")
          })
          const rows = yield* rowsOf(Pagination.at(response.body, list))
          const missing = Extractor.lackOf(judged(response, since !== null), rows)
          return { drafts: rows.map(readable), ...(missing === null ? {} : { missing }) }
        })
      )
  })

const all: Reading["judged"] = (response) => response

/** Looks at the status and the rows alone, in a first sync or in a delta. */
const blindIn =
  (scan: "first sync" | "delta"): Reading["judged"] =>
  (response, isDelta) =>
    isDelta === (scan === "delta") ? { status: response.status, headers: response.headers, body: null } : response

/** Users of a vendor of GraphQL, whose answers have errors beside their data. */
const inGraphql = (judged: Reading["judged"] = all, parts: Parts = {}) =>
  acme({ users: usersBy({ method: "POST", list: "data.users", judged }), ...parts })

/** Users of a vendor whose answers have a code beside their rows, which the connector lets pass unless it knows it. */
const withCodes = (judged: Reading["judged"] = all) =>
  acme({
    users: usersBy({ method: "GET", list: "users", judged }),
    http: () => ({ errors: { at: "problem.code", codes: { DENIED: 401 }, otherwise: "ok" } })
  })

/** Users of whom an answer of one row each says more, in a list within the row. */
const withProfiles = acme({
  users: Extractor.make({
    ...userList,
    pagination: Pagination.none(),
    lookups: {
      profile: Lookup.of<(typeof userList)["row"]["Type"]>()({
        endpoint: "/users/{id}/profile",
        row: Schema.Struct({ emails: Schema.Array(Schema.Struct({ email: Schema.String })) }),
        pagination: Pagination.one(),
        permissions: ["profiles.read"],
        isOptional: true,
        sharedFields: ["email"]
      })
    },
    toRecord: (row, { profile }) => ({
      ...userList.toRecord(row),
      email: profile === null ? null : (profile[0]?.emails[0]?.email ?? row.email)
    })
  })
})

const users = [user("1"), user("2"), user("3", "BLOCKED")]
const graphql: ConnectorTest.Replies = { "POST /users": { body: { data: { users } } } }
const profiles: ConnectorTest.Replies = {
  "GET /users": { body: users },
  ...Object.fromEntries(
    users.map(({ email, id }) => [`GET /users/${id}/profile`, { body: { emails: [{ email }] } }] as const)
  )
}
const coded: ConnectorTest.Replies = { "GET /users": { body: { users } } }

const GRAPHQL = "a GraphQL answer with errors beside its data"
const CODED = "an answer with the error TRIBUTARY_UNKNOWN_CODE beside its rows"

/** What concerns errors beside the rows of an answer. */
export const brokenErrors: ReadonlyArray<Broken> = (["first sync", "delta"] as const).flatMap((scan) => [
  {
    name: `overlooks the errors of GraphQL in a ${scan}`,
    check: `${GRAPHQL} makes a ${scan} incomplete`,
    connector: inGraphql(blindIn(scan)),
    replies: graphql
  },
  {
    name: `overlooks an error that its table ignores in a ${scan}`,
    check: `${CODED} makes a ${scan} incomplete`,
    connector: withCodes(blindIn(scan)),
    replies: coded
  }
])

/** The same connectors without their faults. */
export const soundErrors: ReadonlyArray<Pick<Broken, "connector" | "replies">> = [
  { connector: inGraphql(), replies: graphql },
  { connector: withCodes(), replies: coded },
  // A connector may take errors beside the data for a failure of the whole answer.
  ...([500, 400] as const).map((otherwise) => ({
    connector: inGraphql(all, {
      http: () => ({ errors: { at: "errors[].message", codes: { DENIED: 401 }, otherwise } })
    }),
    replies: graphql
  })),
  {
    connector: inGraphql(all, {
      http: () => ({
        classify: ({ body, endpoint, status }) =>
          status === 200 && Pagination.at(body, "errors") !== undefined
            ? new VendorError.ServerError({ endpoint, status, detail: "reported errors" })
            : null
      })
    }),
    replies: graphql
  },
  { connector: withProfiles, replies: profiles }
]
