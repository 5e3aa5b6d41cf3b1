import { describe, expect, it } from "@effect/vitest"
import { Authentication, Extractor, Pagination } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Cause, Duration, Effect, Exit, Redacted } from "effect"
import * as VirtualTime from "../../../src/testing/vendor/VirtualTime.js"
import { acme, userList } from "../Acme.js"

/** A signature that another thread makes: it takes many turns of the event loop. */
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

const users = Extractor.make({ ...userList, pagination: Pagination.linkHeader({ limit: 2 }) })

const connector = acme({
  users,
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

const causeOf = (exit: Exit.Exit<unknown, unknown>) => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "")

describe("The clock of a test run", () => {
  it("stands still while a request is signed, however long the machine takes", async () => {
    const { requests, records, elapsedMillis } = await ConnectorTest.run(connector, { replies })
    expect(records["itsm_user"]).toHaveLength(2)
    expect(requests.map(({ headers }) => headers["x-signed-at"])).toEqual(["0", "0", "0"])
    expect(elapsedMillis).toBe(0)
  })

  it.each(["form", "json", "headers"] as const)(
    "stands still while a field of the %s of a token request is made",
    async (place) => {
      const made = Authentication.timed({}, async () => (await slowly({ text: "invented-assertion-1" }))["text"] ?? "")
      const { isBusy, settings } = VirtualTime.holdWhileSigning({
        baseUrl: ConnectorTest.BASE_URL,
        auth: { url: `${ConnectorTest.BASE_URL}/token`, [place]: { assertion: made } }
      })
      const field = settings.auth?.[place]?.["assertion"] as Authentication.TimedValue
      const exit = await VirtualTime.run(
        Effect.timeout(
          Effect.promise(() => field.at(0)),
          "1 second"
        ),
        isBusy
      )
      expect(exit).toEqual(Exit.succeed("invented-assertion-1"))
    }
  )

  it("ends a run that waits for something that never happens", async () => {
    const exit = await VirtualTime.run(Effect.never)
    expect(causeOf(exit)).toContain("The run never ends: it waits for something that never comes")
  })

  it("ends a run that sleeps again and again", async () => {
    const exit = await VirtualTime.run(Effect.forever(Effect.sleep("1 hour")))
    expect(causeOf(exit)).toContain("The run never ends: it set 10000 timers, one after another")
  })

  it("jumps over hours of waiting, and fires timers in order", async () => {
    const rung: Array<number> = []
    const ring = (hours: number) =>
      Effect.andThen(
        Effect.sleep(Duration.hours(hours)),
        Effect.sync(() => rung.push(hours))
      )
    const both = Effect.timed(Effect.all([ring(9), ring(2)], { concurrency: 2 }))
    const exit = await VirtualTime.run(Effect.map(both, ([elapsed]) => Duration.toHours(elapsed)))
    expect(exit).toEqual(Exit.succeed(9))
    expect(rung).toEqual([2, 9])
  })
})
