import { Authentication, type Connector, Extractor, Pagination, VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Redacted, Schema } from "effect"
import { faults } from "../../../../src/testing/checks/kit/Faults.js"
import { AcmeUser, acme, ask, groupReplies, groups, replies, toItsmUser, userList } from "../../Acme.js"
import { classifying, fields, hand, users } from "./Broken.js"

/** A connector with a fault that breaks several promises, and all checks that must fail for it. */
export interface Careless {
  /** What its author did, in words that follow "a connector that". */
  readonly name: string
  readonly connector: Connector.Connector
  readonly replies: ConnectorTest.Replies
  readonly checks: ReadonlyArray<string>
}

const WALK = "every page of every list is read exactly once"
const INTERRUPTED = "a run interrupted at every checkpoint reads what a scan from scratch reads"
const DELTA = "a delta without changes leaves every record as it was"
const ORDER = "the rows of a page in another order become the same records"
const REPEATED = "/users: a repeated page fails the export"
const EMPTY = "/users: an empty page that names a next page does not end the list"
const UNREADABLE = "/users: an unreadable row is rejected and counted, and the other rows are kept"
const REPEATED_ROW = "/users: a duplicate row is stored once"
const ENUM = "/users: an unknown enum value loses no record"
const VALUE = "/users: a value of a nullable field that cannot be read costs only the field"
const NULLS = "/users: a null or missing field rejects its row only if the row schema refuses it, and never another row"

const injected = (...names: ReadonlyArray<string>) => names.map((name) => `/users: ${name}`)
const everyFailure = injected(...faults.filter(({ health }) => health !== "HEALTHY").map(({ name }) => name))
const everyFaultAfterRows = injected(...faults.filter(({ at }) => at === "last").map(({ name }) => name))
const everyRecovery = injected(...faults.filter(({ health }) => health === "HEALTHY").map(({ name }) => name))

const broken = () => ({ status: 200, headers: {}, body: [] })

const refusing = (isRefused: (status: number) => boolean) =>
  classifying(({ status }) => (isRefused(status) ? new VendorError.ClientError(fields(status)) : null))

let calls = 0

type Parts = Parameters<typeof acme>[0]

const careless = (name: string, parts: Parts, ...checks: ReadonlyArray<string>): Careless => ({
  name,
  connector: acme(parts),
  replies,
  checks
})

/** Groups alone, whose second one has a tag, too. */
const groupsAlone = (extractor: Extractor.Extractor<"idp">, parts: Parts = {}) => ({
  connector: { ...acme(parts), exports: { idp: [extractor] } },
  replies: Object.fromEntries(
    Object.entries({ ...groupReplies, "GET /groups/b/tags": { body: { tags: [{ label: "blue" }] } } }).filter(([key]) =>
      key.startsWith("GET /groups")
    )
  )
})

const MEMBERS = "/groups/{id}/members"
const TAGS = "/groups/{id}/tags"

/** What breaks several promises at once. */
export const carelessConnectors: ReadonlyArray<Careless> = [
  careless(
    "ignores the next link",
    users({ pagination: { ...Pagination.linkHeader({ limit: 2 }), next: () => null } }),
    WALK,
    "/users: the script has a second page with rows"
  ),
  careless(
    "classifies 401 as a bad request",
    refusing((status) => status === 401),
    ...injected("401 at the start", "401 mid-run")
  ),
  careless(
    "classifies 429 as a bad request",
    refusing((status) => status === 429),
    ...injected("429 with Retry-After, once", "429 without headers, twice", "429 on every attempt")
  ),
  careless(
    "classifies 5xx as a bad request",
    refusing((status) => status >= 500),
    ...injected("503, twice", "500 on every attempt")
  ),
  careless(
    "decodes a page as a whole, so that one bad row fails it",
    hand({ toDrafts: (rows) => Schema.decodeUnknownSync(Schema.Array(AcmeUser))(rows).map(toItsmUser) }),
    UNREADABLE,
    NULLS
  ),
  careless(
    "ends its stream at every error",
    hand({ ask: (url) => Effect.catchAll(ask(url), () => Effect.succeed(broken())) }),
    // The SDK itself judges a repeated page.
    ...everyFailure,
    "/users: a next link to another host is not followed"
  ),
  careless(
    "reads 403 as an empty list",
    hand({
      ask: (url) =>
        Effect.catchIf(
          ask(url),
          ({ status }) => status === 403,
          () => Effect.succeed(broken())
        )
    }),
    ...injected("403")
  ),
  careless("requests each page twice", hand({ ask: (url) => Effect.zipRight(ask(url), ask(url)) }), WALK),
  careless(
    "gives a record other content in every run",
    users({
      toRecord: (user) => {
        calls += 1
        return { ...toItsmUser(user), name: `${user.name} ${calls}` }
      }
    }),
    "a second run changes nothing",
    INTERRUPTED,
    ORDER,
    DELTA,
    ...everyFaultAfterRows,
    REPEATED,
    UNREADABLE,
    REPEATED_ROW,
    NULLS,
    VALUE
  ),
  careless(
    "gives a record a new identity in every run",
    users({
      toRecord: (user) => {
        calls += 1
        const draft = toItsmUser(user)
        return { ...draft, vendor_attributes: { ...draft.vendor_attributes, id: `${user.id}-${calls}` } }
      }
    }),
    WALK,
    INTERRUPTED,
    ORDER,
    DELTA,
    ...everyRecovery,
    REPEATED,
    EMPTY,
    UNREADABLE,
    REPEATED_ROW,
    ENUM,
    NULLS,
    VALUE
  ),
  {
    name: "classifies a 404 below a row as an outage",
    ...groupsAlone(
      groups(),
      classifying(({ endpoint, status }) =>
        endpoint === MEMBERS && status === 404 ? new VendorError.ServerError(fields(status, endpoint)) : null
      )
    ),
    checks: [
      `${MEMBERS}: 404 below one row means that the row was deleted after it was listed`,
      `${MEMBERS}: 404 below every row means that the path is wrong`
    ]
  },
  {
    name: "treats a 404 of a lookup as an empty answer",
    ...groupsAlone(
      groups(undefined, {
        isOptional: true,
        fields: ["types"],
        pagination: { ...Pagination.none({ items: "tags" }), isAbsent: ({ status }) => status === 404 }
      })
    ),
    checks: [
      `${TAGS}: 404 for every row costs only the lookup's fields, and no value that was read before`,
      `${TAGS}: 404 for one row means that the row was deleted after it was listed`
    ]
  },
  {
    name: "cannot map a row whose answer is an empty list",
    ...groupsAlone(
      groups((labels) => {
        if (labels?.length === 0) throw new Error("no label")
        return labels ?? []
      })
    ),
    checks: ["lists beside the rows that are empty once lose nothing"]
  },
  {
    name: "does not recognize a token that is refused in the middle",
    connector: acme({
      users: Extractor.make(userList),
      http: (key) => ({
        headers: {},
        auth: Authentication.clientCredentials({
          url: `${ConnectorTest.BASE_URL}/token`,
          clientId: "client-1",
          clientSecret: Redacted.make(key)
        }),
        classify: ({ endpoint, status }) =>
          endpoint === "/users" && status === 401 ? new VendorError.ClientError(fields(status)) : null
      })
    }),
    replies: { ...replies, "POST /token": { body: { access_token: "invented-token-1", expires_in: 1_800 } } },
    checks: [
      "/token: a token refused mid-run is renewed, and no record is lost",
      ...injected("401 at the start", "401 mid-run")
    ]
  }
]
