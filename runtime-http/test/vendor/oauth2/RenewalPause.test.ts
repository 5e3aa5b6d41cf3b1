import { OAuth2Protocol } from "@tributary/core/oauth2"
import { Duration } from "effect"
import { describe, expect, it } from "vitest"
import * as RenewalPause from "../../../src/vendor/oauth2/RenewalPause.js"

const unavailable = (retryAfter: Duration.Duration | null) =>
  new OAuth2Protocol.TokensUnavailable({ status: 503, isOfServer: false, detail: "answered 503", retryAfter })

const now = { millis: 1_000_000, monotonic: 0 }

/** The lengths of so many pauses in a row, in seconds. */
const lengths = (count: number, retryAfter: Duration.Duration | null = null) => {
  let pause: RenewalPause.RenewalPause | null = null
  return Array.from({ length: count }, () => {
    pause = RenewalPause.after(pause, "/token", unavailable(retryAfter), now)
    return pause.endsAt / 1_000
  })
}

describe("The pause of a token endpoint", () => {
  it("doubles with each failure, up to a minute", () => {
    expect(lengths(8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  it("is as long as the vendor says, up to an hour", () => {
    expect(lengths(2, Duration.minutes(5))).toEqual([300, 300])
    expect(lengths(1, Duration.hours(2))).toEqual([3_600])
    expect(lengths(2, Duration.zero)).toEqual([1, 2])
  })
})
