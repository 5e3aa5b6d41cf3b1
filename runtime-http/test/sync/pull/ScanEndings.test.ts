import { expect, layer } from "@effect/vitest"
import { Extractor, Pagination } from "@tributary/core"
import { Effect } from "effect"
import * as FakeVendor from "../FakeVendor.js"
import * as PullWorld from "./PullWorld.js"

/* What follows from the end of a scan: in the job, the health, the status and the schedule, with the true runner and store. */

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `Name ${index}` }))

const USERS = rows(300)
const INTERVAL_SECS = 14_400

const byCursor = Extractor.make({
  ...FakeVendor.userList,
  pagination: Pagination.cursor({ items: "rows", from: "next", param: "after" }),
  since: (since) => ({ since })
})
const byLink = Extractor.make({
  ...FakeVendor.userList,
  pagination: Pagination.linkHeader({ items: "rows", limit: 100 })
})

const connectorOf = (users: typeof byCursor) => FakeVendor.connector({ itsm_users: [users] })

/** The first hundred rows, with a sign that others are missing. */
const part = (more: object = {}) => ({ body: { rows: USERS.slice(0, 100), ...more } })

/** How each sign shows that a list lacks rows. */
const signs = [
  { sign: "no Link header", users: byLink, answer: part(), detail: "its last page has no Link header" },
  { sign: "status 202", users: byCursor, answer: { ...part(), status: 202 }, detail: "its last page was answered 202" },
  { sign: "status 206", users: byCursor, answer: { ...part(), status: 206 }, detail: "its last page was answered 206" },
  {
    sign: "errors next to the rows",
    users: byCursor,
    answer: part({ errors: ["a shard did not answer"] }),
    detail: "it reported an error beside its rows"
  }
]

layer(PullWorld.stores)("A scan with missing rows", (it) => {
  it.effect.each(signs)("keeps what a first sync has read, says what is missing, and is retried soon: $sign", (each) =>
    Effect.gen(function* () {
      const { answer, detail, users } = each
      const world = yield* PullWorld.make(connectorOf(users), () => answer, { intervalSecs: INTERVAL_SECS })
      for (const [least, most] of [
        [60, 66],
        [300, 330],
        [900, 990],
        [INTERVAL_SECS, INTERVAL_SECS * 1.1],
        [INTERVAL_SECS, INTERVAL_SECS * 1.1]
      ] as const) {
        const job = yield* world.job
        const message = `/users: the list is incomplete: ${detail}`
        expect(job).toMatchObject({ status: "FAILED", failure_reason: `Failed: itsm_users (${message}).` })
        expect(job.health).toBe("VENDOR_SERVER_ERROR")
        expect(job.only).toMatchObject({ seen: 100, reason: "INCOMPLETE", resolution_owner: "VENDOR", message })
        expect(job.dueIn).toBeGreaterThan(least - 5)
        expect(job.dueIn).toBeLessThanOrEqual(most)
      }
      expect((yield* world.live).size).toBe(100)
      const { data_exports, phase, problems } = yield* world.status
      expect(phase).toBe("FIRST_SYNC_INCOMPLETE")
      expect(data_exports).toMatchObject([{ state: "FAILING", last_success_at: null, last_full_scan_at: null }])
      expect(problems).toMatchObject([{ reason: "INCOMPLETE", health: "VENDOR_SERVER_ERROR" }])
      expect(problems[0]?.affected).toMatchObject([{ endpoint: "/users", detail: `the list is incomplete: ${detail}` }])
    })
  )

  it.effect("is not retried before the instant that its answer names", () =>
    Effect.gen(function* () {
      const answer = { ...part(), status: 202, headers: { "retry-after": "7200" } }
      const world = yield* PullWorld.make(connectorOf(byCursor), () => answer, { intervalSecs: INTERVAL_SECS })
      for (const _ of [1, 2, 3]) {
        const job = yield* world.job
        expect(job).toMatchObject({ health: "VENDOR_SERVER_ERROR", only: { reason: "INCOMPLETE" } })
        expect(job.dueIn).toBeGreaterThan(7_190)
        expect(job.dueIn).toBeLessThanOrEqual(7_920)
      }
      expect((yield* world.job).dueIn).toBeGreaterThan(INTERVAL_SECS - 5)
    })
  )

  it.effect("names everything that is missing", () =>
    Effect.gen(function* () {
      const users = Extractor.make({
        ...FakeVendor.userList,
        pagination: Pagination.cursor({ items: "rows", from: "next", param: "after", total: "total" })
      })
      const world = yield* PullWorld.make(connectorOf(users), () => part({ total: 300, errors: ["a shard"] }))
      const { message } = (yield* world.job).only
      const detail = "the list is incomplete: it reported an error beside its rows; it ended after 100 of 300 rows"
      expect(message).toBe(`/users: ${detail}`)
      expect((yield* world.status).problems[0]?.affected).toMatchObject([{ detail }])
    })
  )

  it.effect("keeps the lower bound of deltas, so that the next delta finds what is missing", () =>
    Effect.gen(function* () {
      let isPartial = false
      const changed = USERS.slice(0, 3).map((row) => ({ ...row, name: "Changed" }))
      const world = yield* PullWorld.make(connectorOf(byCursor), (url) => {
        if (!url.searchParams.has("since")) return { body: { rows: USERS } }
        return isPartial ? { status: 206, body: { rows: changed.slice(0, 1) } } : { body: { rows: changed } }
      })
      expect(yield* world.job).toMatchObject({ health: "HEALTHY", only: { message: null, seen: 300 } })
      isPartial = true
      const partial = yield* world.job
      expect(partial).toMatchObject({ health: "VENDOR_SERVER_ERROR", only: { seen: 1 } })
      isPartial = false
      const whole = yield* world.job
      expect(whole).toMatchObject({ health: "HEALTHY", only: { message: null, seen: 3 } })
      const since = partial.asked[0]?.get("since")
      expect(since).not.toBeNull()
      expect(whole.asked[0]?.get("since")).toBe(since)
      expect((yield* world.job).asked[0]?.get("since")).not.toBe(since)
      expect((yield* world.live).get("r2")).toBe("Changed")
    })
  )
})

