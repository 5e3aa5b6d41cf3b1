import { describe, expect, it } from "vitest"
import { connectors } from "../../examples/server/src/connectors.js"
import * as VendorApis from "./VendorApis.js"
import * as VendorRequests from "./VendorRequests.js"

const rows = VendorApis.rows()
const addressesOf = (folder: string) => rows.filter((row) => row.connector === folder).flatMap((row) => row.addresses)
const versionsOf = (folder: string) => rows.filter((row) => row.connector === folder).map((row) => row.version)
const folderOf = (vendor: string) => vendor.toLowerCase().replaceAll("_", "-")
const byFolder = new Map(connectors.map((connector) => [folderOf(connector.vendor), connector]))

describe("the table of vendor APIs", () => {
  it("has every connector of the repository", () => {
    expect([...new Set(rows.map(({ connector }) => connector))].toSorted()).toEqual(VendorApis.folders())
    expect([...byFolder.keys()].toSorted()).toEqual(VendorApis.folders())
  })

  it.each(VendorApis.folders())("has every address and version in the sources of %s", (folder) => {
    const texts = VendorApis.textsOf(folder)
    expect(texts.length).toBeGreaterThan(0)
    expect(VendorApis.unlisted(texts, [...addressesOf(folder), ...versionsOf(folder)])).toEqual([])
  })

  it.each([...byFolder])("has every address and version that %s requests, and no others", async (folder, connector) => {
    const listed = addressesOf(folder)
    const requests = await VendorRequests.of(connector)
    const refused = requests.filter((request) => !listed.some((address) => VendorApis.isOf(address, request)))
    expect([...new Set(refused.map(({ href }) => href))]).toEqual([])
    const isAsked = (address: string) => requests.some((request) => VendorApis.isOf(address, request))
    const scripted = rows.filter((row) => row.connector === folder && !row.isOfConsent).flatMap((row) => row.addresses)
    expect(scripted.filter((address) => !isAsked(address))).toEqual([])
  })

  it.each(rows)("says where and when $connector $addresses was checked, and when it ends", (row) => {
    expect(row.documentation).toMatch(/^https:\/\/\S+$/)
    expect(row.checked).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(row.ends).toMatch(/^(\d{4}-\d\d-\d\d|not announced)$/)
  })
})

describe("the addresses and versions in a source", () => {
  const listed = ["/api/5.0/fo/asset/host/", "/subscriptions?api-version=2022-12-01", "/?Version=2011-06-15"]
  const refused = (source: string) => VendorApis.unlisted(VendorApis.askedIn(source), listed)

  it.each([
    ['const endpoint = "/api/2.0/fo/asset/host/"', ["/api/2.0/fo/asset/host/"]],
    ["const endpoint = `/api/2.0/fo/asset/$" + "{kind}/`", ["/api/2.0/fo/asset/"]],
    ["const endpoint = `$" + "{base}/api/2.0/fo/asset/host/`", ["/api/2.0/fo/asset/host/"]],
    ['const endpoint = "/api/"', ["/api/"]],
    ['const endpoint = "/_edge/tenant_info"', ["/_edge/tenant_info"]],
    ['const endpoint = "/subscriptions2"', ["/subscriptions2"]],
    ['const url = "https://vendor.example/beta/users"', ["https://vendor.example/beta/users"]],
    ['pages("2021-01-01")', ["2021-01-01"]]
  ])("are refused if they are not in the table: %s", (source, found) => {
    expect(refused(source)).toEqual(found)
  })

  it.each([
    ['const endpoint = "/api/5.0/fo/asset/host/?action=list"'],
    ['pages("/subscriptions", "2022-12-01")'],
    ['import { x } from "/api/2.0/x.js"'],
    ["// see /api/2.0/fo/asset/host/"],
    ['make({ docsUrl: "https://vendor.example/api/2.0/" })'],
    ["const shown = `$" + "{site}/browse/$" + "{key}`"]
  ])("are accepted if they are in the table, or if nothing is requested: %s", (source) => {
    expect(refused(source)).toEqual([])
  })
})

describe("the table of a request", () => {
  const isOf = (address: string, request: string) =>
    VendorApis.isOf(address, new URL(request, "https://vendor.example"))

  it.each([
    ["/api/v1/", "/api/v1/users?limit=1"],
    ["/findings", "/findings"],
    ["/vulns/export", "/vulns/export/7/status"],
    [
      "/subscriptions/{id}/resources?api-version=2021-04-01",
      "/subscriptions/7/resources?api-version=2021-04-01&$top=1"
    ],
    ["https://login.example/{tenant}/token", "https://login.example/acme/token"]
  ])("includes it if an address covers it: %s covers %s", (address, request) => {
    expect(isOf(address, request)).toBe(true)
  })

  it.each([
    ["/api/v1/", "/api/v2/users"],
    ["/findings", "/findingsv2"],
    ["/subscriptions?api-version=2021-04-01", "/subscriptions?api-version=2025-01-01"],
    ["/subscriptions?api-version=2021-04-01", "/subscriptions"],
    ["/subscriptions", "/subscriptions?api-version=2021-04-01"],
    ["https://login.example/{tenant}/token", "/acme/token"]
  ])("does not include it if the path, the version or the host differs: %s does not cover %s", (address, request) => {
    expect(isOf(address, request)).toBe(false)
  })
})
