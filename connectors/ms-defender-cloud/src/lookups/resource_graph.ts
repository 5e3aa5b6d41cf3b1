import { Lookup } from "@tributary/core"
import { armId } from "../arm.js"
import { graphPages, RESOURCE_GRAPH } from "../resourceGraph.js"
import { DefenderControl, DefenderTimes } from "../rows/assessment_details.js"
import type { Scoped } from "./scope.js"

const CONTROLS = "microsoft.security/regulatorycompliancestandards/regulatorycompliancecontrols"

/** Reads the assessments of every control in one list, because the REST API needs a request per control of each standard. */
export const CONTROLS_QUERY = [
  "securityresources",
  `where type == '${CONTROLS}/regulatorycomplianceassessments'`,
  "extend controlId = tostring(split(tolower(id), '/regulatorycomplianceassessments/')[0])",
  `join kind=leftouter (securityresources | where type == '${CONTROLS}'` +
    " | project controlId = tolower(id), controlName = tostring(properties.description)) on controlId",
  "project id, name, controlName",
  "order by id asc"
].join(" | ")

/** The controls to which the assessments of a subscription belong. */
export const controls = Lookup.joined<Scoped>()({
  endpoint: RESOURCE_GRAPH,
  post: { subscriptions: ["{subscriptionId}"], query: CONTROLS_QUERY },
  row: DefenderControl,
  pagination: graphPages(),
  permissions: ["Microsoft.Security/regulatoryComplianceStandards/regulatoryComplianceControls/*/read"],
  isOptional: true,
  fields: ["compliances"],
  mayBeMissing: true,
  key: (row) => row.name.toLowerCase(),
  matches: (assessment) => assessment.name.toLowerCase()
})

/** Reads the times of all assessments in one list, because the REST API lacks those of older ones. */
export const TIMES_QUERY = [
  "securityresources",
  "where type == 'microsoft.security/assessments'",
  "project id, firstEvaluationDate = tostring(properties.status.firstEvaluationDate)," +
    " statusChangeDate = tostring(properties.status.statusChangeDate)",
  "order by id asc"
].join(" | ")

/** The times of the assessments of a subscription. */
export const times = Lookup.joined<Scoped>()({
  endpoint: RESOURCE_GRAPH,
  post: { subscriptions: ["{subscriptionId}"], query: TIMES_QUERY },
  row: DefenderTimes,
  pagination: graphPages(),
  permissions: ["Microsoft.Security/assessments/read"],
  isOptional: true,
  sharedFields: ["status_changed_at", "start_time"],
  mayBeMissing: true,
  when: ({ properties: { status } }) => !status?.firstEvaluationDate || !status.statusChangeDate,
  key: (row) => armId(row.id),
  matches: (assessment) => armId(assessment.id)
})
