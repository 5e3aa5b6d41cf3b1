import { HttpClientError, HttpClientRequest } from "@effect/platform"
import * as SqlClient from "@effect/sql/SqlClient"
import {
  type Connection,
  type ConnectionStatus,
  Connector,
  Extractor,
  type Job,
  Lookup,
  Pagination,
  type Problem
} from "@tributary/core"
import { Effect, Fiber, Layer, Schema, TestClock, TestContext } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Connections } from "../../../src/store/accounts/Connections.js"
import { SyncSchedule } from "../../../src/store/schedule/SyncSchedule.js"
import * as MasterKeys from "../../../src/store/secrets/MasterKeys.js"
import { Vault } from "../../../src/store/secrets/Vault.js"
import * as JobRunner from "../../../src/sync/pull/JobRunner.js"
import * as CredentialTest from "../../../src/vendor/CredentialTest.js"
import * as VendorSession from "../../../src/vendor/VendorSession.js"
import * as FakeVendor from "../../sync/FakeVendor.js"
import { makeTenant, send, start, type Tenant, type TestServer } from "../TestServer.js"

type Answer = Parameters<typeof FakeVendor.client>[0]

const connector = Connector.make({
  ...FakeVendor.connector({
    itsm_users: [
      Extractor.make({
        ...FakeVendor.userList,
        // The pages say how many users there are.
        pagination: Pagination.cursor({ items: "rows", from: "next", param: "after", total: "total" }),
        lookups: {
          mail: Lookup.of<typeof FakeVendor.Row.Type>()({
            endpoint: "/users/{id}/mail",
            row: Schema.Struct({ mail: Schema.String }),
            pagination: Pagination.one(),
            permissions: ["users.read", "mail.read"],
            isOptional: true,
            fields: ["email"]
          })
        },
        toRecord: (row, { mail }) => ({ ...FakeVendor.userList.toRecord(row), email: mail?.[0]?.mail ?? null })
      })
    ]
  }),
  http: ({ base_url, token }) => ({
    baseUrl: base_url,
    headers: { authorization: token },
    errors: { at: "code", codes: { UNLICENSED: "plan" } },
    tenant: { id: "acme", covers: [], ofRow: (row) => Pagination.at(row, "tenant") as string | undefined }
  })
})

/** So long may a job take whose time is to be up, in seconds. */
const TIME_LIMIT = 20

/** So long may any other one take. The clock moves while the database works, by more on a busy machine. */
const AMPLE_TIME = 20_000

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

const connect = (timeoutSecs: number) =>
  Effect.flatMap(Connections, (connections) =>
    Effect.flatten(
      connections.create(tenant.scope, tenant.organization.id, {
        vendor: "FAKE",
        credentials: FakeVendor.credentials,
        identifier: null,
        refreshIntervalSecs: 3_600,
        timeoutSecs
      })
    )
  )

const runJob = (id: string, vendor: Layer.Layer<VendorSession.VendorSession>) => {
  const job = Effect.gen(function* () {
    const lease = yield* Effect.flatMap(SyncSchedule, (schedule) => schedule.claim(id, { runner: "me/1", lock: null }))
    if (lease === null) return yield* Effect.die("not due")
    const runner = yield* JobRunner.make
    yield* runner.run(lease)
  })
  return server.run(elapsed(Effect.provide(job, vendor)))
}

const read = async <A>(id: string, path: string): Promise<A> => {
  const url = `${server.origin}/v1/provisioning/organizations/${tenant.organization.id}/connections/${id}${path}`
  return (await send(url, { headers: { "X-API-KEY": tenant.key } })).json as A
}

/** What a test of credentials says. */
interface Tested {
  readonly message: string
  readonly problems: ReadonlyArray<Problem.Problem>
}

/** What each place says about a connection. */
const told = async (id: string, tested: Tested) => {
  const { health } = await read<Connection>(id, "")
  const status = await read<ConnectionStatus>(id, "/status")
  const jobs = await read<{ readonly items: ReadonlyArray<Job> }>(id, "/jobs")
  return { health, tested, ended: jobs.items[0]?.data_exports[0], problems: status.problems }
}

/** What each place says about a connection whose vendor answers like this. */
const toldAfter = async (answer: Answer, timeoutSecs = AMPLE_TIME) => {
  const vendor = Layer.provideMerge(VendorSession.layer, FakeVendor.client(answer).layer)
  const { id } = await server.run(connect(timeoutSecs))
  await runJob(id, vendor)
  const test = Effect.flatMap(CredentialTest.make, (made) => made.test(connector, FakeVendor.credentials, id))
  return told(id, await server.run(elapsed(Effect.provide(test, vendor))))
}

