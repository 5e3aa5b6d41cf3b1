import { okta } from "@tributary/connector-okta"
import { startDemoVendor } from "@tributary/example-demo-vendor"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as MasterKeys from "../../../runtime-http/src/store/secrets/MasterKeys.js"
import * as Child from "../../../runtime-http/test/Child.js"
import { onPostgres, TestDatabase } from "../../../runtime-http/test/TestDatabase.js"
import * as Service from "../../support/Service.js"
import * as Collector from "../../support/telemetry/Collector.js"
import * as DatabaseProxy from "../../support/telemetry/DatabaseProxy.js"
import * as Scrape from "../../support/telemetry/Scrape.js"
import * as VendorServer from "../../support/vendor/VendorServer.js"
import { until } from "../../support/Wait.js"

const USERS = 50

/** Scrapes until the value fits: a process reads what the database knows every few seconds. */
const untilValue = (
  port: number,
  name: string,
  labels: Readonly<Record<string, string>>,
  fits: (value: number | null) => boolean
) =>
  until(async () => {
    const value = Scrape.sumOf(await Scrape.at(port), name, labels)
    return fits(value) ? { value } : null
  })

describe("a service that shows its metrics and sends its traces", () => {
  let vendor: Awaited<ReturnType<typeof startDemoVendor>>
  let collector: Collector.Collector
  let service: Service.Service
  let port = 0
  let connection = ""

  beforeAll(async () => {
    vendor = await startDemoVendor({ port: 0, users: USERS, changeEverySeconds: 0, rateLimit: 100_000 })
    collector = await Collector.start()
    port = await Child.freePort()
    service = await Service.start({
      connectors: [okta],
      settings: {
        TRIBUTARY_METRICS_PORT: String(port),
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b",
        OTEL_SERVICE_NAME: "tributary-test"
      }
    })
    const created = await service.connect("OKTA", { base_url: vendor.url, api_token: vendor.token })
    connection = created.body.id
    await service.jobOf(connection)
  })
  afterAll(async () => {
    await service?.stop()
    await collector?.stop()
    await vendor?.close()
  })

  it("counts what its job has read and stored", async () => {
    const lines = await Scrape.at(port)
    const of = (name: string, labels: Readonly<Record<string, string>>) => Scrape.sumOf(lines, name, labels)
    expect(of("tributary_ready", {})).toBe(1)
    expect(of("tributary_jobs_total", { vendor: "OKTA", outcome: "succeeded" })).toBe(1)
    expect(of("tributary_jobs_running", {})).toBe(0)
    expect(of("tributary_job_duration_seconds_count", { vendor: "OKTA" })).toBe(1)
    expect(of("tributary_exports_total", { vendor: "OKTA", data_export_type: "idp", reason: "none" })).toBe(1)
    expect(of("tributary_records_total", { record_kind: "idp_user", change: "created" })).toBe(USERS)
    expect(of("tributary_vendor_requests_total", { vendor: "OKTA", status: "200" })).toBeGreaterThan(USERS)
    expect(of("tributary_vendor_request_duration_seconds_count", { vendor: "OKTA" })).toBeGreaterThan(USERS)
    expect(of("tributary_database_pool_limit", { pool: "api" })).toBe(TestDatabase.isServer ? 10 : 1)
    expect(of("process_resident_memory_bytes", {})).toBeGreaterThan(50_000_000)
    expect(lines.filter(({ name }) => name === "tributary_account_database_seconds_total").length).toBeLessThan(11)
    await untilValue(port, "tributary_connections", { vendor: "OKTA", state: "ACTIVE" }, (value) => value === 1)
    await untilValue(port, "tributary_oldest_success_seconds", { data_export_type: "idp" }, (value) => value !== null)
  })

  it("counts requests by their template and status, however many paths are asked for", async () => {
    // No more at once than the embedded database, which has one connection, lets wait.
    for (let first = 0; first < 300; first += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          service.call(`/idp/users/00000000-0000-4000-8000-${String(first + index).padStart(12, "0")}`, { connection })
        )
      )
    await Promise.all(Array.from({ length: 300 }, (_, index) => service.call(`/nowhere/${index}`)))
    const lines = await Scrape.at(port)
    const requests = lines.filter(({ name }) => name === "tributary_http_requests_total")
    const of = (route: string) => requests.filter(({ labels }) => labels["route"] === route)
    expect(of("/v1/idp/users/:user_id").map(({ labels, value }) => [labels["status"], value])).toEqual([["404", 300]])
    expect(of("unknown").map(({ labels, value }) => [labels["status"], value])).toEqual([["404", 300]])
    expect(Scrape.sumOf(lines, "tributary_http_request_duration_seconds_count", { route: "unknown" })).toBe(300)
  })

  it("answers only /metrics on that port, and does not answer it on that of the API", async () => {
    const ask = (path: string, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method })
    expect((await ask("/metrics")).headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
    expect((await ask("/metrics?format=text", "HEAD")).status).toBe(200)
    expect((await ask("/metrics", "POST")).status).toBe(405)
    for (const path of ["/", "/metrics/", "/readyz", "/v1/idp/users"])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    expect((await fetch(new URL("/metrics", service.baseUrl))).status).toBe(404)
  })

  it("answers a flood of scrapes alike", async () => {
    const texts = await Promise.all(Array.from({ length: 60 }, () => Scrape.textAt(port)))
    for (const text of texts) expect(Scrape.parse(text).length).toBeGreaterThan(40)
  })

  it("has no name, address or secret of a customer in its metrics", async () => {
    const text = await Scrape.textAt(port)
    const [first] = await service.walk(connection, "/idp/users")
    for (const word of [
      connection,
      service.organizationId,
      service.key,
      first.id,
      first.email ?? first.name,
      vendor.token
    ]) {
      expect(text).not.toContain(word)
    }
  })

  it("sends a span of the job, with one below it for the export type and for each request to the vendor", async () => {
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`
    await service.call("/idp/users?statuses=canary-of-a-query", { connection, headers: { traceparent } })
    const [user] = await service.walk(connection, "/idp/users")
    await service.dispose()
    const { bodies, headers, spans } = collector
    const jobs = spans.filter(({ name }) => name === "job.run")
    expect(jobs.map(({ attributes }) => attributes)).toEqual([
      {
        "tributary.connection_id": connection,
        "tributary.vendor": "OKTA",
        "tributary.job_id": expect.stringMatching(/^[0-9a-f-]{36}$/)
      }
    ])
    const ofJob = spans.filter(({ traceId }) => traceId === jobs[0]?.traceId)
    const exports = ofJob.filter(({ name }) => name === "export.run")
    expect(new Set(exports.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([jobs[0]?.spanId]))
    expect(new Set(exports.map(({ attributes }) => attributes["tributary.export_type"]))).toEqual(
      new Set(["idp", "idp, idp_policies", "idp_alerts", "idp_policies"])
    )
    const requests = ofJob.filter(({ name }) => name === "vendor.request")
    expect(requests.length).toBeGreaterThan(USERS)
    const parents = new Set([...exports, ...jobs].map(({ spanId }) => spanId))
    expect(requests.filter(({ parentSpanId = "" }) => !parents.has(parentSpanId))).toEqual([])
    expect(requests[0]?.attributes).toMatchObject({
      "http.request.method": "GET",
      "tributary.endpoint": expect.any(String)
    })
    expect(requests.filter(({ attributes }) => attributes["http.response.status_code"] === 200).length).toBeGreaterThan(
      USERS
    )
    expect(spans.filter(({ name }) => name.startsWith("sql."))).toEqual([])
    const ofRequests = spans.filter(({ name }) => name === "http.server GET")
    expect(ofRequests.map(({ traceId }) => traceId)).toEqual(["a".repeat(32)])

    expect(collector.resource()["service.name"]).toBe("tributary-test")
    expect(headers.every((each) => each["x-key"] === "a b")).toBe(true)
    expect(collector.metrics().map(({ name }) => name)).toContain("tributary_vendor_requests_total")
    const all = bodies.join("\n")
    for (const word of ["canary-of-a-query", vendor.token, service.key, user.email ?? user.name])
      expect(all).not.toContain(word)
  })
})

describe("a service whose collector does not take what it gets", () => {
  const cases = [
    { title: "is down", delivery: null },
    { title: "never answers", delivery: "hang" as const },
    { title: "closes connections", delivery: "reset" as const }
  ]
  it.each(cases)("ends nevertheless if it $title", async ({ delivery }) => {
    const silent = delivery === null ? null : await VendorServer.start(() => ({ delivery }))
    const url = silent?.url ?? `http://127.0.0.1:${await Child.freePort()}`
    const service = await Service.start({ connectors: [okta], settings: { OTEL_EXPORTER_OTLP_ENDPOINT: url } })
    expect((await service.call("/provisioning/organizations")).status).toBe(200)
    const started = performance.now()
    await service.dispose()
    // It takes 1.4 seconds; a busy machine takes longer, and a process that waits for the collector without a limit much longer.
    expect(performance.now() - started).toBeLessThan(10_000)
    await service.stop()
    await silent?.stop()
  })
})

