import { FetchHttpClient } from "@effect/platform"
import { expect, it } from "@effect/vitest"
import { Client } from "@tributary/client/effect"
import { Chunk, Clock, Effect, Fiber, Layer, Redacted, Stream, TestClock } from "effect"
import * as FakeServer from "./FakeServer.js"

const settings = { ...FakeServer.settings, apiKey: Redacted.make("key") }

const serverOf = (replies: ReadonlyArray<FakeServer.Reply | Error>) => {
  const { asked, fetch } = FakeServer.make(replies)
  const http = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch)))
  return { asked, layer: Client.layer(settings).pipe(Layer.provide(http)) }
}

const nextTurn = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Until a fiber sleeps for so many seconds: what it does before takes turns of the event loop. */
const sleepOf = (seconds: number): Effect.Effect<void> =>
  Effect.flatMap(Effect.zip(TestClock.sleeps(), Clock.currentTimeMillis), ([sleeps, now]) =>
    Chunk.contains(sleeps, now + seconds * 1_000) ? Effect.void : Effect.zipRight(nextTurn, sleepOf(seconds))
  )

it.effect("a method sends its request with key, connection and body", () => {
  const { asked, layer } = serverOf([{ status: 202, body: { job_id: "job" } }])
  return Effect.gen(function* () {
    const client = yield* Client
    const { job_id } = yield* client
      .withConnection("other")
      .createTicket({ body: { name: "Rotate" }, idempotencyKey: "once" })
    expect(job_id).toBe("job")
    const [{ body, headers, method, url } = expect.fail("Nothing was asked.")] = asked
    expect(`${method} ${url.pathname}${url.search} ${body}`).toBe('POST /v1/itsm/tickets?strict=true {"name":"Rotate"}')
    const sent = ["x-api-key", "x-connection-id", "idempotency-key", "content-type"].map((name) => headers.get(name))
    expect(sent).toEqual(["key", "other", "once", "application/json"])
  }).pipe(Effect.provide(layer))
})

it.effect("an error is an ApiError, which a program can catch by its tag and distinguish by its code", () => {
  const reply = { status: 404, headers: { "x-error-code": "RECORD_NOT_FOUND" }, body: { detail: "Gone." } }
  return Effect.gen(function* () {
    const client = yield* Client
    const caught = client.getIdpUser({ user_id: "id" }).pipe(
      Effect.as("found"),
      Effect.catchTag("ApiError", ({ code, message }) => Effect.succeed(`${code}: ${message}`))
    )
    expect(yield* caught).toBe("RECORD_NOT_FOUND: Gone.")
  }).pipe(Effect.provide(serverOf([reply]).layer))
})

it.effect("a stream gets every record of a list, and waits as long as a 429 says", () => {
  const [first = {}, ...others] = FakeServer.pages
  const { asked, layer } = serverOf([first, FakeServer.tooMany(30), ...others])
  return Effect.gen(function* () {
    const fiber = yield* Effect.fork(
      Stream.runCollect(Client.stream("listIdpUsers", { updatedSince: FakeServer.AS_OF }))
    )
    yield* sleepOf(30)
    yield* TestClock.adjust("29 seconds")
    expect(asked).toHaveLength(2)
    yield* TestClock.adjust("1 second")
    const users = yield* Fiber.join(fiber)
    expect(Chunk.toReadonlyArray(users).map(({ id }) => id)).toEqual(["1", "2", "3"])
    const sent = asked.map(({ url }) => [url.searchParams.get("updatedSince"), url.searchParams.get("cursor")])
    expect(sent).toEqual([[FakeServer.AS_OF, null], ...["second", "second", "third"].map((cursor) => [null, cursor])])
  }).pipe(Effect.provide(layer))
})

it.effect("the pages of a stream carry the earliest X-As-Of so far", () =>
  Effect.gen(function* () {
    const pages = yield* Stream.runCollect(Client.pages("listIdpUsers", { cursor: "saved" }))
    const instants = Chunk.toReadonlyArray(pages).map(({ as_of }) => as_of)
    expect(instants).toEqual(FakeServer.instants)
  }).pipe(Effect.provide(serverOf(FakeServer.pages).layer))
)

it.effect("a request without an answer is sent three more times if it reads, then fails as an HttpClientError", () => {
  const refused = new TypeError("fetch failed")
  const { asked, layer } = serverOf([refused, refused, refused, refused, refused])
  return Effect.gen(function* () {
    const client = yield* Client
    const fiber = yield* Effect.fork(Effect.flip(client.listDevices()))
    for (const seconds of [1, 2, 4]) {
      yield* sleepOf(seconds)
      yield* TestClock.adjust(`${seconds} seconds`)
    }
    expect(yield* Fiber.join(fiber)).toMatchObject({ _tag: "RequestError", reason: "Transport" })
    expect(asked).toHaveLength(4)
    expect(yield* Effect.flip(client.createTicket({ body: { name: "once" } }))).toMatchObject({ _tag: "RequestError" })
    expect(asked).toHaveLength(5)
  }).pipe(Effect.provide(layer))
})

it.effect("an answer that does not come in time counts as none", () => {
  const { asked, layer } = serverOf([
    { hangs: true },
    { body: { items: [], next_cursor: null, previous_cursor: null } },
    { hangs: true }
  ])
  return Effect.gen(function* () {
    const client = yield* Client
    const reading = yield* Effect.fork(client.listDevices())
    yield* sleepOf(60)
    yield* TestClock.adjust("60 seconds")
    yield* sleepOf(1)
    yield* TestClock.adjust("1 second")
    expect(yield* Fiber.join(reading)).toMatchObject({ items: [] })
    const writing = yield* Effect.fork(Effect.flip(client.createTicket({ body: { name: "once" } })))
    yield* sleepOf(60)
    yield* TestClock.adjust("60 seconds")
    expect(yield* Fiber.join(writing)).toMatchObject({ _tag: "RequestError", reason: "Transport" })
    expect(asked).toHaveLength(3)
  }).pipe(Effect.provide(layer))
})
