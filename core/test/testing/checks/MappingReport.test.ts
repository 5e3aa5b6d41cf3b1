import { expect, it } from "@effect/vitest"
import { ConnectorTest } from "@tributary/core/testing"
import { acme, groupReplies, groups, replies } from "../Acme.js"

const user = (id: string, more: object = {}) => ({ id, name: `User ${id}`, email: null, state: "ENABLED", ...more })

it("the mapping report names the fields that no record carries, and how often they have a value", async () => {
  const answers = {
    ...replies,
    "GET /users": {
      ...replies["GET /users"],
      body: [
        user("1", { badge: { color: "red" }, teams: ["a", "b"] }),
        user("2", { email: "2@acme.example", teams: [] })
      ]
    },
    "GET /users?after=2": { body: [user("3", { devices: [{ os: "Linux" }, { os: "Windows" }] }), user("4")] }
  }
  const report = await ConnectorTest.mappingReport(acme(), { replies: answers })
  expect(report.map(({ path, filled, isCarried }) => [path, filled, isCarried])).toEqual([
    ["id", 1, true],
    ["name", 1, true],
    ["state", 1, true],
    ["badge.color", 0.25, false],
    ["teams.[]", 0.25, false],
    ["email", 0.25, true],
    ["devices.[].os", 0.25, false]
  ])
})

it("the mapping report covers child lists and lookups", async () => {
  const report = await ConnectorTest.mappingReport(acme({ groups: groups() }), {
    replies: { ...groupReplies, "GET /groups/a/tags": { body: { tags: [{ label: "red", weight: 7 }] } } }
  })
  const shown = report.filter(({ endpoint }) => endpoint.startsWith("/groups/"))
  expect(shown.map(({ endpoint, path, isCarried }) => `${endpoint} ${path} ${isCarried}`)).toEqual([
    "/groups/{id}/members id true",
    "/groups/{id}/tags label true",
    "/groups/{id}/tags weight false"
  ])
})
