import { describe, expect, it } from "vitest"
import * as RetrySchedule from "../../../src/store/schedule/RetrySchedule.js"

const HOUR = 3_600

const pauses = (intervalSecs: number, retryAfterSecs: number | null = null) =>
  [1, 2, 3, 4, 5, 5_000].map((count) => RetrySchedule.afterFailure({ count, intervalSecs, retryAfterSecs }))

const refused = (intervalSecs: number, isFirstSync: boolean) =>
  [1, 2, 3, 4, 5, 5_000].map((count) =>
    RetrySchedule.afterRefusal({ count, intervalSecs, retryAfterSecs: null }, isFirstSync)
  )

describe("RetrySchedule.afterFailure", () => {
  it("waits 1, 5 and 15 minutes, then the refresh interval", () => {
    expect(pauses(4 * HOUR)).toEqual([60, 300, 900, 4 * HOUR, 4 * HOUR, 4 * HOUR])
    expect(pauses(HOUR)).toEqual([60, 300, 900, HOUR, HOUR, HOUR])
  })

  it("never waits for less time than the vendor asked for", () => {
    expect(pauses(4 * HOUR, 600)).toEqual([600, 600, 900, 4 * HOUR, 4 * HOUR, 4 * HOUR])
  })

  it("starts with a short interval if the refresh interval is short, and waits 15 minutes at most", () => {
    expect(pauses(60)).toEqual([60, 120, 240, 480, 900, 900])
    expect(pauses(2)).toEqual([2, 4, 8, 16, 32, 900])
  })
})

describe("RetrySchedule.afterRefusal", () => {
  it("doubles the interval up to a day", () => {
    expect(refused(4 * HOUR, false)).toEqual([4, 8, 16, 24, 24, 24].map((hours) => hours * HOUR))
    expect(refused(30 * HOUR, false)).toEqual([30, 30, 30, 30, 30, 30].map((hours) => hours * HOUR))
  })

  it("retries a first sync after 1, 5 and 15 minutes, and then no more often than any other", () => {
    expect(refused(4 * HOUR, true)).toEqual([60, 300, 900, 24 * HOUR, 24 * HOUR, 24 * HOUR])
  })
})
