import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** Where administrators sign in. */
export const AUTHORITY = "https://login.microsoftonline.com"

/** The application permissions of Microsoft Graph that the connector uses, of which the optional ones may be left out at the registration. */
const permissions: ReadonlyArray<string> = [
  "User.Read.All",
  "GroupMember.Read.All",
  "Application.Read.All",
  "Device.Read.All",
  "AuditLog.Read.All",
  "RoleManagement.Read.Directory",
  "Policy.Read.All",
  "IdentityRiskEvent.Read.All"
]

/** How the operator of a service registers its application for all customers. */
const registrationSteps: ReadonlyArray<string> = [
  "Microsoft Entra admin center > Entra ID > App registrations > New registration: choose the name that customers will read, Accounts in any organizational directory (multitenant), and Web with the redirect address of this service: the first of TRIBUTARY_BASE_URLS followed by /oauth2/callback.",
  "API permissions > Add a permission > Microsoft Graph > Application permissions: add User.Read.All, with which connections are tested, and the others that your product needs, as the table of this connector lists them. Every customer is asked for all of them.",
  "Token configuration > Add groups claim: choose Directory roles. Without it, this service cannot see whether an administrator has consented.",
  "Certificates & secrets > New client secret: copy its Value. Set it with the Application (client) ID in TRIBUTARY_OAUTH_CLIENTS, and renew it before it expires; until then no customer has to do anything.",
  "Branding & properties: verify the publisher. Microsoft warns administrators of unverified applications, and many tenants refuse them."
]

/** The consent of an administrator: https://learn.microsoft.com/en-us/entra/identity-platform/v2-admin-consent */
export const MsEntraConsent = Schema.Struct({
  app: Credentials.adminConsent({
    title: "Sign in with Microsoft",
    help: "A Global Administrator or Privileged Role Administrator allows this service to read users, groups, applications, devices, policies, logs and risk detections of the tenant.",
    authority: AUTHORITY,
    resource: "https://graph.microsoft.com",
    permissions,
    registrationSteps
  }),
  tenant_id: Credentials.fact({
    title: "Directory (tenant) ID",
    help: "ID of the tenant whose administrator has consented.",
    example: "3f6c1b52-8d0e-4a7b-9c3d-5e2f1a0b4c6d"
  })
})

/** How an administrator consents. */
export const consentSteps: ReadonlyArray<string> = [
  "Sign in as a Global Administrator or a Privileged Role Administrator. If the role is only assigned as eligible, activate it first.",
  "Open the link of the connection, and accept the permissions that Microsoft's page lists for the whole tenant. Microsoft may ask you to sign in once more, which shows this service that an administrator has consented.",
  "To end the access: Microsoft Entra admin center > Entra ID > Enterprise applications > the application > Properties > Delete."
]
