import { Extractor, Pagination, VendorError } from "@tributary/core"
import { Duration, Effect, Schema } from "effect"
import { AcmeUser, ask, readable, replies, toItsmUser, userList } from "../../Acme.js"
import { type Broken, broken, classifying, fields, hand, users } from "./Broken.js"

const EMPTY = "/users: an empty page that names a next page does not end the list"
const ENUM = "/users: an unknown enum value loses no record"
const UNREADABLE = "/users: a value of a nullable field that cannot be read costs only the field"
const ARRIVAL = "/users: every row of a page becomes a record or a rejection"
const NULLS = "/users: a null or missing field rejects its row only if the row schema refuses it, and never another row"

const STATUS: Readonly<Record<string, string>> = { ENABLED: "ACTIVE", BLOCKED: "INACTIVE" }

const nothing = () => Effect.succeed({ status: 200, headers: {}, body: [] })

/** The stream of users with other errors than the vendor's. */
const mapping = (change: (error: VendorError.VendorError) => VendorError.VendorError) =>
  hand({ ask: (url) => Effect.mapError(ask(url), change) })

const refused = ({ endpoint, status, detail }: VendorError.VendorError) =>
  new VendorError.ClientError({ endpoint, status, detail })

/** Gives up at the second refusal in a row. */
const impatient = () => {
  let refusals = 0
  return classifying(({ headers, status }) => {
    refusals = status === 429 && headers["retry-after"] === undefined ? refusals + 1 : 0
    if (refusals < 2) return null
    return new VendorError.RateLimited({ ...fields(429), retryAfter: Duration.hours(1) })
  })
}

/** The id of a row whose state is a word, or missing. */
const idOfStated = (row: unknown): unknown => {
  const { id, state = null } = row as Readonly<Record<string, unknown>>
  return state === null || typeof state === "string" ? id : null
}

/** How a connector can get wrong what one fault of the vendor means. */
const faults: ReadonlyArray<Broken> = [
  broken(
    "takes refused credentials for an empty list",
    "/users: 401 at the start",
    users({ pagination: { ...userList.pagination, isAbsent: ({ status }) => status === 401 } })
  ),
  broken(
    "takes credentials refused in the middle for the end of the list",
    "/users: 401 mid-run",
    hand({
      ask: (url) => Effect.catchIf(ask(url), ({ status }) => status === 401 && url !== "/users", nothing)
    })
  ),
  broken(
    "classifies 403 as an outage",
    "/users: 403",
    classifying(({ status }) => (status === 403 ? new VendorError.ServerError(fields(status)) : null))
  ),
  broken(
    "classifies 404 as an outage",
    "/users: 404",
    classifying(({ status }) => (status === 404 ? new VendorError.ServerError(fields(status)) : null))
  ),
  broken(
    "ends its stream at a 404",
    "/users: 404",
    hand({
      ask: (url) => Effect.catchIf(ask(url), ({ status }) => status === 404, nothing)
    })
  ),
  broken(
    "takes the seconds of Retry-After for minutes",
    "/users: 429 with Retry-After, once",
    classifying(({ headers, status }) =>
      status === 429 && headers["retry-after"] !== undefined
        ? new VendorError.RateLimited({ ...fields(429), retryAfter: Duration.minutes(Number(headers["retry-after"])) })
        : null
    )
  ),
  broken(
    "swallows a refusal for too many requests, and takes the page for the end of the list",
    "/users: 429 on every attempt",
    hand({ ask: (url) => Effect.catchTag(ask(url), "RateLimited", nothing) })
  ),
  broken(
    "asks again at once, as often as it likes, after a refusal for too many requests",
    "/users: 429 on every attempt",
    hand({ ask: (url) => Effect.retry(ask(url), { while: ({ _tag }) => _tag === "RateLimited" }) })
  ),
  broken("gives up at the second 429", "/users: 429 without headers, twice", impatient()),
  broken(
    "reports a rate limit as an outage",
    "/users: 429 on every attempt",
    mapping((error) => (error._tag === "RateLimited" ? new VendorError.ServerError(fields(429)) : error))
  ),
  broken(
    "classifies 503 as a bad request",
    "/users: 503, twice",
    classifying(({ status }) => (status === 503 ? new VendorError.ClientError(fields(status)) : null))
  ),
  broken(
    "classifies 500 as a bad request",
    "/users: 500 on every attempt",
    classifying(({ status }) => (status === 500 ? new VendorError.ClientError(fields(status)) : null))
  ),
  broken(
    "blames itself if the vendor does not answer",
    "/users: no response to any attempt",
    mapping((error) => (error.detail.includes("did not answer") ? refused(error) : error))
  ),
  broken(
    "blames itself if the vendor cannot be reached",
    "/users: connection dropped on every attempt",
    mapping((error) => (error.detail.includes("could not be reached") ? refused(error) : error))
  ),
  broken(
    "blames itself if an answer is cut short",
    "/users: truncated data",
    mapping((error) => (error.detail.includes("cut short") ? refused(error) : error))
  ),
  broken(
    "blames itself if an answer is a web page",
    "/users: HTML instead of data",
    mapping((error) => (error.detail.includes("is not JSON") ? refused(error) : error))
  ),
  broken(
    "reads an answer of an unexpected shape as an empty list",
    "/users: data of an unexpected shape",
    users({
      pagination: {
        ...Pagination.linkHeader({ limit: 2 }),
        missing: (answer) =>
          Array.isArray(answer.response.body) ? (userList.pagination.missing?.(answer) ?? null) : null,
        rows: (body) => (Array.isArray(body) ? body : [])
      }
    })
  )
]

