import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { snyk } from "../src/index.js"

const folder = process.env["TEST_VENDOR_DATA"]
const file = folder === undefined ? null : join(folder, "recordings/snyk/rest-issues-code.json")
const isThere = file !== null && existsSync(file)

const SCOPE = "5d3b1f60-9a2e-4c47-8f10-2b6d7e8c9a01"

if (!isThere) {
  console.info("The published issues of code are not read: TEST_VENDOR_DATA names no folder that has them.")
}

/** The parts of a published answer that this test needs. */
interface Published {
  readonly exchanges: ReadonlyArray<{
    readonly response: {
      readonly body: {
        readonly data: ReadonlyArray<{
          readonly id: string
          readonly relationships: { readonly scan_item: { readonly data: { readonly id: string } } }
        }>
      }
    }
  }>
}

const published = (path: string): Published => JSON.parse(readFileSync(path, "utf8"))

it.skipIf(!isThere)("reads the issues of code that somebody published", async () => {
  const [exchange] = published(file ?? "").exchanges
  const body = exchange?.response.body
  const projectIds = [...new Set(body?.data.map(({ relationships }) => relationships.scan_item.data.id))]
  // Nobody published the organization and the project of these issues.
  const organization = { id: SCOPE, type: "org", attributes: { name: "Acme", is_personal: false } }
  const projects = projectIds.map((id) => ({
    id,
    type: "project",
    attributes: { name: "acme/shop", type: "sast", origin: "github", target_reference: "main", target_file: "" }
  }))
  const replies: ConnectorTest.Replies = {
    "GET /rest/orgs": { body: { data: [organization], links: {} } },
    [`GET /rest/orgs/${SCOPE}/projects`]: { body: { data: projects, links: {} } },
    [`GET /rest/orgs/${SCOPE}/memberships`]: { body: { data: [], links: {} } },
    [`GET /rest/orgs/${SCOPE}/issues`]: { body }
  }
  const credentials = { scope: "ORGANIZATION", scope_id: SCOPE }
  const { failures, records, rejections } = await ConnectorTest.run(snyk, { replies, credentials })
  const counts = Object.entries(records).map(([kind, all]) => `${kind}: ${all.length}`)
  console.info(`Records of the published issues: ${counts.join(", ")}`)
  expect(failures).toEqual([])
  expect(rejections).toEqual([])
  expect(records["sast_issue"]).toHaveLength(body?.data.length ?? 0)
  for (const issue of records["sast_issue"] ?? []) {
    expect(issue).toMatchObject({ branch: "main", cwe: expect.arrayContaining([expect.stringMatching(/^CWE-\d+$/)]) })
    expect(issue["severity"]).not.toBe("UNKNOWN")
    expect(issue["state"]).not.toBe("UNKNOWN")
    expect(issue["file_path"]).toEqual(expect.any(String))
    expect(issue["start_line"]).toEqual(expect.any(Number))
    expect(issue["commit"]).toEqual(expect.any(String))
  }
})
