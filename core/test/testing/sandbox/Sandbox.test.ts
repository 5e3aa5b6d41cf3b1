import { describe, expect, it } from "@effect/vitest"
import { Extractor } from "@tributary/core"
import { Sandbox } from "@tributary/core/replay"
import { ConnectorTest } from "@tributary/core/testing"
import { type AcmeUser, acme, groupReplies, groups, toItsmUser, userList } from "../Acme.js"

const NOW = Date.parse("2030-01-01T00:00:00Z")

const connector = acme({ groups: groups() })

const script = groupReplies

const sandbox = (seed: number, times = 1) => Sandbox.make(connector, { replies: script, seed, now: NOW, times })

const read = ({ answer }: Pick<Sandbox.Sandbox, "answer">, of = connector) =>
  ConnectorTest.run(of, { replies: script, answering: answer })

/** What a sandbox does in so many steps, and the records after each. */
const lived = async (seed: number, steps: number, times = 1) => {
  const vendor = await sandbox(seed, times)
  const found = []
  for (let step = 0; step < steps; step += 1) {
    const done = await vendor.advance()
    const { failures, records, rejections } = await read(vendor)
    found.push({ done, failures: [...failures, ...rejections], records })
  }
  return found
}

type Records = Pick<ConnectorTest.RunReport, "records">

const sizeOf = ({ records }: Records) => Object.values(records).reduce((sum, { length }) => sum + length, 0)

const fieldsOf = ({ records }: Records, kind: string, field: string) =>
  (records[kind] ?? []).map((record) => String(record[field]))

describe("A sandbox", () => {
  it.each([1, 5])(
    "changes and deletes rows, brings them back, and never breaks an answer, with %d copies",
    async (times) => {
      const steps = await lived(7, 24, times)
      expect(steps.flatMap(({ failures }) => failures)).toEqual([])
      const words = steps.map(({ done }) => done?.split(" ").at(-1))
      expect(new Set(words)).toEqual(new Set(["changed", "deleted", "back"]))
      let before: Records = await read(await sandbox(7, times))
      for (const { done, records } of steps) {
        const size = sizeOf({ records })
        if (done?.endsWith("is deleted")) expect(size).toBeLessThan(sizeOf(before))
        else if (done?.endsWith("is back")) expect(size).toBeGreaterThan(sizeOf(before))
        else expect(size).toBe(sizeOf(before))
        expect(records).not.toEqual(before.records)
        before = { records }
      }
    }
  )

  it("does the same with the same seed, and something else with another", async () => {
    const said = async (seed: number) => (await lived(seed, 6, 3)).map(({ done, records }) => [done, records])
    expect(await said(3)).toEqual(await said(3))
    expect(await said(3)).not.toEqual(await said(4))
  })

  it("moves all instants by the same time, so that the newest is now", async () => {
    const { records } = await read(await sandbox(1))
    const before = await ConnectorTest.run(connector, { replies: script })
    const instantsOf = ({ records }: Records) =>
      (records["idp_group"] ?? []).map(({ vendor_created_at }) => Date.parse(String(vendor_created_at)))
    const [moved, old] = [instantsOf({ records }), instantsOf(before)]
    expect(Math.max(...moved)).toBe(NOW)
    const by = (moved[0] ?? 0) - (old[0] ?? 0)
    expect(moved).toEqual(old.map((instant) => instant + by))
  })

  it("has every row as many times as asked, with ids, names and addresses of their own", async () => {
    const { failures, records, rejections } = await read(await sandbox(1, 20))
    expect([failures, rejections]).toEqual([[], []])
    for (const [kind, field, count] of [
      ["itsm_user", "id", 60],
      ["itsm_user", "name", 60],
      ["itsm_user", "email", 60],
      ["idp_group", "vendor_id", 40],
      ["idp_group", "name", 40]
    ] as const) {
      expect(new Set(fieldsOf({ records }, kind, field)).size, `${kind}.${field}`).toBe(count)
    }
  })

  it("lets the members of a copy's group be users of the same copy, on each page", async () => {
    const { records } = await read(await sandbox(1, 3))
    const pairs = (records["idp_group_membership"] ?? []).map((record) => JSON.stringify(record))
    const alone = await ConnectorTest.run(connector, { replies: script })
    expect(new Set(pairs).size).toBe(3 * (alone.records["idp_group_membership"]?.length ?? 0))
  })

  it("has 20 copies by default", async () => {
    const { records } = await read(await Sandbox.make(connector, { replies: script, seed: 1, now: NOW }))
    expect(records["itsm_user"]).toHaveLength(60)
  })

  it("changes rows of any copy", async () => {
    const namesOf = (report: Records) => ["itsm_user", "idp_group"].flatMap((kind) => fieldsOf(report, kind, "name"))
    const named = new Set(namesOf(await read(await sandbox(5, 4))))
    const renamed = (await lived(5, 40, 4)).flatMap(namesOf).filter((name) => !named.has(name))
    const copies = new Set(renamed.map((name) => / (\d+) \(\d+\)$/.exec(name)?.[1] ?? "1"))
    expect(copies).toEqual(new Set(["1", "2", "3", "4"]))
  })

  it("keeps names that decide something else than a name", async () => {
    const list = {
      ...userList,
      toRecord: (user: AcmeUser) => toItsmUser({ ...user, state: user.name === "User 1" ? "BLOCKED" : user.state })
    }
    const deciding = acme({ users: Extractor.make(list) })
    const vendor = await Sandbox.make(deciding, { replies: script, seed: 1, now: NOW, times: 3 })
    const report = await read(vendor, deciding)
    expect(fieldsOf(report, "itsm_user", "status").toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => "ACTIVE"),
      ...Array.from({ length: 6 }, () => "INACTIVE")
    ])
    expect(fieldsOf(report, "itsm_user", "name").filter((name) => name === "User 1")).toHaveLength(3)
    expect(new Set(fieldsOf(report, "itsm_user", "name").filter((name) => name.startsWith("User 3"))).size).toBe(3)
  })
})
