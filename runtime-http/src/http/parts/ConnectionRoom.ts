import type { Connection } from "@tributary/core"
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

  const withIdentifier = (
    scope: AccountScope,
    organizationId: string,
    identifier: string | null
  ): Effect.Effect<ReadonlyArray<Connection>, OrganizationNotFound | SqlError> =>
    identifier === null
      ? Effect.succeed([])
      : Effect.map(
          connections.list(scope, organizationId, { health: [], identifier, limit: MOST, offset: 0 }),
          ({ items }) => items
        )

  /** The connections with this identifier, by vendor: each vendor has one at most. Connections that wait for their first consent are left out. */
  const taken = (scope: AccountScope, organizationId: string, identifier: string | null) =>
    Effect.map(
      withIdentifier(scope, organizationId, identifier),
      (items): ReadonlyMap<string, IdentifierTaken> =>
        new Map(
          items
            .filter(({ state }) => state !== "PENDING")
            .map(({ id, vendor }) => [vendor, new IdentifierTaken({ vendor, connectionId: id })])
        )
    )

  /**
   * The connection to a vendor with the identifier that waits for its first consent, such as that of a customer who has closed the vendor's page:
   * the next link goes on with it. Null if no connection waits.
   */
  const waiting = (scope: AccountScope, organizationId: string, identifier: string | null, vendor: string) =>
    Effect.map(
      withIdentifier(scope, organizationId, identifier),
      (items) => items.find((each) => each.vendor === vendor && each.state === "PENDING") ?? null
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

  return { taken, waiting, checkQuota, check }
})
