import { describe, expect, it } from "@effect/vitest"
import { Child, Extractor, Pagination, RecordKind, Row } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Schema } from "effect"
import { AcmeUser, acme, groupReplies, replies, toItsmUser, userList } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const NULLS = "a null or missing field rejects its row only if the row schema refuses it, and never another row"

const messageOf = async (connector: Parameters<typeof failing>[0], scripted: ConnectorTest.Replies, name: string) => {
  const check = ConnectorTest.checks(connector, { replies: scripted }).find((each) => each.name === name)
  return check?.run().then(String, String)
}

describe("The field checks", () => {
  it("catch a mapping that throws on a null only if another field is present, and name the field", async () => {
    const toRecord: typeof userList.toRecord = (user) =>
      user.email === null
        ? toItsmUser(user)
        : { ...toItsmUser(user), name: `${user.name}, ${(user.state as string).toLowerCase()}` }
    const connector = acme({ users: Extractor.make({ ...userList, toRecord }) })
    expect(await failing(connector, replies)).toEqual([`/users: ${NULLS}`])
    expect(await messageOf(connector, replies, `/users: ${NULLS}`)).toContain(
      "state: null is accepted by the row schema, but the mapping rejected its row (mapping: threw TypeError)"
    )
  })

  it("catch a mapping that throws on a missing field, but not on null", async () => {
    const row = Schema.Struct({ ...AcmeUser.fields, state: Schema.optional(Schema.NullOr(Schema.String)) })
    const connector = acme({
      users: Extractor.make({
        ...userList,
        row,
        toRecord: (user) => toItsmUser({ ...user, state: user.state === null ? null : String(user.state?.length) })
      })
    })
    expect(await failing(connector, replies)).toEqual([])
    const broken = acme({
      users: Extractor.make({
        ...userList,
        row,
        toRecord: (user) =>
          toItsmUser({ ...user, state: user.state === null ? null : (user.state as string).toUpperCase() })
      })
    })
    expect(await failing(broken, replies)).toEqual([`/users: ${NULLS}`])
    expect(await messageOf(broken, replies, `/users: ${NULLS}`)).toContain("state: missing is accepted")
  })

  it("accept a mapping that needs one of two fields", async () => {
    const toRecord: typeof userList.toRecord = (user) => {
      if (user.email === null && user.state === null) throw new Error("neither")
      return toItsmUser(user)
    }
    expect(await failing(acme({ users: Extractor.make({ ...userList, toRecord }) }), replies)).toEqual([])
  })

  it("catch a null that hides the lists below its row", async () => {
    const Group = Schema.Struct({ id: Schema.String, name: Schema.String, kind: Row.nullish(Schema.String) })
    type Group = Schema.Schema.Type<typeof Group>
    const members = Child.of<Group>()({
      record: RecordKind.IdpGroupMembership,
      endpoint: "/groups/{id}/members",
      row: Schema.Struct({ id: Schema.String }),
      id: (row, parent) =>
        RecordKind.IdpGroupMembership.identity({
          user_vendor_id: String(Pagination.at(row, "id")),
          group_vendor_id: parent.id
        }),
      pagination: Pagination.cursor({ items: "items", from: "next", param: "cursor" }),
      permissions: ["groups.read"],
      when: (group) => group.kind === "TEAM",
      toRecord: (member, group) => ({ user_vendor_id: member.id, group_vendor_id: group.id })
    })
    const groups = Extractor.make({
      record: RecordKind.IdpGroup,
      endpoint: "/groups",
      row: Group,
      pagination: Pagination.offset({ counts: "returned", items: "items", limit: 1, total: "total" }),
      permissions: ["groups.read"],
      children: [members],
      toRecord: (group) => ({
        types: [],
        description: "",
        name: group.name,
        vendor_id: group.id,
        vendor_created_at: "2024-05-01T08:30:00Z"
      })
    })
    const group = (id: string) => ({ id, name: `Group ${id}`, kind: "TEAM" })
    const { "GET /groups/a/tags": _, "GET /groups/b/tags": __, ...others } = groupReplies
    const scripted = {
      ...others,
      "GET /groups?offset=0": { body: { items: [group("a")], total: 2 } },
      "GET /groups?offset=1": { body: { items: [group("b")], total: 2 } }
    }
    const connector = acme({ groups })
    expect(await failing(connector, scripted)).toEqual([
      "/groups: an unknown enum value loses no record",
      `/groups: ${NULLS}`
    ])
    expect(await messageOf(connector, scripted, `/groups: ${NULLS}`)).toContain("kind: null: 3 records")
  })
})
