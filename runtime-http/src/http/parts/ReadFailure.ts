import { type Context, Effect, Exit } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import type * as RecordEndpoints from "../../api/parts/RecordEndpoints.js"
import { MAX_STATEMENT_SECS } from "../../store/postgres/DatabaseShares.js"
import { MAX_BYTES, type RelatedTooLarge } from "../../store/read/PageSql.js"
import type { TakesTooLong } from "../../store/read/RecordQuery.js"
import { type ConnectorRegistry, isExported } from "../../vendor/ConnectorRegistry.js"
import * as Failure from "../server/response/Failure.js"

const MAX_PAGE = `${MAX_BYTES / 1024 / 1024} MiB`

/** Why records could not be read. */
export type ReadFailure = Failure.StoreFailure | RelatedTooLarge | TakesTooLong | Errors.ApiError

/** A client that pages by offset and expects `limit` records would skip those that a shorter page leaves out, so it gets a 422. */
export const pageTooLarge = (limit: number, fitting: number): Errors.ApiError =>
  Errors.make("InvalidParameter", {
    detail: [
      {
        loc: ["query", "limit"],
        msg:
          `These ${limit} records, with what is added to them, are longer than the ${MAX_PAGE} that a page holds. Send limit=${fitting} for this page, ` +
          "or use the cursor (enableCursor=true): its pages end where they are full, and the next one goes on there",
        type: "page_too_large",
        ctx: { maximum: fitting }
      }
    ]
  })

const relatedTooLarge = (
  { includes }: Pick<RecordEndpoints.Any, "includes">,
  { field, isIds }: RelatedTooLarge
): Errors.ApiError => {
  const flags = Object.entries(includes).flatMap(([name, include]) => (include.field === field ? [name] : []))
  const instead = isIds ? "expandAs=count" : "expandAs=ids"
  return Errors.make("InvalidParameter", {
    detail: flags.map((name) => ({
      loc: ["query", name],
      msg: `One record with its ${field} is longer than the ${MAX_PAGE} that a page holds. Leave ${name} out, or send ${instead}`,
      type: "page_too_large",
      ctx: {}
    }))
  })
}

/** What a list leaves out if a part of it takes the database too long. */
const withoutPart: Readonly<Record<TakesTooLong["part"], { readonly name: string; readonly msg: string }>> = {
  offset: { name: "offset", msg: "To read the list up to so high an offset" },
  total: { name: "excludeTotal", msg: "To count the total" }
}

const takesTooLong = ({ part }: TakesTooLong): Errors.ApiError => {
  const { msg, name } = withoutPart[part]
  const instead = part === "total" ? "Send excludeTotal=true, or page by the cursor" : "Page by the cursor"
  return Errors.make("InvalidParameter", {
    detail: [
      {
        loc: ["query", name],
        msg: `${msg} takes the database longer than the ${MAX_STATEMENT_SECS} seconds that it may. ${instead} (enableCursor=true), which skips and counts nothing`,
        type: "takes_too_long",
        ctx: { maximum_seconds: MAX_STATEMENT_SECS }
      }
    ]
  })
}

/** The part of an endpoint that says how it fails. */
export type Failing = Pick<RecordEndpoints.Any, "includes" | "kind">

/** The API error of a failed read. That a record is not found has another reason if its connector does not export the kind. */
export const toApiError =
  (registry: Context.Tag.Service<ConnectorRegistry>, { includes, kind }: Failing) =>
  (error: ReadFailure): Effect.Effect<never, Errors.ApiError> => {
    if (error._tag === "ApiError") return Exit.fail(error)
    if (error._tag === "TakesTooLong") return takesTooLong(error)
    if (error._tag === "RelatedTooLarge") return relatedTooLarge({ includes }, error)
    return error._tag === "RecordNotFound" && !isExported(registry, kind, error.vendor)
      ? Effect.fail(Errors.make("KindNotExported"))
      : Failure.toApiError(error)
  }
