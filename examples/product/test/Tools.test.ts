import type { ConnectionStatus } from "@tributary/client"
import { expect, it } from "vitest"
import { standingOf } from "../src/Tools.js"

type Health = ConnectionStatus["problems"][number]["health"]

const standing = (
  state: ConnectionStatus["state"],
  healths: ReadonlyArray<Health>,
  phase: ConnectionStatus["phase"] = "SYNCED"
) => {
  const problems = healths.map((health) => ({ health, customer_message: `about ${health}` }))
  return standingOf({ state, phase, problems } as unknown as ConnectionStatus)
}

it("a tool stands as the API says", () => {
  const nothing = { problem: null }
  expect(standing("PENDING", ["HEALTHY"], "FIRST_SYNC_PENDING")).toEqual({ state: "pending", ...nothing })
  expect(standing("PAUSED", [])).toEqual({ state: "paused", ...nothing })
  expect(standing("ACTIVE", [])).toEqual({ state: "connected", ...nothing })
  expect(standing("ACTIVE", [], "FIRST_SYNC_RUNNING")).toEqual({ state: "reading", ...nothing })
  expect(standing("ACTIVE", ["RATE_LIMIT_EXCEEDED", "UNAUTHORIZED"])).toEqual({
    state: "reconnect",
    problem: "about UNAUTHORIZED"
  })
  expect(standing("ACTIVE", ["HEALTHY", "INTERNAL_ERROR"])).toEqual({
    state: "delayed",
    problem: "about INTERNAL_ERROR"
  })
  // Fields that cannot be read make no data late.
  expect(standing("ACTIVE", ["HEALTHY"])).toEqual({ state: "connected", problem: "about HEALTHY" })
})
