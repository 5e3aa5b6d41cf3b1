import { describe, expect, it } from "@effect/vitest"
import { Authentication, Extractor, Pagination } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Redacted } from "effect"
import { acme, userList } from "../Acme.js"

/** A signature that is made on another thread: many turns of the event loop pass until it is there. */
const slowly = async (answer: Readonly<Record<string, string>>) => {
  for (let turns = 0; turns < 50; turns += 1) await new Promise<void>((resolve) => setImmediate(resolve))
  return answer
}

const auth: Authentication.TokenSource = {
  ...Authentication.clientCredentials({
    url: `${ConnectorTest.BASE_URL}/token`,
    clientId: "client-1",
    clientSecret: Redacted.make("secret-1")
  }),
  sign: ({ now, headers }) => slowly({ ...headers, "x-signed-at": String(now) })
}

const connector = acme({
  users: Extractor.make({ ...userList, pagination: Pagination.linkHeader({ limit: 2 }) }),
  http: () => ({
    headers: {},
    auth,
    sign: ({ now, headers }) => slowly({ ...headers, "x-signed-at": String(now) })
  })
})

const replies: ConnectorTest.Replies = {
  "POST /token": { body: { access_token: "invented-token-1", expires_in: 1_800 } },
  "GET /users": {
    body: [{ id: "1", name: "User 1", email: null, state: "ENABLED" }],
    headers: { link: `<${ConnectorTest.BASE_URL}/users?after=p2>; rel="next"` }
  },
  "GET /users?after=p2": { body: [{ id: "2", name: "User 2", email: null, state: "ENABLED" }] }
}

describe("The clock of a test run", () => {
  it("stands still while a request is signed, however long the machine takes for it", async () => {
    const { requests, records, elapsedMillis } = await ConnectorTest.run(connector, { replies })
    expect(records["itsm_user"]).toHaveLength(2)
    expect(requests.map(({ headers }) => headers["x-signed-at"])).toEqual(["0", "0", "0"])
    expect(elapsedMillis).toBe(0)
  })
})
