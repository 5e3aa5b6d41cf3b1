import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import * as Errors from "../parts/Errors.js"
import { KeyAccess, needsKey } from "../parts/Security.js"
import { Usage } from "../parts/UsageBody.js"

const getUsage = HttpApiEndpoint.get("getUsage", "/usage")
  .addSuccess(Usage)
  .addError(Errors.schemas([401, 422, 429, 503]))
  .annotateContext(
    OpenApi.annotations({
      identifier: "getUsage",
      summary: "Get the account's usage",
      description:
        "What the account has and what the operator of this service allows it. An organization or a connection beyond that is a 409; a job that " +
        "would store records beyond it stops there, and the status of its connection says so."
    })
  )

/** What the account uses. */
export const UsageApi = HttpApiGroup.make("usage")
  .add(getUsage)
  .annotateEndpointsContext(needsKey)
  .middleware(KeyAccess)
  .annotateContext(OpenApi.annotations({ title: "Usage", description: "What the account has, and what it may have." }))
