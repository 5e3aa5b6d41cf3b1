import { describe, expect, it } from "@effect/vitest"
import { Extractor, RecordKind } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import type { Answer } from "../../FakeVendor.js"
import { acme, groupReplies, groups, replies, userList } from "../../testing/Acme.js"
import { failing } from "../../testing/FailingChecks.js"
import { extract } from "../extract.js"

const optional = () => Extractor.optional(groups())

const answering =
  (status: number) =>
  (path: string): Answer =>
    path.startsWith("/groups?") ? { status } : { body: {} }

describe("Extractor.optional", () => {
  it("makes every permission of the lists one without which only records are missing", () => {
    expect(optional().permissions).toEqual([])
    expect(optional().optionalPermissions).toEqual(["groups.read", "tags.read"])
  })

  it("ends without a failure after a refusal, names the permission, and proves no absence", async () => {
    const { batches, failure, pages } = await extract(optional(), answering(403))
    expect(failure).toBeNull()
    expect(batches.map(({ isIncomplete, kind, records }) => [kind, isIncomplete, records.length])).toEqual([
      [RecordKind.IdpGroup, true, 0],
      [RecordKind.IdpGroupMembership, true, 0]
    ])
    const unread = pages.flatMap((page) => page.unread ?? [])
    expect(unread).toMatchObject([
      { kind: RecordKind.IdpGroup, endpoint: "/groups", permissions: ["groups.read"], reason: "answered 403" },
      { kind: RecordKind.IdpGroupMembership, endpoint: "/groups", permissions: ["groups.read"] }
    ])
    expect(unread[0]?.fields).toEqual(RecordKind.IdpGroup.fields)
  })

  it("is refused for a list with deltas, because a delta that was refused would lose its changes", () => {
    expect(() => Extractor.optional(Extractor.make(userList))).toThrow(
      "/users: a list that may be refused is read whole by each job"
    )
  })

  it.each([401, 404, 500])("fails after %i, which is not about a permission", async (status) => {
    const { failure } = await extract(optional(), answering(status))
    expect(failure).toMatchObject({ endpoint: "/groups", status })
  })

  it("keeps what is stored when it is refused, in a connector that conforms", async () => {
    const connector = acme({ groups: optional() })
    const strikes = ({ url }: { readonly url: URL }) => url.pathname.endsWith("/members")
    const { stored } = await ConnectorTest.run(connector, { replies: groupReplies })
    const report = await ConnectorTest.run(connector, {
      replies: groupReplies,
      stored,
      faults: [{ strikes, outcome: () => ({ _tag: "Reply", reply: { status: 403 } }) }]
    })
    expect([report.health.name, report.unread.map(({ endpoint }) => endpoint)]).toEqual([
      "HEALTHY",
      ["/groups/{id}/members", "/groups/{id}/members"]
    ])
    expect(report.records["idp_group_membership"]).toHaveLength(3)
  })

  it("is proven by the kit, which finds one that does not name its permission", async () => {
    const broken = {
      ...optional(),
      pages: optional().pages,
      lists: optional().lists.map((list) => ({ ...list, permissions: ["other"] }))
    }
    const name = "/groups: 403 costs only the records of the list, and names its permission"
    expect(await failing(acme({ groups: optional() }), { ...replies, ...groupReplies }, /403/)).toEqual([])
    expect(await failing(acme({ groups: broken }), { ...replies, ...groupReplies }, /403 costs/)).toContain(name)
    const required = { ...groups(), lists: optional().lists }
    expect(await failing(acme({ groups: required }), { ...replies, ...groupReplies }, /403 costs/)).toContain(name)
  })
})
