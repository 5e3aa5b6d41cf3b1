import type { ConnectionStatus, Problem } from "@tributary/client"
import { expect, it } from "vitest"
import { standingOf } from "../src/Tools.js"

const problem: Problem = {
  id: "1",
  reason: "INTERNAL",
  health: "INTERNAL_ERROR",
  since: "2026-01-01T00:00:00.000Z",
  resolution_owner: "SERVICE",
  customer_message: "",
  operator_message: "",
  permissions: [],
  until: null,
  docs_url: null,
  affected: []
}

const standing = (
  state: ConnectionStatus["state"],
  healths: ReadonlyArray<Problem["health"]>,
  phase: ConnectionStatus["phase"] = "SYNCED"
) => {
  const problems = healths.map((health) => ({ ...problem, health, customer_message: `about ${health}` }))
  return standingOf({ state, phase, problems })
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
