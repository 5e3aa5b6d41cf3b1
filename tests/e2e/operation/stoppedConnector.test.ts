import { format } from "node:util"
import { HttpServer } from "@effect/platform"
import { Connector, Credentials, Extractor, Pagination, RecordKind } from "@tributary/core"
import { ConfigProvider, Context, Effect, Exit, Layer, Redacted, Schema, Scope } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { program } from "../../../runtime-http/src/cli/index.js"
import * as Runtime from "../../../runtime-http/src/Runtime.js"
import * as RuntimeConfig from "../../../runtime-http/src/RuntimeConfig.js"
import * as ApiKeys from "../../../runtime-http/src/store/accounts/ApiKeys.js"
import * as MasterKeys from "../../../runtime-http/src/store/secrets/MasterKeys.js"
import { onPostgres, TestDatabase } from "../../../runtime-http/test/TestDatabase.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"
import { until } from "../../support/Wait.js"

/** How many pages of one user the vendor has. */
const PAGES = 320
/** How many records an account may have, unless the operator gives it more. */
const QUOTA = 300

const connector = Connector.make({
  vendor: "PAGES",
  name: "Pages",
  description: "A vendor whose users come one by one.",
  category: "ITSM",
  authType: "API_KEY",
  docsUrl: "https://vendor.example/docs",
  version: "1.4.2",
  credentials: Schema.Struct({ base_url: Credentials.baseUrl({ title: "Address", help: "Anywhere." }) }),
  http: ({ base_url }) => ({ baseUrl: base_url }),
  check: "/check",
  exports: {
    itsm_users: [
      Extractor.make({
        record: RecordKind.ItsmUser,
        endpoint: "/users",
        row: Schema.Struct({ id: Schema.String }),
        permissions: [],
        pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
        toRecord: ({ id }) => ({
          name: id,
          status: "ACTIVE" as const,
          vendor_attributes: { created_at: null, id, updated_at: null, vendor: "PAGES", data: null }
        })
      })
    ]
  }
})

