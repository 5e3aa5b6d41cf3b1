import { ApiError, Client, NetworkError } from "@tributary/client"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import * as FakeServer from "./FakeServer.js"

const start = (replies: ReadonlyArray<FakeServer.Reply | Error>, settings: Partial<Client.Settings> = {}) => {
  const { asked, fetch } = FakeServer.make(replies)
  return { asked, client: Client.make({ ...FakeServer.settings, fetch, ...settings }) }
}

const errorOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.fail("The call succeeded."),
    (error: unknown) => (error instanceof ApiError ? error : expect.fail(String(error)))
  )

describe("a request", () => {
  const requests: ReadonlyArray<{
    readonly name: string
    readonly call: (client: Client.Client) => Promise<unknown>
    readonly expected: string
  }> = [
    {
      name: "a page by cursor, with only the given parameters",
      call: (client) => client.listIdpUsers({ limit: 5, cursor: undefined }),
      expected: "GET /v1/idp/users?limit=5&enableCursor=true&strict=true"
    },
    {
      name: "a page by offset",
      call: (client) => client.listIdpUsersByOffset({ offset: 10, includeIdpGroups: true }),
      expected: "GET /v1/idp/users?offset=10&includeIdpGroups=true&enableCursor=false&strict=true"
    },
    {
      name: "lists of values, with quotes around those with a comma or a quote",
      call: (client) =>
        client.listComplianceFindings({ findingStatuses: ["NEW", "OTHER"], controls: ["a,b", 'c"d', "e"] }),
      expected: `GET /v1/cspm/compliance_findings?findingStatuses=NEW%2COTHER&controls=%22a%2Cb%22%2C%22c%22%22d%22%2Ce&enableCursor=true&strict=true`
    },
    {
      name: "ids in the path, escaped so that they lead nowhere else",
      call: (client) => client.getIdpUser({ user_id: "../a?b" }),
      expected: "GET /v1/idp/users/..%2Fa%3Fb?strict=true"
    },
    {
      name: "a body and a header",
      call: (client) => client.createTicket({ body: { name: "Rotate" }, idempotencyKey: "once" }),
      expected: 'POST /v1/itsm/tickets?strict=true once {"name":"Rotate"}'
    }
  ]

  it.each(requests)("carries $name", async ({ call, expected }) => {
    const { asked, client } = start([{ body: { items: [] } }])
    await call(client)
    const [{ body, headers, method, url } = expect.fail("Nothing was asked.")] = asked
    const sent = [method, `${url.pathname}${url.search}`, headers.get("idempotency-key"), body]
    expect(sent.filter((part) => part !== null && part !== "").join(" ")).toBe(expected)
    expect([headers.get("x-api-key"), headers.get("x-connection-id")]).toEqual(["key", "connection"])
    expect(headers.get("content-type")).toBe(body === "" ? null : "application/json")
  })

  it("names another connection after withConnection", async () => {
    const { asked, client } = start([{ body: { items: [] } }])
    await client.withConnection("other").listDevices()
    expect(asked[0]?.headers.get("x-connection-id")).toBe("other")
  })

  it("is not sent if the path lacks an id", async () => {
    const { asked, client } = start([])
    await expect(client.getIdpUser({ user_id: "" })).rejects.toThrow("The parameter user_id is missing.")
    expect(asked).toEqual([])
  })
})

