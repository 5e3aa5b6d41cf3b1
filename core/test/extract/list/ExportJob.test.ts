import { describe, expect, it } from "@effect/vitest"
import type { ExportJob, VendorError } from "@tributary/core"
import { Cause, Effect, Exit, Fiber, Option, Stream } from "effect"
import { giveUp, pages } from "../../../src/extract/list/ExportJob.js"
import type { Position, WalkedPage } from "../../../src/extract/walk/PageWalk.js"
import { type Answer, BASE_URL, converse, type ReceivedRequest } from "../../FakeVendor.js"

const job: ExportJob.ExportJob = {
  start: "/export",
  body: { size: 2, filters: { state: "on" } },
  id: "job.id",
  status: "/export/{id}/status",
  read: (body) => {
    const { state, ...sent } = (body ?? {}) as { state?: string; chunks?: ReadonlyArray<number>; total?: number }
    const { chunks } = sent
    if (state === undefined || chunks === undefined) return null
    if (state === "broken") return { state: "failed", chunks }
    return { ...sent, state: state === "ready" ? "finished" : "running", chunks }
  },
  chunk: "/export/{id}/chunks/{chunk}",
  items: "rows",
  cancel: "/export/{id}/cancel"
}

/** A vendor whose job reports these states in turn and then repeats the last one. */
const vendor = (states: ReadonlyArray<object>, override: (path: string) => Answer | null = () => null) => {
  let looks = 0
  return ({ url }: ReceivedRequest): Answer => {
    const path = url.slice(BASE_URL.length)
    const other = override(path)
    if (other !== null) return other
    if (path === "/export") return { body: { job: { id: "j/1" } } }
    if (path.endsWith("/status")) return { body: states[Math.min(looks++, states.length - 1)] }
    return path.endsWith("/cancel") ? {} : { body: { rows: [{ id: path.split("/").at(-1) }] } }
  }
}

const ready = { state: "ready", chunks: [1, 2] }

const run = async (
  answer: (request: ReceivedRequest) => Answer,
  options: {
    readonly job?: Partial<ExportJob.ExportJob>
    readonly from?: Position | null
    readonly around?: (
      stream: ReturnType<typeof pages>
    ) => Stream.Stream<WalkedPage, VendorError.VendorError, Stream.Stream.Context<ReturnType<typeof pages>>>
  } = {}
) => {
  const seen: Array<WalkedPage> = []
  const stream = pages({ ...job, ...options.job }, { since: 7 }, options.from ?? null)
  const around = options.around ?? ((same) => same)
  const reading = Stream.runForEach(around(stream), (page) => Effect.sync(() => seen.push(page)))
  const { exit, received, seconds } = await converse(answer, reading)
  const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.failureOption(exit.cause)) : null
  const paths = received.map(({ method, url }) => `${method} ${url.slice(BASE_URL.length)}`)
  return { pages: seen, ids: seen.flatMap(({ rows }) => rows), failure, paths, received, seconds }
}

const START = "POST /export"
const STATUS = "GET /export/j%2F1/status"
const CANCEL = "POST /export/j%2F1/cancel"
const chunk = (number: number) => `GET /export/j%2F1/chunks/${number}`
const resumed: Position = { list: 0, next: { query: { id: "j/1", done: [1] } } }