onPostgres("An operator of two processes on one Postgres", () => {
  const scope = Effect.runSync(Scope.make())
  const scoped = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.extend(effect, scope))

  let vendor: VendorServer.VendorServer
  let settings: Readonly<Record<string, string>>
  let processes: ReadonlyArray<string>
  let account: string
  let key: string
  /** The pages that the vendor was asked for. */
  let asked: Array<number> = []
  /** The vendor answers no later page until the test says so. */
  let lastPage = 5

  const startProcess = Effect.gen(function* () {
    const config = yield* RuntimeConfig.load.pipe(
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings))))
    )
    const services = yield* Layer.build(Runtime.layer({ connectors: [connector], config }))
    const address = yield* Effect.provide(HttpServer.addressFormattedWith(Effect.succeed), services)
    return { address, keys: Context.get(services, ApiKeys.Keys) }
  })

  beforeAll(async () => {
    vendor = await VendorServer.start(async ({ url: { pathname, searchParams } }) => {
      if (pathname === "/check") return {}
      const page = Number(searchParams.get("after") ?? 0)
      asked.push(page)
      await until(async () => (page <= lastPage ? true : null))
      return { body: { rows: [{ id: `u${page}` }], ...(page + 1 < PAGES ? { next: String(page + 1) } : {}) } }
    })
    const url = await scoped(TestDatabase.makeUrl({ migrated: true }))
    settings = {
      DATABASE_URL: Redacted.value(url),
      PORT: "0",
      TRIBUTARY_ALLOW_LOOPBACK: "true",
      TRIBUTARY_VENDOR_PORTS: new URL(vendor.url).port,
      TRIBUTARY_MASTER_KEY: Redacted.value(MasterKeys.generate()),
      TRIBUTARY_LOG_LEVEL: "None",
      TRIBUTARY_DRAIN_SECS: "0",
      TRIBUTARY_ACCOUNT_RECORDS: String(QUOTA)
    }
    const [first, second] = [await scoped(startProcess), await scoped(startProcess)]
    processes = [first.address, second.address]
    account = await Effect.runPromise(first.keys.createAccount("test"))
    key = Redacted.value((await Effect.runPromise(first.keys.create(account, "test"))).key)
  })

  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await vendor?.stop()
  })

  /** Runs a command of the operator; returns what it prints. */
  const tributary = async (...args: ReadonlyArray<string>) => {
    const printed: Array<string> = []
    const print = (...values: ReadonlyArray<unknown>) => Effect.sync(() => void printed.push(format(...values)))
    const code = await Effect.consoleWith((console) =>
      Effect.withConsole(program([process.execPath, "tributary", ...args]), { ...console, log: print, error: print })
    ).pipe(Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)))), Effect.runPromise)
    expect([code, printed.join("\n")]).toEqual([0, expect.any(String)])
    return printed.join("\n")
  }

  /** Asks each process; returns the status and the body of both, which must be equal. */
  const ask = async (path: string, body?: unknown) => {
    const answers = await Promise.all(
      processes.map(async (address) => {
        const response = await fetch(`${address}/v1${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { "x-api-key": key, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
        return { status: response.status, json: JSON.parse(await response.text()) }
      })
    )
    const [answer] = answers
    if (answer === undefined) throw new Error("no process")
    return { ...answer, statuses: answers.map(({ status }) => status) }
  }

  it("stops a connector in the middle of a list, and resumes it there, up to the quota of the account", async () => {
    const [address] = processes
    const post = async (path: string, body: unknown) =>
      JSON.parse(
        await (
          await fetch(`${address}/v1${path}`, {
            method: "POST",
            headers: { "x-api-key": key, "content-type": "application/json" },
            body: JSON.stringify(body)
          })
        ).text()
      )
    const { id: organization } = await post("/provisioning/organizations", { name: "Acme" })
    const connections = `/provisioning/organizations/${organization}/connections`
    const wanted = { vendor: "PAGES", credentials: { base_url: vendor.url } }
    const { id } = await post(connections, wanted)
    const jobs = async () => (await ask(`${connections}/${id}/jobs`)).json.items
    /** The latest job, once it has ended. */
    const lastJob = async (known?: string) => {
      const [job] = await jobs()
      return job === undefined || job.finished_at === null || job.id === known ? null : job
    }

    await until(async () => (asked.includes(lastPage + 1) ? true : null))
    await tributary("connectors", "stop", "--release", "1.4.2", "--reason", "It sends wrong data", "pages")
    const refused = await ask(connections, wanted)
    expect([refused.statuses, refused.json.detail]).toEqual([
      [409, 409],
      expect.stringContaining("It sends wrong data")
    ])
    const health = (await ask(`${connections}/${id}`)).json.health
    expect(health).toMatchObject({ name: "INTERNAL_ERROR", resolution_owner: "SERVICE" })
    // One page after the other, until the process that runs the job has learned of it.
    const stopped = await until(async () => {
      lastPage += 1
      return lastJob()
    })
    expect(stopped).toMatchObject({
      status: "FAILED",
      failure_reason: expect.stringContaining("stopped the connector"),
      data_exports: [{ health: "HEALTHY", deleted: 0 }]
    })
    const read = stopped.data_exports[0].seen
    expect((await ask("/usage")).json.records).toEqual({ used: read, limit: QUOTA })

    lastPage = PAGES
    asked = []
    await tributary("connectors", "resume", "pages")
    const full = await until(() => lastJob(stopped.id))
    expect(full).toMatchObject({ status: "FAILED", data_exports: [{ reason: "QUOTA_EXCEEDED", deleted: 0 }] })
    // From the last page that was stored.
    expect(Math.min(...asked)).toBe(read - 1)
    expect((await ask("/usage")).json.records).toEqual({ used: QUOTA, limit: QUOTA })

    expect(await tributary("accounts", "quota", "--records", "none", account)).toMatch(
      new RegExp(`records +${QUOTA} +none`)
    )
    await post(`${connections}/${id}/sync`, {})
    await until(async () => ((await jobs())[0].status === "SUCCESS" ? true : null))
    expect((await ask("/usage")).json.records).toEqual({ used: PAGES, limit: null })
  })
})
