import { type Connection, type ConnectionStatus, Extractor, type Job, Pagination } from "@tributary/core"
import { Effect, Fiber, Layer, TestClock, TestContext } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Connections } from "../../../src/store/accounts/Connections.js"
import { SyncSchedule } from "../../../src/store/schedule/SyncSchedule.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import * as CredentialTest from "../../../src/vendor/CredentialTest.js"
import * as VendorSession from "../../../src/vendor/VendorSession.js"
import * as FakeVendor from "../../sync/FakeVendor.js"
import { makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

type Answer = Parameters<typeof FakeVendor.client>[0]

/** The list of users, whose pages say how many there are. */
const users = Extractor.make({
  ...FakeVendor.userList,
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after", total: "total" })
})
const connector = FakeVendor.connector({ itsm_users: [users] })

/** So long may a job take, in seconds. */
const TIME_LIMIT = 20

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await start({ connectors: [connector] })
  tenant = await server.run(makeTenant)
})
afterAll(() => server.stop())

/** Runs an effect whose clock a test moves. */
const elapsed = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(self)
    yield* Effect.repeat(Effect.zipRight(TestClock.adjust("500 millis"), Fiber.poll(fiber)), {
      until: (exit) => exit._tag === "Some"
    })
    return yield* Fiber.join(fiber)
  }).pipe(Effect.provide(TestContext.TestContext))

/** What each place says about a connection whose vendor answers like this. */
const told = async (answer: Answer) => {
  const vendor = Layer.provideMerge(VendorSession.layer, FakeVendor.client(answer).layer)
  const { id } = await server.run(
    Effect.flatMap(Connections, (connections) =>
      connections.create(tenant.scope, tenant.organization.id, {
        vendor: "FAKE",
        credentials: FakeVendor.credentials,
        identifier: null,
        refreshIntervalSecs: 3_600,
        timeoutSecs: TIME_LIMIT
      })
    )
  )
  const job = Effect.gen(function* () {
    const lease = yield* Effect.flatMap(SyncSchedule, (schedule) => schedule.claim(id, { runner: "me/1", lock: null }))
    if (lease === null) return yield* Effect.die("not due")
    const runner = yield* JobRunner.make
    yield* runner.run(lease)
  })
  await server.run(elapsed(Effect.provide(job, vendor)))
  const read = async <A>(path: string): Promise<A> => {
    const url = `${server.origin}/v1/provisioning/organizations/${tenant.organization.id}/connections/${id}${path}`
    return (await send(url, { headers: { "X-API-KEY": tenant.key } })).json as A
  }
  const { health } = await read<Connection>("")
  const status = await read<ConnectionStatus>("/status")
  const jobs = await read<{ readonly items: ReadonlyArray<Job> }>("/jobs")
  const test = Effect.flatMap(CredentialTest.make, (made) => made.test(connector, FakeVendor.credentials, id))
  const report = await server.run(elapsed(Effect.provide(test, vendor)))
  return { health, report, ended: jobs.items[0]?.data_exports[0], problem: status.problems[0] }
}

const body = (text: string, contentType = "application/json") =>
  Effect.sync(() => new Response(text, { headers: { "content-type": contentType } }))
const page = body("<!doctype html><title>Sign in</title>", "text/html")

/** The first page, then what the second page is. */
const afterGoodPage =
  (second: FakeVendor.Answer): Answer =>
  (_, url) =>
    url.searchParams.has("after") ? second : FakeVendor.page(["a"], "2")

const TOOL = "Fake"
const wrong = `${TOOL} did not answer as it should in the last attempt to read users.`
const partial = `${TOOL} did not send all users in the last attempt. What it sent is stored.`

let pages = 0
/** A list that goes on, with a second for each page. */
const endless: Answer = () => {
  pages += 1
  return Effect.delay(
    Effect.sync(() => Response.json(FakeVendor.page([`u${pages}`], `p${pages}`))),
    "1 second"
  )
}

