import { Deferred, Effect, FiberId } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as FloodGuards from "../../../src/http/server/access/FloodGuards.js"
import { credentialTestOf, makeTenant, send, start, type TestServer } from "../TestServer.js"

const { atOnce, inFlight } = FloodGuards.table.checks

/** The vendor answers when this ends. */
const answer = Deferred.unsafeMake<void>(FiberId.none)
let asked = 0
/** How many may ask the vendor; it fails at once for the others, so that the test does not wait for what never comes. */
let most: number = atOnce
const waiting = Effect.suspend(() => {
  asked += 1
  return asked > most ? Effect.dieMessage("Too many ask the vendor.") : Deferred.await(answer)
})
const answers = credentialTestOf({})

let server: TestServer

beforeAll(async () => {
  server = await start({
    credentialTest: {
      check: (...args) => Effect.zipRight(waiting, answers.check(...args)),
      test: (...args) => Effect.zipRight(waiting, answers.test(...args))
    }
  })
})
afterAll(() => server.stop())

it("whatever asks a vendor takes a turn of its account: few ask at once, others wait, and the rest is refused", async () => {
  const [noisy, other] = [await server.run(makeTenant), await server.run(makeTenant)]
  const organization = `${server.origin}/v1/provisioning/organizations/${noisy.organization.id}`
  const connection = `${organization}/connections/${noisy.connection.id}`
  const credentials = { base_url: "https://acme.example", api_token: "another-token" }
  const ask = async (method: string, url: string, body?: object, key = noisy.key) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const { headers, status } = await send(url, { method, headers: { "X-API-KEY": key }, ...sent })
    return [status, headers.get("x-error-code")]
  }
  const test = () => ask("GET", `${connection}/test`)
  const refused = [429, "TOO_MANY_CHECKS"]

  const tests = Array.from({ length: inFlight + 1 }, test)
  // None of the others can be answered before the vendor is.
  expect(await Promise.race(tests)).toEqual(refused)
  await expect.poll(() => asked).toBe(atOnce)
  expect(await test()).toEqual(refused)
  expect(await ask("PATCH", connection, { credentials })).toEqual(refused)
  expect(
    await ask("POST", `${organization}/connections`, { vendor: "ACME", identifier: "second", credentials })
  ).toEqual(refused)
  expect(asked).toBe(atOnce)

  most += 1
  const others = `${server.origin}/v1/provisioning/organizations/${other.organization.id}/connections/${other.connection.id}`
  const politely = ask("GET", `${others}/test`, undefined, other.key)
  await expect.poll(() => asked).toBe(atOnce + 1)

  most = Number.POSITIVE_INFINITY
  await server.run(Deferred.succeed(answer, undefined))
  expect(await politely).toEqual([200, null])
  const ended = await Promise.all(tests)
  expect(ended.filter(([status]) => status === 200)).toHaveLength(inFlight)
})
