import { Connector } from "@tributary/core"
import { Context, Data, Effect, Layer } from "effect"

/** The given connectors cannot run together: which, and what to do. */
export class RegistryError extends Data.TaggedError("RegistryError")<{ readonly message: string }> {}

/** The loaded connectors, by vendor. */
export class ConnectorRegistry extends Context.Tag("@tributary/runtime-http/ConnectorRegistry")<
  ConnectorRegistry,
  {
    readonly all: ReadonlyArray<Connector.Connector>
    readonly get: (vendor: string) => Connector.Connector | undefined
  }
>() {}

export const make = (
  connectors: ReadonlyArray<Connector.Connector>
): Effect.Effect<ConnectorRegistry["Type"], RegistryError> =>
  Effect.gen(function* () {
    const byVendor = new Map<string, Connector.Connector>()
    for (const connector of connectors) {
      if (connector.contract !== Connector.CONTRACT) {
        return yield* new RegistryError({
          message: `The connector ${connector.vendor} was built for contract ${connector.contract} of @tributary/core, this runtime speaks ${Connector.CONTRACT}: install versions that fit together.`
        })
      }
      if (byVendor.has(connector.vendor)) {
        return yield* new RegistryError({
          message: `Two connectors are loaded for ${connector.vendor}: pass only one of them to Runtime.layer.`
        })
      }
      byVendor.set(connector.vendor, connector)
    }
    return ConnectorRegistry.of({ all: connectors, get: (vendor) => byVendor.get(vendor) })
  })

export const layer = (connectors: ReadonlyArray<Connector.Connector>): Layer.Layer<ConnectorRegistry, RegistryError> =>
  Layer.effect(ConnectorRegistry, make(connectors))
