import { Decode, Pagination } from "@tributary/core"

/** The response to each of the requests. */
const HOSTS = "HOST_LIST_OUTPUT.RESPONSE"
const DETECTIONS = "HOST_LIST_VM_DETECTION_OUTPUT.RESPONSE"
const DEFINITIONS = "KNOWLEDGE_BASE_VULN_LIST_OUTPUT.RESPONSE"
const SCHEDULES = "SCHEDULE_SCAN_LIST_OUTPUT.RESPONSE"
/** The first version of the API, which lists users, has no `RESPONSE`. */
const USERS = "USER_LIST_OUTPUT.USER_LIST"

/** Every element that may occur more than once; Qualys leaves out those around them that would be empty. */
export const decode = Decode.xml({
  lists: [
    `${HOSTS}.HOST_LIST?.HOST`,
    `${HOSTS}.HOST_LIST.HOST.TAGS?.TAG`,
    `${HOSTS}.HOST_LIST.HOST.METADATA?.EC2?.ATTRIBUTE`,
    `${HOSTS}.HOST_LIST.HOST.METADATA?.GOOGLE?.ATTRIBUTE`,
    `${HOSTS}.HOST_LIST.HOST.METADATA?.AZURE?.ATTRIBUTE`,
    `${DETECTIONS}.HOST_LIST?.HOST`,
    `${DETECTIONS}.HOST_LIST.HOST.DETECTION_LIST?.DETECTION`,
    `${DETECTIONS}.HOST_LIST.HOST.DETECTION_LIST.DETECTION.QDS_FACTORS?.QDS_FACTOR`,
    `${DEFINITIONS}.VULN_LIST?.VULN`,
    `${DEFINITIONS}.VULN_LIST.VULN.CVE_LIST?.CVE`,
    `${DEFINITIONS}.VULN_LIST.VULN.SOFTWARE_LIST?.SOFTWARE`,
    `${DEFINITIONS}.VULN_LIST.VULN.VENDOR_REFERENCE_LIST?.VENDOR_REFERENCE`,
    `${DEFINITIONS}.VULN_LIST.VULN.THREAT_INTELLIGENCE?.THREAT_INTEL`,
    `${SCHEDULES}.SCHEDULE_SCAN_LIST?.SCAN`,
    `${SCHEDULES}.SCHEDULE_SCAN_LIST.SCAN.ASSET_GROUP_TITLE_LIST?.ASSET_GROUP_TITLE`,
    `${SCHEDULES}.SCHEDULE_SCAN_LIST.SCAN.USER_ENTERED_IPS?.RANGE`,
    `${SCHEDULES}.SCHEDULE_SCAN_LIST.SCAN.ELB_DNS?.DNS`,
    `${USERS}.USER`,
    `${USERS}.USER.ASSIGNED_ASSET_GROUPS?.ASSET_GROUP_TITLE`
  ]
})

/** Pages of hosts in the order of their ids; a warning in each page but the last has the address of the next one. */
const pagesOf = (response: string, limit: number): Pagination.Pagination =>
  Pagination.nextLink({
    items: `${response}.HOST_LIST.HOST`,
    from: `${response}.WARNING.URL`,
    limit,
    limitParam: "truncation_limit"
  })

/** The hosts, a thousand on a page. */
export const hosts = pagesOf(HOSTS, 1_000)

/** The detections on a hundred hosts, which can be tens of thousands with their output. */
export const detections = Pagination.nested(pagesOf(DETECTIONS, 100), {
  items: "DETECTION_LIST.DETECTION",
  outer: "host"
})

/** The definitions of a request. */
export const vulnerabilities = Pagination.none({ items: `${DEFINITIONS}.VULN_LIST.VULN` })

/** All schedules; Qualys documents no pages of this list. */
export const schedules = Pagination.none({ items: `${SCHEDULES}.SCHEDULE_SCAN_LIST.SCAN` })

const everyUser = Pagination.none({ items: `${USERS}.USER` })

/** Whether Qualys hides who a user is: to a unit manager it shows users of other units without login and id. */
const isHidden = (user: unknown): boolean =>
  Pagination.at(user, "CONTACT_INFO") !== undefined &&
  ["USER_ID", "USER_LOGIN"].every((name) => Pagination.at(user, name) === undefined)

/** All users whose login the connection may see; Qualys documents no pages of this list. */
export const users: Pagination.Pagination = {
  ...everyUser,
  rows: (body) => everyUser.rows(body)?.filter((user) => !isHidden(user))
}

/** An instant in the format of Qualys's filters, which know no fractions of a second. */
export const toInstant = (instant: string): string => instant.replace(/\.\d+/, "")

/** All detections, in every state. */
export const ALL_DETECTIONS = {
  action: "list",
  status: "New,Active,Re-Opened,Fixed",
  include_ignored: 1,
  include_disabled: 1,
  show_reopened_info: 1,
  // The score, and what it was computed from: EPSS, CVSS, CISA's list, exploits.
  show_qds: 1,
  show_qds_factors: 1
}
