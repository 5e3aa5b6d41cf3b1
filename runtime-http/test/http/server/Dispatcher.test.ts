import { once } from "node:events"
import { connect } from "node:net"
import { type Context, Deferred, Effect, Layer, Logger } from "effect"
import { expect, it } from "vitest"
import * as FloodGuards from "../../../src/http/server/access/FloodGuards.js"
import { ConnectionNotFound } from "../../../src/store/accounts/Connections.js"
import { Readiness } from "../../../src/store/postgres/Readiness.js"
import { RecordQuery } from "../../../src/store/read/RecordQuery.js"
import { dataHeaders, makeTenant, type Options, start, type Tenant } from "../TestServer.js"

const notUsed = () => Effect.die("not used")

/** Starts when a handler calls it, and ends only when it is interrupted. */
const endless = () => {
  const started = Effect.runSync(Deferred.make<void>())
  const interrupted = Effect.runSync(Deferred.make<void>())
  const self = Deferred.succeed(started, undefined).pipe(
    Effect.zipRight(Effect.never),
    Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
  )
  return { started, interrupted, self }
}

const operations: Readonly<Record<string, (self: Effect.Effect<never>) => NonNullable<Options["override"]>>> = {
  "/v1/idp/users": (list) =>
    Layer.succeed(
      RecordQuery,
      RecordQuery.of({ list: () => list, members: notUsed, get: notUsed, counts: notUsed, vendorId: notUsed })
    ),
  "/readyz": (problem) => Layer.succeed(Readiness, Readiness.of({ problem }))
}

it.each(Object.entries(operations))(
  "interrupts GET %s when its client disconnects, and logs nothing",
  async (path, override) => {
    const { interrupted, self, started } = endless()
    const lines: Array<string> = []
    const logger = Logger.map(Logger.jsonLogger, (line) => void lines.push(line))
    const server = await start({ override: override(self), logger, settings: { logRequests: true } })
    const tenant = await server.run(makeTenant)
    const client = new AbortController()
    const reply = fetch(server.origin + path, { headers: dataHeaders(tenant), signal: client.signal })
    await Effect.runPromise(Deferred.await(started))
    client.abort()
    await expect(reply).rejects.toThrow()
    await Effect.runPromise(Deferred.await(interrupted))
    await server.stop()
    expect(lines.filter((line) => /Request|answer|ERROR/.test(line))).toEqual([])
  }
)

/** A connection that the server has accepted, and a request that it sends at once when asked to. */
const ready = async (origin: string, tenant: Tenant) => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`)
  await once(socket, "data")
  const headers = { host: hostname, connection: "close", ...dataHeaders(tenant) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const send = async () => {
    const closed = once(socket, "close")
    socket.resume().write(`GET /v1/idp/users HTTP/1.1\r\n${lines.join("")}\r\n`)
    await closed
  }
  return { send, leave: () => socket.resetAndDestroy() }
}

/** A server whose lists take some milliseconds of the event loop, and for each request for one, whose it was. */
const busyServer = async () => {
  const HANDLER_MILLIS = 5
  const handled: Array<string> = []
  const list: Context.Tag.Service<RecordQuery>["list"] = ({ claim }) =>
    Effect.suspend(() => {
      handled.push(claim.connectionId)
      for (const until = performance.now() + HANDLER_MILLIS; performance.now() < until; );
      return Effect.fail(new ConnectionNotFound())
    })
  const query = RecordQuery.of({ list, members: notUsed, get: notUsed, counts: notUsed, vendorId: notUsed })
  const server = await start({ override: Layer.succeed(RecordQuery, query) })
  const [noisy, polite] = await server.run(Effect.all([makeTenant, makeTenant]))
  // Requests of one account wait for each other only once the process knows their key.
  for (const tenant of [noisy, polite]) await (await ready(server.origin, tenant)).send()
  handled.length = 0
  return { handled, noisy, polite, server }
}

const BURST = 50

it("answers a request of another account before most of a burst that came before it", async () => {
  const { handled, noisy, polite, server } = await busyServer()
  const burst = await Promise.all(Array.from({ length: BURST }, () => ready(server.origin, noisy)))
  const other = await ready(server.origin, polite)
  const sent = [...burst, other].map(({ send }) => send())
  await sent.at(-1)
  const before = handled.indexOf(polite.connection.id)
  await Promise.all(sent)
  expect(handled).toHaveLength(BURST + 1)
  expect(before).toBeLessThan(BURST / 2)
  await server.stop()
})

it("does not do the work of requests whose clients leave while they wait for their turn", async () => {
  const { handled, noisy, polite, server } = await busyServer()
  const burst = await Promise.all(Array.from({ length: BURST }, () => ready(server.origin, noisy)))
  const [other, last] = [await ready(server.origin, polite), await ready(server.origin, noisy)]
  const sent = [...burst, other].map(({ send }) => send())
  await sent.at(-1)
  for (const { leave } of burst) leave()
  await Promise.all(sent)
  // Its turn comes after those of the others.
  await last.send()
  expect(handled.filter((id) => id === noisy.connection.id).length).toBeLessThan(BURST)
  await server.stop()
})

it("refuses the requests of a sender of whom 1,000 wait already, and answers its probe before those that wait", async () => {
  const FLOOD = 1_500
  const server = await start()
  const { hostname, port } = new URL(server.origin)
  const request = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${headers}\r\n`
  const open = async () => {
    const socket = connect(Number(port), hostname)
    socket.write(request("/healthz"))
    await once(socket, "data")
    return socket
  }
  const [flood, probe] = [await open(), await open()]
  const answersIn = (text: string, status: number): number => text.split(`HTTP/1.1 ${status} `).length - 1
  let answers = ""
  flood.on("data", (bytes) => {
    answers += bytes
  })
  flood.write(request("/nothing").repeat(FLOOD - 1) + request("/nothing", "connection: close\r\n"))
  // By then the server has read more of them than may wait.
  await once(flood, "data")
  probe.write(request("/healthz"))
  const [answer] = await once(probe, "data")
  const before = answersIn(answers, 404)
  probe.destroy()
  await once(flood, "close")
  const [found, refused] = [answersIn(answers, 404), answersIn(answers, 429)]
  expect(found + refused).toBe(FLOOD)
  expect(refused).toBeGreaterThan(0)
  expect(found).toBeGreaterThanOrEqual(FloodGuards.table.waitingRequests.ofSender)
  expect(String(answer)).toContain("HTTP/1.1 200 ")
  expect(before).toBeLessThan(FloodGuards.table.waitingRequests.ofSender / 2)
  expect(answers).toContain("TOO_MANY_REQUESTS")
  await server.stop()
})
