import { Effect } from "effect"
import type { CredentialField, FieldHelp } from "../CredentialField.js"
import { type Proof, type RemovalCodes, Unproven } from "../http/ConsentVisit.js"
import { appConsent, type OwnClient } from "./OwnClient.js"

/*
 * The consent of an administrator of a Microsoft Entra tenant: https://learn.microsoft.com/en-us/entra/identity-platform/v2-admin-consent
 *
 * The page for it answers with the id of a tenant, and anybody can write such an answer with the id of another tenant that has consented to the
 * same application once. So the administrator also signs in, and the id token must name the same tenant and one of the roles that may consent:
 * an employee without such a role does not connect the tenant of the employer.
 */

/** What a connector says about the consent of an administrator. */
export interface AdminConsentOptions extends FieldHelp {
  /** The address of Microsoft's sign-in, such as `https://login.microsoftonline.com`. */
  readonly authority: string
  /** The API for which the administrator consents, such as `https://graph.microsoft.com`. */
  readonly resource: string
  /** The application permissions that the operator's application needs, in the spelling of Microsoft. */
  readonly permissions: ReadonlyArray<string>
  /** The template ids of the roles of which the administrator must have one; by default those that may grant permissions of Microsoft Graph. */
  readonly roles?: ReadonlyArray<string>
  /** How the operator gives the application these permissions: one step of its registration, whose others are the same for all. */
  readonly permissionsStep?: string
}

/**
 * The roles that may grant application permissions of Microsoft Graph: Global Administrator and Privileged Role Administrator.
 *
 * https://learn.microsoft.com/en-us/entra/identity/role-based-access-control/permissions-reference
 */
export const GRANTING_ROLES: ReadonlyArray<string> = [
  "62e90394-69f5-4237-9190-012177145e10",
  "e8611ab8-c189-46e8-94e1-60213ab1f814"
]

/**
 * The codes of a token request that mean that the tenant has no such application any more, or has disabled it.
 *
 * https://learn.microsoft.com/en-us/entra/identity-platform/reference-error-codes
 */
const removed: RemovalCodes = { at: "error_codes[]", codes: ["700016", "7000112", "7000229"] }

/** How the operator of a service registers its application for all customers. */
const registrationSteps = (permissionsStep: string): ReadonlyArray<string> => [
  "Microsoft Entra admin center > Entra ID > App registrations > New registration: choose the name that customers will read, Accounts in any organizational directory (multitenant), and Web with the redirect address of this service: the first of TRIBUTARY_BASE_URLS followed by /oauth2/callback.",
  permissionsStep,
  "Token configuration > Add groups claim: choose Directory roles. Without it, this service cannot see whether an administrator has consented.",
  "Certificates & secrets > New client secret: copy its Value. Set it with the Application (client) ID in TRIBUTARY_OAUTH_CLIENTS, and renew it before it expires; until then no customer has to do anything.",
  "Branding & properties: verify the publisher. Microsoft warns administrators of unverified applications, and many tenants refuse them."
]

const unproven = (text: string) => new Unproven({ text })

const proofOf = (roles: ReadonlyArray<string>): Proof => ({
  facts: ["tenant_id"],
  of: ({ brought: { tenant = "" }, claims: { tid, wids } }) =>
    Effect.gen(function* () {
      if (typeof tid !== "string" || tid === "" || tid.toLowerCase() !== tenant.toLowerCase()) {
        return yield* unproven(
          "You consented for one Microsoft tenant and signed in to another. Try again, and use the same account of an administrator on both pages."
        )
      }
      if (!Array.isArray(wids)) {
        return yield* unproven(
          "Microsoft does not tell this service which roles you have. The operator of the service has to add the groups claim with directory roles to the ID token of its application."
        )
      }
      if (!wids.some((role) => roles.includes(role))) {
        return yield* unproven(
          "You signed in without an active role that may consent for the whole tenant. Try again as such an administrator, and activate the role first if it is only assigned as eligible."
        )
      }
      return { tenant_id: tid.toLowerCase() }
    })
})

/**
 * The consent of an administrator of a Microsoft Entra tenant to the operator's own application, which then gets tokens for that tenant with its
 * secret. The credentials also need `tenant_id: Credentials.fact(...)`.
 */
export const adminConsent = ({
  authority,
  permissionsStep,
  resource,
  roles = GRANTING_ROLES,
  ...options
}: AdminConsentOptions): CredentialField<OwnClient> => {
  const query = `client_id={client_id}&redirect_uri={redirect_uri}&scope=${encodeURIComponent(`${resource}/.default`)}`
  return appConsent({
    ...options,
    registrationSteps: permissionsStep === undefined ? [] : registrationSteps(permissionsStep),
    // "organizations" instead of "common": a personal account is no tenant.
    grantPage: { url: `${authority}/organizations/v2.0/adminconsent?${query}`, brings: ["tenant"] },
    authorizeUrl: `${authority}/organizations/oauth2/v2.0/authorize`,
    tokenUrl: `${authority}/organizations/oauth2/v2.0/token`,
    scopes: ["openid", "profile"],
    identity: { issuer: `${authority}/{tid}/v2.0`, keysUrl: `${authority}/organizations/discovery/v2.0/keys` },
    proof: proofOf(roles),
    ownClient: { removed }
  })
}
