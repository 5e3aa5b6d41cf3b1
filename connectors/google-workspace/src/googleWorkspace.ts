import {
  type Authentication,
  AuthMethod,
  Connector,
  Extractor,
  Pagination,
  type Tenant,
  type VendorHttp
} from "@tributary/core"
import { consentSteps, GoogleWorkspaceConsent } from "./consent.js"
import { delegation, GoogleWorkspaceCredentials, setupSteps } from "./credentials.js"
import { classify, errors } from "./errors.js"
import { chromeDevices } from "./exports/devices.chromeos.js"
import { mobileDevices } from "./exports/devices.mobile.js"
import { applications } from "./exports/idp.applications.js"
import { groups } from "./exports/idp.groups.js"
import { USERS, users } from "./exports/idp.users.js"
import { alerts } from "./exports/idp_alerts.js"
import { auditLogs } from "./exports/idp_audit_logs.js"
import { core, version } from "./version.generated.js"

const customerOf = (row: unknown): string | null => {
  const id = Pagination.at(row, "customerId")
  return typeof id === "string" ? id : null
}

/** The Google Workspace account, which each of its users names. */
export const tenant: Tenant.Tenant = {
  id: {
    path: `${USERS}?customer=my_customer&maxResults=1&fields=kind,users(customerId)`,
    names: (body) => customerOf(Pagination.at(body, "users.0"))
  },
  ofRow: (row, endpoint) => (endpoint.startsWith(USERS) ? customerOf(row) : null),
  covers: []
}

/** How the connector talks to Google, whichever way a customer signs in. */
export const settingsOf = (auth: Authentication.TokenSource): VendorHttp.VendorHttpSettings => ({
  baseUrl: "https://admin.googleapis.com",
  hosts: ["alertcenter.googleapis.com"],
  tenant,
  errors,
  classify,
  // The limit is one of an administrator in a Google Cloud project, and no header announces it.
  // https://developers.google.com/workspace/admin/directory/v1/limits
  rateLimitedBy: "token",
  rateCap: { requests: 2_400, period: "1 minute" },
  auth
})

/** The Google Workspace connector: https://developers.google.com/workspace/admin */
export const googleWorkspace = Connector.make({
  vendor: "GOOGLE_WORKSPACE",
  name: "Google Workspace",
  version,
  core,
  description:
    "Workforce identity: users, groups, third-party applications, audit logs, alerts, ChromeOS and mobile devices.",
  category: "IDP",
  authType: "OAUTH2_AUTHORIZATION_CODE",
  docsUrl: "https://developers.google.com/workspace/admin",
  credentials: GoogleWorkspaceConsent,
  setupSteps: consentSteps,
  http: ({ consent }) => settingsOf(consent),
  auth: [
    AuthMethod.make({
      authType: "OAUTH2_JWT_BEARER",
      credentials: GoogleWorkspaceCredentials,
      setupSteps,
      http: (credentials) => settingsOf(delegation(credentials))
    })
  ],
  check: `${USERS}?customer=my_customer&maxResults=1`,
  // Its API has to be enabled by itself, and its only scope could also write.
  optInExportTypes: ["idp_alerts"],
  exports: {
    idp: [users, groups, applications],
    idp_alerts: [alerts],
    idp_audit_logs: [auditLogs],
    devices: [Extractor.concat(chromeDevices, mobileDevices)]
  }
})