describe("an answer", () => {
  it("from a list that the connector does not export says so", async () => {
    const body = { items: [], next_cursor: null, previous_cursor: null }
    const { client } = start([{ body, headers: { "x-not-exported": "No devices." } }, { body }])
    expect((await client.listDevices()).not_exported).toBe("No devices.")
    expect((await client.listDevices()).not_exported).toBeNull()
  })

  it("names the fields that some of its records omit", async () => {
    const body = { items: [], next_cursor: null, previous_cursor: null }
    const { client } = start([{ body, headers: { "x-omitted-fields": "device_ids" } }, { body }])
    expect((await client.listDeviceGroups()).omitted_fields).toEqual(["device_ids"])
    expect((await client.listDeviceGroups()).omitted_fields).toEqual([])
  })

  it("without a body is undefined, and an image is its text", async () => {
    const { client } = start([{ status: 204 }, { text: "<svg/>" }])
    expect(await client.deleteOrganization({ organization_id: "id" })).toBeUndefined()
    expect(await client.getConnectorLogo({ vendor: "OKTA" })).toBe("<svg/>")
  })

  const detail = [{ loc: ["query", "limit"], msg: "Expected an integer", type: "integer", ctx: {}, input: "x" }]
  const headers = { "x-error-code": "CODE", "x-request-id": "r1" }

  it.each<readonly [string, FakeServer.Reply, Partial<ApiError>]>([
    ["a sentence", { status: 404, headers, body: { detail: "Gone." } }, { code: "CODE", message: "Gone.", detail: [] }],
    ["mistakes", { status: 422, headers, body: { detail } }, { message: "query.limit: Expected an integer", detail }],
    [
      "a structured body",
      { status: 422, body: { type: "validation_error", code: "OWN", message: "Invalid.", detail } },
      { code: "OWN", message: "Invalid. query.limit: Expected an integer", detail, requestId: null }
    ],
    [
      "many mistakes",
      {
        status: 422,
        body: { message: "Invalid.", detail: ["a", "b", "c", "d", "e"].map((name) => ({ loc: [name], msg: "No" })) }
      },
      { message: "Invalid. a: No; b: No; c: No; and 2 more" }
    ],
    [
      "mistakes in another form",
      { status: 422, body: { detail: [{ field: "limit" }, null] } },
      { message: "The server answered 422 with a body that is not one of the API." }
    ],
    [
      "a proxy's page",
      { status: 502, text: "<html>" },
      { code: "UNEXPECTED_ANSWER", message: "The server answered 502 with a body that is not one of the API." }
    ],
    ["a login page in place of JSON", { status: 200, text: "<html>" }, { status: 200, code: "UNEXPECTED_ANSWER" }]
  ])("with %s is an ApiError with a code", async (_, reply, expected) => {
    const { client } = start([reply])
    const error = await errorOf(client.listDevices())
    expect(error).toMatchObject({ _tag: "ApiError", status: reply.status, ...expected })
    expect(error.requestId).toBe(reply.headers === undefined ? null : "r1")
  })
})

