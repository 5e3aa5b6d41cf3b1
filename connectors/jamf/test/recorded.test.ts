import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Pagination } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { describe, expect, it } from "vitest"
import { jamf } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

/*
 * Nobody recorded the lists that the connector reads. The Classic API once answered about the same computers and accounts in another form, so this
 * test puts its values into the form of today's lists: it shows that real names, times and versions can be mapped, but not that the form is right.
 */

const folder = process.env["TEST_VENDOR_DATA"]
if (!folder) console.log("Skipped, because TEST_VENDOR_DATA is not set: the tests that read recordings/jamf.")

const { at } = Pagination

const listAt = (value: unknown, path: string): ReadonlyArray<unknown> => {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}

/** The bodies of the recorded answers in a file. */
const bodiesOf = (file: string): ReadonlyArray<unknown> => {
  const text = readFileSync(join(folder ?? "", "recordings", "jamf", file), "utf8")
  return listAt(JSON.parse(text), "exchanges").map((exchange) => at(exchange, "response.body"))
}

/** A computer of the Classic API in the form of the inventory. */
const toInventory = (computer: unknown) => ({
  id: String(at(computer, "general.id")),
  udid: at(computer, "general.udid"),
  general: {
    name: at(computer, "general.name"),
    platform: at(computer, "general.platform"),
    jamfBinaryVersion: at(computer, "general.jamf_version"),
    initialEntryDate: at(computer, "general.initial_entry_date"),
    lastContact: at(computer, "general.last_contact_time_utc"),
    lastReportedIpV4: at(computer, "general.last_reported_ip"),
    remoteManagement: { managed: at(computer, "general.remote_management.managed") }
  },
  hardware: {
    make: at(computer, "hardware.make"),
    model: at(computer, "hardware.model"),
    serialNumber: at(computer, "general.serial_number"),
    macAddress: at(computer, "general.mac_address"),
    altMacAddress: at(computer, "general.alt_mac_address")
  },
  operatingSystem: { name: at(computer, "hardware.os_name"), version: at(computer, "hardware.os_version") },
  userAndLocation: { email: at(computer, "location.email_address") },
  applications: listAt(computer, "software.applications"),
  groupMemberships: []
})

const pageOf = (results: ReadonlyArray<unknown>) => ({ body: { totalCount: results.length, results } })

describe.skipIf(!folder)("Recorded answers of Jamf's Classic API", () => {
  it("become devices and users, none of which is rejected", async () => {
    const computers = bodiesOf("computers.json").flatMap((body) => at(body, "computer") ?? [])
    const accounts = bodiesOf("auth-and-version.json").flatMap((body) => listAt(body, "accounts.users"))
    const users = accounts.map((account) => ({ id: String(at(account, "id")), username: at(account, "name") }))
    const recorded: ConnectorTest.Replies = {
      "GET /api/v4/computers-inventory?page=0": pageOf(computers.map(toInventory)),
      "GET /api/v4/computers-inventory?page=1": pageOf([]),
      "GET /api/v2/mobile-devices/detail": pageOf([]),
      "GET /api/v1/accounts?page=0": pageOf(users),
      "GET /api/v1/accounts?page=1": pageOf([])
    }
    const others = Object.entries(replies).filter(([key]) => !/computers-inventory|mobile-devices|accounts/.test(key))
    const report = await ConnectorTest.run(jamf, { replies: { ...Object.fromEntries(others), ...recorded } })
    const { device: devices = [], config_user: configUsers = [] } = report.records
    console.log(`Recorded by the Classic API: device ${devices.length}, config_user ${configUsers.length}.`)
    expect(report.failures).toEqual([])
    expect(report.rejections).toEqual([])
    expect(devices).toHaveLength(computers.length)
    expect(configUsers).toHaveLength(users.length)
    for (const device of devices) {
      expect(device).toMatchObject({ platform: "MAC", status: "ACTIVE", manufacturer: "Apple" })
      expect(device["last_seen"]).toMatch(/Z$/)
      expect(device["installed_software"]).not.toEqual([])
    }
  })
})
