import { once } from "node:events"
import { connect } from "node:net"
import { Deferred, Effect, Layer, Logger } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RecordQuery } from "../../../../src/store/read/RecordQuery.js"
import {
  dataHeaders,
  emptyPage,
  makeTenant,
  opened,
  send,
  start,
  type Tenant,
  type TestServer
} from "../../TestServer.js"

const notUsed = () => Effect.die("not used")
const portOf = ({ origin }: TestServer) => Number(new URL(origin).port)

it("answers requests in flight before it stops, accepts no new ones, and waits for no idle connection", async () => {
  const asked = Effect.runSync(Deferred.make<void>())
  const answer = Effect.runSync(Deferred.make<void>())
  const list = () =>
    Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(answer)), Effect.as(opened(emptyPage)))
  const override = Layer.succeed(
    RecordQuery,
    RecordQuery.of({ list, members: notUsed, get: notUsed, counts: notUsed, vendorId: notUsed })
  )
  const server = await start({ override, shutdownGrace: "1 hour" })
  const tenant = await server.run(makeTenant)
  // A client that never ends its connection.
  const idle = connect(portOf(server), "127.0.0.1")
  idle.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
  await once(idle, "data")
  const idleEnded = once(idle, "close")
  const reply = send(`${server.origin}/v1/idp/users`, { headers: dataHeaders(tenant) })
  await Effect.runPromise(Deferred.await(asked))
  const stopped = server.stop()
  const late = await send(`${server.origin}/healthz`).then(
    ({ status }) => status,
    () => "refused"
  )
  expect([503, "refused"]).toContain(late)
  Effect.runSync(Deferred.succeed(answer, undefined))
  expect((await reply).json).toEqual({ count: 0, total: 0, items: [] })
  await stopped
  await idleEnded
})

it("stops when the grace period ends, even if a request is still in flight", async () => {
  const asked = Effect.runSync(Deferred.make<void>())
  const override = Layer.succeed(
    RecordQuery,
    RecordQuery.of({
      list: () => Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never),
      members: notUsed,
      get: notUsed,
      counts: notUsed,
      vendorId: notUsed
    })
  )
  const server = await start({ override })
  const tenant = await server.run(makeTenant)
  const reply = send(`${server.origin}/v1/idp/users`, { headers: dataHeaders(tenant) }).catch(() => "cut")
  await Effect.runPromise(Deferred.await(asked))
  await server.stop()
  expect(await reply).toBe("cut")
})

describe("a connection for another protocol", () => {
  const upgrade = "GET /v1/connectors HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n"
  const tunnel = "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n"
  it("may be reset by its client", async () => {
    const server = await start()
    const uncaught: Array<unknown> = []
    const keep = (error: unknown) => void uncaught.push(error)
    process.prependListener("uncaughtException", keep)
    // When the reset arrives, the answer has been sent, is being sent, or has not been begun.
    for (const sent of [upgrade, tunnel, `${upgrade}more`]) {
      for (const isAnswered of [true, false, false]) {
        const socket = connect({ port: portOf(server), host: "127.0.0.1", allowHalfOpen: true })
        socket.write(sent)
        await once(socket, isAnswered ? "data" : "connect")
        socket.resetAndDestroy()
        await once(socket, "close")
        expect((await send(`${server.origin}/healthz`)).status).toBe(200)
      }
    }
    await server.stop()
    process.off("uncaughtException", keep)
    expect(uncaught).toEqual([])
  })

  it("is closed if an answer to a request before it has not left, and the server goes on", async () => {
    const server = await start()
    const socket = connect({ port: portOf(server), host: "127.0.0.1" })
    socket.write(`GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n${upgrade}`)
    socket.resume().on("error", () => {})
    await once(socket, "close")
    expect((await send(`${server.origin}/healthz`)).status).toBe(200)
    await server.stop()
  })

  it("does not keep the server from stopping if its client neither reads nor disconnects", async () => {
    const server = await start()
    const sockets = [upgrade, tunnel].map((sent) => {
      const socket = connect({ port: portOf(server), host: "127.0.0.1", allowHalfOpen: true })
      socket.write(sent)
      return socket
    })
    await Promise.all(sockets.map((socket) => once(socket, "readable")))
    await server.stop()
    for (const socket of sockets) socket.destroy()
  })
})

