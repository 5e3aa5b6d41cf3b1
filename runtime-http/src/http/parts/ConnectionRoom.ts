import { Effect } from "effect"
import type { SqlError } from "../../Sql.js"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import { AccountUsage } from "../../store/accounts/AccountUsage.js"
import { Connections, IdentifierTaken } from "../../store/accounts/Connections.js"
import type { OrganizationNotFound } from "../../store/accounts/Organizations.js"

/*
 * Whether an organization can get another connection, for a look before somebody enters a secret that would be in vain. The transaction that
 * creates the connection decides.
 */

/** The most connections of one organization with one identifier that are looked at: each is of another vendor. */
const MOST = 1_000

/** Reads what there is. */
export const make = Effect.gen(function* () {
  const connections = yield* Connections
  const usage = yield* AccountUsage

  /** The connections with the identifier, by their vendors, none of which can have another one with it. */
  const taken = (
    scope: AccountScope,
    organizationId: string,
    identifier: string | null
  ): Effect.Effect<ReadonlyMap<string, IdentifierTaken>, OrganizationNotFound | SqlError> =>
    identifier === null
      ? Effect.succeed(new Map())
      : Effect.map(
          connections.list(scope, organizationId, { health: [], identifier, limit: MOST, offset: 0 }),
          ({ items }) =>
            new Map(items.map(({ id, vendor }) => [vendor, new IdentifierTaken({ vendor, connectionId: id })]))
        )

  /** Fails if the account has as many connections as it may have. */
  const checkQuota = ({ accountId }: AccountScope) => usage.check(accountId, "connections")

  /** Fails if the account has as many connections as it may have, or if each of the vendors has a connection with the identifier; no vendors stand for any. */
  const check = (
    scope: AccountScope,
    organizationId: string,
    { identifier, vendors }: { readonly identifier: string | null; readonly vendors: ReadonlyArray<string> }
  ) =>
    Effect.gen(function* () {
      yield* checkQuota(scope)
      const others = yield* taken(scope, organizationId, identifier)
      const [first] = vendors
      const other = first === undefined ? undefined : others.get(first)
      if (other !== undefined && vendors.every((vendor) => others.has(vendor))) return yield* other
    })

  return { taken, checkQuota, check }
})
