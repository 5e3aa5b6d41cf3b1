import { expect, it } from "vitest"
import { describe, historyOf, run } from "./Seeds.js"
import { simulate } from "./Simulation.js"

/** How many histories each run of the tests goes through; `npm run simulate` looks at others. */
const HISTORIES = 200

/** They take seconds, but minutes on a machine with much else to do. */
const PATIENCE = 300_000

it(
  `nothing is lost and nothing is wrongly deleted in ${HISTORIES} histories`,
  async () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const { failure } = await run(seed)
      if (failure !== null) expect.fail(describe(failure))
    }
  },
  PATIENCE
)

it("a seed always replays the same history", async () => {
  for (const seed of [1, 2, 3]) {
    const once = await simulate(historyOf(seed), { isTraced: true })
    const again = await simulate(historyOf(seed), { isTraced: true })
    expect(once.trace.length).toBeGreaterThan(10)
    expect(again).toEqual(once)
  }
})