describe("what clients make the server keep", () => {
  const codeOf = async (reply: ReturnType<typeof send>) => {
    const { headers, status } = await reply
    return status < 400 ? status : headers.get("x-error-code")
  }

  it("ends at a number of request bodies of a key that do not end", async () => {
    const server = await start()
    const { key } = await server.run(makeTenant)
    const url = `${server.origin}/v1/provisioning/organizations`
    const create = () => codeOf(send(url, { method: "POST", headers: { "X-API-KEY": key }, body: '{"name":"Acme"}' }))
    const head = `POST /v1/provisioning/organizations HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${key}\r\nContent-Length: 1000\r\n\r\n{`
    const answers: Array<string> = []
    const sockets = Array.from({ length: 17 }, () => {
      const socket = connect(portOf(server), "127.0.0.1")
      socket.setEncoding("utf8").on("data", (text: string) => answers.push(text))
      socket.write(head)
      return socket
    })
    await expect.poll(() => answers.length).toBe(1)
    expect(answers[0]).toMatch(/^HTTP\/1\.1 429 [\s\S]*x-error-code: TOO_MANY_BODIES/i)
    // One that has arrived as a whole needs no place.
    expect(await create()).toBe(201)
    for (const socket of sockets) socket.destroy()
    await server.stop()
  })

  it("ends at a size of the answers to a key that its clients do not read", async () => {
    const item = JSON.stringify("x".repeat(12 * 1_048_576))
    const list = () => Effect.succeed(opened({ ...emptyPage, count: 1, items: [item] }))
    const override = Layer.succeed(
      RecordQuery,
      RecordQuery.of({ list, members: notUsed, get: notUsed, counts: notUsed, vendorId: notUsed })
    )
    const server = await start({ override, settings: { compress: false } })
    const tenant = await server.run(makeTenant)
    const other = await server.run(makeTenant)
    const ask = (headers = dataHeaders(tenant)) => codeOf(send(`${server.origin}/v1/idp/users?limit=1`, { headers }))
    const lines = Object.entries(dataHeaders(tenant)).map(([name, value]) => `${name}: ${value}\r\n`)
    const sockets = [1, 2, 3].map(() => {
      const socket = connect(portOf(server), "127.0.0.1")
      socket.write(`GET /v1/idp/users HTTP/1.1\r\nHost: a\r\n${lines.join("")}\r\n`)
      return socket
    })
    await expect.poll(() => ask()).toBe("TOO_MANY_UNREAD_ANSWERS")
    expect(await ask(dataHeaders(other))).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => ask()).toBe(200)
    await server.stop()
  })
})

describe("heavy requests in one connection", () => {
  const count = (tenant: Tenant) =>
    `GET /v1/provisioning/organizations/${tenant.organization.id}/connections/${tenant.connection.id}/counts?kind=idp_user&by=status HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${tenant.key}\r\n\r\n`
  const page = (tenant: Tenant) => {
    const lines = Object.entries(dataHeaders(tenant)).map(([name, value]) => `${name}: ${value}\r\n`)
    return `GET /v1/idp/users?limit=500 HTTP/1.1\r\nHost: a\r\n${lines.join("")}\r\n`
  }

  it("do not wait for the answers before them, and give their turns back when their client is gone", async () => {
    const server = await start()
    const tenant = await server.run(makeTenant)
    for (let round = 0; round < 3; round++) {
      const socket = connect(portOf(server), "127.0.0.1")
      socket.setEncoding("utf8")
      let read = ""
      socket.on("data", (chunk) => {
        read += chunk
      })
      socket.write(`${count(tenant)}${page(tenant)}${page(tenant)}${page(tenant)}`)
      await expect.poll(() => read.match(/HTTP\/1\.1 \d+/g)?.length).toBe(4)
      socket.write(`${count(tenant)}${page(tenant)}${page(tenant)}`)
      socket.destroy()
    }
    const { status } = await send(`${server.origin}/v1/idp/users?limit=500`, { headers: dataHeaders(tenant) })
    expect(status).toBe(200)
    await server.stop()
  })
})

