// Which operation needs a key with which scope. The server checks this table, and the OpenAPI document and a guide show it.

/** What a key may be allowed to do. */
export const names = ["read", "write", "provisioning"] as const
export type KeyScope = (typeof names)[number]

/** What each scope allows. */
export const meanings: Readonly<Record<KeyScope, string>> = {
  read: "Reads what is stored: records and their counts, organizations, connections, their status and jobs, usage.",
  write:
    "Makes the service act: creates tickets, runs jobs at once, asks a tool which data it may read, and decides about held-back deletions.",
  provisioning:
    "Creates, changes and deletes organizations, connections with their credentials, links for customers and webhooks, and reads what that needs, but no records."
}

/** What an operator's key may be. */
export const roles = ["read", "act"] as const
export type OperatorRole = (typeof roles)[number]

/** What each role allows. */
export const roleMeanings: Readonly<Record<OperatorRole, string>> = {
  read: "Sees the state of all accounts: connections and their problems, jobs, tickets in flight, processes, and how many records there are.",
  act: "Does that, and pauses, resumes and syncs connections."
}

/** What the key of an account must have for an operation. */
export interface Requirement {
  /** The key of an account, in `X-API-KEY`. */
  readonly key: "account"
  /** The scopes that allow the operation: a key needs one of them. */
  readonly scopes: ReadonlyArray<KeyScope>
  /** Whether it concerns the whole account: a key that is limited to organizations may not use it, whatever its scopes. */
  readonly isOfAccount: boolean
}

/** What the key of an operator must have for an operation. */
export interface OperatorRequirement {
  /** The key of an operator, in `X-OPERATOR-KEY`. */
  readonly key: "operator"
  /** The role that it needs; `act` includes `read`. */
  readonly role: OperatorRole
  /** Whether it shows records of customers, for which the key needs a right of its own. */
  readonly isOfRecords: boolean
}

const one = (...scopes: ReadonlyArray<KeyScope>): Requirement => ({ key: "account", scopes, isOfAccount: false })
const ofAccount = (...scopes: ReadonlyArray<KeyScope>): Requirement => ({ key: "account", scopes, isOfAccount: true })
const operator = (role: OperatorRole): OperatorRequirement => ({ key: "operator", role, isOfRecords: false })

const ofRecords: OperatorRequirement = { key: "operator", role: "read", isOfRecords: true }