/** What a connector can get wrong about pages. */
const pages: ReadonlyArray<Broken> = [
  broken(
    "stops at an empty page",
    EMPTY,
    users({
      pagination: {
        ...Pagination.linkHeader({ limit: 2 }),
        next: (answer) => (answer.rows.length === 0 ? null : Pagination.linkHeader().next(answer))
      }
    })
  ),
  broken("declares hosts that are not the vendor's", "/users: a next link to another host is not followed", {
    http: () => ({ hosts: ["foreign.example"] })
  }),
  broken(
    "follows a repeated page endlessly",
    "/users: a repeated page fails the export",
    hand({
      ask: (url) =>
        Effect.tap(ask(url), ({ headers }) => {
          const next = Pagination.nextLinkOf(headers["link"])
          return next === url ? Effect.forever(ask(url)) : Effect.void
        })
    })
  ),
  {
    ...broken("says that a list of one page is paged", "/users: the script has a second page with rows", hand()),
    replies: { "GET /users": { body: replies["GET /users"]?.body } }
  }
]

/** The user with a number behind its id if the same row stands before it. */
const renumbered = (user: ReturnType<typeof toItsmUser>, index: number, all: ReadonlyArray<unknown>) => {
  const isRepeated = all.slice(0, index).some((other) => JSON.stringify(other) === JSON.stringify(all[index]))
  const attributes = user.vendor_attributes
  return isRepeated ? { ...user, vendor_attributes: { ...attributes, id: `${attributes.id}-${index}` } } : user
}

/** Whether something is another user than the second one, or no user at all. */
const isOther = (row: unknown): boolean => Pagination.at(row, "id") !== "2"

/** What a connector can get wrong about rows. */
const rows: ReadonlyArray<Broken> = [
  broken("drops rows in its stream", ARRIVAL, hand({ toDrafts: (all) => all.filter(isOther).map(readable) })),
  broken(
    "throws on an unknown enum value",
    ENUM,
    users({
      toRecord: (user) => {
        if (user.state !== null && !(user.state in STATUS)) throw new Error(user.state)
        return toItsmUser(user)
      }
    })
  ),
  broken(
    "passes an unknown enum value through",
    ENUM,
    users({ toRecord: (user) => ({ ...toItsmUser(user), status: STATUS[user.state ?? "BLOCKED"] as "ACTIVE" }) })
  ),
  broken("finds the id of a row only if another value can be read", UNREADABLE, {
    users: Extractor.make({ ...userList, id: idOfStated })
  }),
  broken(
    "throws on a null that its row schema accepts",
    NULLS,
    users({ toRecord: (user) => ({ ...toItsmUser(user), email: (user.email as string).toLowerCase() }) })
  ),
  broken("accepts a row without the identity of its record", NULLS, {
    users: Extractor.make({
      ...userList,
      row: Schema.Struct({
        ...AcmeUser.fields,
        id: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true })
      }),
      toRecord: (user) => toItsmUser({ ...user, id: user.id as string })
    })
  }),
  broken(
    "expects an object in every place of a page",
    "/users: an unreadable row is rejected and counted, and the other rows are kept",
    hand({ toDrafts: (all) => all.map((row) => ("id" in (row as object) ? readable(row) : readable({}))) })
  ),
  broken(
    "numbers the rows of a page that have one id",
    "/users: a duplicate row is stored once",
    hand({ toDrafts: (all) => all.map((row, index) => renumbered(readable(row), index, all)) })
  )
]

/** What concerns the one list of users. */
export const brokenUsers: ReadonlyArray<Broken> = [...faults, ...pages, ...rows]
