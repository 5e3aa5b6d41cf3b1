import { Lookup } from "@tributary/core"
import { armId, armPages } from "../arm.js"
import { resourceIdOf } from "../resourceDetails.js"
import { AzureLocation, DefenderMetadata } from "../rows/assessment_details.js"
import type { Scoped } from "./scope.js"

/** The definitions of the assessments of a subscription. */
export const metadata = Lookup.joined<Scoped>()({
  endpoint: "/subscriptions/{subscriptionId}/providers/Microsoft.Security/assessmentMetadata",
  row: DefenderMetadata,
  pagination: armPages("2021-06-01"),
  permissions: ["Microsoft.Security/assessmentMetadata/read"],
  fields: [
    "description",
    "remediation",
    "severity",
    "vendor_severity",
    "vendor_data.categories",
    "vendor_data.threats",
    "vendor_data.assessment_type",
    "vendor_data.policy_definition_id"
  ],
  key: (row) => row.name.toLowerCase(),
  matches: (assessment) => assessment.name.toLowerCase()
})

/** The locations of the resources of a subscription. */
export const locations = Lookup.joined<Scoped>()({
  endpoint: "/subscriptions/{subscriptionId}/resources",
  row: AzureLocation,
  pagination: armPages("2021-04-01"),
  permissions: ["Microsoft.Resources/subscriptions/resources/read"],
  isOptional: true,
  // Most assessments name the region themselves.
  sharedFields: ["resource_region"],
  mayBeMissing: true,
  key: (row) => armId(row.id),
  matches: (assessment) => resourceIdOf(assessment.id, assessment.properties.resourceDetails)
})
