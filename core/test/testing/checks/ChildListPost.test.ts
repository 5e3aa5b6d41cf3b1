import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Pagination, RecordKind } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { acme, replies as userReplies } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const Team = Schema.Struct({ id: Schema.String, name: Schema.String })
interface Team extends Schema.Schema.Type<typeof Team> {}

/** Teams whose members are asked for in a body; `body` is what names the team in it. */
const teams = (body: Readonly<Record<string, unknown>>) =>
  Extractor.make({
    record: RecordKind.IdpGroup,
    endpoint: "/teams/list",
    row: Team,
    post: {},
    pagination: Pagination.cursor({ items: "teams", from: "next", param: "cursor" }),
    permissions: ["teams.read"],
    children: [
      Child.of<Team>()({
        record: RecordKind.IdpGroupMembership,
        endpoint: "/teams/members",
        post: body,
        row: Schema.Struct({ user: Schema.String }),
        id: "user",
        pagination: Pagination.cursor({ items: "members", from: "next", param: "cursor" }),
        permissions: ["teams.read"],
        toRecord: ({ user }, team) => ({ user_vendor_id: user, group_vendor_id: team.id })
      })
    ],
    toRecord: ({ id, name }) => ({
      vendor_id: id,
      name,
      types: [],
      description: "",
      vendor_created_at: "2026-03-01T08:00:00Z"
    })
  })

const replies: ConnectorTest.Replies = {
  ...userReplies,
  "POST /teams/list": { body: { teams: [{ id: "t1", name: "Compilers" }], next: "c2" } },
  'POST /teams/list {"cursor":"c2"}': { body: { teams: [{ id: "t2", name: "Engines" }], next: null } },
  'POST /teams/members {"team":"t1"}': { body: { members: [{ user: "1" }], next: "m2" } },
  'POST /teams/members {"team":"t1","cursor":"m2"}': { body: { members: [{ user: "2" }], next: null } },
  'POST /teams/members {"team":"t2"}': { body: { members: [{ user: "1" }], next: null } }
}

describe("A list below each row that is read with POST", () => {
  it("sends the fields of the row in the body, on every page", async () => {
    const { records, requests } = await ConnectorTest.run(acme({ groups: teams({ team: "{id}" }) }), { replies })
    expect(records["idp_group_membership"]).toMatchObject([
      { user_vendor_id: "1", group_vendor_id: "t1" },
      { user_vendor_id: "2", group_vendor_id: "t1" },
      { user_vendor_id: "1", group_vendor_id: "t2" }
    ])
    expect(requests.filter(({ url }) => url.endsWith("/members")).map(({ method, body }) => [method, body])).toEqual([
      ["POST", { team: "t1" }],
      ["POST", { team: "t1", cursor: "m2" }],
      ["POST", { team: "t2" }]
    ])
  })

  it("passes the checks of the kit, including those that distinguish the lists of different rows", async () => {
    const connector = acme({ groups: teams({ team: "{id}" }) })
    expect(await failing(connector, replies)).toEqual([])
    const names = ConnectorTest.checks(connector, { replies }).map(({ name }) => name)
    expect(names).toContain("/teams/members: 404 below one row means that the row was deleted after it was listed")
  })

  it("fails the checks if its body names no row", async () => {
    expect(await failing(acme({ groups: teams({}) }), replies)).not.toEqual([])
  })
})
