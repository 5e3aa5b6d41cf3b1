import { describe, expect, it } from "vitest"
import * as VendorApis from "./VendorApis.js"

const rows = VendorApis.rows()
const addressesOf = (connector: string) =>
  rows.filter((row) => row.connector === connector).flatMap((row) => row.addresses)

describe("the table of vendor APIs", () => {
  it("has every connector of the repository", () => {
    expect([...new Set(rows.map(({ connector }) => connector))].toSorted()).toEqual(VendorApis.connectors())
  })

  it.each(VendorApis.connectors())("has every address and version that %s uses", (connector) => {
    const texts = VendorApis.asked(connector)
    expect(texts.length).toBeGreaterThan(0)
    expect(VendorApis.unlisted(texts, addressesOf(connector))).toEqual([])
  })

  it.each(VendorApis.connectors())("has no address and version that %s does not use", (connector) => {
    expect(VendorApis.unused(VendorApis.asked(connector), addressesOf(connector))).toEqual([])
  })

  it.each(rows)("says of $connector $addresses where and when it was checked, and when it ends", (row) => {
    expect(row.documentation).toMatch(/^https:\/\/\S+$/)
    expect(row.checked).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(row.ends).toMatch(/^(\d{4}-\d\d-\d\d|not announced)$/)
  })
})

describe("the addresses and versions in a source", () => {
  const listed = ["/api/5.0/fo/asset/host/", "/subscriptions?api-version=2022-12-01"]
  const refused = (source: string) => VendorApis.unlisted(VendorApis.askedIn(source), listed)

  it.each([
    ['const endpoint = "/api/2.0/fo/asset/host/"', ["/api/2.0/fo/asset/host/"]],
    ["const endpoint = `/api/2.0/fo/asset/$" + "{kind}/`", ["/api/2.0/fo/asset/"]],
    ["const endpoint = `$" + "{base}/api/2.0/fo/asset/host/`", ["/api/2.0/fo/asset/host/"]],
    ['pages("2021-01-01")', ["2021-01-01"]]
  ])("are refused if the table does not have them: %s", (source, found) => {
    expect(refused(source)).toEqual(found)
  })

  it.each([
    ['const endpoint = "/api/5.0/fo/asset/host/?action=list"'],
    ['pages("/subscriptions", "2022-12-01")'],
    ['import { x } from "/api/2.0/x.js"'],
    ["// see /api/2.0/fo/asset/host/"],
    ["const shown = `$" + "{site}/browse/$" + "{key}`"]
  ])("are accepted if the table has them, or if nothing is asked: %s", (source) => {
    expect(refused(source)).toEqual([])
  })
})
