import { msDefenderCloud } from "@tributary/connector-ms-defender-cloud"
import { beforeAll, describe, expect, it } from "vitest"
import * as RecordedRun from "./RecordedRun.js"
import * as VendorReplay from "./VendorReplay.js"

const title = VendorReplay.isAvailable
  ? "real Defender for Cloud answers"
  : "real Defender for Cloud answers (skipped: no recordings beside this checkout)"

/** The subscription whose assessments were recorded; the list of subscriptions was not. */
const recordedSubscription = (): string => {
  const paths = VendorReplay.recorded("defender-cloud").map(({ path }) => decodeURIComponent(path))
  const assessed = paths.find((path) => path.endsWith("/assessments")) ?? ""
  return /\/subscriptions\/([^/]+)/.exec(assessed)?.[1] ?? ""
}

describe.skipIf(!VendorReplay.isAvailable)(title, () => {
  let run: RecordedRun.RecordedRun

  const findings = () => [...(run.records.get("compliance_finding")?.values() ?? [])]
  const withStatus = (status: string) => findings().filter((finding) => finding["status"] === status)

  beforeAll(async () => {
    const subscriptionId = recordedSubscription()
    run = await RecordedRun.run({
      connector: msDefenderCloud,
      credentials: { tenant_id: "acme.example", client_id: "replayed-client", client_secret: "replayed-secret" },
      profile: "arm",
      recordings: "defender-cloud",
      hosts: ["management.azure.com", "login.microsoftonline.com"],
      fill: ({ method, path }) => {
        if (method === "POST") return { data: [] }
        return path === "/subscriptions" ? { value: [{ subscriptionId, state: "Enabled" }] } : undefined
      }
    })
  })

  it("become a record each, and none is rejected", () => {
    expect(run.failures).toEqual([])
    expect(run.rejections).toEqual([])
    expect(findings()).toHaveLength(20)
    expect(run.records.get("resource")?.size).toBe(0)
  })

  it("keep their status and their resource", () => {
    expect(withStatus("RESOLVED")).toHaveLength(12)
    expect(withStatus("NEW")).toHaveLength(3)
    expect(withStatus("SUPPRESSED").length + withStatus("OTHER").length).toBe(5)
    for (const finding of findings()) {
      expect(finding).toMatchObject({ severity: "UNKNOWN", vendor_data: { cloud_provider: "AZURE" } })
      expect(finding["resource_id"]).toMatch(/^\/subscriptions\//)
      expect(finding["resource_type"]).toMatch(/^microsoft\./i)
    }
  })

  it("are asked for once each", () => {
    expect(run.asked.filter((request, index) => run.asked.indexOf(request) !== index)).toEqual([])
    expect(run.asked.filter((request) => request.includes("/assessments?"))).toHaveLength(Math.ceil(20 / 3))
  })
})
