import type { OktaGroup } from "./OktaGroup.js"

/** The plan for a policy, and the group to which it applies. */
interface PolicyPlan {
  readonly id: string
  readonly type: "OKTA_SIGN_ON" | "PASSWORD" | "MFA_ENROLL"
  readonly name: string
  readonly description: string
  readonly group: string
  readonly settings?: unknown
}

/** What governs the rest of the company, which needs no more than this. */
const byDefault = (id: string, type: PolicyPlan["type"]): PolicyPlan => ({
  id,
  type,
  name: "Default Policy",
  description: "The default policy applies in all situations if no other policy applies.",
  group: "Everyone"
})

/** The policies of the demo company, in the order in which those of one type are evaluated. */
const POLICY_PLANS: ReadonlyArray<PolicyPlan> = [
  {
    id: "00pDemoSession000001",
    type: "OKTA_SIGN_ON",
    name: "Production",
    description: "Short sessions for those who may sign in to production",
    group: "Production Access"
  },
  byDefault("00pDemoSession000002", "OKTA_SIGN_ON"),
  {
    ...byDefault("00pDemoPassword00001", "PASSWORD"),
    settings: { password: { complexity: { minLength: 12 }, age: { maxAgeDays: 0, historyCount: 4 } } }
  },
  byDefault("00pDemoFactors000001", "MFA_ENROLL")
]

/** A policy of the directory. */
export interface OktaPolicy extends PolicyPlan {
  readonly ordinal: number
  readonly priority: number
  readonly groupId: string | null
}

/** The policies of a type; null if the organization does not have it. */
export const policiesOf = (type: string, groups: Iterable<OktaGroup>): ReadonlyArray<OktaPolicy> | null => {
  const plans = POLICY_PLANS.filter((plan) => plan.type === type)
  const ids = new Map([...groups].map(({ id, name }) => [name, id]))
  if (plans.length === 0) return null
  return plans.map((plan, ordinal) => ({
    ...plan,
    ordinal,
    priority: ordinal + 1,
    groupId: ids.get(plan.group) ?? null
  }))
}

const CREATED = "2024-02-05T09:00:00.000Z"

/** A policy in the API's format: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/ */
export const policyBody = (policy: OktaPolicy, origin: string) => ({
  id: policy.id,
  status: "ACTIVE",
  name: policy.name,
  description: policy.description,
  priority: policy.priority,
  system: policy.group === "Everyone",
  conditions: policy.groupId === null ? null : { people: { groups: { include: [policy.groupId] } } },
  created: CREATED,
  lastUpdated: CREATED,
  ...(policy.settings === undefined ? {} : { settings: policy.settings }),
  _links: {
    self: { href: `${origin}/api/v1/policies/${policy.id}`, hints: { allow: ["GET", "PUT"] } },
    rules: { href: `${origin}/api/v1/policies/${policy.id}/rules`, hints: { allow: ["GET", "POST"] } }
  },
  type: policy.type
})