/** Ten rows a page, by index. */
const byIndex = Extractor.make({
  ...FakeVendor.userList,
  pagination: Pagination.offset({ items: "rows", limit: 10, counts: "returned" })
})

/** A job reads four pages of ten. */
const TIMEOUT_SECS = 4 * PullWorld.ANSWER_SECS + 1

/** A vendor with a hundred rows, of which a test can take some away. */
const indexed = () => {
  const state = { rows: rows(100) }
  const answer = (url: URL) => {
    const start = Number(url.searchParams.get("offset"))
    return { body: { rows: url.searchParams.has("since") ? [] : state.rows.slice(start, start + 10) } }
  }
  return { state, answer }
}

const PARTS =
  /^\/users: the list is read in several jobs; with a timeout_secs of (\d+), one job could read it and prove deletions$/

layer(PullWorld.stores)("A list by index that takes longer than a job", (it) => {
  it.effect("is read in several jobs, first cut, then healthy with a problem, until one job has enough time", () =>
    Effect.gen(function* () {
      const { answer, state } = indexed()
      const world = yield* PullWorld.make(connectorOf(byIndex), answer, { timeoutSecs: TIMEOUT_SECS })
      const first = yield* world.job
      expect(first).toMatchObject({ health: "EXECUTION_TIMEOUT", only: { reason: "TIMEOUT" } })
      expect(first.dueIn).toBeLessThanOrEqual(25)
      let job = yield* world.job
      while (job.health === "EXECUTION_TIMEOUT") job = yield* world.job
      expect((yield* world.live).size).toBe(100)
      expect(job).toMatchObject({
        status: "SUCCESS",
        health: "HEALTHY",
        only: { message: expect.stringMatching(PARTS) }
      })
      const needed = Number(PARTS.exec(job.only.message ?? "")?.[1])
      expect((yield* world.status).problems).toMatchObject([
        { reason: "DELETIONS_UNPROVEN", resolution_owner: "SERVICE" }
      ])

      state.rows = state.rows.slice(1)
      yield* world.age(2)
      job = yield* world.job
      expect(job).toMatchObject({ status: "SUCCESS", health: "HEALTHY", only: { deleted: 0 } })
      expect(job.only.message).toMatch(PARTS)

      yield* world.giveTime(needed)
      job = yield* world.job
      expect(job.only).toMatchObject({ missing_records: [], message: expect.stringMatching(PARTS) })
      expect(yield* world.job).toMatchObject({
        health: "HEALTHY",
        only: { missing_records: [{ count: 1 }], message: null }
      })
      expect((yield* world.status).problems).toEqual([])
      expect((yield* world.live).size).toBe(100)
      yield* world.age(1.1)
      expect(yield* world.job).toMatchObject({ health: "HEALTHY", only: { deleted: 1, message: null } })
    })
  )

  it.effect("does not need more time if a process that stops hands its job over", () =>
    Effect.gen(function* () {
      const { answer } = indexed()
      const world = yield* PullWorld.make(connectorOf(byIndex), answer, { timeoutSecs: 600 })
      yield* world.handOver(3)
      expect(yield* world.dueJob).toMatchObject({
        health: "HEALTHY",
        only: { message: null }
      })
      expect((yield* world.live).size).toBe(100)
      expect((yield* world.status).problems).toEqual([])
    })
  )

  it.effect("has the problem if a process stops in a second scan in a row, because neither proves a deletion", () =>
    Effect.gen(function* () {
      const { answer } = indexed()
      const world = yield* PullWorld.make(connectorOf(byIndex), answer, { timeoutSecs: 600 })
      for (const [message, problems] of [
        [null, []],
        [expect.stringMatching(PARTS), [{ reason: "DELETIONS_UNPROVEN" }]],
        [expect.stringMatching(PARTS), [{ reason: "DELETIONS_UNPROVEN" }]]
      ] as const) {
        yield* world.handOver(3)
        expect(yield* world.dueJob).toMatchObject({ health: "HEALTHY", only: { message } })
        expect((yield* world.status).problems).toMatchObject(problems)
        yield* world.age(48)
      }
      expect(yield* world.job).toMatchObject({ health: "HEALTHY", only: { message: null } })
      expect((yield* world.status).problems).toEqual([])
    })
  )

  it.effect("keeps the problem during the deltas between its full scans", () =>
    Effect.gen(function* () {
      const { answer } = indexed()
      const users = Extractor.make({
        ...FakeVendor.userList,
        pagination: Pagination.offset({ items: "rows", limit: 10, counts: "returned" }),
        since: (since) => ({ since })
      })
      const world = yield* PullWorld.make(connectorOf(users), answer, { timeoutSecs: TIMEOUT_SECS })
      let job = yield* world.job
      while (job.health === "EXECUTION_TIMEOUT") job = yield* world.job
      const { message } = job.only
      expect(message).toMatch(PARTS)
      const delta = yield* world.job
      expect(delta.asked[0]?.has("since")).toBe(true)
      expect(delta).toMatchObject({ health: "HEALTHY", only: { message } })
      expect((yield* world.status).problems).toMatchObject([{ reason: "DELETIONS_UNPROVEN" }])
      yield* world.age(25)
      const full = yield* world.job
      expect(full.asked[0]?.has("since")).toBe(false)
      expect(full).toMatchObject({ health: "HEALTHY", only: { message: expect.stringMatching(PARTS) } })
    })
  )

  it.effect(
    "says how many rows are missing if it ends before its total, stores the others, and is read from its start again",
    () =>
      Effect.gen(function* () {
        const all = rows(100)
        const users = Extractor.make({
          ...FakeVendor.userList,
          pagination: Pagination.offset({ items: "rows", limit: 10, counts: "returned", total: "total" })
        })
        const answer = (url: URL) => {
          const start = Number(url.searchParams.get("offset"))
          return { body: { rows: all.slice(start, start + 10), total: 101 } }
        }
        const world = yield* PullWorld.make(connectorOf(users), answer, { timeoutSecs: TIMEOUT_SECS })
        let job = yield* world.job
        while (job.health === "EXECUTION_TIMEOUT") job = yield* world.job
        const message = "/users: the list is incomplete: it ended after 100 of 101 rows"
        expect(job).toMatchObject({ health: "VENDOR_SERVER_ERROR", only: { reason: "INCOMPLETE", message } })
        expect((yield* world.live).size).toBe(100)
        expect(job.dueIn).toBeGreaterThan(55)
        expect((yield* world.job).asked[0]?.get("offset")).toBe("0")
      })
  )
})
