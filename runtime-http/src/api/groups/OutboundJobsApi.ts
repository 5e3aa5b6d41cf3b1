import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { OutboundJob } from "@tributary/core"
import { Schema } from "effect"
import * as EndpointAnnotations from "../parts/EndpointAnnotations.js"
import * as Errors from "../parts/Errors.js"
import * as Parameter from "../parts/Parameter.js"
import { ConnectionAccess, needsConnection } from "../parts/Security.js"

const getJob = HttpApiEndpoint.get("getOutboundJob", "/outbound-jobs/:job_id")
  .setPath(Schema.Struct({ job_id: Parameter.pathId("The service's id of the outbound job.") }))
  .addSuccess(OutboundJob)
  .addError(Errors.schemas([401, 404, 422, 429, 503]))
  .middleware(ConnectionAccess)
  .annotateContext(
    OpenApi.annotations({
      identifier: "getOutboundJob",
      summary: "Get an outbound job",
      description: "Returns the status of a write to the source tool, and why it failed if it did."
    })
  )
  .annotateContext(needsConnection)
  .annotateContext(EndpointAnnotations.tagged)

/** Writes to source tools. */
export const OutboundJobsApi = HttpApiGroup.make("outboundJobs")
  .add(getJob)
  .annotateContext(OpenApi.annotations({ title: "Outbound jobs", description: "Writes to source tools." }))
