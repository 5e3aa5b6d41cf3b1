import { describe, expect, it } from "@effect/vitest"
import { Authentication, type Connector, type DetailRequest, Extractor, Pagination, VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Redacted } from "effect"
import { acme, type Parts, userList } from "../Acme.js"
import { failing } from "../FailingChecks.js"

const auth = (key: string) =>
  Authentication.clientCredentials({
    url: `${ConnectorTest.BASE_URL}/token`,
    clientId: "client-1",
    clientSecret: Redacted.make(key)
  })

const details: DetailRequest.DetailRequest = {
  endpoint: "/users/details",
  batch: 2,
  method: "POST",
  query: (ids) => ({ ids }),
  items: "users",
  permissions: ["users.read"]
}

/** Users from a list of their ids, read with a token. */
const connector = (parts: Parts = {}, more: Partial<DetailRequest.DetailRequest> = {}): Connector.Connector =>
  acme({
    users: Extractor.make({
      ...userList,
      pagination: Pagination.cursor({ items: "ids", from: "next", param: "after" }),
      detailRequest: { ...details, ...more }
    }),
    http: (key) => ({ headers: {}, auth: auth(key), ...parts.http?.(key) })
  })

const user = (id: string) => ({ id, name: `User ${id}`, email: null, state: "ENABLED" })

const replies: ConnectorTest.Replies = {
  "POST /token": { body: { access_token: "invented-token-1", expires_in: 1_800 } },
  "GET /users": { body: { ids: ["1", "2", "3"], next: "p2" } },
  "GET /users?after=p2": { body: { ids: ["4"], next: null } },
  'POST /users/details {"ids":["1","2"]}': { body: { users: [user("1"), user("2")] } },
  'POST /users/details {"ids":["3"]}': { body: { users: [user("3")] } },
  'POST /users/details {"ids":["4"]}': { body: { users: [user("4")] } }
}

const reading = (read: (endpoint: string, status: number) => VendorError.VendorError | null): Parts => ({
  http: () => ({ classify: ({ endpoint, status }) => read(endpoint, status) })
})

const refusal = (endpoint: string, status: number) =>
  new VendorError.ClientError({ endpoint, status, detail: `answered ${status}` })

describe("The token checks", () => {
  it("pass a sound connector, and are part of the checks", async () => {
    expect(await failing(connector(), replies)).toEqual([])
    const names = ConnectorTest.checks(connector(), { replies }).map(({ name }) => name)
    expect(names).toContain("/token: 401 at the start")
    expect(names).toContain("/token: a token refused mid-run is renewed, and no record is lost")
  })

  it("catch a connector that does not recognize a refused token", async () => {
    const names = await failing(
      connector(
        reading((endpoint, status) => (endpoint !== "/token" && status === 401 ? refusal(endpoint, status) : null))
      ),
      replies
    )
    expect(names).toContain("/token: a token refused mid-run is renewed, and no record is lost")
  })

  it("catch a connector that reports refused credentials as another error", async () => {
    const names = await failing(
      connector(
        reading((endpoint, status) =>
          endpoint === "/token" && status < 500 && status > 400 ? refusal(endpoint, status) : null
        )
      ),
      replies
    )
    expect(names).toEqual([
      "/token: 401 at the start",
      "/token: 401 mid-run",
      "/token: 403",
      "/token: 429 with Retry-After, once",
      "/token: 429 without headers, twice",
      "/token: 429 on every attempt"
    ])
  })

  it("expect the credential check to fail, not the token, if the vendor reports errors inside a 200", async () => {
    const errors = { at: "code", codes: { AUTH: 401, FORBIDDEN: 403, NOT_FOUND: 404 } } as const
    const sound = connector({ http: () => ({ errors }) })
    const answered = { ...replies, "GET /me": { body: { id: "me" } } }
    expect(await failing(sound, answered)).toEqual([])
    const deaf = connector({
      http: () => ({ errors, classify: ({ endpoint }) => (endpoint === "/me" ? refusal(endpoint, 400) : null) })
    })
    const names = await failing(deaf, answered)
    expect(names).toContain("/me: the check fails after 200 with the error FORBIDDEN")
  })

  it("catch a connector that quotes its token", async () => {
    const quoting = reading((endpoint, status) =>
      status === 500
        ? new VendorError.ServerError({ endpoint, status, detail: "refused the token invented-token-1" })
        : null
    )
    expect(await failing(connector(quoting), replies)).toContain(
      "no credential appears in a log line, span, error, checkpoint or record"
    )
  })
})

describe("The checks of a list of ids", () => {
  it("inject faults into the detail requests as well", () => {
    const names = ConnectorTest.checks(connector(), { replies }).map(({ name }) => name)
    expect(names).toContain("/users/details: 403")
    expect(names).toContain("/users/details: an unreadable row is rejected and counted, and the other rows are kept")
  })

  it("catch batches that omit ids", async () => {
    const names = await failing(connector({}, { query: (ids) => ({ ids: ids.slice(0, 1) }) }), replies)
    expect(names).toContain("every page of every list is read exactly once")
  })
})
