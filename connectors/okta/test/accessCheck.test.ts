import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { ALERTS } from "../src/exports/idp_alerts.js"
import { okta } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

/** A page of 200 users, the most that Okta returns. */
const crowded: ConnectorTest.Replies = {
  ...replies,
  "GET /api/v1/users": {
    body: Array.from({ length: 200 }, (_, index) => ({
      id: `00u${index}`,
      status: "ACTIVE",
      created: "2024-05-01T08:30:00.000Z",
      profile: { login: `user${index}@acme.example` }
    }))
  },
  "GET /api/v1/users/00u0/roles": { status: 403, body: {} },
  "GET /api/v1/users/00u0/factors": { body: [] }
}

it("testing Okta credentials takes twelve requests, however many users there are", async () => {
  const { requests, unreadable, without } = await ConnectorTest.checkAccess(okta, { replies: crowded })
  expect(requests.map(({ url }) => url.slice(ConnectorTest.BASE_URL.length))).toEqual([
    "/api/v1/users?limit=1",
    "/api/v1/users/00u0/roles",
    "/api/v1/users/00u0/factors",
    "/api/v1/groups?limit=1",
    "/api/v1/groups/00g1/users?limit=1",
    "/api/v1/apps?limit=1",
    "/api/v1/apps/0oa1/users?limit=1",
    "/api/v1/apps/0oa1/groups?limit=1",
    `/api/v1/logs?${new URLSearchParams({ limit: "1", filter: ALERTS })}`,
    "/api/v1/logs?limit=1",
    "/api/v1/policies?type=OKTA_SIGN_ON",
    "/api/v1/policies?type=ACCESS_POLICY"
  ])
  expect([unreadable, without]).toEqual([{}, ["/api/v1/users/{id}/roles"]])
})
