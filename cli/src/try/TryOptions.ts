/** What a person asks of `tributary try`. */
export interface TryOptions {
  /** The connector: a path, a package, or a short name such as `okta`. */
  readonly module: string
  /** The export types to read; empty for all. */
  readonly exportTypes: ReadonlyArray<string>
  /** Where the credentials come from: `env`, `prompt` or a file; null for the environment, then questions. */
  readonly credentials: string | null
  /** The way to sign in, such as `OAUTH2_AUTHORIZATION_CODE`; null for the first of the connector. */
  readonly authType: string | null
  /** The port on this machine to which the browser comes back from the vendor's page; 0 for a free one. */
  readonly redirectPort: number
  /** The address to call instead of the vendor's; null for the vendor's. */
  readonly baseUrl: string | null
  /** The file for the exchanges; null for none. */
  readonly record: string | null
  /** The file for the records; null for none. */
  readonly out: string | null
  /** The instant from which the deltas are read after the full scans, in ISO 8601; null for none. */
  readonly since: string | null
  /** Whether to stop after the first page of each list, and show a row beside its record. */
  readonly isOnePage: boolean
  /** How many records of each kind to show. */
  readonly samples: number
}