const rows: ReadonlyArray<
  readonly [failure: string, answer: Answer, name: string, owner: string, reason: string, sentence: string]
> = [
  [
    "401",
    () => FakeVendor.status(401),
    "UNAUTHORIZED",
    "CUSTOMER",
    "CREDENTIALS_REFUSED",
    "Fake does not accept the credentials of this connection. Enter valid ones."
  ],
  [
    "403",
    () => FakeVendor.status(403),
    "UNAUTHORIZED",
    "CUSTOMER",
    "PERMISSION_MISSING",
    "Fake accepts these credentials, but does not let them read users. Grant them users.read."
  ],
  [
    "HTML before any good answer",
    () => page,
    "UNAUTHORIZED",
    "CUSTOMER",
    "ADDRESS_INVALID",
    "The address that was entered does not lead to the API of Fake (fake.example.com: it answers with a sign-in page instead of the vendor's API). Correct it."
  ],
  [
    "404",
    () => FakeVendor.status(404),
    "VENDOR_CLIENT_ERROR",
    "SERVICE",
    "VENDOR_REFUSED",
    "Fake rejected a request for users. The operator of this service has to look into it."
  ],
  [
    "429 without end",
    () => FakeVendor.status(429),
    "RATE_LIMIT_EXCEEDED",
    "SERVICE",
    "RATE_LIMITED",
    "Fake allowed no more requests in the last attempt to read users."
  ],
  [
    "5xx, still repeated when time ends",
    () => FakeVendor.status(500),
    "VENDOR_SERVER_ERROR",
    "VENDOR",
    "VENDOR_DOWN",
    wrong
  ],
  ["no answer", () => Effect.never, "VENDOR_SERVER_ERROR", "VENDOR", "VENDOR_DOWN", wrong],
  ["truncated", () => body('{"rows":[{"id":"a'), "VENDOR_SERVER_ERROR", "VENDOR", "VENDOR_DOWN", wrong],
  ["HTML after a good page", afterGoodPage(page), "VENDOR_SERVER_ERROR", "VENDOR", "VENDOR_DOWN", wrong],
  ["repeated page", afterGoodPage(FakeVendor.page(["a"], "3")), "VENDOR_SERVER_ERROR", "VENDOR", "INCOMPLETE", partial],
  [
    "fewer rows than announced",
    () => ({ ...FakeVendor.page(["a"]), total: 3 }),
    "VENDOR_SERVER_ERROR",
    "VENDOR",
    "INCOMPLETE",
    partial
  ],
  [
    "time ended after good answers",
    endless,
    "EXECUTION_TIMEOUT",
    "SERVICE",
    "TIMEOUT",
    "Reading users from Fake took longer than one run may take."
  ]
]

/** The failures that a test of credentials meets too: it reads one page of each list. */
const IN_TEST = rows.slice(0, 8).map(([failure]) => failure)

const printed: Array<string> = []
afterAll(() => process.stdout.write(`\n${printed.join("\n")}\n`))

describe("A failure has one name, owner, reason and sentence in health, job, status and test of credentials", () => {
  it.each(rows)("%s", async (failure, answer, name, owner, reason, sentence) => {
    const { ended, health, problem, report } = await told(answer)
    expect([health.name, health.resolution_owner]).toEqual([name, owner])
    const expected = { health: name, resolution_owner: owner, reason }
    const customer_message = expect.stringMatching(new RegExp(`^${sentence.replace(/[.()]/g, "\\$&")}`))
    expect(ended).toMatchObject({ ...expected, customer_message })
    expect(problem).toMatchObject({ ...expected, customer_message })
    if (IN_TEST.includes(failure)) {
      expect(report).toMatchObject({ message: customer_message, problems: [{ ...expected, customer_message }] })
      expect(report.problems[0]?.id).toBe(problem?.id)
    }
    printed.push([failure, name, owner, reason, sentence].join(" | "))
  })
})