describe("what Node would answer on its own", () => {
  let server: TestServer
  const log: Array<string> = []
  beforeAll(async () => {
    const logger = Logger.map(Logger.jsonLogger, (line) => void log.push(line))
    server = await start({ logger, settings: { logRequests: true } })
  })
  afterAll(() => server.stop())

  /** Sends bytes, and reads until the server closes the connection. */
  const exchange = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(server.origin).port), "127.0.0.1")
      let read = ""
      socket.setEncoding("utf8")
      socket.on("data", (chunk) => {
        read += chunk
      })
      socket.on("end", () => resolve(read))
      socket.on("error", reject)
      socket.write(text)
    })

  const readReply = (text: string) => {
    const [head = "", body = ""] = text.split("\r\n\r\n")
    const [line = "", ...fields] = head.split("\r\n")
    const headers = Object.fromEntries(fields.map((field) => field.toLowerCase().split(": ")))
    return { status: Number(line.split(" ")[1]), headers, body }
  }

  const line = "GET /v1/idp/users HTTP/1.1\r\n"
  const cases = [
    {
      says: "a malformed request line",
      sent: "GARBAGE\r\n\r\n",
      status: 400,
      detail: /not valid HTTP/,
      code: "BAD_REQUEST"
    },
    {
      says: "a malformed header",
      sent: `${line}Host: a\r\nBad Header\r\n\r\n`,
      status: 400,
      detail: /not valid HTTP/,
      code: "BAD_REQUEST"
    },
    {
      says: "no Host header",
      sent: `${line}Connection: close\r\n\r\n`,
      status: 400,
      detail: /Host/,
      code: "HOST_MISSING"
    },
    {
      says: "two Host headers, of which a proxy may have read the other",
      sent: `${line}Host: a\r\nhost: b\r\nConnection: close\r\n\r\n`,
      status: 400,
      detail: /not valid HTTP/,
      code: "BAD_REQUEST"
    },
    {
      says: "two body lengths",
      sent: `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      status: 400,
      detail: /not valid HTTP/,
      code: "BAD_REQUEST"
    },
    {
      says: "headers that are too long",
      sent: `${line}Host: a\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`,
      status: 431,
      detail: /16 KiB/,
      code: "HEADERS_TOO_LARGE"
    },
    {
      says: "an unknown expectation",
      sent: `${line}Host: a\r\nExpect: tea\r\nConnection: close\r\n\r\n`,
      status: 417,
      detail: /Expect/,
      code: "EXPECTATION_FAILED"
    },
    {
      says: "a tunnel",
      sent: "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n",
      status: 405,
      detail: /method/,
      code: "METHOD_NOT_ALLOWED"
    },
    {
      says: "an unknown method",
      sent: "BREW / HTTP/1.1\r\nHost: a\r\n\r\n",
      status: 400,
      detail: /not valid HTTP/,
      code: "BAD_REQUEST"
    },
    {
      says: "an upgrade",
      sent: `${line}Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      status: 401,
      detail: /X-API-KEY/,
      code: "KEY_INVALID"
    }
  ]

  it.each(cases)(
    "has the documented shape, an id and the usual headers for $says: $status",
    async ({ sent, status, detail, code }) => {
      const reply = readReply(await exchange(sent))
      expect(reply.status).toBe(status)
      expect(JSON.parse(reply.body)).toEqual({ detail: expect.stringMatching(detail) })
      expect(reply.headers).toMatchObject({
        "content-type": "application/json",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
        "x-error-code": code.toLowerCase()
      })
      const id = reply.headers["x-request-id"] ?? ""
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
      expect(log.find((entry) => entry.includes(id))).toContain(String(status))
    }
  )
})
