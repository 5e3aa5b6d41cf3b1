import { Effect } from "effect"
import * as CountsParameters from "../../api/parts/CountsParameters.js"
import * as Errors from "../../api/parts/Errors.js"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import { Connections } from "../../store/accounts/Connections.js"
import { RecordQuery } from "../../store/read/RecordQuery.js"
import { RequestLimit } from "../server/RequestLimit.js"
import * as UnknownNames from "../server/UnknownNames.js"

/** The 422 for a field of other kinds. */
const notOfKind = (kind: string, by: string, known: ReadonlyArray<string>): Errors.ApiError => {
  const rule = { type: "enum", constraints: { enum: known }, noun: `field of ${kind} to count by:` } as const
  const unknown = UnknownNames.find(rule, [by])
  return Errors.make("InvalidParameter", {
    detail: [
      {
        loc: ["query", "by"],
        msg: UnknownNames.explain(rule, unknown),
        type: rule.type,
        ctx: { ...rule.constraints, ...UnknownNames.nearestOf(unknown) },
        input: by
      }
    ]
  })
}

/** Counts the records of a connection; takes its turn among the heavy requests of its key, because it may read every record. */
export const count = (
  scope: AccountScope,
  organizationId: string,
  connectionId: string,
  { by, kind: name }: { readonly kind: string; readonly by: string }
) =>
  Effect.gen(function* () {
    // Checked first, so that a connection of another account answers the same as one that does not exist.
    yield* (yield* Connections).get(scope, organizationId, connectionId)
    const kind = CountsParameters.kinds.get(name)
    const fields = kind === undefined ? null : CountsParameters.fieldsOf(kind)
    const values = fields?.get(by)
    if (kind === undefined || values === undefined) {
      return yield* notOfKind(name, by, [...(fields?.keys() ?? [])])
    }
    const query = yield* RecordQuery
    const { heavy } = yield* RequestLimit
    const counted = yield* heavy.run(scope.keyId, query.counts({ scope, connectionId, kind, by, values }))
    return { kind: name, by, ...counted }
  })
