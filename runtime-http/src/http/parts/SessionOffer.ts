import { type ConnectionWithOrganization, Connector, type DataExportType } from "@tributary/core"
import { Effect } from "effect"
import type { CreateConnectSessionConnection } from "../../api/parts/ConnectSessionBody.js"
import * as CustomerErrors from "../../api/parts/CustomerErrors.js"
import type * as Errors from "../../api/parts/Errors.js"
import type { AdmittedSession } from "../../store/connect/ConnectSessions.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import { unknownVendor } from "./ConnectionRequests.js"
import * as ConnectionRoom from "./ConnectionRoom.js"
import * as ConsentOffer from "./ConsentOffer.js"
import * as ExportTypeChoice from "./ExportTypeChoice.js"

/*
 * What the customer of a session can connect: which connectors, each with the ways to sign in that can be used, and which types of data.
 */

/** The connection that a session renews; null if it makes a new one. */
export type Renewed = ConnectionWithOrganization | null

/** The types that the customer may choose: those of the link, and those that the connection to renew has already. Null for any. */
export const typesAllowed = (
  { dataExportTypes }: Pick<AdmittedSession, "dataExportTypes">,
  renewed: Renewed
): ReadonlyArray<DataExportType> | null =>
  renewed === null ? dataExportTypes : [...new Set([...renewed.data_export_types, ...(dataExportTypes ?? [])])]

/** Whether the customer may choose all of the types. */
export const allowsAll = (
  session: Pick<AdmittedSession, "dataExportTypes">,
  renewed: Renewed,
  types: ReadonlyArray<DataExportType>
): boolean => {
  const known = typesAllowed(session, renewed)
  return known === null || types.every((type) => known.includes(type))
}

/** Those that the customer may choose and the connector exports. */
const allowed = (session: AdmittedSession, renewed: Renewed, connector: Connector.Connector) => {
  const types = typesAllowed(session, renewed)
  return types === null ? null : Connector.exportTypesOf(connector).filter((type) => types.includes(type))
}

/** Reads the loaded connectors, and what the operator offers of their consents. */
export const make = Effect.gen(function* () {
  const registry = yield* ConnectorRegistry
  const offer = yield* ConsentOffer.make
  const room = yield* ConnectionRoom.make

  const loaded = (session: AdmittedSession, renewed: Renewed): ReadonlyArray<Connector.Connector> => {
    if (renewed === null) {
      return registry.all.filter(({ vendor }) => session.vendors.length === 0 || session.vendors.includes(vendor))
    }
    const { auth_type: authType, vendor } = renewed
    const connector = registry.signingIn({ vendor, authType })
    return connector === undefined ? [] : [ConsentOffer.alone(connector)]
  }

  /** The connectors from which the customer chooses one. */
  const connectorsOf = (session: AdmittedSession, renewed: Renewed): ReadonlyArray<Connector.Connector> =>
    loaded(session, renewed).flatMap((connector) => {
      // A connection that exists can be renewed even if none of its types is allowed.
      const isEmpty = renewed === null && allowed(session, renewed, connector)?.length === 0
      const usable = isEmpty ? null : ConsentOffer.usable(offer, connector)
      return usable === null ? [] : [usable]
    })

  /** The connector that the customer has chosen, as the connection signs in. */
  const connectorOf = (
    session: AdmittedSession,
    renewed: Renewed,
    { auth_type, vendor }: Pick<CreateConnectSessionConnection, "auth_type" | "vendor">
  ): Effect.Effect<Connector.Connector, Errors.ApiError> => {
    const all = connectorsOf(session, renewed)
    const found = all.find((connector) => connector.vendor === vendor)
    if (found !== undefined) return ConsentOffer.signingIn(found, auth_type === undefined ? {} : { auth_type })
    const names = all.map((connector) => connector.vendor).join(", ")
    return unknownVendor(vendor, all, "vendor", names === "" ? "This link offers none." : `This link offers ${names}.`)
  }

  /** The types that the customer has chosen, of those that the session allows; undefined for the default. */
  const typesOf = (
    session: AdmittedSession,
    renewed: Renewed,
    connector: Connector.Connector,
    sent: ReadonlyArray<string> | undefined
  ): Effect.Effect<ReadonlyArray<DataExportType> | undefined, Errors.ApiError> => {
    const known = allowed(session, renewed, connector)
    // Whoever only renews credentials changes nothing of what is read.
    if (sent === undefined) return Effect.succeed(renewed === null ? (known ?? undefined) : undefined)
    return known === null
      ? ExportTypeChoice.check(connector, sent)
      : ExportTypeChoice.among("This link allows", known, sent)
  }

  /**
   * What the customer sees of it: without the tools that have a connection with the identifier already, and without the ways to sign in for which
   * there is no room; and why nothing can be connected, if so.
   */
  const shownOf = (session: AdmittedSession, renewed: Renewed) =>
    Effect.gen(function* () {
      const connectors = connectorsOf(session, renewed)
      if (session.state !== "OPENED") return { connectors, blocked: null }
      if (renewed !== null)
        return { connectors, blocked: connectors.length === 0 ? CustomerErrors.blocks.nothing : null }
      const { full, obstacle, taken } = yield* room.of(session.scope, session.organizationId, session.identifier)
      const free = connectors.flatMap(
        (connector) =>
          ConsentOffer.among(connector, ({ authType }) => obstacle(connector.vendor, authType) === null) ?? []
      )
      if (free.length > 0) return { connectors: free, blocked: null }
      if (full !== null) {
        return {
          connectors: connectors.filter(({ vendor }) => taken(vendor) === null),
          blocked: CustomerErrors.blocks.full
        }
      }
      return {
        connectors: free,
        blocked: connectors.length === 0 ? CustomerErrors.blocks.nothing : CustomerErrors.blocks.taken
      }
    })

  return { shownOf, connectorOf, typesOf }
})
