import type { IncomingMessage, ServerResponse } from "node:http"
import * as SqlClient from "@effect/sql/SqlClient"
import { Health } from "@tributary/core"
import { Effect, Exit, Fiber, Layer, ManagedRuntime, Option, Redacted, Scope } from "effect"
import { Webhook as Verifier } from "standardwebhooks"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import type { NewWebhook, WebhookDelivery } from "../../../src/api/parts/WebhookBody.js"
import { names } from "../../../src/api/parts/WebhookEvents.js"
import { Connections } from "../../../src/store/accounts/Connections.js"
import * as UnreadFields from "../../../src/store/accounts/UnreadFields.js"
import * as ConnectorStops from "../../../src/store/jobs/ConnectorStops.js"
import { Jobs } from "../../../src/store/jobs/Jobs.js"
import { EVERY_VENDOR } from "../../../src/store/schedule/StoppedConnectors.js"
import { SyncSchedule } from "../../../src/store/schedule/SyncSchedule.js"
import { WAITS_SECS, WebhookDeliveries } from "../../../src/store/webhooks/WebhookDeliveries.js"
import { Webhooks } from "../../../src/store/webhooks/Webhooks.js"
import * as WebhookAttempt from "../../../src/sync/webhooks/WebhookAttempt.js"
import * as WebhookWorker from "../../../src/sync/webhooks/WebhookWorker.js"
import * as Metrics from "../../../src/telemetry/Metrics.js"
import * as VendorClient from "../../../src/vendor/VendorClient.js"
import * as WebhookClient from "../../../src/vendor/WebhookClient.js"
import { makeTenant, stores, type Tenant } from "../../http/TestServer.js"
import { endedOrWaiting, heldOpen } from "../../store/HeldTransaction.js"
import { TestDatabase } from "../../TestDatabase.js"
import { serve } from "../../vendor/network/LocalServer.js"

/** What a receiver got. */
interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** What receivers got, and how they answer by their path; 204 unless a test says otherwise. Reset before each test. */
const receiver = { got: [] as Array<Received>, answers: new Map<string, Answer>() }

const answering =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status).end()

const receive = (request: IncomingMessage, response: ServerResponse) => {
  const parts: Array<Buffer> = []
  request.on("data", (part: Buffer) => parts.push(part))
  request.on("end", () => {
    const path = request.url ?? ""
    const headers = request.headers as Readonly<Record<string, string>>
    receiver.got.push({ path, headers, body: Buffer.concat(parts).toString() })
    const answer = receiver.answers.get(path) ?? answering(204)
    answer(response, request)
  })
}

const network = WebhookClient.layer.pipe(Layer.provide(VendorClient.layer({ allowLoopback: true })))

const runtime = ManagedRuntime.make(stores({ override: network }))
const run = runtime.runPromise
const scope = Effect.runSync(Scope.make())

let origin: string
let tenant: Tenant

