import { Extractor, type Pagination, RecordKind, VendorError } from "@tributary/core"
import { secretAlerts, secretQueries, toSecretIssue } from "./findings.js"
import { codeAlerts, toCodeIssue } from "./sast_issues.js"
import { dependabotAlerts, toDependencyIssue } from "./sca_issues.js"

/*
 * One extractor must read all records of a kind, and fails as a whole. If it read the records of the lists' own kinds as well, a refusal of
 * one list, such as that of a product without a licence, would fail all their export types; so these lists are read a second time.
 */

/** A list with the alerts that changed last at its end: one that changes meanwhile moves there, and is read again. */
const latestLast = (endpoint: string) => ({ endpoint: `${endpoint}?sort=updated`, queries: [{ direction: "asc" }] })

/** A list that counts as empty if the organization has no licence for it: the list's own export type says so, and `issues` has the others. */
const withoutPlan = (pagination: Pagination.Pagination): Pagination.Pagination => ({
  ...pagination,
  isAbsent: VendorError.isOfPlan
})

const ofCode = Extractor.make({
  ...codeAlerts,
  ...latestLast(codeAlerts.endpoint),
  record: RecordKind.AppsecIssue,
  pagination: withoutPlan(codeAlerts.pagination),
  toRecord: toCodeIssue
})

const ofDependencies = Extractor.make({
  ...dependabotAlerts,
  ...latestLast(dependabotAlerts.endpoint),
  record: RecordKind.AppsecIssue,
  pagination: withoutPlan(dependabotAlerts.pagination),
  toRecord: toDependencyIssue
})

const ofSecrets = Extractor.make({
  ...secretAlerts,
  ...latestLast(secretAlerts.endpoint),
  record: RecordKind.AppsecIssue,
  queries: secretQueries({ direction: "asc" }),
  pagination: withoutPlan(secretAlerts.pagination),
  toRecord: toSecretIssue
})

/** Reads the alerts of code scanning, of Dependabot and of secret scanning. */
export const issues = Extractor.concat(ofCode, ofDependencies, ofSecrets)
