import type { HttpApiGroup } from "@effect/platform"
import { Effect, type Layer } from "effect"
import { TributaryApi } from "../../api/TributaryApi.js"
import { OutboundJobs } from "../../store/jobs/OutboundJobs.js"
import * as Auth from "../server/access/Auth.js"
import * as Handlers from "../server/Handlers.js"
import * as Failure from "../server/response/Failure.js"

/** Handles `/outbound-jobs`. */
export const layer: Layer.Layer<
  HttpApiGroup.ApiGroup<"tributary", "outboundJobs">,
  never,
  OutboundJobs
> = Handlers.group(TributaryApi, "outboundJobs", (handlers) =>
  Effect.map(OutboundJobs, (jobs) =>
    handlers.handle("getOutboundJob", ({ path }) =>
      Auth.connection.pipe(
        Effect.flatMap((scope) => jobs.get(scope, path.job_id)),
        Failure.toApiErrors
      )
    )
  )
)
