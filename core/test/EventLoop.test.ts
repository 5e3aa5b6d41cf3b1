import { describe, expect, it, vi } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as EventLoop from "../src/EventLoop.js"
import * as RateBudget from "../src/http/rate/RateBudget.js"
import * as TurnsOfLoop from "./TurnsOfLoop.js"

const ITEMS = Array.from({ length: 1_000 }, (_, index) => index)
const PAGES = 8

const readPage = EventLoop.map(ITEMS, (item) => item)

const turnsOf = (pages: number) =>
  TurnsOfLoop.during(() =>
    Effect.runPromise(
      Effect.all(
        Array.from({ length: pages }, () => readPage),
        { concurrency: "unbounded" }
      )
    )
  )

describe("EventLoop", () => {
  it("turns between the slices of several pages that are read at once, as often as if they were read one after the other", async () => {
    const one = await turnsOf(1)
    expect(one).toBeGreaterThan(50)
    expect(await turnsOf(PAGES)).toBeGreaterThan(one * PAGES * 0.9)
  })

  it("lets the work for which a person waits go on without a wait for jobs that pause", async () => {
    const readWhileJobs = (urgency: RateBudget.Urgency["Type"]) => {
      const jobs = Effect.all(
        Array.from({ length: PAGES }, () => readPage),
        { concurrency: "unbounded" }
      )
      const little = EventLoop.map(ITEMS.slice(0, 2), (item) => item)
      const person = Effect.forEach(ITEMS.slice(0, PAGES), () => Effect.zipRight(Effect.yieldNow(), little))
      const both = Effect.gen(function* () {
        const working = yield* Effect.fork(jobs)
        yield* Effect.yieldNow()
        yield* Effect.provideService(person, RateBudget.Urgency, urgency)
        yield* Fiber.interrupt(working)
      })
      return TurnsOfLoop.during(() => Effect.runPromise(both))
    }
    const asJob = await readWhileJobs("background")
    const forPerson = await readWhileJobs("interactive")
    expect(forPerson).toBeLessThan(PAGES * 2)
    expect(asJob).toBeGreaterThan(forPerson * 2)
  })

  it("soon resumes a job that needs little while others have worked much", async () => {
    const inTurn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))
    let turns = 0
    const counting = Effect.forever(Effect.tap(inTurn, () => Effect.sync(() => (turns += 1))))
    const both = Effect.gen(function* () {
      const others = yield* Effect.forEach([counting, ...Array.from({ length: PAGES }, () => readPage)], Effect.fork)
      while (turns < PAGES * 10) yield* inTurn
      turns = 0
      yield* EventLoop.map(ITEMS.slice(0, 15), (item) => item)
      const little = turns
      yield* EventLoop.map(ITEMS, (item) => item)
      yield* Fiber.interruptAll(others)
      return [little, turns - little] as const
    })
    let found: readonly [number, number] = [0, 0]
    await TurnsOfLoop.during(async () => {
      found = await Effect.runPromise(both)
    })
    const [little, much] = found
    // A slice is three items. In turn, the others would have eight of nine slices.
    expect(little).toBeLessThan(5 * PAGES * 0.5)
    // Whoever needs much leaves slices to the others.
    expect(much).toBeGreaterThan(150)
  })

  it("leaves the loop to a request between the slices of a job, but lets the job end although requests go on", async () => {
    const SLICES = 10
    const items = ITEMS.slice(0, 3 * SLICES)
    const millisOf = async (eachItem: () => void) => {
      const began = process.hrtime.bigint()
      const job = EventLoop.map(items, (item) => {
        eachItem()
        return item
      })
      await TurnsOfLoop.during(async () => expect(await Effect.runPromise(job)).toEqual(items))
      return Number(process.hrtime.bigint() - began) / 1e6
    }
    // Each slice is put off twice by three milliseconds; a timer may be one early.
    expect(await millisOf(EventLoop.noteStep)).toBeGreaterThan((SLICES - 2) * 2 * 2)
  })

  it("does not put off whoever needs little of a slice, however many there are", async () => {
    const ROUNDS = 200
    const inTurn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))
    const little = Effect.suspend(() => {
      EventLoop.noteStep()
      return Effect.zipRight(EventLoop.pause, inTurn)
    })
    const jobs = Effect.all(
      Array.from({ length: PAGES }, () => Effect.repeatN(little, ROUNDS / PAGES)),
      { concurrency: "unbounded" }
    )
    // Put off, each would take the thousands of turns in six milliseconds.
    expect(await TurnsOfLoop.during(() => Effect.runPromise(jobs))).toBeLessThan(ROUNDS * 10)
  })

  it("resumes whoever paused while a test had replaced the timers of the process", async () => {
    vi.useFakeTimers()
    const paused = TurnsOfLoop.during(() => Effect.runPromise(readPage))
    vi.useRealTimers()
    await paused
    expect(await Effect.runPromise(readPage)).toEqual(ITEMS)
  })

  it("resumes the others if one of those that pause is interrupted", async () => {
    const others = Effect.gen(function* () {
      const pages = yield* Effect.forEach(
        Array.from({ length: PAGES }, () => readPage),
        Effect.fork
      )
      yield* Effect.yieldNow()
      for (const page of pages.filter((_, index) => index % 2 === 0)) yield* Fiber.interrupt(page)
      return yield* Effect.forEach(
        pages.filter((_, index) => index % 2 === 1),
        Fiber.join
      )
    })
    await TurnsOfLoop.during(async () => expect(await Effect.runPromise(others)).toEqual(Array(PAGES / 2).fill(ITEMS)))
  })
})
