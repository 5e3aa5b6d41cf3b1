import type { Connection } from "@tributary/core"
import { Effect } from "effect"
import type { SqlError } from "../../Sql.js"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import type { QuotaExceeded } from "../../store/accounts/AccountQuotas.js"
import { AccountUsage } from "../../store/accounts/AccountUsage.js"
import { Connections, IdentifierTaken } from "../../store/accounts/Connections.js"
import type { OrganizationNotFound } from "../../store/accounts/Organizations.js"

/*
 * Whether an organization can get another connection, for a look before somebody enters a secret that would be in vain. The transaction that
 * creates the connection decides.
 */

/** The most connections of one organization with one identifier that are looked at: each is of another vendor. */
const MOST = 1_000

/** The room for connections with one identifier. */
export interface Room {
  /** The account has as many connections as it may have; null if it may have more. */
  readonly full: QuotaExceeded | null
  /**
   * The connection to a vendor that waits for its first consent, such as that of a customer who has closed the vendor's page: the next link goes on
   * with it. Null if no connection waits.
   */
  readonly waiting: (vendor: string) => Connection | null
  /** Whether any connection waits. */
  readonly hasWaiting: boolean
  /** Why there can be no other connection to a vendor; null if there can, or if one that waits goes on or gives way, which needs no room. */
  readonly obstacle: (vendor: string) => QuotaExceeded | IdentifierTaken | null
  /** The connection to a vendor that is in the way. */
  readonly taken: (vendor: string) => IdentifierTaken | null
}

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

  const of = (
    scope: AccountScope,
    organizationId: string,
    identifier: string | null
  ): Effect.Effect<Room, OrganizationNotFound | SqlError> =>
    Effect.gen(function* () {
      const full = yield* Effect.as(usage.check(scope.accountId, "connections"), null).pipe(
        Effect.catchTag("QuotaExceeded", Effect.succeed)
      )
      // Each vendor has one at most.
      const items = yield* withIdentifier(scope, organizationId, identifier)
      const isWaiting = ({ state }: Connection) => state === "PENDING"
      const waiting = (vendor: string) => items.find((each) => each.vendor === vendor && isWaiting(each)) ?? null
      const taken = (vendor: string) => {
        const other = items.find((each) => each.vendor === vendor && !isWaiting(each))
        return other === undefined ? null : new IdentifierTaken({ vendor, connectionId: other.id })
      }
      const obstacle = (vendor: string) => (waiting(vendor) === null ? (full ?? taken(vendor)) : null)
      return { full, waiting, hasWaiting: items.some(isWaiting), obstacle, taken }
    })

  /** Fails if none of the vendors can have another connection with the identifier. Without vendors, any vendor will do. */
  const check = (
    scope: AccountScope,
    organizationId: string,
    { identifier, vendors }: { readonly identifier: string | null; readonly vendors: ReadonlyArray<string> }
  ): Effect.Effect<void, QuotaExceeded | IdentifierTaken | OrganizationNotFound | SqlError> =>
    Effect.gen(function* () {
      const room = yield* of(scope, organizationId, identifier)
      if (vendors.length === 0) return yield* room.full === null || room.hasWaiting ? Effect.void : room.full
      const [first, ...others] = vendors.flatMap((vendor) => room.obstacle(vendor) ?? [])
      if (first !== undefined && others.length === vendors.length - 1) return yield* first
    })

  return { of, check }
})
