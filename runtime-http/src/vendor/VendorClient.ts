import { type LookupAddress, lookup as lookupName } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient, Undici } from "@effect/platform-node"
import { HostPolicy } from "@tributary/core"
import { Effect, Layer } from "effect"
import * as AddressPolicy from "./AddressPolicy.js"

/** What requests to vendors may do. */
export interface VendorClientSettings extends AddressPolicy.AddressSettings {
  /** Other addresses for vendors' hosts. */
  readonly hostOverrides?: HostPolicy.Overrides
  /** Longer answers are broken off; 64 MiB by default. */
  readonly maxAnswerBytes?: number
  /** Connections to one vendor host at once; 16 by default. */
  readonly connectionsPerHost?: number
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const CONNECTIONS_PER_HOST = 16
const CONNECT_TIMEOUT_MILLIS = 10_000
const KEEP_ALIVE_MILLIS = 10_000

const refusal = (hostname: string) =>
  Object.assign(new Error(`${hostname} leads to an address that the operator of this runtime does not allow`), {
    code: "EACCES"
  })

/**
 * Resolves a name to the allowed ones of its addresses.
 *
 * The check stands here, since a name that was checked before may lead elsewhere when it is asked for again.
 */
const guardedLookup =
  (isRefused: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookupName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, "")
      const allowed: ReadonlyArray<LookupAddress> = addresses.filter(({ address }) => !isRefused(address))
      const [first] = allowed
      if (first === undefined) return callback(refusal(hostname), "")
      if (options.all === true) return callback(null, [...allowed])
      return callback(null, first.address, first.family)
    })
  }

/** Connects to allowed addresses only; never follows a redirect, which `VendorHttp` does with its own rules. */
const makeAgent = (settings: VendorClientSettings): Undici.Agent => {
  const isRefused = AddressPolicy.make(settings)
  const connect = Undici.buildConnector({
    lookup: guardedLookup(isRefused),
    timeout: CONNECT_TIMEOUT_MILLIS,
    keepAlive: true
  })
  return new Undici.Agent({
    // An address in the place of a name is never looked up.
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, "")
      if (isIP(host) !== 0 && isRefused(host)) return callback(refusal(host), null)
      return connect(options, callback)
    },
    connections: settings.connectionsPerHost ?? CONNECTIONS_PER_HOST,
    keepAliveTimeout: KEEP_ALIVE_MILLIS,
    maxResponseSize: settings.maxAnswerBytes ?? MAX_ANSWER_BYTES
  })
}

/** The same rules for what can be told from an address as written, so that the refusal has words. */
const makePolicy = (settings: VendorClientSettings): HostPolicy.Decide => {
  const isRefused = AddressPolicy.make(settings)
  const decide: HostPolicy.Decide = (url) => {
    const host = url.hostname.replace(/^\[|\]$/g, "")
    if (isIP(host) !== 0 && isRefused(host)) return `the address ${host} is not allowed by the operator of this runtime`
    return HostPolicy.httpsOnly(url)
  }
  return settings.allowLoopback === true ? HostPolicy.orLoopback(decide) : decide
}

/** The client for requests to vendors, and what its `VendorHttp` asks before each: whether the host may be called, and where it is. */
export const layer = (
  settings: VendorClientSettings = {}
): Layer.Layer<HttpClient.HttpClient | HostPolicy.HostPolicy | HostPolicy.HostOverrides> => {
  const client = Layer.scoped(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => makeAgent(settings)),
        (agent) => Effect.promise(() => agent.destroy())
      )
      return HttpClient.mapRequest(NodeHttpClient.makeUndici(agent), named)
    })
  )
  return Layer.mergeAll(
    client,
    Layer.sync(HostPolicy.HostPolicy, () => makePolicy(settings)),
    Layer.sync(HostPolicy.HostOverrides, () => settings.hostOverrides ?? new Map())
  )
}

/** Some vendors refuse requests that do not say who asks. */
const named = (request: HttpClientRequest.HttpClientRequest): HttpClientRequest.HttpClientRequest =>
  "user-agent" in request.headers ? request : HttpClientRequest.setHeader(request, "user-agent", "tributary")
