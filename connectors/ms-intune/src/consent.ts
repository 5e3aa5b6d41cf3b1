import { Credentials } from "@tributary/core"
import { Schema } from "effect"
import { READ_DEVICES, READ_POLICIES } from "./graph.js"

/** Where administrators sign in. */
export const AUTHORITY = "https://login.microsoftonline.com"

/** The application permissions of Microsoft Graph that the connector uses. */
const permissions: ReadonlyArray<string> = [READ_DEVICES, READ_POLICIES, "GroupMember.Read.All", "Device.Read.All"]

/** How the operator of a service gives its application what it needs. */
const permissionsStep =
  "API permissions > Add a permission > Microsoft Graph > Application permissions: add DeviceManagementManagedDevices.Read.All, with which connections are tested, and the others that your product needs, as the table of this connector lists them. Every customer is asked for all of them."

/** The consent of an administrator: https://learn.microsoft.com/en-us/entra/identity-platform/v2-admin-consent */
export const MsIntuneConsent = Schema.Struct({
  app: Credentials.adminConsent({
    title: "Sign in with Microsoft",
    help: "A Global Administrator or Privileged Role Administrator allows this service to read managed devices, compliance policies and the groups that they apply to.",
    authority: AUTHORITY,
    resource: "https://graph.microsoft.com",
    permissions,
    permissionsStep
  }),
  tenant_id: Credentials.fact({
    title: "Directory (tenant) ID",
    help: "ID of the tenant whose administrator has consented.",
    example: "8b2d4f60-1c3e-4a5b-8d7f-6e9a0c1b2d3e"
  })
})

/** How an administrator consents. */
export const consentSteps: ReadonlyArray<string> = [
  "Sign in as a Global Administrator or a Privileged Role Administrator. If the role is only assigned as eligible, activate it first.",
  "Open the link of the connection, and accept the permissions that Microsoft's page lists for the whole tenant. Microsoft may ask you to sign in once more, which shows this service that an administrator has consented.",
  "To end the access: Microsoft Entra admin center > Entra ID > Enterprise applications > the application > Properties > Delete."
]
