/**
 * The client's side of OAuth 2.0 with a consent: what a runtime, `tributary try` and the test kit share. A connector declares its consent
 * with `Credentials.oauth2`, and needs nothing of this.
 *
 * @module @tributary/core/oauth2
 */

export * as AuthorizeAddress from "./AuthorizeAddress.js"
export * as ConsentAnswer from "./ConsentAnswer.js"
export * as GrantPage from "./GrantPage.js"
export * as OAuth2Protocol from "./OAuth2Protocol.js"
export * as ProvenFacts from "./ProvenFacts.js"
export * as TokenFailure from "./TokenFailure.js"
export * as TokensInMemory from "./TokensInMemory.js"
