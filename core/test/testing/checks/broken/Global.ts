import {
  type Connector,
  Credentials,
  Extractor,
  Pagination,
  RecordKind,
  VendorError,
  VendorHttp
} from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect, Redacted, Schema, Stream } from "effect"
import { acme, ask, byHand, replies, userList } from "../../Acme.js"
import { type Broken, broken, classifying, hand, users } from "./Broken.js"

const CATALOGUE = "the catalogue entry is complete"
const WALK = "every page of every list is read exactly once"
const SECRECY = "no credential appears in a log line, span, error, checkpoint or record"

let seenKey = ""

const [list] = Extractor.make(userList).lists
if (list === undefined) throw new Error("an extractor has a list")

const AcmeTicket = Schema.Struct({ id: Schema.String, assignee: Schema.String })

/** Tickets whose assignee is a name instead of an id. */
const tickets = Extractor.make({
  record: RecordKind.ItsmTicket,
  endpoint: "/tickets",
  row: AcmeTicket,
  pagination: Pagination.none(),
  permissions: ["tickets.read"],
  toRecord: ({ assignee, id }) => ({
    name: id,
    status: "OPEN",
    assigned_user_id: assignee,
    project_id: "p1",
    vendor_id: id,
    vendor_attributes: {
      id,
      vendor: "ACME",
      created_at: null,
      updated_at: null,
      type: null,
      status: null,
      priority: null,
      data: null
    }
  })
})

const withTickets: Connector.Connector = { ...acme(), exports: { ...acme().exports, itsm_tickets: [tickets] } }

const askWhoAmI = Effect.flatMap(VendorHttp.VendorHttp, (http) =>
  Effect.ignore(http.send({ endpoint: "/me", url: "/me" }))
)

const tokenLink = { link: `<${ConnectorTest.BASE_URL}/users?after=token>; rel="next"` }

/** The users, whose second page has a token: a checkpoint with an index is not stored. */
const withToken: ConnectorTest.Replies = {
  "GET /users": { ...replies["GET /users"], headers: tokenLink },
  "GET /users?after=token": {
    ...replies["GET /users?after=2"],
    headers: { link: tokenLink.link.replace("next", "self") }
  }
}

/** What concerns a connector as a whole. */
export const brokenAsAWhole: ReadonlyArray<Broken> = [
  broken("declares no permission", CATALOGUE, users({ permissions: [] })),
  broken("declares a blank permission", CATALOGUE, users({ permissions: [" "] })),
  {
    name: "shows an example that its own field refuses",
    check: CATALOGUE,
    connector: {
      ...acme(),
      credentials: Schema.Struct<Credentials.CredentialFields>({
        ...acme().credentials.fields,
        note: Credentials.optional(
          Credentials.text({ title: "Note", help: "Any number.", pattern: /^\d+$/, example: "n1" })
        )
      })
    },
    replies
  },
  broken(
    "puts a redacted credential into a header",
    "requests carry the credentials themselves, not the text <redacted>",
    { http: (key) => ({ headers: { authorization: `Bearer ${Redacted.make(key)}` } }) }
  ),
  broken("reads a paged list as a single page", WALK, users({ pagination: Pagination.none() })),
  broken(
    "quotes the key in an error",
    SECRECY,
    classifying(({ key, status }) =>
      status === 404 ? new VendorError.ClientError({ endpoint: "/users", status, detail: `no list for ${key}` }) : null
    )
  ),
  broken("logs the key", SECRECY, {
    http: (key) => {
      seenKey = key
      return {}
    },
    ...hand({ ask: (url) => Effect.zipRight(Effect.logDebug(`asking with ${seenKey}`), ask(url)) })
  }),
  broken("logs the base64 of a name and the key", SECRECY, {
    http: (key) => {
      seenKey = key
      return {}
    },
    ...hand({
      ask: (url) =>
        Effect.zipRight(Effect.logDebug(`Basic ${Buffer.from(`admin:${seenKey}`).toString("base64")}`), ask(url))
    })
  }),
  {
    ...broken("puts the key into a checkpoint", SECRECY, {
      http: (key) => {
        seenKey = key
        return {}
      },
      ...hand({ checkpoint: (url) => (url === null ? null : { url, key: seenKey }) })
    }),
    replies: withToken
  },
  broken(
    "skips a page after an interruption",
    "a run interrupted at every checkpoint reads what a scan from scratch reads",
    hand({ checkpoint: (next) => (next === null ? null : { url: "" }) })
  ),
  broken(
    "cannot read the rows behind an interruption",
    "a run interrupted at every checkpoint reads what a scan from scratch reads",
    hand({
      checkpoint: (next) => (next === null ? null : { url: `${next}#second` }),
      emit: (emission, { checkpoint }) =>
        checkpoint === null
          ? emission
          : { ...emission, drafts: [], rejections: [{ id: "3", issues: ["name: Expected the first page"] }] }
    })
  ),
  broken(
    "takes partial content for all of the list in a first sync",
    "an answer with status 206 makes a first sync incomplete",
    hand({ isJudged: ({ since }, status) => since !== null || status !== 206 })
  ),
  broken(
    "takes partial content for all changes in a delta",
    "an answer with status 206 makes a delta incomplete",
    hand({ isJudged: ({ since }, status) => since === null || status !== 206 })
  ),
  broken(
    "takes an answer that is not ready for all of the list in a first sync",
    "an answer with status 202 makes a first sync incomplete",
    hand({ isJudged: ({ since }, status) => since !== null || status !== 202 })
  ),
  broken(
    "takes an answer that is not ready for all changes in a delta",
    "an answer with status 202 makes a delta incomplete",
    hand({ isJudged: ({ since }, status) => since === null || status !== 202 })
  ),
  broken(
    "does not say that every page has a Link header",
    "a last page without its Link header makes a first sync incomplete",
    users({ pagination: Pagination.linkHeader({ limit: 2, isOnEveryPage: false }) })
  ),
  broken(
    "deletes in a delta what it did not see",
    "a delta without changes leaves every record as it was",
    hand({ removed: ({ since }) => (since === null ? [] : ["1", "2"]) })
  ),
  {
    name: "refers to another record by its name",
    check: "every reference leads to a record of the run",
    connector: withTickets,
    replies: { ...replies, "GET /tickets": { body: [{ id: "t1", assignee: "User 1" }] } }
  },
  {
    ...broken(
      "requests an endpoint that it does not declare",
      "every request is for an endpoint that its extractor declares",
      hand({ ask: (url) => (url === "/users" ? ask(url) : Effect.zipRight(askWhoAmI, ask(url))) })
    ),
    replies: { ...replies, "GET /me": { body: {} } }
  },
  broken("reads the whole list to test the credentials", "a test of the credentials requests one page of each list", {
    users: {
      ...byHand(),
      checkAccess: (owner) =>
        Effect.match(Stream.runDrain(byHand().pages({ owner, since: null, checkpoint: null, delta: null })), {
          onFailure: (error) => [{ list, error }],
          onSuccess: () => [{ list, error: null }]
        })
    }
  }),
  broken("tests credentials without asking", "a test of the credentials names every list that answers 403", {
    users: { ...Extractor.make(userList), checkAccess: () => Effect.succeed([{ list, error: null }]) }
  })
]

/** Users and tickets, each with an assignee that exists. */
export const soundTickets = {
  connector: withTickets,
  replies: { ...replies, "GET /tickets": { body: [{ id: "t1", assignee: "1" }] } }
}
