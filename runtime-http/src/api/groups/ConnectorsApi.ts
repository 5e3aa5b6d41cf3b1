import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "@effect/platform"
import { ConnectorEntry, ConnectorEntryWithKinds, DataExportType } from "@tributary/core"
import { Schema } from "effect"
import * as EndpointAnnotations from "../parts/EndpointAnnotations.js"
import * as Errors from "../parts/Errors.js"
import * as ListParameters from "../parts/ListParameters.js"
import * as Parameter from "../parts/Parameter.js"

const open = OpenApi.annotations({ override: { security: [] } })

const list = HttpApiEndpoint.get("listConnectors", "/connectors")
  .setUrlParams(
    ListParameters.query({
      category: ListParameters.optional(
        Parameter.text({ description: "Only connectors of this category, such as `IDP`.", maxLength: 100 })
      ),
      dataExportType: ListParameters.optional(
        Parameter.oneOf({
          description: "Only connectors that export this type of data.",
          values: DataExportType.literals
        })
      ),
      includeRecordKinds: ListParameters.optional(
        Parameter.boolean("`true` adds the field `record_kinds` to each connector. `false` by default.")
      )
    })
  )
  .addSuccess(
    // The variant with more fields first, because the other one also matches and would drop them.
    Schema.Array(Schema.Union(ConnectorEntryWithKinds, ConnectorEntry)).annotations({
      description: "The connectors, ordered by vendor."
    })
  )
  .addError(Errors.schema(422))
  .annotateContext(
    OpenApi.annotations({
      identifier: "listConnectors",
      summary: "List connectors",
      description:
        "The catalogue of connectors. Needs no key, so that a caller can build a form from `credentials_params` before " +
        "a connection exists."
    })
  )
  .annotateContext(open)
  .annotateContext(EndpointAnnotations.tagged)

const logo = HttpApiEndpoint.get("getConnectorLogo", "/connectors/:vendor/logo")
  .setPath(
    Schema.Struct({
      vendor: Schema.String.annotations({
        description: "The vendor identifier of the connector, such as `OKTA`.",
        jsonSchema: { type: "string", description: "The vendor identifier of the connector, such as `OKTA`." }
      })
    })
  )
  .addSuccess(
    Schema.String.annotations({ description: "An SVG document." }).pipe(
      HttpApiSchema.withEncoding({ kind: "Text", contentType: "image/svg+xml" })
    )
  )
  .addError(Errors.schemas([404, 422]))
  .annotateContext(
    OpenApi.annotations({
      identifier: "getConnectorLogo",
      summary: "Get a connector's logo",
      description: "The image at `logo_url`: the vendor's logo, or a tile with its first letter."
    })
  )
  .annotateContext(open)
  .annotateContext(EndpointAnnotations.tagged)

/** The catalogue of connectors. */
export const ConnectorsApi = HttpApiGroup.make("connectors")
  .add(list)
  .add(logo)
  .annotateContext(OpenApi.annotations({ title: "Connectors", description: "The catalogue of connectors." }))
