import { Effect, Stream } from "effect"
import { expect, it } from "vitest"
import * as AnswerBody from "../../../src/http/answer/AnswerBody.js"
import * as TurnsOfLoop from "../../TurnsOfLoop.js"

const PARTS = 100
const bounds = { bytes: { max: 1_000_000, setting: null }, rows: { max: 1_000_000, setting: null } }

it("lets the event loop turn while it counts what has arrived", async () => {
  const part = Buffer.from("{},".repeat(100))
  const stream = Stream.rechunk(Stream.fromIterable([Buffer.from("["), ...Array<Buffer>(PARTS).fill(part)]), 1)
  // Without memory for the last part, so that nothing is copied at the end.
  const admits = (size: number) => size < PARTS * part.length
  const turns = await TurnsOfLoop.during(() =>
    Effect.runPromise(AnswerBody.read({ stream }, bounds, undefined, admits))
  )
  // A slice is three looks at the clock, one for each part.
  expect(turns).toBeGreaterThan(PARTS / 4)
})
