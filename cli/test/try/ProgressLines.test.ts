import { okta } from "@tributary/connector-okta"
import { Connector } from "@tributary/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as ProgressLines from "../../src/try/report/ProgressLines.js"
import * as CurrentExtractor from "../../src/try/run/CurrentExtractor.js"
import * as ListProgress from "../../src/try/run/ListProgress.js"

const NOW = Date.UTC(2026, 0, 1)
const [users] = Connector.extractorsOf(okta)
if (users === undefined) throw new Error("Okta has no extractor.")

const columns = ProgressLines.columnsFor(users.lists.map(({ endpoint }) => endpoint))
const answer = { status: 200, headers: {}, body: [] }

describe("The lines of progress", () => {
  it("say how far each list is, and what is left of the rate limit", () => {
    const progress = ListProgress.make(users)
    ListProgress.answered(progress, "/api/v1/users", answer)
    ListProgress.answered(progress, "/api/v1/users", answer)
    ListProgress.answered(progress, "/api/v1/users/{id}/roles", answer)
    progress.rate = { limit: 600, remaining: 12, resetAt: NOW }
    expect(ProgressLines.of(progress, columns, NOW)).toEqual([
      "  /api/v1/users                    2 pages      0 records   12 of 600 requests left",
      "  /api/v1/users/{id}/roles        1 answer"
    ])
  })

  it("say what a list waits for until the request has ended", () => {
    const told: Array<string> = []
    const current = CurrentExtractor.make({
      begins: () => Effect.void,
      ends: () => Effect.void,
      waits: ({ endpoint }) => Effect.sync(() => void told.push(endpoint))
    })
    const progress = ListProgress.make(users)
    current.set(progress)
    const request = {}
    const wait = { endpoint: "/api/v1/users", reason: "RATE_LIMITED", until: NOW + 11_200, retries: 2 } as const
    Effect.runSync(current.listener.waits(request, wait))
    expect(told).toEqual(["/api/v1/users"])
    expect(ProgressLines.of(progress, columns, NOW)[0]).toMatch(/ waits 12 s for the rate limit, retry 2$/)
    expect(ProgressLines.of(progress, columns, NOW + 60_000)[0]).toMatch(/ waits 0 s for the rate limit, retry 2$/)
    Effect.runSync(current.listener.ended(request))
    expect(ProgressLines.of(progress, columns, NOW)[0]).not.toContain("waits")
  })
})
