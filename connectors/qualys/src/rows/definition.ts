import { Row } from "@tributary/core"
import { Schema } from "effect"

const Text = Row.nullish(Schema.String)

/** A text that may have attributes. */
const Attributed = Schema.Union(Schema.String, Schema.Struct({ "#text": Text }))
const Valued = Row.nullish(Attributed)

const Scores = Row.nullish(
  Schema.Struct({ BASE: Valued, TEMPORAL: Valued, VECTOR_STRING: Valued, CVSS3_VERSION: Valued })
)

/** Ids with the page about each. */
const Pages = Schema.Array(Schema.Struct({ ID: Text, URL: Text }))

/** A vulnerability of the KnowledgeBase: https://docs.qualys.com/en/vm/qweb-all-api/mergedProjects/qapi-scan/kbase/knowledgebase.htm */
export const QualysDefinition = Schema.Struct({
  QID: Schema.String,
  VULN_TYPE: Text,
  SEVERITY_LEVEL: Text,
  TITLE: Text,
  CATEGORY: Text,
  PUBLISHED_DATETIME: Text,
  LAST_SERVICE_MODIFICATION_DATETIME: Text,
  PATCHABLE: Text,
  DIAGNOSIS: Text,
  CONSEQUENCE: Text,
  SOLUTION: Text,
  PCI_FLAG: Text,
  CVSS: Scores,
  CVSS_V3: Scores,
  CVE_LIST: Row.nullish(Schema.Struct({ CVE: Pages })),
  VENDOR_REFERENCE_LIST: Row.nullish(Schema.Struct({ VENDOR_REFERENCE: Pages })),
  SOFTWARE_LIST: Row.nullish(Schema.Struct({ SOFTWARE: Schema.Array(Schema.Struct({ PRODUCT: Text, VENDOR: Text })) })),
  THREAT_INTELLIGENCE: Row.nullish(Schema.Struct({ THREAT_INTEL: Schema.Array(Schema.NullOr(Attributed)) }))
})
export interface QualysDefinition extends Schema.Schema.Type<typeof QualysDefinition> {}

/** The text of an element that may have attributes; null if it has none. */
export const textOf = (value: string | { readonly "#text": string | null } | null | undefined): string | null =>
  typeof value === "object" ? (value?.["#text"] ?? null) : (value ?? null)