beforeEach(async () => {
  origin ??= `http://127.0.0.1:${(await Effect.runPromise(Scope.extend(serve(receive), scope))).port}`
  receiver.got = []
  receiver.answers = new Map()
  await run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from webhook`))
  tenant = await run(makeTenant)
})
afterAll(async () => {
  await runtime.dispose()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const add = (
  path = "/hook",
  of: Tenant = tenant,
  url = `${origin}${path}`
): Effect.Effect<NewWebhook, unknown, Webhooks> =>
  Effect.flatMap(Webhooks, (webhooks) =>
    Effect.flatten(webhooks.create(of.scope, { url, events: names, description: null }, 10))
  )

const queue = ({ id }: { readonly id: string }, of: Tenant = tenant) =>
  Effect.flatMap(Webhooks, (webhooks) => webhooks.test(of.scope, id))

const deliveriesOf = ({ id }: { readonly id: string }, of: Tenant = tenant) =>
  Effect.flatMap(Webhooks, (webhooks) =>
    Effect.map(webhooks.deliveries(of.scope, id, { states: [], limit: 100, offset: 0 }), ({ items }) => items)
  )

/** Makes a connection, which is its first event. */
const connected = Effect.gen(function* () {
  const made = (yield* Connections).create(tenant.scope, tenant.organization.id, {
    vendor: "ACME",
    credentials: Redacted.make("{}"),
    identifier: null,
    refreshIntervalSecs: 3_600,
    timeoutSecs: 600
  })
  return (yield* Effect.flatten(made)).id
})

/** Ends a job of a connection, which is another event. */
const jobEnded = (connectionId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`update schedule set run_by = null, next_run_at = clock_timestamp() where connection_id = ${connectionId}`
    const lease = yield* (yield* SyncSchedule).claim(connectionId, { runner: "a/1", lock: null })
    if (lease === null) return yield* Effect.dieMessage("The connection is not due.")
    const jobs = yield* Jobs
    yield* jobs.finish(lease, yield* jobs.begin(lease), {
      status: "SUCCESS",
      failureReason: null,
      dataExports: [],
      health: Health.healthy,
      unread: UnreadFields.nothing,
      problems: { found: [], isComplete: true }
    })
  })

/** Makes every delivery due that waits for its next attempt, as if the time had passed. */
const passTime = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update webhook_delivery set due_at = clock_timestamp() where state = 'PENDING' and not is_claimed`
)

/** Carries out what is due, one turn after the other, without a worker. */
const work = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveries
  const services = { client: yield* WebhookClient.WebhookClient, deliveries, metrics: yield* Metrics.Metrics }
  const due = yield* deliveries.due
  const claims = yield* deliveries.claim(
    due.map((one) => ({ ...one, deliveries: 10 })),
    60
  )
  yield* Effect.forEach(claims, (claim) => WebhookAttempt.run(services, claim), { concurrency: "unbounded" })
  return claims.length
})

const waitUntil = <A, E, R>(until: Effect.Effect<A | null, E, R>) =>
  until.pipe(
    Effect.zipLeft(Effect.sleep("10 millis")),
    Effect.repeat({ until: (value) => value !== null }),
    Effect.timeout("100 seconds")
  )

/** Runs workers until a condition holds. */
const withWorkers = <A>(count: number, until: Effect.Effect<A | null, unknown, Webhooks>, settings = {}) =>
  Effect.scoped(
    Effect.gen(function* () {
      for (let index = 0; index < count; index += 1) {
        yield* WebhookWorker.make({ pollInterval: "10 millis", drain: 0, ...settings })
      }
      return yield* waitUntil(until)
    })
  )

const allDelivered = (webhook: { readonly id: string }, of: Tenant = tenant) =>
  Effect.map(deliveriesOf(webhook, of), (items) => (items.every(({ state }) => state === "DELIVERED") ? items : null))

const only = (items: ReadonlyArray<WebhookDelivery>): WebhookDelivery => {
  const [item, ...others] = items
  if (item === undefined || others.length > 0) throw new Error(`There are ${items.length} deliveries.`)
  return item
}

const verify = (secret: string | null, { body, headers }: Received): unknown =>
  new Verifier(secret ?? "").verify(body, headers as Record<string, string>)

