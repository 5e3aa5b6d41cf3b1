import { Data, type Effect } from "effect"

/*
 * What a visit of a browser to the vendor's pages must prove about the customer, for vendors at which a consent alone does not say for which tenant
 * it was given, or who gave it. Whatever a browser brings along in an address can be made up.
 */

/** A page that comes before the sign-in, and on which the customer allows the operator's application something for a whole tenant. */
export interface GrantPage {
  /**
   * The full address of the page, in which `{client_id}`, `{redirect_uri}` and `{app_slug}` stand for those of the operator's application. The
   * parameter `state` is added.
   */
  readonly url: string
  /** The parameters of the answer that the proof compares, such as `tenant`. */
  readonly brings: ReadonlyArray<string>
  /** What a customer reads whose answer lacks one of them; by default a sentence that names it. */
  readonly missing?: string
}

/** How the vendor says who has signed in (OpenID Connect). */
export interface Identity {
  /** The issuer of the id tokens, in which `{tid}` stands for the claim of this name. */
  readonly issuer: string
  /** The full address of the keys with which it signs them. */
  readonly keysUrl: string
}

/** What the vendor's API has answered. */
export interface VisitAnswer {
  /** The HTTP status. */
  readonly status: number
  /** The JSON of the body; null if there is none. */
  readonly body: unknown
}

/** A visit whose browser has come back from the sign-in. */
export interface Visit {
  /** What the browser brought from the page before the sign-in; this alone proves nothing. */
  readonly brought: Readonly<Record<string, string>>
  /** The claims of the id token, whose signature was checked; empty if the sign-in asks for none. */
  readonly claims: Readonly<Record<string, unknown>>
  /** The fields that the customer entered. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Reads JSON from a full address with the token of the customer who has signed in; only the status if there is no JSON. */
  readonly get: (url: string) => Effect.Effect<VisitAnswer, Unproven>
}

/** The visit does not prove what the connection needs. */
export class Unproven extends Data.TaggedError("Unproven")<{
  /** What is wrong and what to do, in full sentences for the customer. */
  readonly text: string
  /** The same for the product, which reads it, too: without what is only the customer's, such as the names of further sites; `text` by default. */
  readonly withoutNames?: string
}> {}

/** Finds the facts that a visit proves. */
export interface Proof {
  /** The names of the facts, which are fields of `Credentials.fact`. */
  readonly facts: ReadonlyArray<string>
  /** The facts by their names; fails if the visit does not prove them. */
  readonly of: (visit: Visit) => Effect.Effect<Readonly<Record<string, string>>, Unproven>
}

/** The codes with which a vendor says that a customer has removed the operator's application. */
export interface RemovalCodes {
  /** Where the body of a refused token request has the vendor's codes, such as `error_codes[]`; `[]` means every item of a list. */
  readonly at: string
  /** The codes, as text. */
  readonly codes: ReadonlyArray<string>
}

/** What a connector needs whose tokens the operator's own application gets, instead of tokens of the customer. */
export interface OwnClientUse {
  /** What the operator must have set for the application besides its id and secret. */
  readonly needs?: ReadonlyArray<"app_slug" | "private_key">
  /**
   * The codes with which a refused token request says that the customer has removed the application. Without one of them, `invalid_client`, and
   * 401 without an `error`, blame the operator, and any other refusal means that the customer has removed it. None by default.
   */
  readonly removed?: RemovalCodes
}
