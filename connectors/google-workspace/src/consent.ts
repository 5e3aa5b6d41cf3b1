import { type Authentication, Credentials } from "@tributary/core"
import { Schema } from "effect"
import { scopes } from "./scopes.js"

/** Where Google exchanges a code, a refresh token or a signed assertion for a token: https://developers.google.com/identity/protocols/oauth2 */
export const TOKEN_URL = "https://oauth2.googleapis.com/token"

/** How the operator of a service registers it with Google: https://developers.google.com/workspace/guides/configure-oauth-consent */
const registrationSteps: ReadonlyArray<string> = [
  "Google Cloud console, in a project for this service only > APIs & Services > Library: enable Admin SDK API, and Google Workspace Alert Center API if your product needs alerts.",
  "Google Auth Platform > Branding: enter the name that customers will read. Audience: choose External, and publish the app. As long as it is in testing, only test users can consent, and each consent ends after seven days.",
  "Data access > Add or remove scopes: add those that the table of this connector lists, and have them verified. Until then, Google warns whoever consents, and lets only a hundred users consent.",
  "Clients > Create client: choose Web application, and enter the redirect address of this service: the first of TRIBUTARY_BASE_URLS followed by /oauth2/callback. Copy the Client ID and the secret, which is shown only once, and set both in TRIBUTARY_OAUTH_CLIENTS."
]

const consent: Credentials.CredentialField<Authentication.TokenSource> = Credentials.oauth2({
  title: "Sign in with Google",
  help: "An administrator of Google Workspace allows this service to read users, groups, applications, logs, alerts and devices.",
  authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: TOKEN_URL,
  // Google names itself in some of its answers only, so that namesIssuer would refuse the others.
  issuer: "https://accounts.google.com",
  scopes: Object.values(scopes),
  // Google gives a refresh token only for offline access, and again only if it asks for the consent again.
  authorizeParameters: { access_type: "offline", prompt: "consent" },
  registrationSteps
})

/** The consent of an administrator: https://developers.google.com/identity/protocols/oauth2/web-server */
export const GoogleWorkspaceConsent = Schema.Struct({ consent })

/** How an administrator consents, with the fewest permissions. */
export const consentSteps: ReadonlyArray<string> = [
  "As a super administrator: Admin console > Directory > Users > Add new user: create a user for this connection only, and give it an admin role with the privileges of the data that you want: Users > Read, with which the connection is tested, Groups > Read, User Security Management, Reports, Alert Center > View access, Chrome and Mobile Device Management.",
  "Open the link of the connection in a browser in which this user is signed in, and allow what Google's page lists. If your organization restricts third-party applications, allow this one first: Security > Access and data control > API controls > Manage app access."
]
