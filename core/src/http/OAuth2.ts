import type { GrantPage, Identity, OwnClientUse, Proof } from "./ConsentVisit.js"

/** How a customer consents in the browser (OAuth 2.0, RFC 6749, 4.1), and where the tokens come from then. */
export interface OAuth2 {
  /** The full address of the page on which the customer consents. */
  readonly authorizeUrl: string
  /** The full address of the token endpoint; its host counts as a declared host. */
  readonly tokenUrl: string
  /** The scopes that a connection needs, in the spelling of the vendor. */
  readonly scopes: ReadonlyArray<string>
  /** What the consent allows, for vendors at which `scopes` does not say it; `scopes` by default. */
  readonly permissions?: ReadonlyArray<string>
  /** Further parameters of the vendor's page, such as `{ access_type: "offline" }`; none by default. */
  readonly authorizeParameters?: Readonly<Record<string, string>>
  /** Whether a challenge binds the code to the visit (PKCE, RFC 7636); true by default, false for a vendor that refuses it. */
  readonly pkce?: boolean
  /** Where the token request has the client's secret: in a Basic `authorization` header, or in the form; in the form by default. */
  readonly clientAuthentication?: "basic" | "form"
  /** The issuer that the vendor names when it sends the customer back (RFC 9207), such as `https://accounts.google.com`; not compared by default. */
  readonly issuer?: string
  /** Whether the vendor always names it (`authorization_response_iss_parameter_supported`), so that an answer without it is refused; false by default. */
  readonly namesIssuer?: boolean
  /** The page that comes before `authorizeUrl`; none by default. */
  readonly grantPage?: GrantPage
  /** How the vendor says who has signed in; an identity that is not declared is ignored. */
  readonly identity?: Identity
  /** What the visit must prove; nothing by default. */
  readonly proof?: Proof
  /** Set if the operator's own application gets the tokens with which the connector reads; those of the code then only serve the proof. */
  readonly ownClient?: OwnClientUse
}
