import type { DefenderAssessment } from "../rows/assessment.js"
import type { AzureSubscription } from "../rows/subscription.js"

/** An assessment with its subscription, which the lookups need. */
export type Scoped = DefenderAssessment & Pick<AzureSubscription, "subscriptionId">
