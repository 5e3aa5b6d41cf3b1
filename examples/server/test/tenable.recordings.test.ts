import { tenable } from "@tributary/connector-tenable"
import { beforeAll, describe, expect, it } from "vitest"
import * as RecordedRun from "./RecordedRun.js"
import * as VendorReplay from "./VendorReplay.js"

const title = VendorReplay.isAvailable
  ? "real Tenable answers"
  : "real Tenable answers (skipped: no recordings beside this checkout)"

describe.skipIf(!VendorReplay.isAvailable)(title, () => {
  let run: RecordedRun.RecordedRun

  const all = (kind: string) => [...(run.records.get(kind)?.values() ?? [])]
  const having = (kind: string, field: string, value: unknown) =>
    all(kind).filter((record) => record[field] === value).length

  // An export is looked at every five seconds, and is not ready at the first look.
  beforeAll(async () => {
    run = await RecordedRun.run({
      connector: tenable,
      credentials: { access_key: "replayed-access", secret_key: "replayed-secret" },
      profile: "tenable",
      recordings: "tenable",
      hosts: ["cloud.tenable.com"],
      // Scans were not recorded: an account without any.
      fill: ({ path }) => (path === "/scans" ? { folders: [], scans: null } : undefined)
    })
  }, 60_000)

  it("become a record each, and none is rejected", () => {
    expect(run.failures).toEqual([])
    expect(run.rejections).toEqual([])
    expect(all("device")).toHaveLength(9)
    expect(all("vulnerability")).toHaveLength(10)
    expect(all("scan_configuration")).toEqual([])
  })

  it("keep what they say", () => {
    expect(having("device", "status", "INACTIVE")).toBe(7)
    expect(having("device", "platform", "LINUX")).toBe(9)
    expect(having("device", "is_managed", true)).toBe(1)
    expect(all("device").filter(({ cloud_metadata }) => cloud_metadata !== null)).toHaveLength(7)
    expect(having("vulnerability", "severity", "INFORMATIONAL")).toBeGreaterThan(0)
    expect(having("vulnerability", "severity", "UNKNOWN")).toBe(0)
    expect(having("vulnerability", "state", "UNKNOWN")).toBe(0)
  })

  it("are read by one export each, every chunk once, and none is cancelled", () => {
    expect(run.asked.filter((request) => request.startsWith("POST "))).toEqual([
      expect.stringMatching(/^POST \/(vulns|assets)\/export$/),
      expect.stringMatching(/^POST \/(vulns|assets)\/export$/)
    ])
    const chunks = run.asked.filter((request) => request.includes("/chunks/"))
    expect(chunks).toHaveLength(3 + 4)
    expect(new Set(chunks).size).toBe(chunks.length)
  })
})
