import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { msDefenderEndpoint } from "../src/index.js"
import { ALERTS, CVES, list, MACHINES, replies, WEAKNESSES } from "./fixtures/replies.js"

/** Answers of real vendors that third parties recorded; they lie outside the repository. */
const folder = process.env["TEST_VENDOR_DATA"] ?? ""
if (folder !== "" && !existsSync(join(folder, "recordings/defender-endpoint"))) {
  throw new Error(`TEST_VENDOR_DATA names ${folder}, but there are no recordings of Defender for Endpoint in it.`)
}
if (folder === "")
  console.log("Skipped, because TEST_VENDOR_DATA is not set: the recorded answers of Defender for Endpoint.")
const reason = folder === "" ? " (skipped: set TEST_VENDOR_DATA)" : ""

const answersOf = (
  name: string
): ReadonlyArray<{
  readonly status: number
  readonly body: { readonly value: ReadonlyArray<{ readonly id: string }> }
}> =>
  JSON.parse(readFileSync(join(folder, "recordings/defender-endpoint", `${name}.json`), "utf8")).exchanges.map(
    ({ response }: { readonly response: unknown }) => response
  )

/** What nobody recorded is empty, and a weakness of the first machine refers to each recorded CVE. */
const recorded = (): ConnectorTest.Replies => {
  const [machines] = answersOf("machines")
  const [cves] = answersOf("machine-vulnerabilities")
  const deviceId = machines?.body.value[0]?.id ?? ""
  const weaknesses = (cves?.body.value ?? []).map(({ id }) => ({ id: `${deviceId}_${id}`, deviceId, cveId: id }))
  const tokens = Object.entries(replies).filter(([key]) => key.startsWith("POST "))
  return {
    ...Object.fromEntries(tokens),
    [`GET ${MACHINES}`]: { body: machines?.body },
    [`GET ${ALERTS}`]: list([]),
    [`GET ${WEAKNESSES}`]: list(weaknesses),
    [`GET ${CVES}`]: { body: cves?.body }
  }
}

describe.skipIf(folder === "")(`recorded answers of Defender for Endpoint${reason}`, () => {
  it("become records without a rejection", async () => {
    const { health, records, rejections, unreadable } = await ConnectorTest.run(msDefenderEndpoint, {
      replies: recorded()
    })
    const counts = Object.fromEntries(Object.entries(records).map(([kind, all]) => [kind, all.length]))
    console.log(`Recorded answers of Defender for Endpoint: ${JSON.stringify(counts)}`)
    expect({ health: health.name, rejections, unreadable }).toEqual({
      health: "HEALTHY",
      rejections: [],
      unreadable: []
    })
    expect(counts).toMatchObject({ device: 7, device_group: 1, device_group_member: 7, vulnerability: 13 })
    expect(records["device"]?.[0]).toMatchObject({
      status: "INACTIVE",
      platform: "WINDOWS",
      os_version: "21H1",
      os_major_version: "10",
      is_managed: true,
      cloud_metadata: { cloud_provider: "AZURE" }
    })
  })

  it("refuse the credentials", async () => {
    const [refusal] = answersOf("error-401")
    const faults = [
      {
        times: Number.POSITIVE_INFINITY,
        strikes: ({ url }: { readonly url: URL }) => url.pathname.startsWith("/api/"),
        outcome: () => ({ _tag: "Reply" as const, reply: { status: refusal?.status ?? 0, body: refusal?.body } })
      }
    ]
    const { health } = await ConnectorTest.run(msDefenderEndpoint, { replies: recorded(), faults })
    expect(health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
  })
})
