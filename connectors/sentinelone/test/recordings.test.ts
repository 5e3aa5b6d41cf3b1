import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { sentinelone } from "../src/index.js"

/** An exchange with a console, as far as the test reads it. */
interface Recorded {
  readonly request: { readonly method: string; readonly path: string }
  readonly response: { readonly status: number; readonly body: unknown }
}

const folder = process.env["TEST_VENDOR_DATA"] ?? ""
const file = join(folder, "recordings", "sentinelone", "agents-groups.json")
const isSet = folder !== ""

if (!isSet) console.log("Skipped, because TEST_VENDOR_DATA is not set: the recorded answers of SentinelOne.")
else if (!existsSync(file)) throw new Error(`TEST_VENDOR_DATA names ${folder}, but there is no ${file}.`)

const recorded = (): ConnectorTest.Replies => {
  const { exchanges } = JSON.parse(readFileSync(file, "utf8")) as { readonly exchanges: ReadonlyArray<Recorded> }
  return Object.fromEntries(exchanges.map(({ request, response }) => [`${request.method} ${request.path}`, response]))
}

const nothing = { body: { data: [], pagination: { nextCursor: null, totalItems: 0 } } }

/** What nobody recorded. */
const others: ConnectorTest.Replies = {
  "GET /web/api/v2.1/threats": nothing,
  "GET /web/api/v2.1/application-management/risks": nothing,
  "GET /web/api/v2.1/users": nothing
}

it.skipIf(!isSet)(
  `makes records of recorded agents and groups${isSet ? "" : " (skipped: set TEST_VENDOR_DATA)"}`,
  async () => {
    const report = await ConnectorTest.run(sentinelone, { replies: { ...others, ...recorded() } })
    const { failures, health, records, rejections, unreadable } = report
    const counts = Object.fromEntries(
      Object.entries(records)
        .filter(([, found]) => found.length > 0)
        .map(([kind, found]) => [kind, found.length])
    )
    console.log(`SentinelOne's recorded answers became ${JSON.stringify(counts)}.`)
    expect({ failures, rejections, unreadable, health: health.name }).toEqual({
      failures: [],
      rejections: [],
      unreadable: [],
      health: "HEALTHY"
    })
    expect(counts).toEqual({ device: 1, device_group: 1, device_group_member: 1 })
    expect(records["device"]?.[0]).toMatchObject({ status: "ACTIVE", platform: "LINUX", is_encrypted: false })
    expect(JSON.stringify(records)).not.toContain("registrationToken")
  }
)
