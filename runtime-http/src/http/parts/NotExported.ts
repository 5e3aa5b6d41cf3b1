import { HttpServerResponse } from "@effect/platform"
import type { RecordKind } from "@tributary/core"
import { Effect } from "effect"
import * as Errors from "../../api/parts/Errors.js"
import { NOT_EXPORTED } from "../../api/parts/NotExported.js"
import type { CurrentConnection } from "../../api/parts/Security.js"
import { RecordNotFound } from "../../store/read/RecordQuery.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as Auth from "../server/Auth.js"

/*
 * An empty list, or a record that is not found, means something else if the connector never reads such records: waiting will not help. An
 * empty list stays an answer, because a mirror reads every list of every connection; only a header says why it is empty.
 */

/** Whether the connector of the vendor exports this kind; true if it is not loaded, because then nobody knows. */
const isExported = (kind: RecordKind.Any, vendor: string): Effect.Effect<boolean, never, ConnectorRegistry> =>
  Effect.map(ConnectorRegistry, (registry) => {
    const connector = registry.get(vendor)
    return (
      connector === undefined ||
      Object.values(connector.exports).some((extractors) =>
        extractors.some(({ kinds }) => kinds.some(({ name }) => name === kind.name))
      )
    )
  })

/** The vendor of the connection if its connector does not export this kind; null otherwise. */
const strangerTo = (kind: RecordKind.Any): Effect.Effect<string | null, never, ConnectorRegistry | CurrentConnection> =>
  Effect.gen(function* () {
    const { vendor } = yield* Auth.connection
    return (yield* isExported(kind, vendor)) ? null : vendor
  })

/** Says in a header of an answer about records of the kind that the connector of the vendor does not export them. */
export const announcedFor = (
  kind: RecordKind.Any,
  vendor: string,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, ConnectorRegistry> =>
  Effect.map(isExported(kind, vendor), (exported) => {
    const sentence = `The ${vendor} connector does not export ${kind.name}. GET /v1/connectors?includeRecordKinds=true says what it exports.`
    return exported ? response : HttpServerResponse.setHeader(response, NOT_EXPORTED, sentence)
  })

/** Says in a header of the list that the connector does not export the kind. */
export const announced =
  (kind: RecordKind.Any) =>
  <E, R>(list: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.gen(function* () {
      const response = yield* list
      const { vendor } = yield* Auth.connection
      return yield* announcedFor(kind, vendor, response)
    })

/** Says that the connector does not export the kind, instead of that the record is not found. */
export const explained =
  (kind: RecordKind.Any) =>
  <A, E, R>(read: Effect.Effect<A, E | RecordNotFound, R>) =>
    Effect.catchIf(
      read,
      (error): error is RecordNotFound => error instanceof RecordNotFound,
      (notFound) =>
        Effect.flatMap(
          strangerTo(kind),
          (vendor): Effect.Effect<never, RecordNotFound | Errors.ApiError> =>
            vendor === null ? Effect.fail(notFound) : Effect.fail(Errors.make("KindNotExported"))
        )
    )