describe("a service on the embedded database", () => {
  it("shows its one pool once, and what the database knows", async () => {
    const port = await Child.freePort()
    const service = await Service.start({
      connectors: [okta],
      isEmbedded: true,
      settings: { TRIBUTARY_METRICS_PORT: String(port) }
    })
    await untilValue(port, "tributary_database_up", {}, (value) => value === 1)
    const lines = await Scrape.at(port)
    const pools = lines.filter(({ name }) => name === "tributary_database_pool_limit")
    expect(pools.map(({ labels, value }) => [labels["pool"], value])).toEqual([["api", 1]])
    expect(Scrape.sumOf(lines, "tributary_processes")).toBe(1)
    await service.stop()
    await expect(Scrape.at(port)).rejects.toThrow()
  })
})

// Both tests mostly wait, so they wait together.
onPostgres("processes on one Postgres", () => {
  const scope = Effect.runSync(Scope.make())
  let proxy: DatabaseProxy.DatabaseProxy
  let frozen: DatabaseProxy.DatabaseProxy
  let settings: Readonly<Record<string, string>>
  beforeAll(async () => {
    const url = await Effect.runPromise(Scope.extend(TestDatabase.makeUrl({ migrated: true }), scope))
    proxy = await DatabaseProxy.start(Redacted.value(url))
    frozen = await DatabaseProxy.start(Redacted.value(url))
    frozen.freeze()
    settings = { DATABASE_URL: proxy.url, TRIBUTARY_MASTER_KEY: Redacted.value(MasterKeys.generate()) }
  })
  afterAll(async () => {
    await proxy?.stop()
    await frozen?.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it.concurrent("report the same installation, and answer scrapes while the database is away", async () => {
    const ports = [await Child.freePort(), await Child.freePort()]
    const services = await Promise.all(
      ports.map((port) =>
        Service.start({ connectors: [okta], settings: { ...settings, TRIBUTARY_METRICS_PORT: String(port) } })
      )
    )
    const both = async (name: string, fits: (value: number | null) => boolean) => {
      for (const port of ports) await untilValue(port, name, {}, fits)
    }
    await both("tributary_processes", (value) => value === 2)
    await both("tributary_ready", (value) => value === 1)
    for (const away of [proxy.cut, proxy.freeze]) {
      away()
      await both("tributary_database_up", (value) => value === 0)
      await both("tributary_ready", (value) => value === 0)
      await both("tributary_processes", (value) => value === null)
      proxy.restore()
      await both("tributary_database_up", (value) => value === 1)
      await both("tributary_ready", (value) => value === 1)
    }
    for (const service of services) await service.stop()
  })

  it.concurrent("show that they are not ready while they wait for their database at the start", async () => {
    const port = await Child.freePort()
    const starting = Service.start({
      connectors: [okta],
      settings: { ...settings, DATABASE_URL: frozen.url, TRIBUTARY_METRICS_PORT: String(port) }
    })
    const failed = expect(starting).rejects.toThrow()
    const lines = await until(() => Scrape.at(port).catch(() => null))
    expect(Scrape.sumOf(lines, "tributary_ready")).toBe(0)
    await failed
  })
})
