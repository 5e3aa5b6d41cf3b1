import { VendorError, type VendorHttp } from "@tributary/core"
import { Option, Schema } from "effect"

/** The errors that any answer may contain, next to its rows: https://developer.crowdstrike.com/api-reference/ */
const CrowdStrikeErrors = Schema.parseJson(
  Schema.Struct({
    errors: Schema.NonEmptyArray(
      Schema.Struct({ code: Schema.Number, message: Schema.optional(Schema.NullOr(Schema.String)) })
    ),
    resources: Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown)))
  })
)

const decode = Schema.decodeUnknownOption(CrowdStrikeErrors)

/** The code of an error as an HTTP status; codes outside 400 to 599 do not say what failed, so they become 500. */
const asStatus = (code: number): number => (code >= 400 && code < 600 ? code : 500)

/** Spotlight's message when a page is requested more than two minutes after Spotlight returned its token. */
const EXPIRED = /context expired/i

/**
 * Classifies the errors that CrowdStrike puts into answers with status 200, so that a partial list never passes as a complete one.
 *
 * Error 404 next to rows is not a failure: it names single IDs that were deleted after they were listed.
 */
export const classify = ({ endpoint, status, text }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if ((status >= 300 && status !== 404) || !text.includes('"errors"')) return null
  return Option.match(decode(text), {
    onNone: () => null,
    onSome: ({ errors, resources }) => {
      if (errors.some(({ message }) => EXPIRED.test(message ?? ""))) {
        return new VendorError.CheckpointExpired({ endpoint, status, detail: "the search expired" })
      }
      if (status === 404) return null
      const codes = errors.map(({ code }) => asStatus(code))
      const failing = codes.find((code) => code !== 404) ?? 404
      if (failing === 404 && (resources ?? []).length > 0) return null
      return VendorError.fromStatus(
        { endpoint, status: failing, detail: `answered ${status} with error ${failing}` },
        null
      )
    }
  })
}
