import { VendorError, type VendorHttp } from "@tributary/core"
import { Option, Schema } from "effect"

/** What every answer may hold: https://developer.crowdstrike.com/api-reference/ */
const CrowdStrikeErrors = Schema.parseJson(
  Schema.Struct({
    errors: Schema.NonEmptyArray(
      Schema.Struct({ code: Schema.Number, message: Schema.optional(Schema.NullOr(Schema.String)) })
    ),
    resources: Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown)))
  })
)

const decode = Schema.decodeUnknownOption(CrowdStrikeErrors)

/** A code that is no failure's status says that something failed, and not what. */
const asStatus = (code: number): number => (code >= 400 && code < 600 ? code : 500)

/** What Spotlight says where two minutes have passed since it gave the token of the page that is asked for. */
const EXPIRED = /context expired/i

/**
 * Reads the errors that CrowdStrike puts into answers of status 200; a remainder must not pass as the whole.
 *
 * Single ids that are not found (404) beside rows are no error: what an id stood for has gone since it was listed.
 */
export const classify = ({ endpoint, status, text }: VendorHttp.RawAnswer): VendorError.VendorError | null => {
  if ((status >= 300 && status !== 404) || !text.includes('"errors"')) return null
  return Option.match(decode(text), {
    onNone: () => null,
    onSome: ({ errors, resources }) => {
      if (errors.some(({ message }) => EXPIRED.test(message ?? ""))) {
        return new VendorError.CheckpointExpired({ endpoint, status, detail: "no longer knows the search" })
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
