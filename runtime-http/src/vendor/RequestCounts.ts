import { HttpClient } from "@effect/platform"
import { MonotonicTime } from "@tributary/core"
import { Effect, Exit } from "effect"
import type { MetricRegistry } from "../telemetry/Metrics.js"

/** A vendor may answer with any number: those that no standard knows count together. */
const statusOf = (status: number): string => (status >= 100 && status < 600 ? String(status) : "other")

/** A client that counts the requests to a vendor, each attempt and redirect for itself. One that was interrupted got no answer. */
export const counting =
  (metrics: MetricRegistry, vendor: string) =>
  (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.transform(client, (answer) =>
      Effect.flatMap(MonotonicTime.millis, (started) =>
        Effect.onExit(answer, (exit) =>
          Effect.map(MonotonicTime.millis, (now) => {
            const status = Exit.isSuccess(exit) ? statusOf(exit.value.status) : "none"
            metrics.add("tributary_vendor_requests_total", [vendor, status])
            metrics.observe("tributary_vendor_request_duration_seconds", [vendor], (now - started) / 1_000)
          })
        )
      )
    )
