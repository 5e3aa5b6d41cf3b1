import { HttpClient } from "@effect/platform"
import { Effect, Exit, Layer } from "effect"
import type { Connector } from "../../Connector.js"
import * as RateBudget from "../../http/RateBudget.js"
import type * as VendorError from "../../http/VendorError.js"
import * as VendorHttp from "../../http/VendorHttp.js"
import * as ScriptedVendor from "../vendor/ScriptedVendor.js"
import * as VirtualTime from "../vendor/VirtualTime.js"
import { type RunOptions, settingsOf } from "./ConnectorRun.js"

/** A request of an action, with the JSON or the text that it sent. */
export interface ActionRequest {
  readonly method: string
  readonly url: string
  readonly body: unknown
}

/** What an action did. */
export interface ActionReport<A> {
  readonly exit: Exit.Exit<A, VendorError.VendorError>
  readonly requests: ReadonlyArray<ActionRequest>
  /** How long it would have taken by the clock, in milliseconds. */
  readonly elapsedMillis: number
}

/** Runs one action of a connector against a scripted vendor, without network and without waiting. */
export const runAction = async <A>(
  connector: Connector,
  action: Effect.Effect<A, VendorError.VendorError, VendorHttp.VendorHttp>,
  options: Pick<RunOptions, "replies" | "faults" | "credentials">
): Promise<ActionReport<A>> => {
  const vendor = ScriptedVendor.make(options.replies, options.faults)
  const { settings, isBusy } = VirtualTime.holdWhileSigning(settingsOf(connector, options))
  const timed = Effect.clockWith((clock) =>
    Effect.gen(function* () {
      const begun = yield* clock.currentTimeMillis
      const exit = yield* Effect.exit(action)
      return { exit, elapsedMillis: (yield* clock.currentTimeMillis) - begun }
    })
  )
  const job = timed.pipe(
    Effect.provide(VendorHttp.layer(settings)),
    Effect.provide(Layer.succeed(HttpClient.HttpClient, vendor.client)),
    Effect.provide(RateBudget.layer)
  )
  const done = await VirtualTime.run(job, { count: () => vendor.seen().length, isBusy })
  if (Exit.isFailure(done)) throw new Error(String(done.cause))
  const requests = vendor.seen().map(({ method, url, body }) => ({ method, url, body }))
  return { ...done.value, requests }
}
