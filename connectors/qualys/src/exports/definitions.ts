import { Lookup } from "@tributary/core"
import { vulnerabilities } from "../lists.js"
import { QualysDefinition, textOf } from "../rows/definition.js"
import type { QualysDetection } from "../rows/detection.js"
import { present } from "../rows/host.js"

/** What a definition says about each of its detections; without one, everything is unknown. */
export const definedBy = (known: QualysDefinition | null) => ({
  name: known?.TITLE ?? null,
  description: known?.DIAGNOSIS ?? null,
  cve: present(...(known?.CVE_LIST?.CVE ?? []).map(({ ID }) => ID)),
  is_patchable: known?.PATCHABLE ? known.PATCHABLE === "1" : null,
  solution: known?.SOLUTION ?? null,
  category: known?.CATEGORY ?? null,
  definition: known && {
    type: known.VULN_TYPE,
    severity_level: known.SEVERITY_LEVEL,
    consequence: known.CONSEQUENCE,
    pci: known.PCI_FLAG === "1",
    cvss_v2_base_score: textOf(known.CVSS?.BASE),
    references: present(...(known.VENDOR_REFERENCE_LIST?.VENDOR_REFERENCE ?? []).map(({ ID }) => ID)),
    software: (known.SOFTWARE_LIST?.SOFTWARE ?? []).map(({ PRODUCT, VENDOR }) => `${VENDOR} ${PRODUCT}`),
    threats: present(...(known.THREAT_INTELLIGENCE?.THREAT_INTEL ?? []).map(textOf)),
    published: known.PUBLISHED_DATETIME,
    modified: known.LAST_SERVICE_MODIFICATION_DATETIME
  }
})

/** What both kinds of record ask the KnowledgeBase. */
const question = {
  endpoint: "/api/4.0/fo/knowledge_base/vuln/",
  row: QualysDefinition,
  pagination: vulnerabilities,
  permissions: ["role: Reader", "API access", "subscription: KnowledgeBase API"],
  batch: 200,
  query: (ids: ReadonlyArray<string>) => ({ action: "list", details: "All", ids: ids.join(",") }),
  key: ({ QID }: QualysDefinition) => QID,
  keys: ({ QID }: QualysDetection) => QID,
  // Qualys grants this list to a subscription separately, and retires definitions to which old detections still refer.
  isOptional: true
}

/**
 * The definitions of the vulnerabilities that detections refer to, two hundred per request. Without them, records are named by their QIDs.
 *
 * https://docs.qualys.com/en/vm/qweb-all-api/mergedProjects/qapi-scan/kbase/knowledgebase.htm
 */
export const definitions = Lookup.batched<QualysDetection>()({
  ...question,
  fields: [
    "name",
    "description",
    "cve",
    "cvss_version",
    "cvss_base_score",
    "cvss_vector",
    "cvss_temporal_score",
    "is_exploited",
    "is_patchable",
    "solution",
    "category",
    "vendor_data.definition"
  ]
})

/**
 * The same definitions for findings, which are asked for again: a lookup names fields of one kind of record. `echo_request` asks for what Qualys
 * does anyway, so that the two requests differ, and a refusal of one is not taken for that of the other.
 */
export const findingDefinitions = Lookup.batched<QualysDetection>()({
  ...question,
  endpoint: `${question.endpoint}?echo_request=0`,
  fields: ["title", "description", "has_fix", "remediation", "analytic.name", "vulnerabilities", "vendor_data.category"]
})
