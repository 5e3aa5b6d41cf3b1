import { expect, layer } from "@effect/vitest"
import { Connector, VendorHttp } from "@tributary/core"
import { Effect, Fiber, TestClock } from "effect"
import * as FakeVendor from "../FakeVendor.js"
import { runOnce, stores } from "./JobWorld.js"

layer(stores)("JobRunner", (it) => {
  it.effect.each([
    [400, "VENDOR_CLIENT_ERROR"],
    [401, "UNAUTHORIZED"],
    [403, "UNAUTHORIZED"],
    [404, "VENDOR_CLIENT_ERROR"],
    [429, "RATE_LIMIT_EXCEEDED"],
    [500, "VENDOR_SERVER_ERROR"],
    [503, "VENDOR_SERVER_ERROR"]
  ] as const)(
    "names a connection whose vendor answers %s: %s [contract: health-of-vendor-failures]",
    ([status, name]) =>
      Effect.gen(function* () {
        const running = yield* Effect.fork(runOnce({ answer: () => FakeVendor.status(status) }))
        // The runner pauses and retries if a retry can help.
        yield* Effect.repeat(Effect.zipRight(TestClock.adjust("5 seconds"), Fiber.poll(running)), {
          until: (exit) => exit._tag === "Some"
        })
        const { job } = yield* Fiber.join(running)
        expect(job).toMatchObject({
          status: "FAILED",
          health: name,
          details: [
            { data_export_type: "device_groups", endpoint: "/groups" },
            { data_export_type: "itsm_users", endpoint: "/users" }
          ]
        })
        expect(job.exports.map(({ health }) => health)).toEqual([name, name])
      })
  )

  const maintenance = Effect.sync(
    () => new Response("<title>Maintenance, call Ada Lovelace</title>", { headers: { "content-type": "text/html" } })
  )
  const jobWith = (answer: (path: string, url: URL) => FakeVendor.Answer) =>
    Effect.gen(function* () {
      const running = yield* Effect.fork(runOnce({ answer }))
      yield* Effect.repeat(Effect.zipRight(TestClock.adjust("5 seconds"), Fiber.poll(running)), {
        until: (exit) => exit._tag === "Some"
      })
      return yield* Fiber.join(running)
    })

  it.effect("blames the vendor for a web page after a good answer, and describes the page without personal data", () =>
    Effect.gen(function* () {
      const { job, vendor } = yield* jobWith((path) => (path === "/users" ? maintenance : FakeVendor.page(["g"])))
      expect(vendor.asked.filter((path) => path === "/users")).toHaveLength(VendorHttp.MAX_ATTEMPTS)
      expect(job).toMatchObject({ status: "FAILED", health: "VENDOR_SERVER_ERROR" })
      expect(job.exports[1]).toMatchObject({
        reason: "VENDOR_DOWN",
        resolution_owner: "VENDOR",
        message: "/users: the answer is not JSON (status 200, text/html, 45 bytes: <title>Maintenance, …</title>)"
      })
    })
  )

  it.effect("blames the address that the customer entered for a web page before any good answer", () =>
    Effect.gen(function* () {
      const { job } = yield* jobWith(() => maintenance)
      expect(job).toMatchObject({ status: "FAILED", health: "UNAUTHORIZED" })
      expect(job.exports[1]).toMatchObject({
        reason: "ADDRESS_INVALID",
        resolution_owner: "CUSTOMER",
        customer_message:
          "The address that was entered does not lead to the API of Fake (fake.example.com: it answers with a web page instead of the vendor's API). Correct it."
      })
    })
  )

  it.effect("ends at once if a page is too large, and backs off instead of requesting it again and again", () =>
    Effect.gen(function* () {
      const giant = Effect.sync(() => new Response(`{"rows":[${"{},".repeat(120_000)}{}]}`))
      const { job, row, vendor } = yield* runOnce({ answer: () => giant })
      expect(vendor.asked.toSorted()).toEqual(["/groups", "/users"])
      expect(job).toMatchObject({ status: "FAILED", health: "VENDOR_SERVER_ERROR" })
      expect(job.exports[0]?.message).toBe("/groups: a list in the answer has more than 100,000 rows")
      expect(row).toMatchObject({ run_by: null, failures: 1, is_due: false })
      expect(row.due_in).toBeGreaterThan(50)
    })
  )

  it.effect("backs off if nothing can be read [contract: health-precedence]", () =>
    Effect.gen(function* () {
      const { job, row } = yield* runOnce({ answer: () => FakeVendor.status(401) })
      expect(job).toMatchObject({ status: "FAILED", health: "UNAUTHORIZED" })
      expect(row).toMatchObject({ run_by: null, failures: 1, is_due: false })
    })
  )

  it.effect.each([
    [429, "RATE_LIMIT_EXCEEDED"],
    [503, "VENDOR_SERVER_ERROR"]
  ] as const)(
    "gives its slot back at once if the vendor asks for a pause of minutes with %s, and is due when the pause ends",
    ([status, health]) =>
      Effect.gen(function* () {
        const { job, row, store, vendor } = yield* runOnce({
          answer: (path, url) =>
            path === "/users" && url.searchParams.has("after")
              ? FakeVendor.limited(120, status)
              : FakeVendor.page(["a"], "2"),
          connector: FakeVendor.connector({ itsm_users: [FakeVendor.users] })
        })
        expect(job).toMatchObject({
          status: "FAILED",
          health,
          reason: `Failed: itsm_users (/users: answered ${status}; the next run resumes the scan when the vendor allows).`
        })
        // The scan stays open at its checkpoint, so nothing is deleted and nothing is read twice.
        expect(store.log).toEqual(["write 1 itsm_user"])
        expect(store.checkpoints.get("itsm_user")).not.toBeNull()
        expect(vendor.asked).toEqual(["/users", "/users"])
        expect(row).toMatchObject({ run_by: null, failures: 0 })
        expect(row.due_in).toBeGreaterThan(110)
        expect(row.due_in).toBeLessThan(135)
      })
  )

  it.effect("is due when the limit of one export allows it, even if the others were read", () =>
    Effect.gen(function* () {
      const limited = Connector.make({
        ...FakeVendor.connector(),
        http: () => ({ baseUrl: "https://fake.example.com", rateLimitCovers: "endpoint" })
      })
      const { job, row } = yield* runOnce({
        answer: (path) => (path === "/users" ? FakeVendor.limited(600) : FakeVendor.page(["g"])),
        connector: limited
      })
      expect(job.exports.map(({ health }) => health)).toEqual(["HEALTHY", "RATE_LIMIT_EXCEEDED"])
      expect(row.due_in).toBeGreaterThan(590)
      expect(row.due_in).toBeLessThan(665)
    })
  )

  it.effect("repeats an incomplete export after a minute, even if another export waits for its limit", () =>
    Effect.gen(function* () {
      const connector = Connector.make({
        ...FakeVendor.connector({
          itsm_users: [FakeVendor.users],
          itsm_tickets: [FakeVendor.tickets],
          device_groups: [FakeVendor.groups]
        }),
        http: () => ({ baseUrl: "https://fake.example.com", rateLimitCovers: "endpoint" })
      })
      const { job, row } = yield* runOnce({
        answer: (path) => {
          if (path === "/users") return FakeVendor.page(["a"], "2")
          return path === "/tickets" ? FakeVendor.limited(600) : FakeVendor.page(["g"])
        },
        connector
      })
      const reasons = job.exports.map(({ data_export_type, reason }) => [data_export_type, reason])
      expect(Object.fromEntries(reasons)).toEqual({
        device_groups: null,
        itsm_tickets: "RATE_LIMITED",
        itsm_users: "INCOMPLETE"
      })
      expect(row).toMatchObject({ failures: 1 })
      expect(row.due_in).toBeGreaterThan(55)
      expect(row.due_in).toBeLessThanOrEqual(66)
    })
  )
})
