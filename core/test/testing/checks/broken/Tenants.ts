import { Extractor, type Tenant } from "@tributary/core"
import type { ConnectorTest } from "@tributary/core/testing"
import { Stream } from "effect"
import { acme, type Parts, replies, userList } from "../../Acme.js"
import { type Broken, hand } from "./Broken.js"

const ROWS = "rows name their tenant, and those of another tenant are refused before their page is stored"

/** The users of two organizations that the key covers, and the answer that names these. */
const scripted: ConnectorTest.Replies = {
  ...Object.fromEntries(
    Object.entries(replies).map(([request, { body, ...reply }], page) => [
      request,
      { ...reply, body: (body as ReadonlyArray<object>).map((row) => ({ ...row, organization: `o${page + 1}` })) }
    ])
  ),
  "GET /organization": { body: { id: "o1", children: ["o2"] } }
}

const asked = (names: string): Tenant.TenantRequest => ({ path: "/organization", names })

const named = (field: string) => (row: unknown) => (row as Readonly<Record<string, string>>)[field]

const sound = { id: asked("id"), covers: [asked("children")], ofRow: named("organization") }

/** The users of a connector that declares this of its tenant. */
const declaring = (tenant: Tenant.Tenant, parts: Parts = {}) => acme({ http: () => ({ tenant }), ...parts })

const users = Extractor.make(userList)

/** Ends the list at a page of another tenant. */
const ending: Extractor.Extractor<"itsm_users"> = {
  ...users,
  pages: (request) => Stream.catchTag(users.pages(request), "ForeignPage", () => Stream.empty)
}

const broken = (name: string, check: string, connector: Broken["connector"]): Broken => ({
  name,
  check,
  connector,
  replies: scripted
})

/** What concerns whose rows the connector reads. */
export const brokenTenants: ReadonlyArray<Broken> = [
  broken(
    "looks for its tenant at a path that the answer does not have",
    "the vendor says who the tenant is",
    declaring({ id: asked("uuid"), ofRow: sound.ofRow })
  ),
  broken(
    "looks for the covered tenants at a path that the answer does not have",
    "the vendor says which tenants the credentials cover",
    declaring({ ...sound, covers: [asked("members")] })
  ),
  broken("names a wrong field as the tenant of its rows", ROWS, declaring({ ...sound, ofRow: named("org") })),
  broken(
    "closes the set of its tenants, and does not say what names the tenant in a row",
    ROWS,
    declaring({ id: sound.id, covers: sound.covers })
  ),
  broken(
    "lets a row of another tenant through, because it reads its rows by hand and does not pass them on",
    ROWS,
    declaring(sound, hand({ emit: ({ rows: _, ...emission }) => emission }))
  ),
  broken("takes a page of another tenant for the end of the list", ROWS, declaring(sound, { users: ending }))
]

/** Connectors whose sets of tenants are closed, and one whose set is open. */
export const soundTenants: ReadonlyArray<Pick<Broken, "connector" | "replies">> = [
  { connector: declaring(sound), replies: scripted },
  { connector: declaring(sound, hand()), replies: scripted },
  { connector: declaring({ id: sound.id, ofRow: sound.ofRow }), replies: scripted }
]
