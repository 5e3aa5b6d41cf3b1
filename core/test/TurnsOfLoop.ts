import { vi } from "vitest"

/** The last reading: the next test goes on from there, because this process remembers when it last let the event loop turn. */
let now = 0

/**
 * How often the event loop turns while something runs. Each look at the clock takes a millisecond, so that the number depends on what runs,
 * and not on how fast the machine is.
 */
export const during = async (run: () => Promise<unknown>): Promise<number> => {
  now = Math.max(now, performance.now())
  const clock = vi.spyOn(performance, "now").mockImplementation(() => ++now)
  let turns = 0
  let isDone = false
  const turn = () => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await run()
  } finally {
    isDone = true
    clock.mockRestore()
  }
  return turns
}
