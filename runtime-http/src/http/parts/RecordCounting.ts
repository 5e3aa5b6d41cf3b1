import type { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as CountsParameters from "../../api/parts/CountsParameters.js"
import * as Errors from "../../api/parts/Errors.js"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import { Connections } from "../../store/accounts/Connections.js"
import { RecordQuery } from "../../store/read/RecordQuery.js"
import { FloodGuards } from "../server/access/FloodGuards.js"
import * as Turns from "../server/access/Turns.js"
import * as UnknownNames from "../server/request/UnknownNames.js"
import * as Answer from "../server/response/Answer.js"
import * as RecordHandlers from "./RecordHandlers.js"

/** The 422 for a field by which the records of the kind cannot be counted. */
const notCountable = (kind: RecordKind.Any, by: string): Errors.ApiError => {
  const explained = UnknownNames.explainRefusal(CountsParameters.refuse(kind, by), by)
  return Errors.make("InvalidParameter", {
    detail: [{ loc: ["query", "by"], type: "enum", ...explained }]
  })
}

const send = Answer.json(CountsParameters.RecordCounts)

/** Counts the records of a connection; takes its turn among the heavy requests of its key, because it may read every record. */
export const count = (
  scope: AccountScope,
  organizationId: string,
  connectionId: string,
  { by, kind: name }: { readonly kind: string; readonly by: string }
) =>
  Effect.gen(function* () {
    // Checked first, so that a connection of another account answers the same as one that does not exist.
    const { vendor } = yield* (yield* Connections).get(scope, organizationId, connectionId)
    const kind = CountsParameters.kinds.get(name)
    if (kind === undefined) return yield* Effect.dieMessage(`The parameter kind accepted ${name}.`)
    const values = CountsParameters.fieldsOf(kind).get(by)
    if (values === undefined) return yield* notCountable(kind, by)
    const query = yield* RecordQuery
    const { inTurn } = yield* FloodGuards
    const counts = query.counts({ scope, connectionId, kind, by, values })
    const counted = yield* inTurn(scope.keyId, 1, counts, Turns.immediately)
    return yield* RecordHandlers.announceNotExported(kind, vendor, yield* send({ kind: name, by, ...counted }))
  })
