import type { Connection } from "@tributary/core"
import { Effect } from "effect"
import type { SqlError } from "../../Sql.js"
import type { AccountScope } from "../../store/accounts/AccessScope.js"
import type { QuotaExceeded } from "../../store/accounts/AccountQuotas.js"
import { AccountUsage } from "../../store/accounts/AccountUsage.js"
import { Connections, IdentifierTaken } from "../../store/accounts/Connections.js"
import type { OrganizationNotFound } from "../../store/accounts/Organizations.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"

/*
 * Whether an organization can get another connection, for a look before somebody enters a secret that would be in vain. The transaction that
 * creates the connection decides.
 */

/** The most connections of one organization with one identifier that are looked at: each is of another vendor. */
const MOST = 1_000

/** A connection that waits for its first consent, such as that of a customer who has closed the vendor's page. */
export interface Waiting {
  /** The connection. */
  readonly connection: Connection
  /** Whether the next link goes on with it; otherwise it gives way to one that signs in another way. */
  readonly goesOn: boolean
}

/** The room for connections with one identifier. */
export interface Room {
  /** The account has as many connections as it may have; null if it may have more. */
  readonly full: QuotaExceeded | null
  /** What becomes of the connection to a vendor that waits if a customer signs in this way; null if no connection waits. */
  readonly waiting: (vendor: string, authType: string) => Waiting | null
  /** Whether any connection waits. */
  readonly hasWaiting: boolean
  /**
   * Why a link can connect nothing to a vendor in this way, or in any way without one; null if it can. A connection that waits goes on without
   * more room, and leaves its place if it gives way, which is not enough if the account has more connections than it may have.
   */
  readonly obstacle: (vendor: string, authType?: string) => QuotaExceeded | IdentifierTaken | null
  /**
   * Why there can be no connection to a vendor beside those that there are. One that has the identifier is named first, also while it waits:
   * whoever makes connections with a key can go on with that one, which needs no room.
   */
  readonly obstacleBeside: (vendor: string) => QuotaExceeded | IdentifierTaken | null
  /** The connection to a vendor that is in the way of a link. */
  readonly taken: (vendor: string) => IdentifierTaken | null
}

/** Reads what there is. */
export const make = Effect.gen(function* () {
  const connections = yield* Connections
  const registry = yield* ConnectorRegistry
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
      const connectionTo = (vendor: string) => items.find((each) => each.vendor === vendor)
      const isWaiting = ({ state }: Connection) => state === "PENDING"
      const signsIn = ({ auth_type, vendor }: Connection) =>
        registry.signingIn({ vendor, authType: auth_type })?.authType
      const waiting: Room["waiting"] = (vendor, authType) => {
        const connection = connectionTo(vendor)
        if (connection === undefined || !isWaiting(connection)) return null
        return { connection, goesOn: signsIn(connection) === authType }
      }
      const named = (connection: Connection | undefined) =>
        connection === undefined
          ? null
          : new IdentifierTaken({ vendor: connection.vendor, connectionId: connection.id })
      const taken: Room["taken"] = (vendor) => {
        const connection = connectionTo(vendor)
        return connection === undefined || isWaiting(connection) ? null : named(connection)
      }
      const obstacle: Room["obstacle"] = (vendor, authType) => {
        const connection = connectionTo(vendor)
        if (connection === undefined || !isWaiting(connection)) return full ?? named(connection)
        if (authType === undefined || signsIn(connection) === authType) return null
        return full !== null && full.used > full.limit ? full : null
      }
      const obstacleBeside: Room["obstacleBeside"] = (vendor) => named(connectionTo(vendor)) ?? full
      return { full, waiting, hasWaiting: items.some(isWaiting), obstacle, obstacleBeside, taken }
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