/** What each operation needs, by its name; null if it needs no key. */
export const operations = {
  listIdpUsers: one("read"),
  getIdpUser: one("read"),
  listIdpGroups: one("read"),
  getIdpGroup: one("read"),
  listIdpApplications: one("read"),
  getIdpApplication: one("read"),
  listIdpPolicies: one("read"),
  getIdpPolicy: one("read"),
  listIdpPolicyUsers: one("read"),
  listIdpPolicyGroups: one("read"),
  listIdpPolicyApplications: one("read"),
  listIdpAlerts: one("read"),
  getIdpAlert: one("read"),
  listIdpAuditLogs: one("read"),
  getIdpAuditLog: one("read"),
  listComplianceFindings: one("read"),
  getComplianceFinding: one("read"),
  listCompliances: one("read"),
  getCompliance: one("read"),
  listCspmAlerts: one("read"),
  getCspmAlert: one("read"),
  listDevices: one("read"),
  getDevice: one("read"),
  listDeviceGroups: one("read"),
  getDeviceGroup: one("read"),
  listDeviceGroupDevices: one("read"),
  listDevicePolicies: one("read"),
  getDevicePolicy: one("read"),
  listDevicePolicyDeviceGroups: one("read"),
  listResources: one("read"),
  getResource: one("read"),
  listApplications: one("read"),
  getApplication: one("read"),
  listOrganizationIdentities: one("read"),
  getOrganizationIdentity: one("read"),
  listScanConfigurations: one("read"),
  getScanConfiguration: one("read"),
  listVulnerabilities: one("read"),
  getVulnerability: one("read"),
  listVulnerabilityFindings: one("read"),
  getVulnerabilityFinding: one("read"),
  listEdrAlerts: one("read"),
  getEdrAlert: one("read"),
  listAppsecIssues: one("read"),
  getAppsecIssue: one("read"),
  listSastIssues: one("read"),
  getSastIssue: one("read"),
  listScaIssues: one("read"),
  getScaIssue: one("read"),
  listAppsecFindings: one("read"),
  getAppsecFinding: one("read"),
  listConfigurationUsers: one("read"),
  getConfigurationUser: one("read"),
  listItsmUsers: one("read"),
  getItsmUser: one("read"),
  listItsmGroups: one("read"),
  getItsmGroup: one("read"),
  listItsmProjects: one("read"),
  getItsmProject: one("read"),
  listItsmTickets: one("read"),
  getItsmTicket: one("read"),
  listItsmComments: one("read"),
  getItsmComment: one("read"),
  listItsmAttachments: one("read"),
  getItsmAttachment: one("read"),
  createTicket: one("write"),
  // Whoever creates a ticket may see what became of it.
  getOutboundJob: one("read", "write"),
  createOrganization: ofAccount("provisioning"),
  listOrganizations: one("read", "provisioning"),
  getOrganization: one("read", "provisioning"),
  deleteOrganization: one("provisioning"),
  // What it has erased is gone, so a key that may read learns nothing else from it.
  listErasures: one("read", "provisioning"),
  getErasure: one("read", "provisioning"),
  createConnection: one("provisioning"),
  listConnections: one("read", "provisioning"),
  getConnection: one("read", "provisioning"),
  updateConnection: one("provisioning"),
  deleteConnection: one("provisioning"),
  getConnectionStatus: one("read", "provisioning"),
  // It sends requests to the tool, with the credentials that provisioning has set.
  testConnection: one("write", "provisioning"),
  listConnectionJobs: one("read", "provisioning"),
  countConnectionRecords: one("read"),
  syncConnection: one("write"),
  decideHeldBackDeletions: one("write"),
  createConnectSession: one("provisioning"),
  listConnectSessions: one("read", "provisioning"),
  getConnectSession: one("read", "provisioning"),
  revokeConnectSession: one("provisioning"),
  // The page of a customer, which sends the token of a link or a session.
  openConnectSession: null,
  viewConnectSession: null,
  testConnectSession: null,
  connectConnectSession: null,
  getConnectSessionConnection: null,
  // A webhook is told of every organization of the account.
  createWebhook: ofAccount("provisioning"),
  listWebhooks: ofAccount("read", "provisioning"),
  getWebhook: ofAccount("read", "provisioning"),
  updateWebhook: ofAccount("provisioning"),
  deleteWebhook: ofAccount("provisioning"),
  rotateWebhookSecret: ofAccount("provisioning"),
  testWebhook: ofAccount("provisioning"),
  listWebhookDeliveries: ofAccount("read", "provisioning"),
  resendWebhookDelivery: ofAccount("provisioning"),
  getUsage: ofAccount("read", "provisioning"),
  listAuditEvents: ofAccount("read", "provisioning"),
  listConnectors: null,
  getConnectorLogo: null,
  getOperatorStatus: operator("read"),
  listOperatorConnections: operator("read"),
  getOperatorConnection: operator("read"),
  listOperatorAccounts: operator("read"),
  listOperatorJobs: operator("read"),
  getOperatorProcesses: operator("read"),
  listOperatorHeldBackDeletions: operator("read"),
  countOperatorRecords: operator("read"),
  listOperatorOutboundJobs: operator("read"),
  listOperatorFreshness: operator("read"),
  listOperatorConnectionRecords: ofRecords,
  actOnOperatorConnections: operator("act")
} as const satisfies Readonly<Record<string, Requirement | OperatorRequirement | null>>

/** The name of an operation of the table. */
export type OperationName = keyof typeof operations

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)

/** What an operation needs; null if it needs no key. Throws if the table does not have it. */
export const of = (operation: string): Requirement | OperatorRequirement | null => {
  if (!isOperation(operation)) throw new Error(`The operation ${operation} is not in the table of KeyScopes.`)
  return operations[operation]
}

/** Whether the text is the name of a scope. */
export const isScope = (text: string): text is KeyScope => (names as ReadonlyArray<string>).includes(text)

/** The scopes as a part of a sentence: `read or provisioning`. */
export const either = (scopes: ReadonlyArray<KeyScope>, quote = ""): string =>
  scopes.map((scope) => `${quote}${scope}${quote}`).join(" or ")

const roleSentences: Readonly<Record<OperatorRole, string>> = {
  read: "Needs the key of an operator.",
  act: "Needs the key of an operator with the role `act`."
}

/** What the description of an operation says about its key; empty if it needs none. */
export const sentenceOf = (requirement: Requirement | OperatorRequirement | null): string => {
  if (requirement === null) return ""
  if (requirement.key === "operator") {
    return requirement.isOfRecords
      ? "Needs the key of an operator that may read records."
      : roleSentences[requirement.role]
  }
  const { isOfAccount, scopes } = requirement
  const limit = isOfAccount ? " and is not limited to organizations" : ""
  return `Needs a key that has the scope ${either(scopes, "`")}${limit}.`
}