describe("An export job", () => {
  it("is started, polled until it is ready and read chunk by chunk", async () => {
    const states = [{ state: "busy", chunks: [] }, { state: "busy", chunks: [] }, ready]
    const { ids, pages, paths, received, seconds } = await run(vendor(states))
    expect(ids).toEqual([{ id: "1" }, { id: "2" }])
    expect(paths).toEqual([START, STATUS, STATUS, STATUS, chunk(1), STATUS, chunk(2), STATUS])
    expect(received[0]?.body).toBe('{"size":2,"filters":{"state":"on"},"since":7}')
    expect(seconds).toBe(10)
    expect(pages.map(({ after }) => after)).toEqual([
      { list: 0, next: { query: { id: "j/1", done: [] } } },
      { list: 0, next: { query: { id: "j/1", done: [] } } },
      { list: 0, next: { query: { id: "j/1", done: [1] } } },
      { list: 0, next: { query: { id: "j/1", done: [1, 2] } } },
      null
    ])
  })

  it("is read as its chunks become ready", async () => {
    const states = [{ state: "busy", chunks: [2] }, { state: "busy", chunks: [2] }, ready]
    const { ids, paths, seconds } = await run(vendor(states), { job: { pollEvery: "1 minute" } })
    expect(ids).toEqual([{ id: "2" }, { id: "1" }])
    expect(paths).toEqual([START, STATUS, chunk(2), STATUS, STATUS, chunk(1), STATUS])
    expect(seconds).toBe(60)
  })

  it("asks again if its id is empty or was rounded, because no path can contain it", async () => {
    for (const id of ["", "..", 1e19]) {
      const { failure, paths } = await run(
        vendor([ready], (path) => (path === "/export" ? { body: { job: { id } } } : null))
      )
      expect(failure).toMatchObject({
        _tag: "UnreadableAnswer",
        detail: expect.stringContaining("the id of the export")
      })
      expect(new Set(paths)).toEqual(new Set([START]))
    }
  })

  it("may finish without any chunk", async () => {
    const { pages, failure, paths } = await run(vendor([{ state: "ready", chunks: [] }]))
    expect(pages.map(({ rows }) => rows)).toEqual([[], []])
    expect([failure, paths]).toEqual([null, [START, STATUS]])
  })

  it("is a server error if the vendor fails it", async () => {
    const { failure, paths } = await run(vendor([{ state: "broken", chunks: [1] }]))
    expect(failure).toMatchObject({ _tag: "ServerError", endpoint: "/export/{id}/status" })
    expect(paths).toEqual([START, STATUS])
  })

  it.each([
    ["fewer chunks than the vendor counts", [{ state: "ready", chunks: [1, 3], total: 3 }]],
    ["one chunk fewer than before", [{ ...ready }, { ...ready }, { state: "ready", chunks: [2] }]]
  ])(
    "is a server error if it finishes with %s, and an expired checkpoint if that happens in the next run",
    async (_, states) => {
      const detail = "the finished export lacks chunks"
      expect((await run(vendor(states))).failure).toMatchObject({ _tag: "ServerError", detail })
      const again = vendor([{ state: "ready", chunks: [2], total: 3 }])
      expect((await run(again, { from: resumed })).failure).toMatchObject({ _tag: "CheckpointExpired", detail })
    }
  )

  it.each([
    [
      "an error next to its rows",
      "it reported an error beside its rows",
      { body: { rows: [{ id: "1" }], errors: [{ code: 500 }] } }
    ],
    ["the status of partial content", "its last page was answered 206", { status: 206, body: { rows: [{ id: "1" }] } }]
  ])("says what is missing if a chunk has %s", async (_, detail, answer) => {
    const { failure, pages } = await run(vendor([ready], (path) => (path.endsWith("/chunks/1") ? answer : null)))
    expect(failure).toBeNull()
    const missing = pages.map((page) => page.missing?.map((each) => each.detail) ?? [])
    expect(missing).toEqual([[], [detail], [], []])
  })

  it("fails if a chunk has the same rows as another one", async () => {
    const same = vendor([ready], (path) => (path.includes("/chunks/") ? { body: { rows: [{ id: "1" }] } } : null))
    expect((await run(same)).failure).toMatchObject({ _tag: "IncompleteList", detail: "repeated a chunk" })
  })

  it("reports once that the vendor is still preparing it, so that the next run comes soon", async () => {
    const states = [
      { state: "busy", chunks: [1] },
      { state: "busy", chunks: [1] },
      { state: "busy", chunks: [1] },
      ready
    ]
    const { pages } = await run(vendor(states), { from: resumed })
    expect(pages.map(({ isWaiting = false, rows }) => [isWaiting, rows.length])).toEqual([
      [false, 0],
      [true, 0],
      [false, 1],
      [false, 0]
    ])
  })

  it("resumes with the chunks that were not read", async () => {
    const { ids, paths } = await run(vendor([ready]), { from: resumed })
    expect(ids).toEqual([{ id: "2" }])
    expect(paths).toEqual([STATUS, chunk(2), STATUS])
  })

  it.each([
    ["at its state", "/status"],
    ["at its next chunk", "/chunks/2"]
  ])("is an expired checkpoint if the vendor has lost it, which shows %s", async (_, end) => {
    const answer = vendor([ready], (path) => (path.endsWith(end) ? { status: 404 } : null))
    expect((await run(answer, { from: resumed })).failure).toMatchObject({ _tag: "CheckpointExpired", status: 404 })
    expect((await run(answer)).failure).toMatchObject({ _tag: "ClientError", status: 404 })
  })

  it("is an expired checkpoint if it was cancelled between two runs", async () => {
    const { failure } = await run(vendor([{ state: "broken", chunks: [] }]), { from: resumed })
    expect(failure).toMatchObject({ _tag: "CheckpointExpired" })
  })

  it("keeps its checkpoint if the vendor is only unavailable", async () => {
    const answer = vendor([ready], (path) => (path.endsWith("/status") ? { status: 503 } : null))
    expect((await run(answer, { from: resumed })).failure).toMatchObject({ _tag: "ServerError", status: 503 })
  })

  it("starts again from a checkpoint that it cannot read", async () => {
    const { paths } = await run(vendor([ready]), { from: { list: 0, next: { url: "https://acme.example/?page=2" } } })
    expect(paths[0]).toBe(START)
  })

  it.each([
    ["has no id", "/export", { body: { job: {} } }, "lacks the id of the export"],
    ["has no state", "/export/j%2F1/status", { body: {} }, "lacks the expected state of the export"],
    ["has a malformed chunk", chunk(1).slice(4), { body: {} }, "lacks the expected list of rows"]
  ])("fails if it %s", async (_, at, answer, detail) => {
    const { failure } = await run(vendor([ready], (path) => (path === at ? answer : null)))
    expect(failure).toMatchObject({ _tag: "UnreadableAnswer", detail: expect.stringContaining(detail) })
  })
})

