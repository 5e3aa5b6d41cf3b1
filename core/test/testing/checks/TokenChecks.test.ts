import { describe, expect, it } from "@effect/vitest"
import { Authentication, type Connector, type DetailRequest, Extractor, Pagination, VendorError } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Redacted } from "effect"
import { acme, type Parts, userList } from "../Acme.js"

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

/** Users by a list of their ids, behind a token. */
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

const failing = async (subject: Connector.Connector) => {
  const names: Array<string> = []
  for (const check of ConnectorTest.checks(subject, { replies })) {
    try {
      await check.run()
    } catch (error) {
      if (!(error instanceof ConnectorTest.ConformanceError)) throw error
      names.push(check.name)
    }
  }
  return names
}

const reading = (read: (endpoint: string, status: number) => VendorError.VendorError | null): Parts => ({
  http: () => ({ classify: ({ endpoint, status }) => read(endpoint, status) })
})

const refusal = (endpoint: string, status: number) =>
  new VendorError.ClientError({ endpoint, status, detail: `answered ${status}` })

describe("The checks of tokens", () => {
  it("pass a connector that does everything as it should, and are among its promises", async () => {
    expect(await failing(connector())).toEqual([])
    const names = ConnectorTest.checks(connector(), { replies }).map(({ name }) => name)
    expect(names).toContain("/token: 401 at the start")
    expect(names).toContain("/token: a token that is refused mid-run is renewed, and nothing is lost")
  })

  it("see a refused token that is not known as one", async () => {
    const names = await failing(
      connector(
        reading((endpoint, status) => (endpoint !== "/token" && status === 401 ? refusal(endpoint, status) : null))
      )
    )
    expect(names).toContain("/token: a token that is refused mid-run is renewed, and nothing is lost")
  })

  it("see refused credentials that are called something else", async () => {
    const names = await failing(
      connector(
        reading((endpoint, status) =>
          endpoint === "/token" && status < 500 && status > 400 ? refusal(endpoint, status) : null
        )
      )
    )
    expect(names).toEqual([
      "/token: 401 at the start",
      "/token: 401 mid-run",
      "/token: 403",
      "/token: 429 with Retry-After, once",
      "/token: 429 without headers, twice",
      "/token: 429, every time"
    ])
  })

  it("see a token that comes out", async () => {
    const quoting = reading((endpoint, status) =>
      status === 500
        ? new VendorError.ServerError({ endpoint, status, detail: "refused the token invented-token-1" })
        : null
    )
    expect(await failing(connector(quoting))).toContain("no credential comes out")
  })
})

describe("The checks of lists of ids", () => {
  it("strike the details too", () => {
    const names = ConnectorTest.checks(connector(), { replies }).map(({ name }) => name)
    expect(names).toContain("/users/details: 403")
    expect(names).toContain("/users/details: a row that cannot be read is rejected and counted, the others are kept")
  })

  it("see batches that leave ids out", async () => {
    const names = await failing(connector({}, { query: (ids) => ({ ids: ids.slice(0, 1) }) }))
    expect(names).toContain("every list is walked to its end, each page once")
  })
})
