import { Credentials } from "@tributary/core"
import { Schema } from "effect"
import { subscription_ids } from "./credentials.js"

/** Where administrators sign in. */
export const AUTHORITY = "https://login.microsoftonline.com"

/** The consent only adds the application to the directory: what it may read, roles in Azure decide. */
const permissions: ReadonlyArray<string> = []

/**
 * The roles that may add an application without permissions to a directory: Cloud Application Administrator, Application Administrator.
 *
 * https://learn.microsoft.com/en-us/entra/identity/role-based-access-control/permissions-reference
 */
const roles: ReadonlyArray<string> = [
  ...Credentials.GRANTING_ROLES,
  "158c047a-c907-4556-b7ef-446551a6b5f7",
  "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3"
]

/** How the operator of a service gives its application what it needs. */
const permissionsStep =
  "API permissions: keep only User.Read of Microsoft Graph, which signs administrators in. What the application may read of a customer, the customer decides with roles in Azure."

/** The consent of an administrator: https://learn.microsoft.com/en-us/entra/identity-platform/v2-admin-consent */
export const MsDefenderCloudConsent = Schema.Struct({
  app: Credentials.adminConsent({
    title: "Sign in with Microsoft",
    help: "An administrator adds the application of this service to the directory; roles in Azure then allow it to read subscriptions.",
    authority: AUTHORITY,
    resource: "https://graph.microsoft.com",
    permissions,
    roles,
    permissionsStep
  }),
  tenant_id: Credentials.fact({
    title: "Directory (tenant) ID",
    help: "ID of the tenant whose administrator has consented.",
    example: "7b2d9e41-5c8f-4f06-a3b1-9d4e6c0f8a25"
  }),
  subscription_ids
})

/** How an administrator consents. */
export const consentSteps: ReadonlyArray<string> = [
  "Sign in as a Cloud Application Administrator or a Global Administrator. If the role is only assigned as eligible, activate it first.",
  "Open the link of the connection and accept, which adds the application of this service to your directory. Microsoft may ask you to sign in once more, which shows this service that an administrator has consented.",
  "Azure portal > Management groups (or Subscriptions) > the one to read > Access control (IAM) > Add > Add role assignment: assign the roles of the data that you want to the application (User, group, or service principal; search for its name). Roles on a management group also apply to its future subscriptions.",
  "To end the access: remove these roles, and delete the application at Microsoft Entra admin center > Entra ID > Enterprise applications > the application > Properties > Delete."
]
