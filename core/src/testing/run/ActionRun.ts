import { HttpClient } from "@effect/platform"
import { Effect, Exit } from "effect"
import type { Connector } from "../../Connector.js"
import * as RateBudget from "../../http/rate/RateBudget.js"
import type * as VendorError from "../../http/VendorError.js"
import * as VendorHttp from "../../http/VendorHttp.js"
import * as MonotonicTime from "../../MonotonicTime.js"
import * as ScriptedVendor from "../vendor/ScriptedVendor.js"
import * as VirtualTime from "../vendor/VirtualTime.js"
import type { RunOptions } from "./ConnectorRun.js"
import * as TenantAnswers from "./TenantAnswers.js"
import { settingsOf } from "./TestCredentials.js"

/** A request that an action sent, with its JSON or its text; the body is null if it sent none. */
export interface ActionRequest {
  /** The HTTP method, in upper case. */
  readonly method: string
  /** The whole address, with its query. */
  readonly url: string
  /** The JSON of the request, or its text if it is not JSON; null if it has no body. */
  readonly body: unknown
}

/** What an action did. */
export interface ActionReport<A> {
  /** The action's result, or the error that it ended with. */
  readonly exit: Exit.Exit<A, VendorError.VendorError>
  /** Every request that the vendor received, in order. */
  readonly requests: ReadonlyArray<ActionRequest>
  /** How long the action would have taken in real time, in milliseconds. */
  readonly elapsedMillis: number
}

/** What a run of an action needs: the vendor's replies, and optionally faults and credentials. */
export type ActionOptions = Pick<RunOptions, "replies" | "faults" | "credentials">

/** Runs one action of a connector against a scripted vendor, without network and without waiting. */
export const runAction = async <A>(
  connector: Connector,
  action: Effect.Effect<A, VendorError.VendorError, VendorHttp.VendorHttp>,
  options: ActionOptions
): Promise<ActionReport<A>> => {
  const vendor = ScriptedVendor.make(options.replies, options.faults)
  const { settings, isBusy } = VirtualTime.holdWhileSigning(settingsOf(connector, options))
  const timed = Effect.clockWith((clock) =>
    Effect.gen(function* () {
      const begun = MonotonicTime.unsafeMillis(clock)
      const exit = yield* Effect.exit(action)
      return { exit, elapsedMillis: MonotonicTime.unsafeMillis(clock) - begun }
    })
  )
  const job = timed.pipe(
    Effect.provideServiceEffect(VendorHttp.VendorHttp, TenantAnswers.make(options.replies).open(settings)),
    Effect.provideService(HttpClient.HttpClient, vendor.client),
    Effect.provideServiceEffect(RateBudget.RateBudget, RateBudget.make)
  )
  const done = await VirtualTime.run(job, isBusy)
  if (Exit.isFailure(done)) throw new Error(String(done.cause))
  const requests = vendor.seen().map(({ method, url, body }) => ({ method, url, body }))
  return { ...done.value, requests }
}
