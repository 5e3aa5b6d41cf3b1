import { Credentials } from "@tributary/core"
import { Schema } from "effect"

/** Where administrators sign in. */
export const AUTHORITY = "https://login.microsoftonline.com"

/** The application permissions of Microsoft Graph that the connector uses; whoever registers the application may leave out the optional ones. */
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

/** How the operator of a service gives its application what it needs. */
const permissionsStep =
  "API permissions > Add a permission > Microsoft Graph > Application permissions: add User.Read.All, with which connections are tested, and the others that your product needs, as the table of this connector lists them. Every customer is asked for all of them."

/** The consent of an administrator: https://learn.microsoft.com/en-us/entra/identity-platform/v2-admin-consent */
export const MsEntraConsent = Schema.Struct({
  app: Credentials.adminConsent({
    title: "Sign in with Microsoft",
    help: "A Global Administrator or Privileged Role Administrator allows this service to read users, groups, applications, devices, policies, logs and risk detections of the tenant.",
    authority: AUTHORITY,
    resource: "https://graph.microsoft.com",
    permissions,
    permissionsStep
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
