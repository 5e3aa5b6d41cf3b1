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
    "Creates, changes and deletes organizations and connections with their credentials, and reads what that needs, but no records."
}

/** What a key must have for an operation. */
export interface Requirement {
  /** The scopes that allow the operation: a key needs one of them. */
  readonly scopes: ReadonlyArray<KeyScope>
  /** Whether it concerns the whole account: a key that is limited to organizations may not use it, whatever its scopes. */
  readonly isOfAccount: boolean
}

const one = (...scopes: ReadonlyArray<KeyScope>): Requirement => ({ scopes, isOfAccount: false })
const ofAccount = (...scopes: ReadonlyArray<KeyScope>): Requirement => ({ scopes, isOfAccount: true })

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
  listComplianceFindings: one("read"),
  getComplianceFinding: one("read"),
  listCompliances: one("read"),
  getCompliance: one("read"),
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
  listScanConfigurations: one("read"),
  getScanConfiguration: one("read"),
  listVulnerabilities: one("read"),
  getVulnerability: one("read"),
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
  getUsage: ofAccount("read", "provisioning"),
  listAuditEvents: ofAccount("read", "provisioning"),
  listConnectors: null,
  getConnectorLogo: null
} as const satisfies Readonly<Record<string, Requirement | null>>

/** The name of an operation of the table. */
export type OperationName = keyof typeof operations

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)

/** What an operation needs; null if it needs no key. Throws if the table does not have it. */
export const of = (operation: string): Requirement | null => {
  if (!isOperation(operation)) throw new Error(`The operation ${operation} is not in the table of KeyScopes.`)
  return operations[operation]
}

/** Whether the text is the name of a scope. */
export const isScope = (text: string): text is KeyScope => (names as ReadonlyArray<string>).includes(text)

/** The scopes as a part of a sentence: `read or provisioning`. */
export const either = (scopes: ReadonlyArray<KeyScope>, quote = ""): string =>
  scopes.map((scope) => `${quote}${scope}${quote}`).join(" or ")

/** What the description of an operation says about its key; empty if it needs none. */
export const sentenceOf = (requirement: Requirement | null): string => {
  if (requirement === null) return ""
  const { isOfAccount, scopes } = requirement
  const limit = isOfAccount ? " and is not limited to organizations" : ""
  return `Needs a key that has the scope ${either(scopes, "`")}${limit}.`
}
