import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { qualys } from "../src/index.js"
import { replies, simpleReturn } from "./fixtures/replies.js"

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

const SCHEDULES = "/api/2.0/fo/schedule/scan/"
const USERS = "/msp/user_list.php"

/** One run, which the tests with the same replies share. */
const whole = ConnectorTest.run(qualys, { replies })

const refused = (path: string, reply: ConnectorTest.Reply) =>
  ConnectorTest.run(qualys, {
    replies,
    faults: [{ strikes: ({ url }) => url.pathname === path, outcome: () => ({ _tag: "Reply", reply }) }]
  })

// Nobody recorded schedules. Their shape was checked against https://docs.qualys.com/en/vm/api/scans/vm_schedules/list_scan_schedules.htm,
// https://github.com/Qualys/API_Driven_Migration, and the module UofIQualys of the PowerShell Gallery.
describe("Qualys scan schedules", () => {
  it("have every field that Qualys returns", async () => {
    const { records } = await whole
    const [nightly, byTags, paused] = records["scan_configuration"] ?? []
    expect(nightly).toEqual({
      id: UUID,
      name: "Nightly scan",
      owner: "acme_ab1",
      is_enabled: true,
      is_scheduled: true,
      last_scan_vendor_id: null,
      device_target_count: null,
      scan_targets: ["10.0.0.1-10.0.0.254", "10.0.1.7"],
      severity_frequency: null,
      vendor: "QUALYS",
      vendor_id: "160642",
      vendor_data: {
        vendor: "QUALYS",
        active: "1",
        network_id: "0",
        scanner_name: "scanner-1",
        priority: "0 - No Priority",
        option_profile: "Initial Options",
        asset_groups: ["Web servers"],
        entered_addresses: ["10.0.1.7-10.0.1.7"],
        load_balancers: [],
        OPTION_PROFILE: { DEFAULT_FLAG: "1" },
        SCHEDULE: {
          DAILY: { "@frequency_days": "1" },
          START_DATE_UTC: "2024-01-30T00:30:00Z",
          START_HOUR: "16",
          START_MINUTE: "30",
          NEXTLAUNCH_UTC: "2024-05-21T00:30:00",
          TIME_ZONE: {
            TIME_ZONE_CODE: "US-CA",
            TIME_ZONE_DETAILS: "(GMT-0800) United States: America/Los_Angeles"
          },
          DST_SELECTED: "1"
        }
      },
      vendor_data_omitted: null
    })
    expect(byTags).toMatchObject({
      name: "Schedule 160643",
      is_enabled: null,
      scan_targets: null,
      vendor_data: {
        asset_groups: [],
        load_balancers: ["lb.acme.example"],
        ASSET_TAGS: { TAG_SET_INCLUDE: "Production" }
      }
    })
    expect(paused).toMatchObject({
      is_enabled: false,
      scan_targets: ["web-1.acme.example"],
      vendor_data: { active: "3" }
    })
  })
})

// Nobody recorded users. Their shape was checked against https://docs.qualys.com/en/vm/api/users/users/list_users.htm,
// https://github.com/Qualys/API_Driven_Migration and https://github.com/Athena-Home-Loans/keydra.
describe("Qualys users", () => {
  it("have every field that Qualys returns, but not how to reach the person", async () => {
    const { records } = await whole
    const [manager, pending, inactive, ...others] = records["config_user"] ?? []
    // A user whom Qualys does not name is none.
    expect(others).toEqual([])
    expect(manager).toEqual({
      id: UUID,
      name: "Ada Byron",
      email: "ada@acme.example",
      username: "acme_ab1",
      vendor_user_id: "63",
      role: "Manager",
      is_admin: true,
      is_active: true,
      is_mfa_enabled: null,
      last_login: "2024-05-20T22:41:56.000Z",
      access_data: {
        permissions: { CREATE_OPTION_PROFILES: "1", PURGE_INFO: "0" },
        business_unit: "Unassigned",
        asset_groups: []
      },
      is_deleted: false,
      vendor: "QUALYS",
      vendor_id: "63",
      vendor_data: {
        vendor: "QUALYS",
        status: "Active",
        external_id: "E-63",
        created: "2017-07-26T19:43:01Z",
        title: "Manager, Security",
        company: "Acme",
        is_unit_manager_contact: false,
        is_manager_contact: true,
        CONTACT_INFO: { COUNTRY: "United States of America", TIME_ZONE_CODE: "Auto" },
        NOTIFICATIONS: { LATEST_VULN: "weekly", DAILY_TICKETS: "0" }
      },
      vendor_data_omitted: null
    })
    expect(pending).toMatchObject({
      name: "Grace",
      is_admin: false,
      is_active: null,
      last_login: null,
      access_data: { permissions: null, asset_groups: ["Web servers"] }
    })
    expect(inactive).toMatchObject({
      name: null,
      email: null,
      username: "acme_ed3",
      vendor_user_id: "acme_ed3",
      is_admin: false,
      is_active: false,
      vendor_id: "acme_ed3"
    })
  })

  const ofUsers = (content: string): ConnectorTest.Reply => ({
    headers: { "content-type": "text/xml" },
    text: `<USER_LIST_OUTPUT>${content}</USER_LIST_OUTPUT>`
  })

  const generic = (number: string): ConnectorTest.Reply => ({
    headers: { "content-type": "text/xml" },
    text: `<GENERIC_RETURN><API name="user_list.php" /><RETURN status="FAILED" number="${number}">about alice</RETURN></GENERIC_RETURN>`
  })

  it.each([
    ["an expired account", generic("2001"), "UNAUTHORIZED", "the account has expired"],
    ["another code", generic("4711"), "VENDOR_SERVER_ERROR", "the error 4711"],
    ["an error instead of users", ofUsers('<ERROR number="999">about alice</ERROR>'), "VENDOR_SERVER_ERROR", "999"],
    ["a status", { status: 403, headers: {}, text: "" }, "UNAUTHORIZED", "403"]
  ])("cost only their own type if Qualys answers with %s", async (_, reply, health, words) => {
    const { failures, output } = await refused(USERS, reply)
    expect(failures).toMatchObject([{ data_export_type: "config_users", endpoint: USERS, health }])
    expect(failures[0]?.detail).toContain(words)
    expect(output).not.toContain("alice")
  })

  it("are never taken for deleted if the list is missing", async () => {
    const { failures } = await refused(USERS, ofUsers(""))
    expect(failures).toMatchObject([{ data_export_type: "config_users", health: "VENDOR_SERVER_ERROR" }])
  })
})

it("a refusal of schedules costs only their own type", async () => {
  const { failures } = await refused(SCHEDULES, simpleReturn("2012"))
  expect(failures).toMatchObject([
    { data_export_type: "vms_scan_configs", endpoint: SCHEDULES, health: "UNAUTHORIZED" }
  ])
})
