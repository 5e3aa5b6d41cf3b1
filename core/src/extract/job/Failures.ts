import type * as Problem from "../../contract/Problem.js"
import type { DataExportType } from "../../DataExportType.js"
import * as VendorError from "../../http/VendorError.js"
import { type Any, exportTypesOf, kindsOf } from "../Extraction.js"
import type { UnreadFields } from "../lookup/MissingTally.js"

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

/** The failure of the whole connection, such as that of its credentials. */
export const ofConnection = (happening: Happening): Problem.Failure => ({
  ...happening,
  data_export_type: null,
  record_kinds: [],
  fields: [],
  permissions: []
})

/** The failures of an extractor: one for each of its export types, because none of them is read to its end. */
export const of = (extractor: Any, happening: Happening): ReadonlyArray<Problem.Failure> => {
  const hidden = kindsAt(extractor, happening.endpoint)
  return exportTypesOf(extractor).map((exportType) => {
    const all = kindsOf(extractor, exportType).map(({ name }) => name)
    const own = all.filter((name) => hidden.includes(name))
    return {
      ...happening,
      data_export_type: exportType,
      record_kinds: own.length === 0 ? all : own,
      fields: [],
      permissions: permissionsAt(extractor, happening.endpoint)
    }
  })
}

const happeningOf = (error: VendorError.VendorError, since: string): Happening => {
  const { retryAt } = VendorError.pauseOf(error)
  return {
    reason: VendorError.reasonOf(error),
    endpoint: error.endpoint,
    detail: VendorError.detailOf(error),
    since,
    until: retryAt === null ? null : new Date(retryAt).toISOString()
  }
}

/** The failure of the check of the credentials that a vendor's error is, for a sentence. */
export const ofCheck = (error: VendorError.VendorError): Problem.Failure => ofConnection(happeningOf(error, ""))

/** The failures of an extractor that a vendor's error is. `since` is ISO 8601; only a problem needs it, and no sentence. */
export const ofError = (extractor: Any, error: VendorError.VendorError, since = ""): ReadonlyArray<Problem.Failure> =>
  of(extractor, happeningOf(error, since))

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
