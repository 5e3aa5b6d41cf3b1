import { qualys } from "@tributary/connector-qualys"
import { Connector, VendorError, VendorHttp } from "@tributary/core"
import { ConnectorTest } from "@tributary/core/testing"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as VendorReplay from "./VendorReplay.js"

const { folder, reason } = VendorReplay.material

const HOSTS = "/api/2.0/fo/asset/host/"
const DETECTIONS = "/api/2.0/fo/asset/host/vm/detection/"
const DEFINITIONS = "/api/2.0/fo/knowledge_base/vuln/"
const PORTAL = "/qps/rest/portal/version"

/** The last recorded answer of a path with this status: another tool asked it with POST, and for other ids. */
const recorded = (path: string, status = 200): ConnectorTest.Reply => {
  const found = VendorReplay.recorded("qualys").findLast((answer) => answer.path === path && answer.status === status)
  if (found === undefined) throw new Error(`Nobody recorded ${path} with status ${status}.`)
  return { status, headers: found.headers, text: found.bodyText ?? "" }
}

const run = (replies: ConnectorTest.Replies) => ConnectorTest.run(qualys, { replies })

/** Nobody recorded a host with a detection: this one has the vulnerability whose definition was recorded. */
const detection: ConnectorTest.Reply = {
  headers: { "content-type": "application/xml" },
  text: `<HOST_LIST_VM_DETECTION_OUTPUT><RESPONSE><DATETIME>2020-10-07T18:00:00Z</DATETIME><HOST_LIST><HOST><ID>7</ID>
    <OS>Cisco IOS XE 16.9</OS><DETECTION_LIST><DETECTION><UNIQUE_VULN_ID>70</UNIQUE_VULN_ID><QID>316760</QID>
    <SEVERITY>3</SEVERITY><STATUS>New</STATUS></DETECTION></DETECTION_LIST></HOST></HOST_LIST></RESPONSE></HOST_LIST_VM_DETECTION_OUTPUT>`
}

describe.skipIf(folder === null)(`recorded answers of Qualys${reason}`, () => {
  it("without a host are empty lists", async () => {
    const { health, records, rejections } = await run({
      [`GET ${HOSTS}`]: recorded(HOSTS),
      [`GET ${DETECTIONS}`]: recorded(DETECTIONS)
    })
    expect({ health: health.name, records, rejections }).toEqual({
      health: "HEALTHY",
      records: { device: [], vulnerability: [] },
      rejections: []
    })
  })

  it("complete a detection with the definition of its vulnerability", async () => {
    const { failures, records, rejections, requests } = await run({
      [`GET ${HOSTS}`]: recorded(HOSTS),
      [`GET ${DETECTIONS}`]: detection,
      [`GET ${DEFINITIONS}?ids=316760`]: recorded(DEFINITIONS)
    })
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
  })

  it.each([DETECTIONS, DEFINITIONS])("tell what is wrong with a request, and quote nothing of it: %s", async (path) => {
    const { failures, output } = await run({
      [`GET ${HOSTS}`]: recorded(HOSTS),
      [`GET ${DETECTIONS}`]: detection,
      [`GET ${path}`]: recorded(path, 400)
    })
    expect(failures).toMatchObject([{ endpoint: path, health: "VENDOR_CLIENT_ERROR" }])
    expect(failures[0]?.detail).toContain("answered 400 with the error 1905")
    expect(output).not.toContain("abc123")
  })

  it("tell that the credentials are refused, although the status is 200", async () => {
    const check = Effect.flatMap(VendorHttp.VendorHttp, (http) => http.send(Connector.checkOf(qualys)))
    const { exit } = await ConnectorTest.runAction(qualys, check, { replies: { [`GET ${HOSTS}`]: recorded(PORTAL) } })
    const error = await Effect.runPromise(Effect.flip(exit))
    expect(VendorError.areCredentialsRefused(error)).toBe(true)
    expect(error.detail).toBe("answered 200 with the error INVALID_CREDENTIALS")
  })
})
