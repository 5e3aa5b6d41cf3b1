import type { Duration, Redacted } from "effect"
import type { TokenSource } from "./Authentication.js"
import type { RateState } from "./RateBudget.js"
import type { RawAnswer, Signable } from "./Request.js"
import type { VendorError } from "./VendorError.js"

/** How a connector talks to its vendor: everything that differs between vendors, and nothing else. */
export interface VendorHttpSettings {
  /** Every path is below this address; its host is the first declared host. */
  readonly baseUrl: string
  /** Headers of every request; secrets stay `Redacted` until the request leaves. */
  readonly headers?: Readonly<Record<string, string | Redacted.Redacted>>
  /** Further base addresses, such as a vendor's regions: each list is walked at all of them; their hosts count as declared. */
  readonly furtherBaseUrls?: ReadonlyArray<string>
  /** Which rows of a list the customer chose to have read, where the credentials let that be chosen; all by default. */
  readonly chooses?: (endpoint: string, row: unknown) => boolean
  /** Further hosts (with port where it is not the scheme's) that next links and redirects may lead to. */
  readonly hosts?: ReadonlyArray<string>
  /** Reads what the shared status table would read wrongly; null leaves the answer to the table. */
  readonly classify?: (answer: RawAnswer) => VendorError | null
  /** The vendor's rate headers; null where the answer has none. `now` is for vendors that name no end of the window. */
  readonly rate?: (headers: Readonly<Record<string, string>>, now: number) => RateState | null
  /** Whether the vendor counts all requests of a tenant together, or each endpoint apart; `tenant` by default. */
  readonly rateScope?: "tenant" | "endpoint"
  /** How long one answer may take; 60 seconds by default. */
  readonly timeout?: Duration.DurationInput
  /** Where the `Authorization` header's token comes from; renewed before it expires, and once after a 401. */
  readonly auth?: TokenSource
  /** Signs a request as it leaves: gives the headers to send instead of its own. */
  readonly sign?: (request: Signable) => Promise<Readonly<Record<string, string>>>
}