describe("An export job of a run that ends early", () => {
  it.each([
    ["fails", vendor([ready], (path) => (path.endsWith("/2") ? { status: 403 } : null)), undefined],
    ["stops", vendor([ready]), Stream.take(2)]
  ] as const)("is left to the next run if the run %s", async (_, answer, around) => {
    const { pages, paths } = await run(answer, around === undefined ? {} : { around })
    expect(paths).not.toContain(CANCEL)
    expect(pages.at(-1)?.after).toEqual(resumed)
  })

  it("is known to the next run even if the vendor had prepared nothing yet", async () => {
    const busy = vendor([{ state: "busy", chunks: [] }])
    const saved: Array<Position | null> = []
    const reading = Effect.gen(function* () {
      const each = Stream.runForEach(pages(job, {}, null), ({ after }) => Effect.sync(() => saved.push(after)))
      const fiber = yield* Effect.fork(each)
      yield* Effect.sleep("12 seconds")
      yield* Fiber.interrupt(fiber)
    })
    const { received } = await converse(busy, reading)
    expect(received.map(({ method, url }) => `${method} ${url.slice(BASE_URL.length)}`)).toEqual([
      START,
      STATUS,
      STATUS,
      STATUS
    ])
    const begun = { list: 0, next: { query: { id: "j/1", done: [] } } }
    expect(saved).toEqual([begun, begun])
  })
})

describe("An export job whose scan is given up", () => {
  const cancelled = async (answer: (request: ReceivedRequest) => Answer, changed = job) => {
    const { exit, received, seconds } = await converse(answer, giveUp(changed, resumed))
    return {
      isDone: Exit.isSuccess(exit),
      paths: received.map(({ method, url }) => `${method} ${url.slice(BASE_URL.length)}`),
      seconds
    }
  }

  it("is cancelled, without a failure if the vendor refuses", async () => {
    expect(await cancelled(vendor([ready]))).toMatchObject({ isDone: true, paths: [CANCEL] })
    expect(await cancelled(() => ({ status: 404 }))).toMatchObject({ isDone: true })
  })

  it("does not wait for a vendor that ignores the cancellation", async () => {
    expect(await cancelled(() => "hang")).toMatchObject({ isDone: true, seconds: 2 })
  })

  it("is left alone if it has no cancel path, or if no job was started", async () => {
    const { cancel: _, ...without } = job
    expect((await cancelled(vendor([ready]), without)).paths).toEqual([])
    expect((await converse(vendor([ready]), giveUp(job, null))).received).toEqual([])
  })
})
