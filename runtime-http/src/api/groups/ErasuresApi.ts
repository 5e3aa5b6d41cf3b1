import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Erasure, OffsetEnvelope } from "@tributary/core"
import { Schema } from "effect"
import * as EndpointAnnotations from "../parts/EndpointAnnotations.js"
import * as Errors from "../parts/Errors.js"
import * as ListParameters from "../parts/ListParameters.js"
import * as Parameter from "../parts/Parameter.js"
import { KeyAccess, needsKey } from "../parts/Security.js"

const erasures = "/provisioning/erasures"

const listErasures = HttpApiEndpoint.get("listErasures", erasures)
  .setUrlParams(ListParameters.query(ListParameters.offsetListFields))
  .addSuccess(OffsetEnvelope(Erasure))
  .addError(Errors.schemas([401, 422, 429, 503]))
  .annotateContext(
    OpenApi.annotations({
      identifier: "listErasures",
      summary: "List erasures",
      description:
        "The erasures of the account's connections and organizations, the latest first. They stay after what they have erased is gone."
    })
  )

const getErasure = HttpApiEndpoint.get("getErasure", `${erasures}/:erasure_id`)
  .setPath(Schema.Struct({ erasure_id: Parameter.pathId("The service's id of the erasure.") }))
  .addSuccess(Erasure)
  .addError(Errors.schemas([401, 404, 422, 429, 503]))
  .annotateContext(
    OpenApi.annotations({
      identifier: "getErasure",
      summary: "Get an erasure",
      description:
        "Where the erasure stands, and its receipt: how many rows of which table are gone, and when the last of them went."
    })
  )
  .annotateContext(EndpointAnnotations.tagged)

/** What became of requests to erase a customer. */
export const ErasuresApi = HttpApiGroup.make("erasures")
  .add(listErasures)
  .add(getErasure)
  .annotateEndpointsContext(needsKey)
  .middleware(KeyAccess)
  .annotateContext(
    OpenApi.annotations({
      title: "Erasures",
      description: "Requests to remove everything about a customer at once, and their receipts."
    })
  )
