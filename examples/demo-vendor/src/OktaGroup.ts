import { DEPARTMENTS } from "./Vocabulary.js"

/** A group in the directory, with the ids of its members. */
export interface OktaGroup {
  readonly ordinal: number
  readonly id: string
  readonly type: "BUILT_IN" | "OKTA_GROUP" | "APP_GROUP"
  readonly created: string
  readonly lastUpdated: string
  lastMembershipUpdated: string
  readonly name: string
  readonly description: string | null
  /** True when small changes may add and remove members; the members of all other groups follow a rule. */
  readonly isOpen: boolean
  readonly members: Set<string>
}

/** The plan for a group; `share` is the share of people (0 to 1) put into it at random. */
export interface GroupPlan {
  readonly name: string
  readonly description: string | null
  readonly type: OktaGroup["type"]
  readonly department?: string
  readonly share?: number
}

const open = (name: string, description: string | null, share: number): GroupPlan => ({
  name,
  description,
  type: "OKTA_GROUP",
  share
})

/** The groups of the demo company. */
export const GROUP_PLANS: ReadonlyArray<GroupPlan> = [
  { name: "Everyone", description: "All users in your organization", type: "BUILT_IN" },
  ...DEPARTMENTS.map(
    ({ name }): GroupPlan => ({ name, description: `Everybody in ${name}`, type: "OKTA_GROUP", department: name })
  ),
  open("VPN Users", "May reach the office networks from outside", 0.6),
  open("Production Access", "May sign in to production, reviewed every quarter", 0.08),
  open("On Call", null, 0.06),
  open("Code Owners", "Approve changes to the main branch", 0.1),
  open("Laptop Refresh", null, 0.15),
  open("Password Manager", "Seats of the password manager", 0.7),
  open("Incident Response", "Called when an incident is declared", 0.04),
  open("Beta Testers", null, 0.12),
  open("Office Portland", "Badge access in Portland", 0.2),
  open("Office Dublin", "Badge access in Dublin", 0.15),
  open("First Aid", "Trained in first aid", 0.05),
  open("Retired Project Falcon", "Kept for its history, nobody is in it", 0),
  { name: "acme.example/Domain Admins", description: null, type: "APP_GROUP", share: 0.02 }
]

const OBJECT_CLASS = {
  BUILT_IN: "okta:user_group",
  OKTA_GROUP: "okta:user_group",
  APP_GROUP: "okta:windows_security_principal"
} as const

/** A group in the API's format: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Group/ */
export const groupBody = (group: OktaGroup, origin: string) => ({
  id: group.id,
  created: group.created,
  lastUpdated: group.lastUpdated,
  lastMembershipUpdated: group.lastMembershipUpdated,
  objectClass: [OBJECT_CLASS[group.type]],
  type: group.type,
  profile: { name: group.name, description: group.description },
  _links: {
    logo: [{ name: "medium", href: `${origin}/img/groups/medium.png`, type: "image/png" }],
    users: { href: `${origin}/api/v1/groups/${group.id}/users` },
    apps: { href: `${origin}/api/v1/groups/${group.id}/apps` }
  }
})
