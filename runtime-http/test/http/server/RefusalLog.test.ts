import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { LINES_A_SECOND, RefusalLog } from "../../../src/http/server/RefusalLog.js"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("logs the first refusals of a second with a line each, and the number of the others", () => {
  const lines: Array<string> = []
  const log = new RefusalLog(({ code, requestId, status }, count) => {
    lines.push(`${status} ${code} ${requestId} ${count}`)
  })
  const flood = LINES_A_SECOND + 5
  for (let index = 0; index < flood; index += 1) log.add({ status: 429, requestId: `r${index}`, code: "Over limit" })
  log.add({ status: 400, requestId: "other", code: "HPE_INVALID" })
  const single = Array.from({ length: LINES_A_SECOND }, (_, index) => `429 Over limit r${index} 1`)
  expect(lines).toEqual([...single, "400 HPE_INVALID other 1"])
  vi.advanceTimersByTime(1_000)
  expect(lines.slice(LINES_A_SECOND + 1)).toEqual([`429 Over limit r${flood - 1} 5`])
  log.add({ status: 429, requestId: "later", code: "Over limit" })
  expect(lines.at(-1)).toBe("429 Over limit later 1")
})
