import { HttpServerResponse } from "@effect/platform"
import type { RecordKind } from "@tributary/core"
import { type Context, Effect } from "effect"
import { NOT_EXPORTED } from "../../api/parts/NotExported.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"

/*
 * An empty list, or a record that is not found, means something else if the connector never reads such records: waiting will not help. An
 * empty list stays an answer, because a mirror reads every list of every connection; only a header says why it is empty.
 */

/** Whether the connector of the vendor exports this kind; true if it is not loaded, because then nobody knows. */
export const isExported = (
  registry: Context.Tag.Service<ConnectorRegistry>,
  kind: RecordKind.Any,
  vendor: string
): boolean => {
  const connector = registry.get(vendor)
  return (
    connector === undefined ||
    Object.values(connector.exports).some((extractors) =>
      extractors.some(({ kinds }) => kinds.some(({ name }) => name === kind.name))
    )
  )
}

/** The header that says that the connector of the vendor does not export the kind; none if it does. */
export const headersFor = (
  registry: Context.Tag.Service<ConnectorRegistry>,
  kind: RecordKind.Any,
  vendor: string
): Readonly<Record<string, string>> =>
  isExported(registry, kind, vendor)
    ? {}
    : {
        [NOT_EXPORTED.toLowerCase()]: `The ${vendor} connector does not export ${kind.name}. GET /v1/connectors?includeRecordKinds=true says what it exports.`
      }

/** Says in a header of an answer about records of the kind that the connector of the vendor does not export them. */
export const announcedFor = (
  kind: RecordKind.Any,
  vendor: string,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, ConnectorRegistry> =>
  Effect.map(ConnectorRegistry, (registry) =>
    HttpServerResponse.setHeaders(response, headersFor(registry, kind, vendor))
  )
