import { type HttpApiGroup, HttpServerResponse } from "@effect/platform"
import { Connector, ConnectorEntry, ConnectorEntryWithKinds, type ExportedKind } from "@tributary/core"
import { Effect, type Layer, Schema } from "effect"
import { BASE_PATH } from "../../api/OpenApi.js"
import { KNOWN_CATEGORIES } from "../../api/parts/AnswerHeaders.js"
import * as Errors from "../../api/parts/Errors.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import { ConnectorRegistry } from "../../vendor/ConnectorRegistry.js"
import * as Catalogue from "../parts/Catalogue.js"
import * as Logo from "../parts/Logo.js"
import * as Handlers from "../server/Handlers.js"
import * as Answer from "../server/response/Answer.js"

/** Holds nothing that is secret, so a client may keep it, and asks with its `ETag` whether it has changed. */
const revalidated = HttpServerResponse.setHeader("cache-control", "no-cache")

const sendEntries = Answer.json(Schema.Array(ConnectorEntry))
const sendEntriesWithKinds = Answer.json(Schema.Array(ConnectorEntryWithKinds))

/** The kinds that have a list; the others appear inside the records of these. */
const kindsOf = (connector: Connector.Connector): ReadonlyArray<ExportedKind> =>
  Connector.extractorsOf(connector).flatMap(({ kinds }) =>
    kinds.flatMap(({ exportType, name, path }) =>
      path === null ? [] : [{ record_kind: name, data_export_type: exportType, path: `${BASE_PATH}${path}` }]
    )
  )

/** Names the categories that there are if no connector has the one of the request, which may be misspelled. */
const namingCategories =
  (entries: ReadonlyArray<ConnectorEntry>, sent: string | undefined) =>
  (response: HttpServerResponse.HttpServerResponse) => {
    const known = [...new Set(entries.map(({ category }) => category))].toSorted()
    return sent === undefined || known.includes(sent)
      ? response
      : HttpServerResponse.setHeader(response, KNOWN_CATEGORIES, known.map(encodeURIComponent).join(", "))
  }

/** Handles `/connectors`. `logo_url` starts with `baseUrl`, which is absolute, or `/v1` to be relative to this server. */
export const layer = (
  baseUrl: string
): Layer.Layer<HttpApiGroup.ApiGroup<"tributary", "connectors">, never, ConnectorRegistry> =>
  Handlers.group(TributaryApi, "connectors", (handlers) =>
    Effect.gen(function* () {
      const registry = yield* ConnectorRegistry
      const kinds = new Map(registry.all.map((connector) => [connector.vendor, kindsOf(connector)]))
      const entries = Catalogue.entriesOf(registry.all, baseUrl).map((entry) => ({
        ...entry,
        record_kinds: kinds.get(entry.vendor) ?? []
      }))

      return handlers
        .handle("listConnectors", ({ urlParams: { category, dataExportType, includeRecordKinds } }) =>
          (includeRecordKinds === true ? sendEntriesWithKinds : sendEntries)(
            entries.filter(
              (entry) =>
                (category === undefined || entry.category === category) &&
                (dataExportType === undefined || entry.data_export_types.includes(dataExportType))
            )
          ).pipe(Effect.map(revalidated), Effect.map(namingCategories(entries, category)))
        )
        .handle("getConnectorLogo", ({ path }) => {
          const connector = registry.get(path.vendor)
          return connector === undefined
            ? Errors.make("ConnectorNotFound")
            : Effect.succeed(
                HttpServerResponse.text(Logo.of(connector), { contentType: "image/svg+xml", headers: Logo.headers })
              )
        })
    })
  )
