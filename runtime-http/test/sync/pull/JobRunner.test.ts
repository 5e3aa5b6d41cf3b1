import { SqlError } from "@effect/sql/SqlError"
import { expect, layer } from "@effect/vitest"
import { Extractor, RecordKind, VendorError } from "@tributary/core"
import { Effect, Redacted, Stream } from "effect"
import { noCounts } from "../../../src/store/write/Scan.js"
import * as FakeStore from "../FakeStore.js"
import * as FakeVendor from "../FakeVendor.js"
import { runOnce, stores, twoPages } from "./JobWorld.js"

layer(stores)("JobRunner", (it) => {
  it.effect("stores every page, then sweeps, and reports a healthy job [contract: healthy]", () =>
    Effect.gen(function* () {
      const { job, store, row, lines } = yield* runOnce({ answer: twoPages })
      expect(store.log).toEqual([
        "write 1 device_group",
        "close device_group",
        "write 2 itsm_user",
        "write 1 itsm_user",
        "close itsm_user"
      ])
      expect(job).toMatchObject({ status: "SUCCESS", reason: null, health: "HEALTHY", details: null })
      expect(job.exports.map(({ data_export_type, seen, created }) => [data_export_type, seen, created])).toEqual([
        ["device_groups", 1, 1],
        ["itsm_users", 3, 3]
      ])
      expect(row).toMatchObject({ run_by: null, failures: 0, is_due: false })
      const finished = lines.map((line) => JSON.parse(line)).find(({ message }) => message === "Job finished.")
      expect(finished.annotations).toMatchObject({
        job_id: expect.any(String),
        connection_id: expect.any(String),
        status: "SUCCESS",
        seen: 4,
        health: "HEALTHY"
      })
    })
  )

  it.effect("isolates extractors: one that fails neither stops nor hides the others", () =>
    Effect.gen(function* () {
      const { job, store, row } = yield* runOnce({
        answer: (path) => (path === "/groups" ? FakeVendor.status(403) : FakeVendor.page(["a"]))
      })
      expect(store.log).toEqual(["write 1 itsm_user", "close itsm_user"])
      expect(job).toMatchObject({
        status: "FAILED",
        reason: "Failed: device_groups (/groups: answered 403).",
        health: "UNAUTHORIZED",
        details: [{ data_export_type: "device_groups", endpoint: "/groups" }]
      })
      expect(job.exports.map(({ health }) => health)).toEqual(["UNAUTHORIZED", "HEALTHY"])
      // A first sync is tried again soon, although only the customer can help.
      expect(row).toMatchObject({ failures: 1 })
      expect(row.due_in).toBeGreaterThan(50)
      expect(row.due_in).toBeLessThanOrEqual(66)
    })
  )

  it.effect("reports a defect in a connector as the failure of one export [contract: health-of-own-failures]", () =>
    Effect.gen(function* () {
      const broken = Extractor.fromStream({
        record: RecordKind.DeviceGroup,
        endpoint: "/broken",
        permissions: [],
        pages: () => Stream.die(new Error("oops"))
      })
      const { job, store, lines } = yield* runOnce({
        answer: twoPages,
        connector: FakeVendor.connector({ device_groups: [broken], itsm_users: [FakeVendor.users] })
      })
      expect(job).toMatchObject({ status: "FAILED", health: "INTERNAL_ERROR" })
      expect(job.exports.map(({ health }) => health)).toEqual(["INTERNAL_ERROR", "HEALTHY"])
      expect(store.log).toContain("close itsm_user")
      expect(lines.join("\n")).toMatch(/The connector failed: Error at .*JobRunner\.test\.ts:\d+/)
      expect(lines.join("\n")).not.toContain("oops")
    })
  )

  it.effect("runs the other extractors of an export type after one has failed", () =>
    Effect.gen(function* () {
      const failing = Extractor.fromStream({
        record: RecordKind.IdpGroup,
        endpoint: "/failing",
        permissions: [],
        pages: () =>
          Stream.fail(new VendorError.ServerError({ endpoint: "/failing", status: 500, detail: "answered 500" }))
      })
      const fine = Extractor.fromStream({
        record: RecordKind.IdpApplication,
        endpoint: "/fine",
        permissions: [],
        pages: () => Stream.empty
      })
      const { job, store } = yield* runOnce({
        answer: () => FakeVendor.page([]),
        connector: FakeVendor.connector({ idp: [failing, fine] })
      })
      expect(store.log).toEqual(["close idp_application"])
      expect(job.exports).toHaveLength(1)
      expect(job).toMatchObject({ health: "VENDOR_SERVER_ERROR", exports: [{ endpoint: "/failing" }] })
    })
  )

  it.effect("reports what was wrong with rejected rows, but never their values", () =>
    Effect.gen(function* () {
      const { job } = yield* runOnce({
        answer: (path) =>
          path === "/users"
            ? {
                rows: [
                  { id: "a", name: "A" },
                  { id: "b", name: { private: "Jane Roe" } }
                ],
                next: null
              }
            : FakeVendor.page(["g"])
      })
      expect(job.exports[1]).toMatchObject({ health: "HEALTHY", seen: 1, rejected: 1 })
      expect(job.exports[1]?.message).toBe("rejected rows: itsm_user name: Expected string")
    })
  )

  it.effect("counts records with unmapped values, and logs their fields once per kind [contract: unknown-values]", () =>
    Effect.gen(function* () {
      const { job, lines } = yield* runOnce({
        answer: (path, url) => {
          if (path !== "/tickets") return FakeVendor.page(["g"])
          return url.searchParams.has("after")
            ? FakeVendor.page(["Whenever"])
            : FakeVendor.page(["HIGH", "Jane Roe"], "2")
        },
        connector: FakeVendor.connector({
          itsm_tickets: [FakeVendor.tickets],
          device_groups: [FakeVendor.groups]
        })
      })
      expect(job.exports.map((one) => [one.data_export_type, one.seen, one.unmapped])).toEqual([
        ["device_groups", 1, 0],
        ["itsm_tickets", 3, 2]
      ])
      const logged = lines.filter((line) => line.includes("does not map")).map((line) => JSON.parse(line))
      expect(logged).toMatchObject([
        { logLevel: "INFO", annotations: { vendor: "FAKE", kind: "itsm_ticket", fields: "priority, status" } }
      ])
      expect(lines.join()).not.toMatch(/Whenever|Jane Roe/)
      const ended = lines.filter((line) => line.includes("Job finished")).map((line) => JSON.parse(line))
      expect(ended).toMatchObject([{ annotations: { unmapped: 2 } }])
    })
  )

  it.effect("reports a record that cannot be stored as an internal error, and runs the other extractors", () =>
    Effect.gen(function* () {
      const cause = Object.assign(new Error('invalid input syntax: "Jane Roe"'), { code: "22P02" })
      const store = FakeStore.memory({
        write: (scan) =>
          scan.extractor.startsWith("device_group")
            ? Effect.fail(new SqlError({ cause }))
            : Effect.succeed({ itsm_user: { ...noCounts, seen: 1, created: 1 } })
      })
      const { job, lines } = yield* runOnce({ store, answer: twoPages })
      expect(job.exports.map(({ health }) => health)).toEqual(["INTERNAL_ERROR", "HEALTHY"])
      expect(lines.join("\n")).toContain("22P02")
      expect(lines.join("\n")).not.toContain("Jane Roe")
    })
  )

  it.effect("never shows a credential", () =>
    Effect.gen(function* () {
      const leaky = Extractor.fromStream({
        record: RecordKind.DeviceGroup,
        endpoint: "/leaky",
        permissions: [],
        pages: () => Stream.die(new Error("oops"))
      })
      const connector = FakeVendor.connector({ device_groups: [leaky], itsm_users: [FakeVendor.users] })
      const { job, lines } = yield* runOnce({ answer: () => FakeVendor.status(401), connector })
      expect(JSON.stringify(job) + lines.join("\n")).not.toContain(FakeVendor.SECRET)
      const thrower = {
        ...connector,
        http: (credentials: unknown) => {
          throw new Error(Redacted.value((credentials as { token: Redacted.Redacted }).token))
        }
      }
      const second = yield* runOnce({ answer: () => FakeVendor.status(401), connector: thrower })
      expect(second.job).toMatchObject({ health: "INTERNAL_ERROR" })
      expect(JSON.stringify(second.job) + second.lines.join("\n")).not.toContain(FakeVendor.SECRET)
    })
  )
})