describe("A delivery", () => {
  it("is a POST whose signature the library of Standard Webhooks verifies [contract: webhooks]", async () => {
    const webhook = await run(add())
    await run(queue(webhook))
    const item = only((await run(withWorkers(1, allDelivered(webhook)))) ?? [])
    expect(item).toMatchObject({ state: "DELIVERED", attempts: 1, status: 204, reason: null, next_attempt_at: null })
    const [got] = receiver.got
    if (got === undefined) throw new Error("Nothing was received.")
    expect(got.headers["webhook-id"]).toBe(item.id)
    expect(got.headers["content-type"]).toBe("application/json")
    expect(verify(webhook.secret, got)).toEqual(item.event)
    expect(() => verify(webhook.secret, { ...got, body: got.body.replace("test", "tset") })).toThrow("signature")
  })

  it("is signed with the former secret, too, for a day after a rotation [contract: webhooks]", async () => {
    const webhook = await run(add())
    const { secret } = await run(Effect.flatMap(Webhooks, (webhooks) => webhooks.rotate(tenant.scope, webhook.id)))
    await run(Effect.zipRight(queue(webhook), work))
    const [during] = receiver.got
    expect([verify(secret, during as Received), verify(webhook.secret, during as Received)]).toHaveLength(2)
    await run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`update webhook_secret set replaced_at = replaced_at - interval '24 hours 1 second'`
      )
    )
    await run(Effect.zipRight(queue(webhook), work))
    const [, after] = receiver.got
    expect(verify(secret, after as Received)).toMatchObject({ type: "webhook.test" })
    expect(() => verify(webhook.secret, after as Received)).toThrow("signature")
  })

  it("is tried for about a day after answers that are no 2xx, then is dead until it is sent again [contract: webhooks]", async () => {
    expect(WAITS_SECS.reduce((sum, secs) => sum + secs)).toBeGreaterThan(23 * 3_600)
    expect(WAITS_SECS.reduce((sum, secs) => sum + secs)).toBeLessThan(25 * 3_600)
    const webhook = await run(add())
    receiver.answers.set("/hook", answering(500))
    await run(queue(webhook))
    for (const [index, secs] of WAITS_SECS.entries()) {
      expect(await run(work)).toBe(1)
      // It is not due before its time.
      expect(await run(work)).toBe(0)
      const { attempted_at, next_attempt_at, ...item } = only(await run(deliveriesOf(webhook)))
      expect(item).toMatchObject({
        state: "PENDING",
        attempts: index + 1,
        status: 500,
        reason: "The receiver answered 500"
      })
      const wait = (Date.parse(next_attempt_at ?? "") - Date.parse(attempted_at ?? "")) / 1_000
      expect(wait / secs).toBeGreaterThan(0.7)
      expect(wait - secs * 1.25).toBeLessThan(60)
      await run(passTime)
    }
    await run(work)
    expect(only(await run(deliveriesOf(webhook)))).toMatchObject({ state: "DEAD", attempts: 13, next_attempt_at: null })
    await run(passTime)
    expect(await run(work)).toBe(0)
    expect(new Set(receiver.got.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
    receiver.answers.set("/hook", answering(200))
    const { id } = only(await run(deliveriesOf(webhook)))
    await run(Effect.flatMap(Webhooks, (webhooks) => webhooks.resend(tenant.scope, webhook.id, id)))
    await run(work)
    expect(only(await run(deliveriesOf(webhook)))).toMatchObject({ id, state: "DELIVERED", attempts: 1, status: 200 })
  })

  it("follows no redirect", async () => {
    const webhook = await run(add())
    receiver.answers.set("/hook", (response) => response.writeHead(302, { location: "/elsewhere" }).end())
    await run(Effect.zipRight(queue(webhook), work))
    expect(receiver.got.map(({ path }) => path)).toEqual(["/hook"])
    expect(only(await run(deliveriesOf(webhook)))).toMatchObject({ state: "PENDING", status: 302 })
  })

  it("does not read a long answer, and keeps nothing of it", async () => {
    const webhook = await run(add())
    let written = 0
    receiver.answers.set("/hook", (response) => {
      response.writeHead(200)
      const write = () => {
        while (!response.destroyed && written < 64_000_000) {
          written += 65_536
          if (!response.write(Buffer.alloc(65_536, "secret"))) return response.once("drain", write)
        }
        return response.end()
      }
      write()
    })
    await run(Effect.zipRight(queue(webhook), work))
    expect(only(await run(deliveriesOf(webhook)))).toMatchObject({ state: "DELIVERED", status: 200, reason: null })
    expect(written).toBeLessThan(32_000_000)
  })

  it("is delivered once the receiver has answered, even if the answer never ends", async () => {
    const webhook = await run(add())
    receiver.answers.set("/hook", (response) => response.writeHead(200).write("and"))
    await run(Effect.zipRight(queue(webhook), work))
    expect(only(await run(deliveriesOf(webhook)))).toMatchObject({ state: "DELIVERED", status: 200, reason: null })
  })

  it("pauses nothing by a 410 that is stored after its lease has passed to another process", async () => {
    const webhook = await run(add())
    await run(queue(webhook))
    const after = await run(
      Effect.gen(function* () {
        const deliveries = yield* WebhookDeliveries
        const claim = yield* deliveries.claim(
          [{ accountId: tenant.accountId, webhookId: webhook.id, deliveries: 1 }],
          0
        )
        yield* work
        yield* Effect.forEach(claim, (late) => deliveries.gone(late, { status: 410, reason: "late" }))
        return [claim.length, yield* Effect.flatMap(Webhooks, ({ get }) => get(tenant.scope, webhook.id))] as const
      })
    )
    expect(after).toMatchObject([1, { is_paused: false, paused_reason: null }])
    expect(only(await run(deliveriesOf(webhook)))).toMatchObject({ state: "DELIVERED", status: 204 })
  })

  it("pauses its webhook if the receiver answers 410, and says so [contract: webhooks]", async () => {
    const webhook = await run(add())
    receiver.answers.set("/hook", answering(410))
    await run(Effect.zipRight(queue(webhook), work))
    const reason = "The receiver answered 410"
    expect(only(await run(deliveriesOf(webhook)))).toMatchObject({ state: "DEAD", status: 410, reason })
    const get = Effect.flatMap(Webhooks, (webhooks) => webhooks.get(tenant.scope, webhook.id))
    expect(await run(get)).toMatchObject({ is_paused: true, paused_reason: reason })
    // What was queued meanwhile waits until somebody resumes it.
    await run(queue(webhook))
    expect(await run(work)).toBe(0)
    await run(Effect.flatMap(Webhooks, (webhooks) => webhooks.update(tenant.scope, webhook.id, { isPaused: false })))
    expect(await run(get)).toMatchObject({ is_paused: false, paused_reason: null })
    receiver.answers.clear()
    await run(work)
    expect(receiver.got).toHaveLength(2)
  })

  it("says why nobody answered, and never sends to an address that the operator does not allow", async () => {
    const urls = ["http://127.0.0.1:1/hook", "https://10.0.0.1/hook", "https://169.254.169.254/hook"]
    const found = await run(
      Effect.forEach(urls, (url) =>
        Effect.gen(function* () {
          const webhook = yield* add("", tenant, url)
          yield* queue(webhook)
          yield* work
          const { reason, state, status } = only(yield* deliveriesOf(webhook))
          return { reason, state, status }
        })
      )
    )
    expect(found).toEqual([
      { state: "PENDING", status: null, reason: "The receiver could not be reached: its host refuses connections" },
      {
        state: "PENDING",
        status: null,
        reason: "This address cannot be used: the operator of this server does not allow the address 10.0.0.1"
      },
      {
        state: "PENDING",
        status: null,
        reason: "This address cannot be used: the operator of this server does not allow the address 169.254.169.254"
      }
    ])
  })

  it("is sent again with the same id if its process dies before it has stored the answer", async () => {
    const webhook = await run(add())
    await run(queue(webhook))
    const [claim] = await run(
      Effect.flatMap(WebhookDeliveries, (deliveries) =>
        deliveries.claim([{ accountId: tenant.accountId, webhookId: webhook.id, deliveries: 1 }], 60)
      )
    )
    if (claim === undefined) throw new Error("Nothing was claimed.")
    await run(
      Effect.flatMap(WebhookClient.WebhookClient, (client) =>
        client.post(tenant.accountId, { url: claim.url, headers: { "webhook-id": claim.id }, body: "{}" })
      )
    )
    // As long as the lease is valid, nobody else sends it.
    expect(await run(work)).toBe(0)
    await run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`update webhook_delivery set due_at = clock_timestamp()`))
    expect(await run(work)).toBe(1)
    expect(receiver.got.map(({ headers }) => headers["webhook-id"])).toEqual([claim.id, claim.id])
    // What the first process stores after all changes nothing.
    await run(
      Effect.flatMap(WebhookDeliveries, (deliveries) => deliveries.failed(claim, { status: 500, reason: "late" }))
    )
    expect(only(await run(deliveriesOf(webhook)))).toMatchObject({
      state: "DELIVERED",
      attempts: 2,
      status: 204,
      reason: null
    })
  })

  it("is made by one of several processes alone", async () => {
    const webhook = await run(add())
    await run(Effect.forEach(Array.from({ length: 20 }), () => queue(webhook)))
    await run(withWorkers(2, allDelivered(webhook)))
    const ids = receiver.got.map(({ headers }) => headers["webhook-id"])
    expect(ids).toHaveLength(20)
    expect(new Set(ids).size).toBe(20)
  })

  it.skipIf(!TestDatabase.isServer)("is left to the process that is about to claim it, without a wait", async () => {
    const webhook = await run(add())
    await run(queue(webhook))
    const claim = Effect.flatMap(WebhookDeliveries, (deliveries) =>
      deliveries.claim([{ accountId: tenant.accountId, webhookId: webhook.id, deliveries: 1 }], 60)
    )
    const claims = await run(
      Effect.gen(function* () {
        const held = yield* heldOpen(claim)
        const second = yield* Effect.fork(claim)
        yield* endedOrWaiting(second)
        const wasFree = yield* Fiber.poll(second)
        const first = yield* held.commit
        return [first.length, Option.isSome(wasFree), (yield* Fiber.join(second)).length]
      })
    )
    expect(claims).toEqual([1, true, 0])
  })

  it("waits while the installation is held", async () => {
    const webhook = await run(add())
    await run(queue(webhook))
    const stops = ConnectorStops.ConnectorStops
    await run(Effect.flatMap(stops, ({ stop }) => stop(EVERY_VENDOR, null, "a rehearsal")))
    const turn = Effect.flatMap(WebhookDeliveries, (deliveries) =>
      deliveries.claim([{ accountId: tenant.accountId, webhookId: webhook.id, deliveries: 1 }], 60)
    )
    expect([await run(work), await run(turn)]).toEqual([0, []])
    await run(Effect.flatMap(stops, ({ resume }) => resume(EVERY_VENDOR, null)))
    expect(await run(work)).toBe(1)
  })

  it("does not wait for an earlier event of the same connection that the receiver refuses [contract: webhooks]", async () => {
    const webhook = await run(add())
    receiver.answers.set("/hook", (response, request) => {
      const { data } = JSON.parse(receiver.got.at(-1)?.body ?? "")
      answering(data.sequence === 1 ? 500 : 204)(response, request)
    })
    const states = Effect.map(deliveriesOf(webhook), (items) =>
      items.map(({ attempts, event, state }) => [event.data?.sequence, state, attempts]).toSorted()
    )
    /** The states, once all but the first event were delivered; an event counts as sent before its answer is there. */
    const delivered = Effect.map(states, (all) =>
      all.every(([sequence, state, attempts]) => attempts === 1 && (sequence === 1 || state === "DELIVERED"))
        ? all
        : null
    )
    const connectionId = await run(connected)
    // The first two are due together, and the third comes while the first one waits for its next attempt.
    await run(jobEnded(connectionId))
    const together = await run(withWorkers(1, delivered))
    await run(jobEnded(connectionId))
    const later = await run(withWorkers(1, delivered))
    const refused = [1, "PENDING", 1]
    expect([together, later]).toEqual([
      [refused, [2, "DELIVERED", 1]],
      [refused, [2, "DELIVERED", 1], [3, "DELIVERED", 1]]
    ])
  })

  it("does not wait for the slow receivers of another account", async () => {
    const other = await run(makeTenant)
    const paths = ["/slow/1", "/slow/2", "/slow/3"]
    for (const path of paths) receiver.answers.set(path, () => {})
    const slow = await run(Effect.forEach(paths, (path) => add(path, other)))
    await run(Effect.forEach(slow, (webhook) => Effect.forEach(Array.from({ length: 5 }), () => queue(webhook, other))))
    const quick = await run(add("/quick"))
    const slowOnes = () => receiver.got.filter(({ path }) => path !== "/quick").map(({ path }) => path)
    const { account, connection } = WebhookWorker.defaults.most
    // Once they have all the places that they may have, and would take more.
    const queued = Effect.suspend(() =>
      slowOnes().length < account ? Effect.succeed(null) : Effect.forEach(Array.from({ length: 5 }), () => queue(quick))
    )
    const items = await run(
      withWorkers(
        1,
        Effect.flatMap(queued, (done) => (done === null ? Effect.succeed(null) : waitUntil(allDelivered(quick)))),
        { maxAtOnce: account + 2 }
      )
    )
    expect(items).toHaveLength(5)
    expect(slowOnes()).toHaveLength(account)
    for (const path of paths) expect(slowOnes().filter((each) => each === path).length).toBeLessThanOrEqual(connection)
  })
})
