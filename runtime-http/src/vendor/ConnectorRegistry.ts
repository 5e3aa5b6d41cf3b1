import { Connector } from "@tributary/core"
import { Context, Data, Effect, Layer } from "effect"

/** The connectors cannot be loaded; the message names the connector and what to do. */
export class RegistryError extends Data.TaggedError("RegistryError")<{ readonly message: string }> {}

/** The loaded connectors, by vendor. */
export class ConnectorRegistry extends Context.Tag("@tributary/runtime-http/ConnectorRegistry")<
  ConnectorRegistry,
  {
    /** Every loaded connector. */
    readonly all: ReadonlyArray<Connector.Connector>
    /** The connector of this vendor; undefined when it is not loaded. */
    readonly get: (vendor: string) => Connector.Connector | undefined
  }
>() {}

/** Checks the connectors and indexes them by vendor. */
export const make = (
  connectors: ReadonlyArray<Connector.Connector>
): Effect.Effect<ConnectorRegistry["Type"], RegistryError> =>
  Effect.gen(function* () {
    const byVendor = new Map<string, Connector.Connector>()
    for (const connector of connectors) {
      if (connector.contract !== Connector.CONTRACT) {
        return yield* new RegistryError({
          message: `The ${connector.vendor} connector implements contract ${connector.contract} of @tributary/core, but this runtime needs contract ${Connector.CONTRACT}. Install versions that match.`
        })
      }
      if (byVendor.has(connector.vendor)) {
        return yield* new RegistryError({
          message: `Two connectors have the vendor ${connector.vendor}. Pass only one of them to Runtime.layer.`
        })
      }
      byVendor.set(connector.vendor, connector)
    }
    return ConnectorRegistry.of({ all: connectors, get: (vendor) => byVendor.get(vendor) })
  })

/** The registry of these connectors. */
export const layer = (connectors: ReadonlyArray<Connector.Connector>): Layer.Layer<ConnectorRegistry, RegistryError> =>
  Layer.effect(ConnectorRegistry, make(connectors))
