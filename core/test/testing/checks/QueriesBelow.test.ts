import { Also, Child, type Connector, Extractor, Lookup, Pagination, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { acme, replies } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const LIMIT_MILLIS = 120_000

const Group = Schema.Struct({ id: Schema.String })
type Group = typeof Group.Type
const Member = Schema.Struct({ id: Schema.String })

const members = Child.of<Group>()({
  record: RecordKind.IdpGroupMembership,
  endpoint: "/groups/{id}/members",
  queries: [{ state: "active" }, { state: "inactive" }],
  row: Member,
  pagination: Pagination.none({ items: "rows" }),
  permissions: ["members.read"],
  also: [
    Also.below<Group, typeof Member.Type>()({
      record: RecordKind.Resource,
      toRecord: ({ id }) => (id.startsWith("host") ? { name: id, type: "HOST", vendor_id: id } : null)
    })
  ],
  toRecord: ({ id }, group) => (id.startsWith("host") ? null : { user_vendor_id: id, group_vendor_id: group.id })
})

const toGroup = (id: string, types: ReadonlyArray<string>) => ({
  name: id,
  description: "",
  types,
  vendor_id: id,
  vendor_created_at: "2024-05-01T08:30:00Z"
})

const labels = Lookup.of<Group>()({
  endpoint: "/groups/{id}/labels",
  queries: [{ scope: "team" }, { scope: "site" }],
  row: Schema.Struct({ label: Schema.String }),
  pagination: Pagination.none({ items: "rows" }),
  permissions: ["labels.read"]
})

const groups = Extractor.make({
  record: RecordKind.IdpGroup,
  endpoint: "/groups",
  row: Group,
  pagination: Pagination.none({ items: "rows" }),
  permissions: ["groups.read"],
  lookups: { labels },
  children: [members],
  toRecord: ({ id }, { labels }) =>
    toGroup(
      id,
      (labels ?? []).map(({ label }) => label)
    )
})

const plain = acme()
const connector: Connector.Connector = {
  ...plain,
  exports: { ...plain.exports, idp: [groups], resources: [groups] }
}

const scripted = {
  ...replies,
  "GET /groups": { body: { rows: [{ id: "g1" }, { id: "g2" }] } },
  "GET /groups/g1/members?state=active": { body: { rows: [{ id: "u1" }] } },
  "GET /groups/g1/members?state=inactive": { body: { rows: [{ id: "u2" }, { id: "host1" }] } },
  "GET /groups/g2/members?state=active": { body: { rows: [{ id: "u1" }] } },
  "GET /groups/g2/members?state=inactive": { body: { rows: [] } },
  "GET /groups/g1/labels?scope=team": { body: { rows: [{ label: "red" }] } },
  "GET /groups/g1/labels?scope=site": { body: { rows: [{ label: "blue" }] } },
  "GET /groups/g2/labels?scope=team": { body: { rows: [{ label: "red" }] } },
  "GET /groups/g2/labels?scope=site": { body: { rows: [] } }
}

describe("the kit, with several sets of parameters and several kinds of record below rows", () => {
  it(
    "finds nothing wrong if each of them is scripted",
    async () => {
      expect(await failing(connector, scripted)).toEqual([])
    },
    LIMIT_MILLIS
  )
})
