import { type Connector, type Extractor, Problem, VendorError } from "@tributary/core"
import { Cause, Option } from "effect"

/** What keeps an extractor from reading everything. */
interface Place {
  readonly extractor: Extractor.Any
  readonly now: number
}

const instantOf = (millis: number | null): string | null => (millis === null ? null : new Date(millis).toISOString())

/** The permissions that a list needs; those of the extractor if it is none of its lists, such as the endpoint of a token. */
const permissionsFor = ({ lists, permissions }: Extractor.Any, endpoint: string): ReadonlyArray<string> =>
  lists.find((list) => list.endpoint === endpoint)?.permissions ?? permissions

/** The failure that a vendor's error is. */
export const ofError = (
  error: VendorError.VendorError,
  {
    now,
    ...where
  }: Pick<Problem.Failure, "data_export_type" | "record_kinds" | "permissions"> & {
    /** Milliseconds since 1970. */
    readonly now: number
  }
): Problem.Failure => {
  const { endpoint } = error
  return {
    ...where,
    reason: VendorError.reasonOf(error),
    endpoint,
    fields: [],
    since: new Date(now).toISOString(),
    detail: VendorError.detailOf(error),
    until: instantOf(VendorError.pauseOf(error).retryAt)
  }
}

/** Why an extractor did not reach its end, as a sentence for the author of the connector. */
export const describe = (
  connector: Connector.Connector,
  { extractor, now }: Place,
  cause: Cause.Cause<VendorError.VendorError>
): string => {
  const error = Option.getOrNull(Cause.failureOption(cause))
  if (error === null) {
    return `The connector failed while it read ${extractor.endpoint}: ${Cause.pretty(cause)}`
  }
  const failure = ofError(error, {
    data_export_type: extractor.exportType,
    record_kinds: extractor.kinds.map(({ name }) => name),
    permissions: permissionsFor(extractor, error.endpoint),
    now
  })
  return Problem.sentence("author", { name: connector.name, docsUrl: connector.docsUrl }, failure)
}

/** The fields that could not be read, as a sentence. */
export const describeUnread = ({ endpoint, fields, kind, permissions, reason }: Extractor.UnreadFields): string => {
  const grant = permissions.length === 0 ? "" : ` Grant ${permissions.join(", ")}.`
  return `Not read: ${fields.join(", ")} of ${kind.name} (${endpoint}: ${reason}).${grant}`
}
