import type { Duration, Redacted } from "effect"
import type { Decoder } from "../decode/Decoder.js"
import type { TokenSource } from "./Authentication.js"
import type { AnswerErrors } from "./answer/AnswerErrors.js"
import type { KnownPage } from "./answer/WebPage.js"
import type { CommonParameters } from "./CommonParameters.js"
import type { RawAnswer, Signable } from "./Request.js"
import type { RateCap, RateState } from "./rate/RateBudget.js"
import type { Tenant } from "./Tenant.js"
import type { VendorError } from "./VendorError.js"

/** How a connector talks to its vendor: everything that differs between vendors, and nothing else. */
export interface VendorHttpSettings extends CommonParameters {
  /** The address that every path is relative to; its host counts as declared. */
  readonly baseUrl: string
  /** Headers of every request; secrets stay `Redacted` until the request leaves. None by default. */
  readonly headers?: Readonly<Record<string, string | Redacted.Redacted>>
  /** More base addresses, such as a vendor's regions: every list is read at each of them, and their hosts count as declared. */
  readonly furtherBaseUrls?: ReadonlyArray<string>
  /** Whose data the credentials lead to: what the vendor calls the tenant, as a text in the credentials or as a `Tenant`, which also says what names it in rows. By default the base address. */
  readonly tenant?: string | Tenant
  /** Which rows of a list the customer chose in the credentials, such as certain subscriptions; all rows by default. */
  readonly chooses?: (endpoint: string, row: unknown) => boolean
  /** More hosts that next links and redirects may lead to; with the port if it is not the scheme's default. */
  readonly hosts?: ReadonlyArray<string>
  /** Reads the bodies of answers that are not JSON, such as `Decode.xml()`; a list can have a decoder of its own. JSON by default. */
  readonly decode?: Decoder
  /** The errors that answers report in their body, whatever their status: where their code is, and what each code means. None by default. */
  readonly errors?: AnswerErrors
  /** Classifies an answer, by its decoded body, that neither `errors` nor the shared status table classifies rightly; null leaves the answer to them. */
  readonly classify?: (answer: RawAnswer) => VendorError | null
  /** The web pages with which the vendor answers instead of its API, and what each says about the address; none by default. */
  readonly pages?: ReadonlyArray<KnownPage>
  /** Reads the vendor's rate headers; null if the answer has none. `now` (milliseconds since 1970) is for vendors that do not say when the window ends. */
  readonly rate?: (headers: Readonly<Record<string, string>>, now: number) => RateState | null
  /** Who shares one rate limit at the vendor: requests with the same credentials (`token`), all of the customer's tenant (`tenant`), or all customers of the host (`host`). By default `token`, because then no customer waits for another. */
  readonly rateLimitedBy?: "token" | "tenant" | "host"
  /** Which of their requests one limit covers: `all` of them, or those to one `endpoint`; `all` by default. */
  readonly rateLimitCovers?: "all" | "endpoint"
  /** At most so many requests in a period to all endpoints together, for a vendor that documents a limit but does not announce it; an array if it has one for several periods, such as a minute and an hour. No cap by default. An operator can replace it. */
  readonly rateCap?: RateCap | ReadonlyArray<RateCap>
  /** How many requests that share a rate limit may be on their way at once from one process, for a vendor that refuses more; as many as there are by default. */
  readonly requestsAtOnce?: number
  /** How long the vendor may take to answer one request; 60 seconds by default. */
  readonly timeout?: Duration.DurationInput
  /** How to obtain the token of the `Authorization` header; it is renewed before it expires and once after a 401. */
  readonly auth?: TokenSource
  /** Signs a request as it leaves: returns the headers to send instead of the request's own. */
  readonly sign?: (request: Signable) => Promise<Readonly<Record<string, string>>>
}
