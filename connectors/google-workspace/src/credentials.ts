import { Authentication, Credentials } from "@tributary/core"
import { Schema } from "effect"
import { scopes } from "./scopes.js"

/** The credentials that a customer enters to connect a Google Workspace account through a service account. */
export const GoogleWorkspaceCredentials = Schema.Struct({
  client_email: Credentials.text({
    title: "Service account",
    help: "Email address of the service account: client_email in the file of its key.",
    example: "tributary@acme-123456.iam.gserviceaccount.com",
    pattern: /^[^@\s]{1,200}@[^@\s]{1,200}$/
  }),
  private_key: Credentials.privateKey({
    title: "Private key",
    help: "private_key in the same file, from BEGIN PRIVATE KEY to END PRIVATE KEY."
  }),
  admin_email: Credentials.text({
    title: "Administrator",
    help: "Email address of the administrator in whose name the service account reads, and whose privileges it has.",
    example: "tributary@acme.example",
    pattern: /^[^@\s]{1,200}@[^@\s]{1,200}$/
  }),
  scopes: Credentials.optional(
    Credentials.text({
      title: "OAuth scopes",
      help: "Only if you delegated fewer scopes than this connector can use: the same list as in the Admin console, separated by commas. Google refuses a token if one scope of the list is not delegated.",
      example: scopes.users,
      pattern: /^https:\/\/www\.googleapis\.com\/auth\/[\w./:,\s-]{1,2000}$/
    })
  )
})
export interface GoogleWorkspaceCredentials extends Schema.Schema.Type<typeof GoogleWorkspaceCredentials> {}

/** How a customer creates them, with the fewest permissions. */
export const setupSteps: ReadonlyArray<string> = [
  "Google Cloud console, in a project for this connection only > APIs & Services > Library: enable Admin SDK API, and Google Workspace Alert Center API if you want alerts.",
  "IAM & Admin > Service Accounts > Create service account: give it no role. Its Details page shows the email address and, below Advanced settings, the Client ID.",
  "The service account > Keys > Add key > Create new key > JSON: the file that is downloaded once has client_email and private_key. A policy of your organization can forbid such keys.",
  "As a super administrator: Admin console > Directory > Users > Add new user: create a user for this connection only, and let it sign in and accept the terms once.",
  "Account > Admin roles > Create new role: give it, below Admin API privileges, Users > Read, with which the connection is tested, and what the data that you want needs: Groups > Read, User Security Management, Reports, Alert Center > View access, Chrome and Mobile Device Management. Assign the role to that user, who is the administrator to enter.",
  "Security > Access and data control > API controls > Manage domain-wide delegation > Add new: enter the Client ID and the scopes of the data that you want, separated by commas, at least https://www.googleapis.com/auth/admin.directory.user.readonly. If you left out any scope of this connector, also enter that list here as OAuth scopes."
]

/** Where Google exchanges a signed assertion for a token: https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests */
const TOKEN = "https://oauth2.googleapis.com/token"

const scopeOf = (entered: string | null): string =>
  (entered === null ? Object.values(scopes) : entered.split(/[\s,]+/).filter((scope) => scope !== "")).join(" ")

/** The token of a service account that acts for an administrator: https://developers.google.com/workspace/guides/create-credentials#service-account */
export const delegation = (credentials: GoogleWorkspaceCredentials): Authentication.TokenSource =>
  Authentication.jwtBearer({
    url: TOKEN,
    key: credentials.private_key,
    issuer: credentials.client_email,
    subject: credentials.admin_email,
    claims: { scope: scopeOf(credentials.scopes) }
  })

/** How the operator of a service registers it with Google: https://developers.google.com/workspace/guides/configure-oauth-consent */
const registrationSteps: ReadonlyArray<string> = [
  "Google Cloud console, in a project for this service only > APIs & Services > Library: enable Admin SDK API, and Google Workspace Alert Center API if your product needs alerts.",
  "Google Auth Platform > Branding: enter the name that customers will read. Audience: choose External, and publish the app. As long as it is in testing, only test users can consent, and each consent ends after seven days.",
  "Data access > Add or remove scopes: add those that the table of this connector lists, and have them verified. Until then, Google warns whoever consents, and lets only a hundred users consent.",
  "Clients > Create client: choose Web application, and enter the redirect address of this service: the first of TRIBUTARY_BASE_URLS followed by /oauth2/callback. Copy the Client ID and the secret, which is shown only once, and set both in TRIBUTARY_OAUTH_CLIENTS."
]

/** The consent of an administrator: https://developers.google.com/identity/protocols/oauth2/web-server */
export const GoogleWorkspaceConsent = Schema.Struct({
  consent: Credentials.oauth2({
    title: "Sign in with Google",
    help: "An administrator of Google Workspace allows this service to read users, groups, applications, logs, alerts and devices.",
    authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: TOKEN,
    // Google names itself in some of its answers only, so that namesIssuer would refuse the others.
    issuer: "https://accounts.google.com",
    scopes: Object.values(scopes),
    // Google gives a refresh token only for offline access, and again only if it asks for the consent again.
    authorizeParameters: { access_type: "offline", prompt: "consent" },
    registrationSteps
  })
})

/** How an administrator consents, with the fewest permissions. */
export const consentSteps: ReadonlyArray<string> = [
  "As a super administrator: Admin console > Directory > Users > Add new user: create a user for this connection only, and give it an admin role with the privileges of the data that you want: Users > Read, with which the connection is tested, Groups > Read, User Security Management, Reports, Alert Center > View access, Chrome and Mobile Device Management.",
  "Open the link of the connection in a browser in which this user is signed in, and allow what Google's page lists. If your organization restricts third-party applications, allow this one first: Security > Access and data control > API controls > Manage app access."
]
