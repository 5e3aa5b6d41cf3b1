import { crowdstrike } from "@tributary/connector-crowdstrike"
import type { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import * as ConnectedService from "../support/ConnectedService.js"
import * as ScriptedServer from "../support/ScriptedServer.js"
import { describeRecorded, replayFault } from "./RecordedVendor.js"
import * as VendorReplay from "./VendorReplay.js"

const nothing = { meta: { pagination: { total: 0 } }, resources: [], errors: [] }

const token = { status: 201, body: { access_token: "replayed-token", expires_in: 1_799 } }
const credentials = (base_url: string) => ({ base_url, client_id: "replayed-client", client_secret: "replayed-secret" })

const laterPolicies = "^/policy/combined/sensor-update/v2$"

describeRecorded(
  {
    name: "CrowdStrike",
    connector: crowdstrike,
    credentials,
    profile: "crowdstrike",
    recordings: "crowdstrike",
    page: 2,
    // What was not recorded; the recorded refusals of a token would come after its first answer.
    stand: [
      { path: "^/oauth2/token$", ...token },
      { path: "^/devices/queries/devices/v1$", body: nothing },
      { path: "^/devices/combined/host-groups/v1$", body: nothing },
      { path: laterPolicies, body: nothing }
    ],
    counts: {
      "/entities/devices": 4,
      "/entities/device-groups": 0,
      "/entities/device-policies": 6,
      "/vms/vulnerabilities": 5
    },
    posts: /^\/oauth2\/token$|^\/devices\/entities\/devices\/v2$/,
    fault: replayFault(
      { path: laterPolicies, status: 403 },
      { name: "UNAUTHORIZED", details: [{ data_export_type: "device_policies" }] }
    )
  },
  (recorded) => {
    it("keep what they say", async () => {
      const {
        "/entities/devices": hosts = [],
        "/entities/device-policies": policies = [],
        "/vms/vulnerabilities": found = []
      } = await recorded().lists()
      expect(hosts.every(({ platform, hostnames }) => platform !== "UNKNOWN" && hostnames.length === 1)).toBe(true)
      expect(hosts.filter(({ cloud_metadata }) => cloud_metadata?.cloud_provider === "AWS").length).toBeGreaterThan(0)
      expect(new Set(policies.map(({ type }) => type))).toEqual(new Set(["PREVENTION"]))
      expect(found.every(({ cve, state, cvss_version }) => cve.length === 1 && state === "OPEN" && cvss_version)).toBe(
        true
      )
      const ids = new Set(hosts.map(({ id }) => id))
      expect(found.filter(({ device }) => ids.has(device.id))).toHaveLength(5)
    })

    it("are asked for with one token a job", async () => {
      const { replay, sync } = recorded()
      await replay.arm([])
      await sync()
      expect((await replay.journal()).filter(({ url }) => url === "/oauth2/token")).toHaveLength(1)
    })

    it("wait for the instant that a 429 names, in epoch seconds", async () => {
      const { replay, sync } = recorded()
      const headers = {
        "x-ratelimit-limit": "6000",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-retryafter": String(Math.floor(Date.now() / 1_000) + 1)
      }
      await replay.arm([{ path: "^/spotlight/", status: 429, times: 1, headers }])
      expect(await sync()).toMatchObject({ status: "SUCCESS" })
      expect((await replay.journal()).filter(({ status }) => status === 429)).toHaveLength(1)
    })

    it("say UNAUTHORIZED at the token's endpoint where the credentials are refused, and lose no record", async () => {
      const { replay, sync, health, lists } = recorded()
      const before = await lists()
      await replay.arm([{ path: "^/oauth2/token$", status: 400, body: { errors: [{ code: 400 }] } }])
      expect((await sync()).status).toBe("FAILED")
      const { details, ...rest } = await health()
      expect(rest).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
      const endpoints = details.map(({ endpoint }: { readonly endpoint: string }) => endpoint)
      expect(new Set(endpoints)).toEqual(new Set(["/oauth2/token"]))
      expect(await lists()).toEqual(before)
      await replay.arm([])
    })
  }
)

/** Hosts were once read one by one, from an address that the connector no longer asks. */
const formerHosts = (): ReadonlyArray<VendorReplay.Recorded["body"]> =>
  VendorReplay.recorded("crowdstrike")
    .filter(({ path }) => path === "/devices/entities/devices/v1")
    .flatMap(({ body }) => body.resources)

const { folder, reason } = VendorReplay.material

describe.skipIf(folder === null)(`real CrowdStrike hosts, recorded at a former address${reason}`, () => {
  it("become records through the service, every one of them", async () => {
    const hosts = formerHosts()
    const ids = hosts.map(({ device_id }) => device_id)
    const replies: ConnectorTest.Replies = {
      "POST /oauth2/token": token,
      "GET /devices/queries/devices/v1": { body: nothing },
      "GET /devices/queries/devices-scroll/v1": {
        body: { ...nothing, resources: ids, meta: { pagination: { total: ids.length, offset: "" } } }
      },
      "POST /devices/entities/devices/v2": { body: { ...nothing, resources: hosts } }
    }
    const vendor = await ScriptedServer.start(replies)
    const only = { ...crowdstrike, exports: { devices: crowdstrike.exports.devices ?? [] } }
    const connected = await ConnectedService.start(only, credentials(vendor.url))
    try {
      expect(connected.firstJob).toMatchObject({ status: "SUCCESS", data_exports: [{ rejected: 0, created: 3 }] })
      const devices = await connected.walk("/entities/devices")
      expect(devices.map(({ vendor_id }) => vendor_id).toSorted()).toEqual(ids.toSorted())
      expect(devices.every(({ platform, hostnames }) => platform !== "UNKNOWN" && hostnames.length === 1)).toBe(true)
      expect((await connected.sync()).data_exports).toMatchObject([{ created: 0, changed: 0, deleted: 0 }])
      expect(vendor.asked().filter(({ key }) => key === null)).toEqual([])
    } finally {
      await connected.service.stop()
      vendor.stop()
    }
  })
})
