import { Extractor, Pagination } from "@tributary/core"
import type { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { AcmeUser, acme, userList } from "../../Acme.js"
import { type Broken, broken, hand, users } from "./Broken.js"

const TOTAL = "/users: a list with fewer rows than the vendor's total fails the export"
const EMPTIED = "/users: an empty page before the vendor's total fails the export"
const ONCE = "/users: a row that one scan misses keeps its record, unless the vendor's own total proves that it is gone"
const TWICE = "/users: a row that two scans miss loses its record"
const ID = "/users: a row that cannot be decoded is still known by its id"

const user = (id: string, state = "ENABLED") => ({ id, name: `User ${id}`, email: `${id}@acme.example`, state })

/** Users in pages that a token joins; the first page has `more`, the last one `last`. */
const counted = (
  pagination: Pagination.Pagination,
  more: object,
  last: object
): { readonly connector: Broken["connector"]; readonly replies: ConnectorTest.Replies } => ({
  connector: acme({ users: Extractor.make({ ...userList, pagination }) }),
  replies: {
    "GET /users": { body: { users: [user("1"), user("2")], next: "p2", ...more } },
    "GET /users?after=p2": { body: { users: [user("3", "BLOCKED")], next: null, ...last } }
  }
})

const cursor = (total: string) => Pagination.cursor({ items: "users", from: "next", param: "after", total })

const decodeUser = Schema.decodeUnknownSync(Schema.Struct({ id: AcmeUser.fields.id, name: AcmeUser.fields.name }))

const one: ConnectorTest.Replies = { "GET /users": { body: [user("1"), user("2"), user("3", "BLOCKED")] } }

/** Users of whom the vendor says on each page how many there are. */
export const soundTotal = counted(cursor("total"), { total: 3 }, { total: 3 })

/** What deletions depend on. */
export const brokenDeletions: ReadonlyArray<Broken> = [
  {
    name: "treats the number of the last page as the total",
    check: TOTAL,
    ...counted(cursor("page"), {}, { page: 1 })
  },
  {
    name: "does not trust the total of an empty page",
    check: EMPTIED,
    ...counted(
      {
        ...cursor("total"),
        total: (response) =>
          (Pagination.at(response.body, "users") as ReadonlyArray<unknown>).length === 0
            ? null
            : (cursor("total").total?.(response) ?? null)
      },
      { total: 3 },
      {}
    )
  },
  {
    ...broken(
      "counts the rows itself and calls it the vendor's total",
      ONCE,
      hand({ isPaged: false, total: (rows) => rows.length })
    ),
    replies: one
  },
  broken(
    "announces a number of rows that it has read once",
    TWICE,
    users({ pagination: { ...userList.pagination, total: () => 3 } })
  ),
  broken("decodes a row to find its id", ID, {
    users: Extractor.make({ ...userList, id: (row) => decodeUser(row).id })
  })
]

/** Users whose vendor answers in one page. */
export const soundSinglePage = { connector: acme(hand({ isPaged: false })), replies: one }
