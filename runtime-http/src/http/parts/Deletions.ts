import { HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import { Connections } from "../../store/accounts/Connections.js"
import { Organizations } from "../../store/accounts/Organizations.js"
import { Erasures } from "../../store/erasure/Erasures.js"
import * as ErasureAnswers from "./ErasureAnswers.js"

/** What a request to delete says about the rows. */
interface Sent {
  readonly erase?: boolean
  readonly force?: boolean
}

const DELETED = HttpServerResponse.empty({ status: 204 })

const erased = <E, R>(erasure: Effect.Effect<Parameters<typeof ErasureAnswers.toWire>[0], E, R>) =>
  Effect.flatMap(erasure, (value) => ErasureAnswers.accepted(ErasureAnswers.toWire(value)))

/** How a request deletes a connection or an organization: its rows go later with the purge, or at once if it asks for that. */
export const make = Effect.gen(function* () {
  const connections = yield* Connections
  const organizations = yield* Organizations
  const erasures = yield* Erasures
  return {
    connection: (scope: AccountScope, organizationId: string, connectionId: string, { erase = false }: Sent) =>
      erase
        ? erased(erasures.ofConnection(scope, organizationId, connectionId))
        : Effect.as(connections.remove(scope, organizationId, connectionId), DELETED),
    organization: (scope: AccountScope, organizationId: string, { erase = false, force = false }: Sent) =>
      erase
        ? erased(erasures.ofOrganization(scope, organizationId, { force }))
        : Effect.as(organizations.remove(scope, organizationId), DELETED)
  }
})