/** What each place says about a connection whose master key is lost, or unknown only to this process. */
const toldWithoutKey = async ({ isLost }: { readonly isLost: boolean }) => {
  const { id } = await server.run(connect(AMPLE_TIME))
  const lose = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const keys = yield* MasterKeys.parse(MasterKeys.generate())
    const other = Vault.make(keys)
    if (isLost) yield* sql`insert into setting (name, value) values (${`lost_master_key/${keys[0].id}`}, '')`
    yield* sql`update connection set credentials = ${yield* other.seal(id, FakeVendor.credentials)} where id = ${id}`
  })
  await server.run(lose)
  await runJob(id, Layer.provideMerge(VendorSession.layer, FakeVendor.client(() => FakeVendor.page([])).layer))
  return told(id, await read<Tested>(id, "/test"))
}

const body = (text: string, contentType = "application/json") =>
  Effect.sync(() => new Response(text, { headers: { "content-type": contentType } }))
const page = body("<!doctype html><title>Sign in</title>", "text/html")

/** The first page, then what the second page is. */
const afterGoodPage =
  (second: FakeVendor.Answer): Answer =>
  (path, url) => {
    if (path.endsWith("/mail")) return { mail: "a@acme.example" }
    return url.searchParams.has("after") ? second : FakeVendor.page(["a"], "2")
  }

/** A good page whose users have no answer but this one to the question about their address. */
const mailed =
  (mail: FakeVendor.Answer): Answer =>
  (path) =>
    path.endsWith("/mail") ? mail : FakeVendor.page(["a"])

const refused = Effect.fail(
  new HttpClientError.RequestError({
    request: HttpClientRequest.get("https://fake.example.com/users"),
    reason: "Transport",
    cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" })
  })
)

let pages = 0
/** A list that goes on, with a second for each page. */
const endless: Answer = (path) => {
  if (path.endsWith("/mail")) return { mail: "a@acme.example" }
  pages += 1
  return Effect.delay(
    Effect.sync(() => Response.json(FakeVendor.page([`u${pages}`], `p${pages}`))),
    "1 second"
  )
}

const wrong = "Fake did not answer as it should in the last attempt to read users."
const partial = "Fake did not send all users in the last attempt. What it sent of them is stored."
const address = (reason: string) =>
  `The address that was entered does not lead to the API of Fake (fake.example.com: ${reason}). Correct it.`
const rejected = "Fake rejected a request for users. The operator of this service has to look into it."
const down = ["VENDOR_SERVER_ERROR", "VENDOR", "VENDOR_DOWN", wrong] as const
const incomplete = ["VENDOR_SERVER_ERROR", "VENDOR", "INCOMPLETE", partial] as const
const unauthorized = ["UNAUTHORIZED", "CUSTOMER"] as const
const client = ["VENDOR_CLIENT_ERROR", "SERVICE", "VENDOR_REFUSED", rejected] as const

type Row = readonly [failure: string, answer: Answer, name: string, owner: string, reason: string, sentence: string]

/** The failures that a test of credentials meets too. */
const everywhere: ReadonlyArray<Row> = [
  [
    "401",
    () => FakeVendor.status(401),
    ...unauthorized,
    "CREDENTIALS_REFUSED",
    "Fake does not accept the credentials of this connection. Enter valid ones."
  ],
  [
    "403",
    () => FakeVendor.status(403),
    ...unauthorized,
    "PERMISSION_MISSING",
    "Fake lets this connection sign in, but not read users. Grant it users.read."
  ],
  [
    "403 that the connector's table attributes to the plan",
    () => Effect.sync(() => Response.json({ code: "UNLICENSED" }, { status: 403 })),
    ...unauthorized,
    "NOT_IN_PLAN",
    "Your plan of Fake does not include users."
  ],
  [
    "HTML before any good answer",
    () => page,
    ...unauthorized,
    "ADDRESS_INVALID",
    address("it answers with a sign-in page instead of the vendor's API")
  ],
  [
    "refusal before any good answer",
    () => refused,
    ...unauthorized,
    "ADDRESS_INVALID",
    address("its host refuses connections at this port")
  ],
  ["404 of a list", () => FakeVendor.status(404), ...client],
  ["400 of a list", () => FakeVendor.status(400), ...client],
  [
    "endless 429",
    () => FakeVendor.status(429),
    "RATE_LIMIT_EXCEEDED",
    "SERVICE",
    "RATE_LIMITED",
    "Fake allowed no more requests in the last attempt to read users."
  ],
  ["5xx until no attempt is left", () => FakeVendor.status(500), ...down],
  // The fifth attempt would be behind the time limit.
  ["5xx, still retried when the time is up", () => Effect.delay(FakeVendor.status(500), "3 seconds"), ...down],
  ["hang", () => Effect.never, ...down],
  ["truncated", () => body('{"rows":[{"id":"a'), ...down],
  ["foreign page", () => ({ rows: [{ id: "a", name: "A", tenant: "globex" }] }), ...incomplete]
]

