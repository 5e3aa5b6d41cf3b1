import { Authentication, Credentials } from "@tributary/core"
import { Schema } from "effect"
import { TOKEN_URL } from "./consent.js"
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

const scopeOf = (entered: string | null): string =>
  (entered === null ? Object.values(scopes) : entered.split(/[\s,]+/).filter((scope) => scope !== "")).join(" ")

/** The token of a service account that acts for an administrator: https://developers.google.com/workspace/guides/create-credentials#service-account */
export const delegation = (credentials: GoogleWorkspaceCredentials): Authentication.TokenSource =>
  Authentication.jwtBearer({
    url: TOKEN_URL,
    key: credentials.private_key,
    issuer: credentials.client_email,
    subject: credentials.admin_email,
    claims: { scope: scopeOf(credentials.scopes) }
  })
