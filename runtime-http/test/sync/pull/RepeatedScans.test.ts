import { expect, layer } from "@effect/vitest"
import { Extractor, Lookup, Pagination } from "@tributary/core"
import { Effect, Schema } from "effect"
import * as FakeVendor from "../FakeVendor.js"
import * as PullWorld from "./PullWorld.js"

const EMAILS = "/users/{id}/email"

const email = Lookup.of<typeof FakeVendor.Row.Type>()({
  endpoint: EMAILS,
  row: Schema.Struct({ email: Schema.String }),
  pagination: Pagination.one(),
  permissions: ["emails.read"],
  fields: ["email"],
  isOptional: true
})

/** Users whose addresses have an endpoint of their own, and whose changes can be read. */
const users = Extractor.make({
  ...FakeVendor.userList,
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
  since: (instant) => ({ since: instant }),
  lookups: { email },
  toRecord: (row, { email }) => ({ ...FakeVendor.userList.toRecord(row), email: email?.[0]?.email ?? null })
})

/** How the jobs of a vendor that refuses some users' addresses read its list, one after another. */
const modesOf = (
  refuses: (id: string, job: number, leaf: string) => boolean,
  jobs: number,
  extractor: Extractor.Extractor<"itsm_users"> = users
) =>
  Effect.gen(function* () {
    let number = 0
    const { job } = yield* PullWorld.make(FakeVendor.connector({ itsm_users: [extractor] }), (url) => {
      const [, list, id = "", leaf] = url.pathname.split("/")
      if (list !== "users" || leaf === undefined)
        return { body: FakeVendor.page(url.searchParams.has("since") ? [] : ["a", "b", "c"]) }
      return refuses(id, number, leaf)
        ? { status: 403, body: {} }
        : { body: { email: `${id}@fake.example.com`, name: `User ${id}` } }
    })
    return yield* Effect.forEach(Array.from({ length: jobs }), () =>
      Effect.gen(function* () {
        number += 1
        const { asked, status } = yield* job
        expect(status).toBe("SUCCESS")
        return asked.some((query) => query.has("since")) ? "delta" : "full"
      })
    )
  })

layer(PullWorld.stores)("Fields that an optional lookup could not read", (it) => {
  it.effect("are never taken from a record of a former tenant with the same id", () =>
    Effect.gen(function* () {
      let tenant = { ids: ["a", "b"], isRefused: false }
      const world = yield* PullWorld.make(FakeVendor.connector({ itsm_users: [users] }), (url) => {
        const [, , id, leaf] = url.pathname.split("/")
        if (leaf === undefined) return { body: FakeVendor.page(url.searchParams.has("since") ? [] : tenant.ids) }
        return tenant.isRefused ? { status: 403, body: {} } : { body: { email: `${id}@former.example` } }
      })
      yield* world.job
      tenant = { ids: ["b"], isRefused: false }
      yield* world.replaceTenant
      yield* world.dueJob
      expect([...(yield* world.live).keys()]).toEqual(["b"])
      tenant = { ids: ["a", "b"], isRefused: true }
      yield* world.age(48)
      yield* world.job
      const records = yield* world.records
      expect(["a", "b"].map((id) => records.get(id)?.["email"])).toEqual([null, "b@former.example"])
    })
  )

  it.effect("are requested again by a single full scan as soon as the vendor grants access to them", () =>
    Effect.gen(function* () {
      const modes = yield* modesOf((_, job) => job <= 2, 5)
      expect(modes).toEqual(["full", "delta", "full", "delta", "delta"])
    })
  )

  it.effect("are requested again by a full scan for each grant if the vendor refused several lookups", () =>
    Effect.gen(function* () {
      const names = Lookup.of<typeof FakeVendor.Row.Type>()({
        endpoint: "/users/{id}/name",
        row: Schema.Struct({ name: Schema.String }),
        pagination: Pagination.one(),
        permissions: ["names.read"],
        fields: ["name"],
        isOptional: true
      })
      const both = Extractor.make({
        ...FakeVendor.userList,
        pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
        since: (instant) => ({ since: instant }),
        lookups: { email, names },
        toRecord: (row, { email, names }) => ({
          ...FakeVendor.userList.toRecord(row),
          email: email?.[0]?.email ?? null,
          name: names?.[0]?.name ?? row.id
        })
      })
      const refuses = (leaf: string, job: number) => job < (leaf === "email" ? 3 : 5)
      expect(yield* modesOf((_, job, leaf) => refuses(leaf, job), 7, both)).toEqual([
        "full",
        "delta",
        "full",
        "delta",
        "full",
        "delta",
        "delta"
      ])
    })
  )

  it.effect("do not make each job a full scan if the vendor refuses them only for some rows", () =>
    Effect.gen(function* () {
      const modes = yield* modesOf((id) => id === "b", 6)
      expect(modes).toEqual(["full", "full", "delta", "delta", "delta", "delta"])
    })
  )
})

layer(PullWorld.stores)("Two lists that each job reads in full", (it) => {
  it.effect("do not plan scans for each other if they lose records in turns", () =>
    Effect.gen(function* () {
      const rows = { users: ["u1", "u2", "u3", "u4"], groups: ["g1", "g2", "g3", "g4"] }
      const connector = FakeVendor.connector({ itsm_users: [FakeVendor.users], device_groups: [FakeVendor.groups] })
      const answer = (url: URL) => ({ body: FakeVendor.page(url.pathname === "/users" ? rows.users : rows.groups) })
      const { age, dueJob } = yield* PullWorld.make(connector, answer, { intervalSecs: 86_400, timeoutSecs: 600 })
      yield* dueJob
      rows.users.pop()
      yield* age(26)
      const regular = yield* dueJob
      expect(regular.dueIn).toBeGreaterThan(3_500)
      expect(regular.dueIn).toBeLessThan(3_700)
      rows.groups.pop()
      yield* age(1.1)
      const confirming = yield* dueJob
      expect(confirming.dueIn).toBeGreaterThan(12 * 3_600)
    })
  )
})
