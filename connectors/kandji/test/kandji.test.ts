import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { kandji } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

ConnectorTest.conformance(kandji, { replies })

ConnectorTest.readme(kandji, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(kandji, { replies }, new URL("mapping.txt", import.meta.url))

const run = () => ConnectorTest.run(kandji, { replies })

const answering = (path: string, reply: ConnectorTest.Reply) => ({
  strikes: ({ url }: { readonly url: URL }) => url.pathname === path,
  outcome: () => ({ _tag: "Reply" as const, reply })
})

const FILEVAULT = "/api/v1/prism/filevault"

describe("Kandji devices", () => {
  it("have every field that Kandji's lists provide", async () => {
    const { records } = await run()
    expect(records["device"]?.[0]).toEqual({
      id: expect.any(String),
      status: "ACTIVE",
      platform: "MAC",
      hostnames: ["Ada's MacBook"],
      fqdns: [],
      ipv4s: [],
      ipv6s: [],
      mac_addresses: [],
      serial_number: "SN-1",
      manufacturer: null,
      model: "MacBook Air (M1, 2020)",
      os_version: "14.4.1",
      os_major_version: "14",
      os_minor_version: "4",
      first_seen: "2024-05-02T08:30:00.470Z",
      last_seen: "2024-05-20T08:30:00.674Z",
      is_encrypted: true,
      is_managed: true,
      owner_email: "ada@acme.example",
      source_vendors: [
        {
          vendor: "KANDJI",
          vendor_id: "kandji-1",
          agent_info: { agent_version: "4.1.3 (3795)", signature_version: null, policies: ["blueprint-1"] }
        }
      ],
      installed_software: null,
      ad_info: null,
      cloud_metadata: null,
      vendor: "KANDJI",
      vendor_id: "kandji-1",
      vendor_data: {
        vendor: "KANDJI",
        platform: "Mac",
        blueprint_id: "blueprint-1",
        is_missing: false,
        is_removed: false,
        asset_tag: "A-1",
        blueprint_name: "Engineering",
        last_enrollment: "2024-05-03 08:30:00.167646+00:00",
        tags: ["laptops"],
        user: { name: "Ada Rivers", id: "u-1", is_archived: false }
      },
      vendor_data_omitted: null
    })
  })

  it("leave null what Kandji does not know, and are inactive while they are missing", async () => {
    const { records } = await run()
    const [, phone, bare] = records["device"] ?? []
    expect(phone).toMatchObject({ status: "INACTIVE", platform: "IOS", os_major_version: "17", os_minor_version: null })
    expect(phone).toMatchObject({ owner_email: null, is_encrypted: null, source_vendors: [{ agent_info: null }] })
    expect(bare).toMatchObject({
      status: "UNKNOWN",
      platform: "OTHER",
      hostnames: [],
      first_seen: null,
      is_managed: null
    })
  })

  it("are read in a stable order, and FileVault once for all of them", async () => {
    const { requests } = await run()
    const asked = requests.map(({ url }) => new URL(url))
    const lists = asked.filter(({ pathname }) => pathname === "/api/v1/devices")
    expect(new Set(lists.map(({ searchParams }) => searchParams.get("ordering")))).toEqual(new Set(["device_id"]))
    expect(asked.filter(({ pathname }) => pathname === FILEVAULT)).toHaveLength(2)
  })

  it("keep their encryption when the token may not read FileVault", async () => {
    const { stored } = await run()
    const faults = [answering(FILEVAULT, { status: 403, body: { error: "Forbidden" } })]
    const report = await ConnectorTest.run(kandji, { replies, stored, faults })
    expect(report.records["device"]?.[0]).toMatchObject({ is_encrypted: true })
    expect(report.failures).toEqual([])
  })
})

// Nobody recorded blueprints and FileVault. Blueprints were checked against an OpenAPI document that api-evangelist/kandji made of the vendor's
// reference, and against a script of the vendor that reads their parameters. FileVault was checked against the OpenAPI document only.
describe("Kandji blueprints", () => {
  it("have every field that Kandji provides, and no enrollment code", async () => {
    const { records } = await run()
    const [classic, map, nameless] = records["device_policy"] ?? []
    expect(classic).toEqual({
      id: expect.any(String),
      name: "Engineering",
      type: "CLASSIC",
      platform: null,
      is_enabled: null,
      description: "Computers of Engineering",
      vendor_created_at: null,
      last_updated_at: null,
      vendor: "KANDJI",
      vendor_id: "blueprint-1",
      vendor_data: { vendor: "KANDJI", computers_count: 2, enrollment_code: { is_active: true } },
      vendor_data_omitted: null
    })
    expect(map).toMatchObject({ type: "MAP", description: null })
    expect(nameless).toMatchObject({ name: "blueprint-3", type: null })
    expect(JSON.stringify(records)).not.toContain("246810")
  })
})

describe("The Kandji connector", () => {
  it("sends the token with each request, and reports a refused one as the customer's to fix", async () => {
    const { requests } = await run()
    const sent = new Set(requests.map(({ headers }) => headers["authorization"]))
    expect([...sent]).toEqual([expect.stringMatching(/^Bearer ./)])
    const faults = [answering("/api/v1/devices", { status: 401, body: { error: "Unauthorized" } })]
    const report = await ConnectorTest.run(kandji, { replies, faults })
    expect(report.health).toMatchObject({ name: "UNAUTHORIZED", resolution_owner: "CUSTOMER" })
  })
})
