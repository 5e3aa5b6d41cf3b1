import { describe, expect, it } from "@effect/vitest"
import { Sandbox } from "@tributary/core/replay"
import { ConnectorTest } from "@tributary/core/testing"
import { acme, groupReplies, groups } from "../Acme.js"

const NOW = Date.parse("2030-01-01T00:00:00Z")

const connector = acme({ groups: groups() })

const script = groupReplies

const sandbox = (seed: number) => Sandbox.make(connector, { replies: script, seed, now: NOW })

/** What a sandbox does in so many steps, and the records after each. */
const lived = async (seed: number, steps: number) => {
  const vendor = sandbox(seed)
  const found = []
  for (let step = 0; step < steps; step += 1) {
    const done = await vendor.advance()
    const { failures, records } = await ConnectorTest.run(connector, { replies: vendor.replies() })
    found.push({ done, failures, records })
  }
  return found
}

const sizeOf = ({ records }: Pick<ConnectorTest.RunReport, "records">) =>
  Object.values(records).reduce((sum, { length }) => sum + length, 0)

describe("A sandbox", () => {
  it("changes and deletes rows, brings them back, and never breaks an answer", async () => {
    const steps = await lived(7, 12)
    expect(steps.flatMap(({ failures }) => failures)).toEqual([])
    const words = steps.map(({ done }) => done?.split(" ").at(-1))
    expect(new Set(words)).toEqual(new Set(["changed", "deleted", "back"]))
    const whole = sizeOf(await ConnectorTest.run(connector, { replies: script }))
    for (const { done, records } of steps) {
      if (done?.endsWith("is deleted")) expect(sizeOf({ records })).toBeLessThan(whole)
      else expect(sizeOf({ records })).toBe(whole)
    }
  })

  it("does the same with the same seed, and something else with another", async () => {
    const said = async (seed: number) => (await lived(seed, 6)).map(({ done }) => done)
    expect(await said(3)).toEqual(await said(3))
    expect(await said(3)).not.toEqual(await said(4))
  })

  it("moves all instants by the same time, so that the newest is now", async () => {
    const { records } = await ConnectorTest.run(connector, { replies: sandbox(1).replies() })
    const before = await ConnectorTest.run(connector, { replies: script })
    const instantsOf = ({ records }: Pick<ConnectorTest.RunReport, "records">) =>
      (records["idp_group"] ?? []).map(({ vendor_created_at }) => Date.parse(String(vendor_created_at)))
    const [moved, old] = [instantsOf({ records }), instantsOf(before)]
    expect(Math.max(...moved)).toBe(NOW)
    const by = (moved[0] ?? 0) - (old[0] ?? 0)
    expect(moved).toEqual(old.map((instant) => instant + by))
  })
})
