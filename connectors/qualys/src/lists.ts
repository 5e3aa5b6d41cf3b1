import { Decode, Pagination } from "@tributary/core"

/** The response to each of the three requests. */
const HOSTS = "HOST_LIST_OUTPUT.RESPONSE"
const DETECTIONS = "HOST_LIST_VM_DETECTION_OUTPUT.RESPONSE"
const DEFINITIONS = "KNOWLEDGE_BASE_VULN_LIST_OUTPUT.RESPONSE"

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
    `${DEFINITIONS}.VULN_LIST.VULN.THREAT_INTELLIGENCE?.THREAT_INTEL`
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

/** An instant in the format of Qualys's filters, which know no fractions of a second. */
export const toInstant = (instant: string): string => instant.replace(/\.\d+/, "")
