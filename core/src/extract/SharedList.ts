import type { Decoder } from "../decode/Decoder.js"
import type { Query } from "../http/Request.js"
import type { Pagination } from "./PageShape.js"

/** Identifies a list of the vendor that several extractors of a connector read. */
export interface SharedList {
  /** The path of the list below the base address. */
  readonly endpoint: string
}

/** What the extractors of a shared list have in common. */
export interface SharedListOptions {
  /** The path of the list below the base address. */
  readonly endpoint: string
  /** How the list is cut into pages. */
  readonly pagination: Pagination
  /** The permissions that reading the list needs, in the vendor's words. */
  readonly permissions: ReadonlyArray<string>
  /** Body fields of the requests, which then use POST and send all parameters in the body; GET by default. */
  readonly post?: Query
  /** Headers for this list's requests only; none by default. */
  readonly headers?: Readonly<Record<string, string>>
  /** Reads the bodies of this list's answers; by default the decoder of the connector's `http` settings. */
  readonly decode?: Decoder
  /** One entry per list at this endpoint: its query parameters. By default one list without parameters. */
  readonly queries?: ReadonlyArray<Query>
  /** The query parameters of the list of rows that changed at or after an ISO 8601 instant; none by default. */
  readonly since?: (instant: string) => Query
  /** How many seconds before the start of the last scan a delta begins, for vendors that index late; 600 by default. */
  readonly lookbackSecs?: number
}

/**
 * Declares one list of the vendor whose rows become records of several export types, such as devices and their
 * vulnerabilities: spread it into the options of each extractor.
 *
 * ```ts
 * const hosts = SharedList.make({ endpoint: "/hosts", pagination, permissions })
 * const devices = Extractor.make({ ...hosts, record: RecordKind.Device, row: Host, toRecord: toDevice })
 * const resources = Extractor.make({ ...hosts, record: RecordKind.Resource, row: Host, toRecord: toResource })
 * ```
 *
 * The extractors of a job then read in lockstep: a page that all of them ask for is requested once, and each of them
 * receives the answer. Everything else stays as if each had a list of its own: its scan, its checkpoint, its interval of full
 * scans, what it deletes, and its health. So the list is requested twice where one of them reads it in full and another only
 * its changes, where one resumes an interrupted scan, and where one takes more than a minute for a page.
 */
export const make = <const Options extends SharedListOptions>(
  options: Options
): Options & { readonly shared: SharedList } => {
  if (options.pagination.isScroll === true) {
    throw new Error(
      `${options.endpoint}: a vendor returns each page of a scroll once, so a list with Pagination.scroll cannot be shared.`
    )
  }
  return { ...options, shared: { endpoint: options.endpoint } }
}
