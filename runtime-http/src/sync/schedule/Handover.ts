import { Effect, Layer, Runtime } from "effect"
import { type Bell, OutboundBell, WebhookBell } from "../../BackgroundLoop.js"
import type { Database } from "../../store/postgres/Database.js"
import * as Announcements from "../../store/schedule/Announcements.js"
import type { SyncSchedule } from "../../store/schedule/SyncSchedule.js"
import type { JobRunner } from "../pull/JobRunner.js"
import * as Claim from "./Claim.js"
import type { RunnerIdentity } from "./Engine.js"
import type { LocalRuns } from "./LocalRuns.js"

/**
 * Continues the jobs that other processes give up, whoever has their shards: a process that stops still has them, and the others get them
 * only a moment later. Each job goes to the process that claims it first. Rings the bells when other processes make something due.
 */
export const layer = (
  runs: LocalRuns,
  bell: Bell
): Layer.Layer<never, never, Database | SyncSchedule | JobRunner | RunnerIdentity> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const claim = yield* Claim.make(runs)
      const outbound = yield* OutboundBell
      const webhooks = yield* WebhookBell
      const fork = Runtime.runFork(yield* Effect.runtime<never>())
      yield* Announcements.listen({
        released: (connectionId) => void fork(claim({ connectionId }, null)),
        due: bell.ring,
        outbound: outbound.ring,
        webhooks: webhooks.ring,
        isOpen: (isOpen) => {
          bell.connect(isOpen)
          outbound.connect(isOpen)
          webhooks.connect(isOpen)
        }
      })
    })
  )
