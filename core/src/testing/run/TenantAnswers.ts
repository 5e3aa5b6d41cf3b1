import { HttpClient } from "@effect/platform"
import { Effect } from "effect"
import type { RateBudget } from "../../http/rate/RateBudget.js"
import * as VendorHttp from "../../http/VendorHttp.js"
import * as ScriptedVendor from "../vendor/ScriptedVendor.js"

/**
 * What a scripted vendor says about the tenant. No fault strikes these answers, and no count of requests includes them: they say whose the
 * rows are, and what a fault in a list leads to does not depend on it.
 */
export interface TenantAnswers {
  /** The client for a run. */
  readonly open: (
    settings: VendorHttp.VendorHttpSettings
  ) => Effect.Effect<VendorHttp.VendorHttp["Type"], never, HttpClient.HttpClient | RateBudget>
  /** The requests about the tenant so far, without those for tokens. */
  readonly seen: () => ReadonlyArray<ScriptedVendor.Seen>
}

export const make = (replies: ScriptedVendor.Replies): TenantAnswers => {
  const vendor = ScriptedVendor.make(replies)
  let tokenUrl: string | null = null
  return {
    open: (settings) =>
      Effect.gen(function* () {
        tokenUrl = settings.auth?.url ?? null
        const http = yield* VendorHttp.make(settings)
        const { tenant } = yield* Effect.provideService(VendorHttp.make(settings), HttpClient.HttpClient, vendor.client)
        return VendorHttp.VendorHttp.of({ ...http, tenant })
      }),
    seen: () => vendor.seen().filter(({ url }) => url !== tokenUrl)
  }
}
