import type { OktaGroup } from "./OktaGroup.js"
import type { OktaUser } from "./OktaUser.js"

/** The assignment of a user to an application. */
export interface OktaAssignment {
  readonly userId: string
  /** The user's id in the application; null when Okta does not provision its users. */
  readonly externalId: string | null
  readonly created: string
  readonly lastUpdated: string
  /** The group through which the user is assigned; null for a direct assignment. */
  readonly groupId: string | null
}

/** An application in the directory, with its assignments by user id. */
export interface OktaApp {
  readonly ordinal: number
  readonly id: string
  readonly name: string
  readonly label: string
  readonly status: "ACTIVE" | "INACTIVE"
  readonly signOnMode: string
  readonly created: string
  readonly lastUpdated: string
  readonly groupIds: ReadonlyArray<string>
  readonly provisions: boolean
  readonly assignments: Map<string, OktaAssignment>
}

/** The plan for an application: the groups it is assigned to, and the share of people (0 to 1) assigned directly. */
export interface AppPlan {
  readonly name: string
  readonly label: string
  readonly signOnMode: string
  readonly groups: ReadonlyArray<string>
  readonly share: number
  readonly provisions?: boolean
  readonly isInactive?: boolean
}

/** The applications of the demo company. */
export const APP_PLANS: ReadonlyArray<AppPlan> = [
  { name: "acme_mail", label: "Acme Mail", signOnMode: "SAML_2_0", groups: ["Everyone"], share: 0, provisions: true },
  { name: "acme_chat", label: "Acme Chat", signOnMode: "SAML_2_0", groups: ["Everyone"], share: 0, provisions: true },
  {
    name: "source_forge",
    label: "Source Forge",
    signOnMode: "SAML_2_0",
    groups: ["Engineering", "Security"],
    share: 0.03,
    provisions: true
  },
  {
    name: "ticket_desk",
    label: "Ticket Desk",
    signOnMode: "OPENID_CONNECT",
    groups: ["IT", "Customer Success"],
    share: 0.1
  },
  {
    name: "deal_room",
    label: "Deal Room",
    signOnMode: "SAML_2_0",
    groups: ["Sales", "Marketing"],
    share: 0.02,
    provisions: true
  },
  { name: "ledger", label: "Ledger", signOnMode: "SAML_2_0", groups: ["Finance"], share: 0.01 },
  { name: "people_hub", label: "People Hub", signOnMode: "OPENID_CONNECT", groups: ["People"], share: 0.2 },
  { name: "cloud_console", label: "Cloud Console", signOnMode: "SAML_2_0", groups: ["Production Access"], share: 0.02 },
  {
    name: "password_manager",
    label: "Password Manager",
    signOnMode: "SAML_2_0",
    groups: ["Password Manager"],
    share: 0
  },
  {
    name: "drawing_board",
    label: "Drawing Board",
    signOnMode: "SECURE_PASSWORD_STORE",
    groups: ["Design"],
    share: 0.05
  },
  { name: "travel_booking", label: "Travel Booking", signOnMode: "BOOKMARK", groups: [], share: 0.3 },
  {
    name: "old_wiki",
    label: "Old Wiki (read only)",
    signOnMode: "AUTO_LOGIN",
    groups: [],
    share: 0.1,
    isInactive: true
  }
]

/** An application in the API's format: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/ */
export const appBody = (app: OktaApp, origin: string) => ({
  id: app.id,
  name: app.name,
  label: app.label,
  status: app.status,
  lastUpdated: app.lastUpdated,
  created: app.created,
  accessibility: { selfService: false, errorRedirectUrl: null, loginRedirectUrl: null },
  visibility: { autoSubmitToolbar: false, hide: { iOS: false, web: false }, appLinks: { [`${app.name}_link`]: true } },
  features: app.provisions ? ["PUSH_NEW_USERS", "PUSH_USER_DEACTIVATION"] : [],
  signOnMode: app.signOnMode,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Okta's own expression language, sent unchanged
  credentials: { userNameTemplate: { template: "${source.login}", type: "BUILT_IN" }, signing: {} },
  settings: { app: {}, notifications: { vpn: { network: { connection: "DISABLED" }, message: null, helpUrl: null } } },
  _links: {
    users: { href: `${origin}/api/v1/apps/${app.id}/users` },
    groups: { href: `${origin}/api/v1/apps/${app.id}/groups` }
  }
})

/** An application's user in the API's format: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationUsers/ */
export const assignmentBody = (app: OktaApp, assignment: OktaAssignment, user: OktaUser, origin: string) => ({
  id: assignment.userId,
  externalId: assignment.externalId,
  created: assignment.created,
  lastUpdated: assignment.lastUpdated,
  scope: assignment.groupId === null ? "USER" : "GROUP",
  status: app.provisions ? "PROVISIONED" : "ACTIVE",
  statusChanged: assignment.created,
  passwordChanged: null,
  syncState: app.provisions ? "SYNCHRONIZED" : "DISABLED",
  ...(app.provisions && { lastSync: assignment.lastUpdated }),
  credentials: { userName: user.profile.login },
  profile: { email: user.profile.email, firstName: user.profile.firstName, lastName: user.profile.lastName },
  _links: {
    app: { href: `${origin}/api/v1/apps/${app.id}` },
    user: { href: `${origin}/api/v1/users/${assignment.userId}` },
    ...(assignment.groupId !== null && { group: { href: `${origin}/api/v1/groups/${assignment.groupId}` } })
  }
})

/** A group that an application is assigned to, in the API's format: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationGroups/ */
export const groupAssignmentBody = (app: OktaApp, group: OktaGroup, priority: number, origin: string) => ({
  id: group.id,
  lastUpdated: app.lastUpdated,
  priority,
  profile: {},
  _links: {
    app: { href: `${origin}/api/v1/apps/${app.id}` },
    self: { href: `${origin}/api/v1/apps/${app.id}/groups/${group.id}` },
    group: { href: `${origin}/api/v1/groups/${group.id}` }
  }
})
