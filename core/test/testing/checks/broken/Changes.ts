import { Extractor } from "@tributary/core"
import { Schema } from "effect"
import { AcmeUser, acme, replies, toItsmUser, userList } from "../../Acme.js"
import { type Broken, broken } from "./Broken.js"

const ASKS = "/users: a delta asks for what changed since its instant, with all that a full scan sends"

const { since: _, ...whole } = userList

const NewestUser = Schema.extend(AcmeUser, Schema.Struct({ changed: Schema.optional(Schema.Unknown) }))

/** Users that the vendor sorts by their last change, with a script that says it. */
const newestFirst = (changedAt: string) =>
  acme({
    users: Extractor.make({
      ...whole,
      row: NewestUser,
      newestFirst: { query: { sort: "changed", direction: "desc" }, changedAt },
      toRecord: toItsmUser
    })
  })

const dated = Object.fromEntries(
  Object.entries(replies).map(([key, { body, ...reply }]) => [
    key,
    {
      ...reply,
      body: (body as ReadonlyArray<object>).map((row, index) => ({
        ...row,
        changed: `2024-05-0${index + 1}T08:00:00Z`
      }))
    }
  ])
)

/** What concerns how a list finds what changed, and which fields its rows must have. */
export const brokenChanges: ReadonlyArray<Broken> = [
  broken("forgets the instant of a delta", ASKS, {
    users: Extractor.make({ ...whole, since: () => ({ changes: "true" }) })
  }),
  broken("filters by when users were created", ASKS, {
    users: Extractor.make({ ...whole, since: (instant) => ({ created_after: instant }) })
  }),
  broken("filters by when users were created, inside a text", ASKS, {
    users: Extractor.make({ ...whole, since: (instant) => ({ $filter: `createdDateTime ge ${instant}` }) })
  }),
  broken("filters by when users were created, in a language of queries", ASKS, {
    users: Extractor.make({
      ...whole,
      since: (instant) => ({ jql: `type = user AND created >= "${instant.slice(0, 10).replaceAll("-", "/")}"` })
    })
  }),
  ...["created:>-7d", "type = user AND created >= -1w", "created:[now-7d TO now]", "created >= startOfDay(-7)"].map(
    (filter) =>
      broken(`filters by when users were created, in the last week: ${filter}`, ASKS, {
        users: Extractor.make({ ...whole, since: (instant) => ({ changed_after: instant, q: filter }) })
      })
  ),
  {
    name: "looks for the time of the last change in another field",
    check: "/users: rows say when they changed, so that a delta can end",
    connector: newestFirst("changed_at"),
    replies: dated
  },
  {
    name: "requires a field of which it makes nothing",
    check: "/users: a field that a row must have is used",
    connector: acme({
      users: Extractor.make({ ...whole, row: Schema.extend(AcmeUser, Schema.Struct({ shoe_size: Schema.Number })) })
    }),
    replies: Object.fromEntries(
      Object.entries(replies).map(([key, { body, ...reply }]) => [
        key,
        { ...reply, body: (body as ReadonlyArray<object>).map((row) => ({ ...row, shoe_size: 42 })) }
      ])
    )
  }
]

/** The connector without its fault, one that also filters by a name with a hyphen and a digit, and one whose rows say when they were made and never change. */
export const soundChanges = [
  { connector: newestFirst("changed"), replies: dated },
  {
    connector: acme({
      users: Extractor.make({ ...whole, since: (instant) => ({ changed_after: instant, q: "created_by:team-7d" }) })
    }),
    replies
  },
  {
    connector: acme({
      users: Extractor.make({ ...whole, since: (instant) => ({ $filter: `createdDateTime ge ${instant}` }) })
    }),
    replies: Object.fromEntries(
      Object.entries(replies).map(([key, { body, ...reply }]) => [
        key,
        { ...reply, body: (body as ReadonlyArray<object>).map((row) => ({ ...row, createdDateTime: "2024-05-01" })) }
      ])
    )
  }
]
