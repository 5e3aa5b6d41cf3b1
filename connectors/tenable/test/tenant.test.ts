import { expect, it } from "vitest"
import { tenant } from "../src/tenable.js"
import { machine, server, vulnerability } from "./fixtures/replies.js"

const nameOf = (row: unknown) => tenant.ofRow?.(row, "/assets/export")

it("names the cloud account of a row, or else its network", () => {
  expect(nameOf(server)).toBe("123456789012")
  expect(nameOf(machine)).toBe("sub-2")
  expect(nameOf({ gcp_project_id: "acme-prod", network_id: "net-1" })).toBe("acme-prod")
  expect(nameOf(vulnerability)).toBe("net-1")
})

it("names nothing for a row in the network that every container has", () => {
  expect(nameOf({ id: "a-3", network_id: "00000000-0000-0000-0000-000000000000" })).toBeNull()
  expect(nameOf(null)).toBeNull()
})
