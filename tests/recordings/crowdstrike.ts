import { crowdstrike as connector } from "@tributary/connector-crowdstrike"
import type { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import type * as Service from "../support/Service.js"
import * as ScriptedServer from "../support/vendor/ScriptedServer.js"
import { connect, type RecordedVendor, refusedAt, replayFault } from "./RecordedVendor.js"
import * as VendorReplay from "./VendorReplay.js"

const nothing = { meta: { pagination: { total: 0 } }, resources: [], errors: [] }

/** The recorded answers of a path, whose rows are hosts. */
const hostsAt = (recorded: string): ReadonlyArray<VendorReplay.Recorded["body"]> =>
  VendorReplay.recorded("crowdstrike")
    .filter(({ path, status }) => path === recorded && status === 200)
    .flatMap(({ body }) => body.resources)

/** A list of hosts: they were recorded by their ids, at addresses that the connector no longer uses. */
const hostList = (hosts: ReadonlyArray<VendorReplay.Recorded["body"]>) => ({
  ...nothing,
  resources: hosts,
  meta: { pagination: { total: hosts.length, next: "" } }
})

/** Nobody recorded the customer, which the hosts name. */
const customer = ([host]: ReadonlyArray<VendorReplay.Recorded["body"]>) => ({
  body: { resources: [`${host?.cid}-AB`] }
})

const token = { status: 201, body: { access_token: "replayed-token", expires_in: 1_799 } }
const credentials = (base_url: string) => ({ base_url, client_id: "replayed-client", client_secret: "replayed-secret" })

/** Nobody recorded users either: the only one, who has no role. */
const user = { uuid: "u-1", uid: "ada@acme.example", first_name: "Ada", status: "active" }
const list = (resources: ReadonlyArray<unknown>) => ({
  ...nothing,
  resources,
  meta: { pagination: { total: resources.length } }
})

const laterPolicies = "^/policy/combined/sensor-update/v2$"

/** A CrowdStrike customer with a few hosts. */
export const crowdstrike: RecordedVendor = {
  name: "CrowdStrike",
  connector,
  credentials,
  replay: {
    profile: "crowdstrike",
    recordings: "crowdstrike",
    page: 2,
    // Nobody recorded these lists; and the recordings refuse the second token.
    stand: [
      { path: "^/devices/combined/devices/v1$", body: hostList(hostsAt("/devices/entities/devices/v2")) },
      { path: "^/oauth2/token$", ...token },
      { path: "^/sensors/queries/installers/ccid/v1$", ...customer(hostsAt("/devices/entities/devices/v2")) },
      { path: "^/mssp/queries/children/v1$", body: nothing },
      { path: "^/devices/queries/devices/v1$", body: nothing },
      { path: "^/devices/combined/host-groups/v1$", body: nothing },
      { path: laterPolicies, body: nothing },
      { path: "^/alerts/combined/alerts/v1$", method: "POST", body: nothing },
      { path: "^/user-management/queries/users/v1$", body: list([user.uuid]) },
      { path: "^/user-management/entities/users/GET/v1$", method: "POST", body: list([user]) },
      { path: "^/user-management/combined/user-roles/v2$", body: nothing }
    ]
  },
  counts: {
    "/configuration/users": 1,
    "/entities/devices": 4,
    "/entities/device-groups": 0,
    "/entities/device-policies": 6,
    "/vms/vulnerabilities": 5
  },
  posts: /^\/(?:oauth2\/token|alerts\/combined\/alerts\/v1|user-management\/entities\/users\/GET\/v1)$/,
  fault: replayFault(
    { path: laterPolicies, status: 403 },
    { name: "UNAUTHORIZED", details: [{ data_export_type: "device_policies" }] }
  ),
  foreignPage: replayFault(
    {
      path: laterPolicies,
      body: {
        ...nothing,
        meta: { pagination: { total: 1 } },
        resources: [{ ...VendorReplay.firstRow("crowdstrike", /\/prevention\/v1$/), id: "foreign", cid: "globex" }]
      }
    },
    refusedAt("/policy/combined/sensor-update/v2", "device_policies")
  ),
  ownTests: (recorded) => {
    it("maps the fields of recorded rows", () => {
      const {
        "/entities/devices": hosts = [],
        "/entities/device-policies": policies = [],
        "/vms/vulnerabilities": found = []
      } = recorded().firstLists
      expect(hosts.every(({ platform, hostnames }) => platform !== "UNKNOWN" && hostnames.length === 1)).toBe(true)
      expect(hosts.filter(({ cloud_metadata }) => cloud_metadata?.cloud_provider === "AWS").length).toBeGreaterThan(0)
      expect(new Set(policies.map(({ type }) => type))).toEqual(new Set(["PREVENTION"]))
      expect(found.every(({ cve, state, cvss_version }) => cve.length === 1 && state === "OPEN" && cvss_version)).toBe(
        true
      )
      // They were recorded without what Spotlight knows of their hosts.
      expect(found.every(({ device }) => device.platform !== "UNKNOWN" && device.hostnames.length === 1)).toBe(true)
      const ids = new Set(hosts.map(({ id }) => id))
      expect(found.filter(({ device }) => ids.has(device.id))).toHaveLength(5)
    })

    it("requests one token per job", () => {
      expect(recorded().requests.filter(({ url }) => url === "/oauth2/token")).toHaveLength(1)
    })

    it("reports UNAUTHORIZED at the token endpoint if it refuses the credentials, and loses no record", async () => {
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
}

/** Registers the test for the hosts of that address. */
export const formerCrowdstrikeHosts = (service: () => Service.Service): void => {
  it("CrowdStrike: stores a record for each host recorded at a former address", async () => {
    const hosts = hostsAt("/devices/entities/devices/v1")
    const ids = hosts.map(({ device_id }) => device_id)
    const replies: ConnectorTest.Replies = {
      "POST /oauth2/token": token,
      "GET /sensors/queries/installers/ccid/v1": customer(hosts),
      "GET /mssp/queries/children/v1": { body: nothing },
      "GET /devices/queries/devices/v1": { body: nothing },
      "GET /devices/combined/devices/v1": { body: hostList(hosts) },
      // The other exports find nothing.
      "GET /devices/combined/host-groups/v1": { body: nothing },
      "GET /policy/combined/prevention/v1": { body: nothing },
      "GET /policy/combined/sensor-update/v2": { body: nothing },
      "GET /spotlight/combined/vulnerabilities/v1": { body: nothing },
      "POST /alerts/combined/alerts/v1": { body: nothing },
      "GET /user-management/queries/users/v1": { body: nothing }
    }
    const vendor = await ScriptedServer.start(replies)
    try {
      const { connection, firstJob } = await connect(service(), "CROWDSTRIKE", credentials(vendor.url))
      const ofDevices = (job: Service.Json) =>
        job.data_exports.find((one: Service.Json) => one.data_export_type === "devices")
      expect(firstJob).toMatchObject({ status: "SUCCESS" })
      expect(ofDevices(firstJob)).toMatchObject({ rejected: 0, created: 3 })
      const devices = await service().walk(connection, "/entities/devices")
      expect(devices.map(({ vendor_id }) => vendor_id).toSorted()).toEqual(ids.toSorted())
      expect(devices.every(({ platform, hostnames }) => platform !== "UNKNOWN" && hostnames.length === 1)).toBe(true)
      expect(ofDevices(await service().sync(connection))).toMatchObject({ created: 0, changed: 0, deleted: 0 })
      expect(vendor.asked().filter(({ key }) => key === null)).toEqual([])
    } finally {
      vendor.stop()
    }
  })
}
