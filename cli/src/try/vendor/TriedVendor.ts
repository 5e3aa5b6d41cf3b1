import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { Authentication, HostPolicy, RateBudget, VendorHttp, WaitListener } from "@tributary/core"
import { Effect, type Scope } from "effect"
import type { Secrets } from "../Secrets.js"
import * as BaseUrl from "./BaseUrl.js"
import * as Recorder from "./Recorder.js"

/** Hears what happens between a connector and its vendor. */
export interface Listener {
  /** The vendor said how many requests it still allows. */
  readonly allows: (state: RateBudget.RateState) => void
  /** A request waits. */
  readonly waits: (request: object, wait: WaitListener.Wait) => Effect.Effect<void>
  /** The request that waited has ended. */
  readonly ended: (request: object) => Effect.Effect<void>
}

/** A vendor, opened with credentials. */
export interface TriedVendor {
  /** Sends requests, and tells the listener. */
  readonly http: VendorHttp.VendorHttp["Type"]
  /** What was sent and received so far. */
  readonly recorder: Recorder.Recorder
  /** Runs an effect so that its requests obey the rules of this vendor. */
  readonly provide: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, VendorHttp.VendorHttp>>
}

/** The hosts that the connector names, each replaced by this address. */
const overridesOf = (settings: VendorHttp.VendorHttpSettings, origin: string | null): HostPolicy.Overrides => {
  if (origin === null) return new Map()
  const { auth, baseUrl, furtherBaseUrls = [], hosts = [] } = settings
  const addresses = [baseUrl, ...furtherBaseUrls, ...(auth === undefined ? [] : [auth.url])]
  return new Map([...addresses.map((address) => new URL(address).host), ...hosts].map((host) => [host, origin]))
}

const observed = (settings: VendorHttp.VendorHttpSettings, { allows }: Listener): VendorHttp.VendorHttpSettings => {
  const { rate } = settings
  if (rate === undefined) return settings
  return {
    ...settings,
    rate: (headers, now) => {
      const state = rate(headers, now)
      if (state !== null) allows(state)
      return state
    }
  }
}

/**
 * Opens a vendor: over https, or on this machine, and at `origin` instead of the hosts that the connector names.
 *
 * Everything else is as in a runtime: retries, rate limits, declared hosts, bounds of answers.
 */
export const open = (
  settings: VendorHttp.VendorHttpSettings,
  {
    held,
    keepsAll,
    listener,
    origin,
    secrets
  }: {
    /** Opens the tokens of a consent; null if nobody consented in the browser. */
    readonly held: Authentication.HeldTokens["Type"]
    /** Whether every exchange is kept, for a recording. */
    readonly keepsAll: boolean
    /** Hears what happens. */
    readonly listener: Listener
    /** The address that replaces the vendor's own; null if none does. */
    readonly origin: string | null
    /** Learns the secrets of requests. */
    readonly secrets: Secrets
  }
): Effect.Effect<TriedVendor, never, Scope.Scope> =>
  Effect.gen(function* () {
    const client = NodeHttpClient.makeUndici(yield* NodeHttpClient.makeDispatcher)
    const renames: Recorder.Renames = origin === null ? [] : [[origin, new URL(settings.baseUrl).origin]]
    const recorder = Recorder.make(client, { keepsAll, renames, secrets })
    const budget = yield* RateBudget.make
    const withRules = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      effect.pipe(
        Effect.provideService(HostPolicy.HostPolicy, BaseUrl.decide),
        Effect.provideService(HostPolicy.HostOverrides, overridesOf(settings, origin)),
        Effect.provideService(WaitListener.WaitListener, {
          waits: listener.waits,
          ended: listener.ended
        })
      )
    const http = yield* VendorHttp.make(observed(settings, listener)).pipe(
      Effect.provideService(HttpClient.HttpClient, recorder.client),
      Effect.provideService(RateBudget.RateBudget, budget),
      Effect.provideService(Authentication.HeldTokens, held),
      withRules
    )
    return {
      http,
      recorder,
      provide: (effect) => withRules(Effect.provideService(effect, VendorHttp.VendorHttp, http))
    }
  })