describe("a refused request", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const unavailable = { status: 503, headers: { "retry-after": "1" }, body: { detail: "Away." } }

  it("is sent again after the seconds in Retry-After", async () => {
    const { asked, client } = start([FakeServer.tooMany(7), { body: { items: [] } }])
    const page = client.listDevices()
    await vi.advanceTimersByTimeAsync(6_999)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await page).toMatchObject({ items: [] })
    expect(asked).toHaveLength(2)
  })

  it("is sent again after a 503 only if it reads", async () => {
    const reading = start([unavailable, { body: { items: [] } }])
    const page = reading.client.listDevices()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await page).toMatchObject({ items: [] })
    const writing = start([unavailable])
    expect(await errorOf(writing.client.createTicket({ body: { name: "once" } }))).toMatchObject({ status: 503 })
  })

  it("fails with the last answer after as many tries as the settings allow", async () => {
    const { asked, client } = start([FakeServer.tooMany(1), FakeServer.tooMany(1), FakeServer.tooMany(3)], {
      retries: 2
    })
    const failed = errorOf(client.listDevices())
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await failed).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfterSecs: 3 })
    expect(asked).toHaveLength(3)
  })

  it("stops waiting when the call is aborted", async () => {
    const { client } = start([FakeServer.tooMany(60)])
    const abort = new AbortController()
    const failed = client.listDevices({}, { signal: abort.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_000)
    abort.abort("enough")
    expect(await failed).toBe("enough")
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe("a request without an answer", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const refused = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:1") })

  const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error)

  it("is a NetworkError that names the address without key and query, after three more tries if it only reads", async () => {
    const { asked, client } = start([refused, refused, refused, refused])
    const failed = failureOf(client.listDevices({ updatedSince: "2024-01-01T00:00:00Z" }))
    await vi.advanceTimersByTimeAsync(6_999)
    expect(asked).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(1)
    const error = await failed
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({
      _tag: "NetworkError",
      method: "GET",
      address: "http://server.test/v1/entities/devices"
    })
    expect(String(error)).toBe(
      "NetworkError: GET http://server.test/v1/entities/devices got no answer: connect ECONNREFUSED 127.0.0.1:1. Check the address, the network and whether the service runs."
    )
    expect(asked).toHaveLength(4)
  })

  it("gets its answer from a later try", async () => {
    const { client } = start([refused, { body: { items: [] } }])
    const page = client.listDevices()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await page).toMatchObject({ items: [] })
  })

  it("is one whose answer does not come in time, and is sent again if it reads", async () => {
    const { asked, client } = start([{ hangs: true }, { body: { items: [] } }])
    const page = client.listDevices()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await page).toMatchObject({ items: [] })
    expect([asked.length, vi.getTimerCount()]).toEqual([2, 0])

    const writing = start([{ hangs: true }], { timeoutSecs: 5 })
    const failed = failureOf(writing.client.createTicket({ body: { name: "once" } }))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(String(await failed)).toContain("got no answer: none came within 5 seconds")
  })

  it("may take any time, but no time that is not positive", async () => {
    const { asked, client } = start([{ body: { items: [] } }], { timeoutSecs: Number.POSITIVE_INFINITY })
    expect(await client.listDevices()).toMatchObject({ items: [] })
    expect([asked.length, vi.getTimerCount()]).toEqual([1, 0])
    for (const timeoutSecs of [0, -1, Number.NaN]) {
      expect(() => start([], { timeoutSecs })).toThrow(`timeoutSecs is ${timeoutSecs}. Expected a positive number`)
    }
  })

  it("ends with the signal's reason while it waits for an answer", async () => {
    const { client } = start([{ hangs: true }])
    const abort = new AbortController()
    const failed = failureOf(client.listDevices({}, { signal: abort.signal }))
    await vi.advanceTimersByTimeAsync(1_000)
    abort.abort("enough")
    expect(await failed).toBe("enough")
    expect(vi.getTimerCount()).toBe(0)
  })

  it("is not sent again if it writes, or if the settings allow no retries", async () => {
    const writing = start([refused])
    expect(await failureOf(writing.client.createTicket({ body: { name: "once" } }))).toBeInstanceOf(NetworkError)
    const once = start([refused], { retries: 0 })
    expect(await failureOf(once.client.listDevices())).toBeInstanceOf(NetworkError)
    expect([writing.asked.length, once.asked.length]).toEqual([1, 1])
  })

  it("fails with the signal's reason if the caller ended it", async () => {
    const { client } = start([])
    const reason = new Error("enough")
    expect(await failureOf(client.listDevices({}, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  })
})

describe("a walk", () => {
  it("gets every record, and repeats all parameters but updatedSince with the cursor", async () => {
    const { asked, client } = start(FakeServer.pages)
    const walk = client.walk("listIdpUsers", { updatedSince: "2024-01-01T00:00:00Z", includeIdpGroups: true, limit: 2 })
    const ids: Array<string> = []
    for await (const { id } of walk) ids.push(id)
    expect(ids).toEqual(["1", "2", "3"])
    const common = "includeIdpGroups=true&limit=2"
    const last = "enableCursor=true&strict=true"
    expect(asked.map(({ url }) => url.search)).toEqual([
      `?updatedSince=2024-01-01T00%3A00%3A00Z&${common}&${last}`,
      `?${common}&cursor=second&${last}`,
      `?${common}&cursor=third&${last}`
    ])
  })

  it("says where the next walk starts: at the earliest X-As-Of of its pages", async () => {
    const { client } = start(FakeServer.pages)
    const walk = client.walk("listIdpUsers")
    expect(() => walk.asOf).toThrow("read no page yet")
    const instants: Array<string> = []
    for await (const { as_of } of walk.pages()) instants.push(as_of)
    expect(instants).toEqual(FakeServer.instants)
    expect(walk.asOf).toBe(FakeServer.AS_OF)
  })

  it("requests no further page once its reader has stopped", async () => {
    const { asked, client } = start(FakeServer.pages)
    for await (const { id } of client.walk("listIdpUsers", { cursor: "saved" })) if (id === "1") break
    expect(asked.map(({ url }) => url.searchParams.get("cursor"))).toEqual(["saved"])
  })
})
