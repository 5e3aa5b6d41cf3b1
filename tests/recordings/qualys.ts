import type { ConnectorTest } from "@tributary/core/testing"
import * as VendorReplay from "./VendorReplay.js"

/** The list of hosts, of detections on them, and of what is known about vulnerabilities. */
export const HOSTS = "/api/5.0/fo/asset/host/"
export const DETECTIONS = "/api/5.0/fo/asset/host/vm/detection/"
export const DEFINITIONS = "/api/4.0/fo/knowledge_base/vuln/"

/** The path at which it was recorded: version 2.0, to whose answers the later ones only add elements. */
const recordedAt = (path: string): string => path.replace(/^\/api\/\d\.0\//, "/api/2.0/")

/** The last recorded answer of a path with this status: another tool asked it with POST, and for other ids. */
export const recorded = (path: string, status = 200): ConnectorTest.Reply => {
  const found = VendorReplay.recorded("qualys").findLast(
    (answer) => answer.path === recordedAt(path) && answer.status === status
  )
  if (found === undefined) throw new Error(`Nobody recorded ${path} with status ${status}.`)
  return { status, headers: found.headers, text: found.bodyText ?? "" }
}

const xml = (text: string): ConnectorTest.Reply => ({ headers: { "content-type": "application/xml" }, text })

/** Nobody recorded the schedules and users of a subscription: this one has no schedule, and the one user that is always there. */
export const unrecorded: ConnectorTest.Replies = {
  "GET /api/2.0/fo/schedule/scan/": xml(
    "<SCHEDULE_SCAN_LIST_OUTPUT><RESPONSE><DATETIME>2020-10-07T18:00:00Z</DATETIME></RESPONSE></SCHEDULE_SCAN_LIST_OUTPUT>"
  ),
  "GET /msp/user_list.php": xml(
    "<USER_LIST_OUTPUT><USER_LIST><USER><USER_LOGIN>acme_ab1</USER_LOGIN><USER_ID>1</USER_ID></USER></USER_LIST></USER_LIST_OUTPUT>"
  )
}

/** Nobody recorded a host with a detection: this one has the vulnerability whose definition was recorded. */
export const detection: ConnectorTest.Reply = {
  headers: { "content-type": "application/xml" },
  text: `<HOST_LIST_VM_DETECTION_OUTPUT><RESPONSE><DATETIME>2020-10-07T18:00:00Z</DATETIME><HOST_LIST><HOST><ID>7</ID>
    <OS>Cisco IOS XE 16.9</OS><DETECTION_LIST><DETECTION><UNIQUE_VULN_ID>70</UNIQUE_VULN_ID><QID>316760</QID>
    <SEVERITY>3</SEVERITY><STATUS>New</STATUS></DETECTION></DETECTION_LIST></HOST></HOST_LIST></RESPONSE></HOST_LIST_VM_DETECTION_OUTPUT>`
}

/** Recorded answers, with the one detection whose definition was recorded. */
export const replies = (): ConnectorTest.Replies => ({
  ...unrecorded,
  [`GET ${HOSTS}`]: recorded(HOSTS),
  [`GET ${DETECTIONS}`]: detection,
  [`GET ${DEFINITIONS}?ids=316760`]: recorded(DEFINITIONS)
})
