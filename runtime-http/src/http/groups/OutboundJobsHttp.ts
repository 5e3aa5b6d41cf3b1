import { HttpApiBuilder, type HttpApiGroup } from "@effect/platform"
import { OutboundJob } from "@tributary/core"
import { Effect, type Layer } from "effect"
import type { ConnectionAccess } from "../../api/parts/Security.js"
import { TributaryApi } from "../../api/TributaryApi.js"
import { OutboundJobs } from "../../store/jobs/OutboundJobs.js"
import * as Answer from "../server/Answer.js"
import * as Auth from "../server/Auth.js"
import * as Failure from "../server/Failure.js"

const send = Answer.json(OutboundJob)

/** Handles `/outbound-jobs`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "outboundJobs">,
  never,
  ConnectionAccess | OutboundJobs
> = HttpApiBuilder.group(TributaryApi, "outboundJobs", (handlers) =>
  Effect.map(OutboundJobs, (jobs) =>
    handlers.handle("getOutboundJob", ({ path }) =>
      Auth.connection.pipe(
        Effect.flatMap((scope) => jobs.get(scope, path.job_id)),
        Failure.toApiErrors,
        Effect.flatMap(send)
      )
    )
  )
)
