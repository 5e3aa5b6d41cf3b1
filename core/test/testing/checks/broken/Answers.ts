import { type AnswerErrors, type Connector, Decode, Extractor, Pagination, Row, VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Clock, Effect, Schema, Stream } from "effect"
import { AcmeUser, acme, toItsmUser, userList } from "../../Acme.js"
import { batchedGroups, batchedReplies } from "../../AcmeBatches.js"
import { acmeDeltas, deltaReplies, link } from "../../AcmeDeltas.js"
import type { Broken } from "./Broken.js"
import { brokenErrors, soundErrors } from "./Errors.js"

const user = (id: string, state = "ENABLED") => ({ id, name: `User ${id}`, email: `${id}@acme.example`, state })

const errors: AnswerErrors = { at: "code", codes: { DENIED: 401, OLD: "expired" } }

const reported: ConnectorTest.Replies = {
  "GET /me": { body: { id: "me" } },
  "GET /users": { body: { users: [user("1"), user("2")], next: "p2" } },
  "GET /users?after=p2": { body: { users: [user("3", "BLOCKED")], next: null } }
}

/** Users of a vendor that reports errors in answers with status 200. */
const reporting = (read: (endpoint: string, body: unknown) => VendorError.VendorError | null = () => null) =>
  acme({
    users: Extractor.make({
      ...userList,
      pagination: Pagination.cursor({ items: "users", from: "next", param: "after" })
    }),
    http: () => ({ errors, classify: ({ body, endpoint }) => read(endpoint, body) })
  })

const misread = (wanted: string) => (endpoint: string, body: unknown) =>
  endpoint === wanted && Pagination.at(body, "code") === "DENIED"
    ? new VendorError.ServerError({ endpoint, status: 200, detail: "failed" })
    : null

const Tagged = Schema.Struct({ ...AcmeUser.fields, tags: Row.nullish(Schema.Array(Schema.String)) })

/** Users in XML, whose lists a decoder has to know. */
const inXml = (lists: ReadonlyArray<string>) =>
  acme({
    users: Extractor.make({
      ...userList,
      row: Tagged,
      pagination: Pagination.nextLink({ items: "answer.user", from: "answer.next" }),
      toRecord: toItsmUser
    }),
    http: () => ({ decode: Decode.xml({ lists }) })
  })

const row = (id: string, state = "ENABLED") =>
  `<user><id>${id}</id><name>User ${id}</name><email>${id}@acme.example</email><state>${state}</state><tags>red</tags><tags>blue</tags></user>`

const page = (rows: string): ConnectorTest.Reply => ({
  headers: { "content-type": "text/xml" },
  text: `<answer>${rows}</answer>`
})

const xml: ConnectorTest.Replies = {
  "GET /users": page(`${row("1")}${row("2")}<next>${ConnectorTest.BASE_URL}/users?after=2</next>`),
  "GET /users?after=2": page(row("3", "BLOCKED"))
}

const expired = new VendorError.ServerError({ endpoint: "/groups/delta", status: 410, detail: "answered 410" })

const unanswered = batchedGroups()

/** Groups that are stored although no answer has the row of any key. */
const swallowing: Extractor.Extractor<"idp"> = {
  ...unanswered,
  pages: (request) =>
    Stream.catchAll(unanswered.pages(request), (error) =>
      error.endpoint === "/tags" && error._tag === "ClientError" && error.status === null
        ? Stream.empty
        : Stream.fail(error)
    )
}

const deltas = acmeDeltas(link("deltaLink"))

/** Groups whose next delta begins when the service read the last page, by its own clock. */
const dated: Connector.Connector = {
  ...deltas,
  exports: {
    idp: (deltas.exports.idp ?? []).map((extractor) => ({
      ...extractor,
      pages: (request: Extractor.ExtractRequest) =>
        Stream.mapEffect(extractor.pages(request), (page) =>
          Effect.map(Clock.currentTimeMillis, (now) =>
            page.delta === null ? page : { ...page, delta: `${page.delta}&until=${now}` }
          )
        )
    }))
  }
}

/** What concerns answers in other forms: errors in a 200, XML, deltas and definitions in batches. */
export const brokenAnswers: ReadonlyArray<Broken> = [
  {
    name: "treats a refusal in a 200 as an outage",
    check: "/users: 200 with the error DENIED",
    connector: reporting(misread("/users")),
    replies: reported
  },
  {
    name: "treats a refusal in a 200 as an outage when it checks the credentials",
    check: "/me: the check fails after 200 with the error DENIED",
    connector: reporting(misread("/me")),
    replies: reported
  },
  {
    name: "does not declare a list within a row to its decoder",
    check: "/users: a list with a single element is read as a list",
    connector: inXml(["answer.user"]),
    replies: xml
  },
  {
    name: "treats an expired delta token as an outage",
    check: "an expired delta token starts a new full scan",
    connector: acmeDeltas(link("deltaLink"), expired),
    replies: deltaReplies
  },
  {
    name: "puts the time of the service into a delta token",
    check: "a clock that is ahead of the vendor's changes nothing about where the next delta begins",
    connector: dated,
    replies: deltaReplies
  },
  {
    name: "replaces what was read before if the row of a key is missing",
    check: "/tags: an answer without the row of one key loses no record, and no value that was read before",
    connector: acme({ groups: batchedGroups({ sharedFields: ["types"] }) }),
    replies: batchedReplies
  },
  {
    name: "treats a lookup without any answer as the end of the list",
    check: "lookups that are empty once, although every row needs an answer, change no record",
    connector: acme({ groups: swallowing }),
    replies: batchedReplies
  },
  ...brokenErrors
]

/** Connectors without a fault. */
export const soundAnswers: ReadonlyArray<Pick<Broken, "connector" | "replies">> = [
  { connector: reporting(), replies: reported },
  { connector: inXml(["answer.user", "answer.user.tags"]), replies: xml },
  { connector: acmeDeltas(link("deltaLink")), replies: deltaReplies },
  { connector: acme({ groups: batchedGroups() }), replies: batchedReplies },
  ...soundErrors
]