/** The failures that only a job meets, because a test of credentials reads one page of each list. */
const inJobs: ReadonlyArray<Row> = [
  ["HTML after a good page", afterGoodPage(page), ...down],
  ["repeated page", afterGoodPage(FakeVendor.page(["a"], "3")), ...incomplete],
  [
    "foreign page after a good page",
    afterGoodPage({ rows: [{ id: "b", name: "B", tenant: "globex" }] }),
    ...incomplete
  ],
  ["fewer rows than announced", () => ({ ...FakeVendor.page([]), total: 3 }), ...incomplete],
  [
    "time up after good answers",
    endless,
    "EXECUTION_TIMEOUT",
    "SERVICE",
    "TIMEOUT",
    "Reading users from Fake took longer than one run may take."
  ]
]

const head = ["Failure", "Health", "Owner", "Reason", "Sentence"]
const printed: Array<ReadonlyArray<string>> = []
afterAll(() => {
  const widths = head.map((_, column) => Math.max(...[head, ...printed].map((row) => row[column]?.length ?? 0)))
  const lines = [head, widths.map((width) => "-".repeat(width)), ...printed].map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  )
  process.stdout.write(`\n${lines.join("\n")}\n`)
})

const startingWith = (sentence: string) => expect.stringMatching(new RegExp(`^${sentence.replace(/[.()]/g, "\\$&")}`))

describe("A failure has the same name, owner, reason and sentence in health, job, status and credential test", () => {
  const compare = (
    { ended, health, problems, tested }: Awaited<ReturnType<typeof told>>,
    [failure, , name, owner, reason, sentence]: Row,
    isTested: boolean
  ) => {
    const expected = {
      health: name,
      resolution_owner: owner,
      reason,
      customer_message: startingWith(sentence)
    }
    expect([health.name, health.resolution_owner]).toEqual([name, owner])
    expect(ended).toMatchObject(expected)
    expect(problems).toMatchObject([expected])
    if (isTested) {
      expect(tested).toMatchObject({ message: startingWith(sentence), problems: [expected] })
      expect(tested.problems[0]?.id).toBe(problems[0]?.id)
    }
    printed.push([failure, name, owner, reason, sentence])
  }

  const timeFor = ([failure]: Row) =>
    failure.includes("time is up") || failure.startsWith("time up") ? TIME_LIMIT : AMPLE_TIME
  it.each(everywhere)("%s", async (...row) => compare(await toldAfter(row[1], timeFor(row)), row, true))
  it.each(inJobs)("%s", async (...row) => compare(await toldAfter(row[1], timeFor(row)), row, false))

  it("lost master key", async () => {
    const sentence = "This service can no longer read the credentials for Fake that were entered. Enter them again."
    const row: Row = ["lost master key", endless, ...unauthorized, "CREDENTIALS_UNREADABLE", sentence]
    compare(await toldWithoutKey({ isLost: true }), row, true)
  })

  it("blames no customer for a master key that this process does not have, although nobody has lost it", async () => {
    const { health, problems, tested } = await toldWithoutKey({ isLost: false })
    expect([health.name, health.resolution_owner]).toEqual(["INTERNAL_ERROR", "SERVICE"])
    expect(problems).toMatchObject([{ reason: "INTERNAL", resolution_owner: "SERVICE" }])
    expect(problems[0]?.operator_message).toContain("The service cannot decrypt the credentials for now")
    expect(JSON.stringify(tested)).toContain("the key service that its credentials are encrypted with")
  })
})

describe("Unread fields have the same owner, reason and sentence in job, status and credential test", () => {
  it.each<readonly [string, FakeVendor.Answer, string, string, string]>([
    [
      "403 of an optional list",
      FakeVendor.status(403),
      "CUSTOMER",
      "PERMISSION_MISSING",
      "Fake lets this connection sign in, but not read email of users. Grant it mail.read."
    ],
    [
      "an optional list that is not in the plan",
      Effect.sync(() => Response.json({ code: "UNLICENSED" }, { status: 403 })),
      "CUSTOMER",
      "NOT_IN_PLAN",
      "Your plan of Fake does not include email of users."
    ],
    [
      "404 of an optional list",
      FakeVendor.status(404),
      "SERVICE",
      "VENDOR_REFUSED",
      "Fake rejected a request for email of users. The operator of this service has to look into it."
    ]
  ])("%s", async (failure, answer, resolution_owner, reason, sentence) => {
    const { ended, health, problems, tested } = await toldAfter(mailed(answer))
    const expected = { health: "HEALTHY", resolution_owner, reason, customer_message: startingWith(sentence) }
    expect(health.name).toBe("HEALTHY")
    expect(ended).toMatchObject({ health: "HEALTHY", unread_fields: [{ problem: reason, fields: ["email"] }] })
    expect(problems).toMatchObject([expected])
    expect(tested).toMatchObject({ message: expect.stringContaining(sentence), problems: [expected] })
    expect(tested.problems[0]?.id).toBe(problems[0]?.id)
    printed.push([failure, "HEALTHY", resolution_owner, reason, sentence])
  })
})
