import { qualys } from "@tributary/connector-qualys"
import { Connector, VendorError, VendorHttp } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { DEFINITIONS, DETECTIONS, detection, HOSTS, recorded, replies, unrecorded } from "./qualys.js"
import * as VendorReplay from "./VendorReplay.js"

const { folder, reason } = VendorReplay.material

const PORTAL = "/qps/rest/portal/version"

const run = (replies: ConnectorTest.Replies) => ConnectorTest.run(qualys, { replies: { ...unrecorded, ...replies } })

describe.skipIf(folder === null)(`recorded answers of Qualys${reason}`, () => {
  it("give empty lists if they have no host", async () => {
    const { health, records, rejections } = await run({
      [`GET ${HOSTS}`]: recorded(HOSTS),
      [`GET ${DETECTIONS}`]: recorded(DETECTIONS)
    })
    const { device, vulnerability, vulnerability_finding } = records
    expect({ health: health.name, rejections }).toEqual({ health: "HEALTHY", rejections: [] })
    expect([device, vulnerability, vulnerability_finding]).toEqual([[], [], []])
  })

  it("complete a detection with the definition of its vulnerability", async () => {
    const { failures, records, rejections, requests } = await run(replies())
    expect([failures, rejections]).toEqual([[], []])
    expect(requests.filter(({ key }) => key === null)).toEqual([])
    const [found, ...others] = records["vulnerability"] ?? []
    expect(others).toEqual([])
    expect(found).toMatchObject({
      name: expect.stringMatching(/^Cisco IOS XE Software Command Injection/),
      severity: "MEDIUM",
      state: "OPEN",
      device: { platform: "NETWORK" },
      cve: ["CVE-2020-3403"],
      category: "Cisco",
      is_patchable: true,
      solution: expect.stringContaining("<P>Patch:<BR>"),
      cvss_base_score: null,
      is_exploited: null,
      vendor_data: {
        definition: { pci: true, software: ["cisco ios_xe"], references: [expect.stringMatching(/^cisco-sa/)] }
      }
    })
    expect(records["vulnerability_finding"]).toMatchObject([
      {
        title: found?.["name"],
        remediation: found?.["solution"],
        has_fix: true,
        vulnerabilities: [
          { uid: "CVE-2020-3403", cvss: null, references: [expect.stringContaining("name=CVE-2020-3403")] }
        ]
      }
    ])
  })

  it.each([DETECTIONS, DEFINITIONS])("show what is wrong with a request, without quoting it: %s", async (path) => {
    const { failures, output } = await run({
      [`GET ${HOSTS}`]: recorded(HOSTS),
      [`GET ${DETECTIONS}`]: detection,
      [`GET ${path}`]: recorded(path, 400)
    })
    // One list fills both types.
    expect(failures).toMatchObject([
      { data_export_type: "vulnerabilities", endpoint: path, health: "VENDOR_CLIENT_ERROR" },
      { data_export_type: "vulnerability_findings_v2", endpoint: path, health: "VENDOR_CLIENT_ERROR" }
    ])
    expect(failures[0]?.detail).toContain("answered 400 with the error 1905")
    expect(output).not.toContain("abc123")
  })

  it("show that the credentials are refused, although the status is 200", async () => {
    const check = Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send(Connector.checkOf(qualys)))
    const { exit } = await ConnectorTest.runAction(qualys, check, { replies: { [`GET ${HOSTS}`]: recorded(PORTAL) } })
    const error = await Effect.runPromise(Effect.flip(exit))
    expect(VendorError.areCredentialsRefused(error)).toBe(true)
    expect(error.detail).toBe("answered 200 with the error INVALID_CREDENTIALS")
  })
})
