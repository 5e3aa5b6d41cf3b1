import { Effect, Stream } from "effect"
import { expect, it } from "vitest"
import * as AnswerBody from "../../../src/http/answer/AnswerBody.js"

const PARTS = 256
const PART_BYTES = 65_536
const bounds = { bytes: { max: 2 * PARTS * PART_BYTES, setting: null }, rows: { max: 100_000_000, setting: null } }

it("lets the event loop turn while it counts megabytes that have arrived", async () => {
  const part = Buffer.from("{},".repeat(PART_BYTES / 3))
  let turns = 0
  let turnsBeforeLast = 0
  let isOver = false
  const stream = Stream.fromIterable(["[", ...Array<null>(PARTS).fill(null), "{}]"]).pipe(
    Stream.rechunk(1),
    Stream.map((text) => {
      turnsBeforeLast = turns
      return text === null ? part : Buffer.from(text)
    })
  )
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const { problem, bytes } = await Effect.runPromise(AnswerBody.read({ stream }, bounds))
  isOver = true
  expect([problem, bytes.length]).toEqual([null, PARTS * part.length + 4])
  // One each three milliseconds, of some hundred.
  expect(turnsBeforeLast).toBeGreaterThan(3)
})
