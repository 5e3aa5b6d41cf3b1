import { Row } from "@tributary/core"
import { Schema } from "effect"

const SubCategory = Schema.Struct({
  title: Row.nullish(Schema.String),
  category: Row.nullish(
    Schema.Struct({
      name: Row.nullish(Schema.String),
      framework: Row.nullish(Schema.Struct({ name: Row.nullish(Schema.String) }))
    })
  )
})

/** An issue, which is a rule that a resource violates: https://docs.wiz.io/dev/issues-query */
export const WizIssue = Schema.Struct({
  id: Schema.String,
  type: Row.nullish(Schema.String),
  status: Schema.String,
  severity: Row.nullish(Schema.String),
  createdAt: Row.nullish(Schema.String),
  updatedAt: Row.nullish(Schema.String),
  dueAt: Row.nullish(Schema.String),
  resolvedAt: Row.nullish(Schema.String),
  statusChangedAt: Row.nullish(Schema.String),
  resolutionReason: Row.nullish(Schema.String),
  url: Row.nullish(Schema.String),
  sourceRule: Row.nullish(
    Schema.Struct({
      __typename: Row.nullish(Schema.String),
      id: Row.nullish(Schema.String),
      name: Row.nullish(Schema.String),
      controlDescription: Row.nullish(Schema.String),
      cloudConfigurationRuleDescription: Row.nullish(Schema.String),
      cloudEventRuleDescription: Row.nullish(Schema.String),
      resolutionRecommendation: Row.nullish(Schema.String),
      remediationInstructions: Row.nullish(Schema.String),
      securitySubCategories: Row.nullish(Schema.Array(SubCategory))
    })
  ),
  entitySnapshot: Schema.Struct({
    id: Schema.String,
    type: Row.nullish(Schema.String),
    nativeType: Row.nullish(Schema.String),
    name: Row.nullish(Schema.String),
    status: Row.nullish(Schema.String),
    cloudPlatform: Row.nullish(Schema.String),
    cloudProviderURL: Row.nullish(Schema.String),
    providerId: Row.nullish(Schema.String),
    externalId: Row.nullish(Schema.String),
    region: Row.nullish(Schema.String),
    resourceGroupExternalId: Row.nullish(Schema.String),
    subscriptionExternalId: Row.nullish(Schema.String),
    subscriptionName: Row.nullish(Schema.String),
    tags: Row.nullish(Schema.Unknown)
  }),
  projects: Row.nullish(Schema.Unknown),
  notes: Row.nullish(Schema.Unknown),
  serviceTickets: Row.nullish(Schema.Unknown)
})
export interface WizIssue extends Schema.Schema.Type<typeof WizIssue> {}

/** What the connector asks for each page of issues. */
export const ISSUES = `query Issues($filterBy: IssueFilters, $first: Int, $after: String, $orderBy: IssueOrder) {
  issues: issuesV2(filterBy: $filterBy, first: $first, after: $after, orderBy: $orderBy) {
    nodes {
      id type status severity createdAt updatedAt dueAt resolvedAt statusChangedAt resolutionReason url
      sourceRule {
        __typename
        ... on Control {
          id name controlDescription: description resolutionRecommendation
          securitySubCategories { title category { name framework { name } } }
        }
        ... on CloudConfigurationRule {
          id name cloudConfigurationRuleDescription: description remediationInstructions
          securitySubCategories { title category { name framework { name } } }
        }
        ... on CloudEventRule {
          id name cloudEventRuleDescription: description
          securitySubCategories { title category { name framework { name } } }
        }
      }
      entitySnapshot {
        id type nativeType name status cloudPlatform cloudProviderURL providerId externalId region
        resourceGroupExternalId subscriptionExternalId subscriptionName tags
      }
      projects { id name slug businessUnit riskProfile { businessImpact } }
      notes { createdAt updatedAt text }
      serviceTickets { externalId name url }
    }
    pageInfo { hasNextPage endCursor }
    totalCount
  }
}`

/** What the rule of an issue is about, whatever the kind of the rule. */
export const descriptionOf = ({ sourceRule: rule }: WizIssue): string | null =>
  rule?.controlDescription || rule?.cloudConfigurationRuleDescription || rule?.cloudEventRuleDescription || null

/** What to do about an issue, according to its rule. */
export const remediationOf = ({ sourceRule: rule }: WizIssue): string | null =>
  rule?.resolutionRecommendation || rule?.remediationInstructions || null

/** The provider's id of the resource of an issue; Wiz's own id if there is none. */
export const resourceIdOf = ({ entitySnapshot: { externalId, id, providerId } }: WizIssue): string =>
  providerId || externalId || id
