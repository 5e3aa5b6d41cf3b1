import type * as Problem from "../../contract/Problem.js"
import type { DataExportType } from "../../DataExportType.js"
import * as VendorError from "../../http/VendorError.js"
import type { Any } from "../Extraction.js"
import type { UnreadFields } from "../lookup/UnreadFields.js"

/*
 * What keeps a connection from being read, as the failures of which the failure table makes sentences. Jobs, the status of a connection, the
 * test of credentials and `try` build theirs here, so that the same failure names the same data and permissions everywhere.
 */

/** What happened when something was read. */
export type Happening = Pick<Problem.Failure, "reason" | "endpoint" | "detail" | "since" | "until">

/** The lists of an extractor at an endpoint. */
const listsAt = ({ lists }: Any, endpoint: string | null) => lists.filter((list) => list.endpoint === endpoint)

/** The permissions that an endpoint needs; those of the extractor if the endpoint is not one of its lists, as a token endpoint is not. */
export const permissionsAt = (extractor: Any, endpoint: string | null): ReadonlyArray<string> =>
  listsAt(extractor, endpoint)[0]?.permissions ?? extractor.permissions

/** The kinds of record that cannot be read without an endpoint: those of a list below rows, or of a lookup, or all of the extractor. */
const kindsAt = (extractor: Any, endpoint: string | null): ReadonlyArray<string> => {
  const all = extractor.kinds.map(({ name }) => name)
  const hidden = listsAt(extractor, endpoint).flatMap(({ kind, lookup, role }) => {
    const only = role === "child" ? kind : lookup?.kind
    return only === null || only === undefined ? all : [only.name]
  })
  return hidden.length === 0 ? all : [...new Set(hidden)]
}

/** The failure of an extractor; null if it concerns the whole connection, such as its credentials. */
export const of = (extractor: Any | null, happening: Happening): Problem.Failure => ({
  ...happening,
  data_export_type: extractor?.exportType ?? null,
  record_kinds: extractor === null ? [] : kindsAt(extractor, happening.endpoint),
  fields: [],
  permissions: extractor === null ? [] : permissionsAt(extractor, happening.endpoint)
})

/**
 * The failure of an extractor, or of the check of the credentials, that a vendor's error is. `since` is ISO 8601; only a problem needs it, and no
 * sentence.
 */
export const ofError = (extractor: Any | null, error: VendorError.VendorError, since = ""): Problem.Failure => {
  const { retryAt } = VendorError.pauseOf(error)
  return of(extractor, {
    reason: VendorError.reasonOf(error),
    endpoint: error.endpoint,
    detail: VendorError.detailOf(error),
    since,
    until: retryAt === null ? null : new Date(retryAt).toISOString()
  })
}

/** The failure that unread fields of records of a kind are. `since` is ISO 8601; only a problem needs it, and no sentence. */
export const ofUnread = (
  exportType: DataExportType,
  kind: string,
  { endpoint, fields, permissions, problem, reason }: Omit<UnreadFields, "kind">,
  since = ""
): Problem.Failure => ({
  reason: problem,
  data_export_type: exportType,
  endpoint,
  record_kinds: [kind],
  fields,
  since,
  detail: reason,
  permissions,
  until: null
})

/** The permissions of the lists of extractors that were read, without those of refused endpoints: the credentials have them. */
export const heldAfter = (read: ReadonlyArray<Any>, refused: ReadonlyArray<string>): Problem.HeldPermissions =>
  new Set(
    read.flatMap(({ lists }) =>
      lists.filter(({ endpoint }) => !refused.includes(endpoint)).flatMap(({ permissions }) => permissions)
    )
  )
