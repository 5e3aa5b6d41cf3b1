import { type LookupAddress, lookup as lookupName } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import { HttpClient } from "@effect/platform"
import { NodeHttpClient, Undici } from "@effect/platform-node"
import { Decode, HostPolicy } from "@tributary/core"
import { Effect, Layer } from "effect"
import * as AddressPolicy from "./AddressPolicy.js"
import { AddressCheck } from "./AddressPolicy.js"

/** Resolves the name of a host to its addresses. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

/** Limits on requests to vendors. */
export interface VendorClientSettings extends AddressPolicy.AddressSettings {
  /** The ports that may be called; `defaultPorts` by default. Overrides and this machine may have any. */
  readonly ports?: ReadonlyArray<number>
  /** How the name of a host is resolved; by the operating system by default. */
  readonly resolve?: Resolve
  /** Other addresses to call instead of vendors' hosts. */
  readonly hostOverrides?: HostPolicy.Overrides
  /** The largest answer, in MiB; `defaultAnswerMib` by default. A larger one is not read to its end. */
  readonly maxAnswerMib?: number
  /** The most rows of a list in an answer; `defaultAnswerRows` by default. An answer with more is not read to its end. */
  readonly maxAnswerRows?: number
  /** How many connections to one vendor host may be open at once; 16 by default. */
  readonly connectionsPerHost?: number
}

/** https, the console of InsightVM, and the usual port of tools on customers' own hosts. */
export const defaultPorts: ReadonlyArray<number> = [443, 3780, 8443]

/** Room for 30,000 rows of 2 KB. */
export const defaultAnswerMib = 64

/** More rows than any vendor documents for one page or export chunk. */
export const defaultAnswerRows = 100_000

const CONNECTIONS_PER_HOST = 16
const CONNECT_TIMEOUT_MILLIS = 10_000
const KEEP_ALIVE_MILLIS = 10_000

const refusal = (hostname: string) =>
  Object.assign(new Error(`${hostname} resolves to an address that the operator of this server does not allow`), {
    code: "EACCES"
  })

/**
 * Resolves a host name to those of its addresses that are allowed.
 *
 * The check is part of the lookup, because a name that was checked earlier may resolve to another address now.
 */
const guardedLookup =
  (isRefused: (address: string) => boolean, resolve: Resolve | undefined): LookupFunction =>
  (hostname, options, callback) => {
    const byOptions: Resolve = (name, done) => lookupName(name, { ...options, all: true }, done)
    const lookUp = resolve ?? byOptions
    lookUp(hostname, (error, addresses) => {
      if (error !== null) return callback(error, "")
      const allowed = addresses.filter(({ address }) => !isRefused(address))
      const [first] = allowed
      if (first === undefined) return callback(refusal(hostname), "")
      if (options.all === true) return callback(null, [...allowed])
      return callback(null, first.address, first.family)
    })
  }

/** Connects to allowed addresses only. It never follows a redirect: `VendorHttp` does that by its own rules. */
const makeAgent = (settings: VendorClientSettings): Undici.Agent => {
  const isRefused = AddressPolicy.make(settings)
  const connect = Undici.buildConnector({
    lookup: guardedLookup(isRefused, settings.resolve),
    timeout: CONNECT_TIMEOUT_MILLIS,
    keepAlive: true
  })
  return new Undici.Agent({
    // An IP address instead of a name is never looked up, so it is checked here.
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[|\]$/g, "")
      if (isIP(host) !== 0 && isRefused(host)) return callback(refusal(host), null)
      return connect(options, callback)
    },
    connections: settings.connectionsPerHost ?? CONNECTIONS_PER_HOST,
    keepAliveTimeout: KEEP_ALIVE_MILLIS
  })
}

const HTTPS_PORT = 443

/** Applies the same rules to IP addresses in a URL, so that the refusal comes with a reason, and the rules about ports. */
const makePolicy = (settings: VendorClientSettings): HostPolicy.Decide => {
  const isRefused = AddressPolicy.make(settings)
  const ports = settings.ports ?? defaultPorts
  const overridden = new Set([...(settings.hostOverrides ?? new Map()).values()].map((origin) => new URL(origin).host))
  const decide: HostPolicy.Decide = (url) => {
    const host = url.hostname.replace(/^\[|\]$/g, "")
    if (isIP(host) !== 0 && isRefused(host)) return `the operator of this server does not allow the address ${host}`
    const reason = HostPolicy.httpsOnly(url)
    const port = url.port === "" ? HTTPS_PORT : Number(url.port)
    if (reason !== null || ports.includes(port) || overridden.has(url.host)) return reason
    return `the operator of this server does not allow the port ${port}, only ${ports.join(", ")}`
  }
  return settings.allowLoopback === true ? HostPolicy.orLoopback(decide) : decide
}

/** Also resolves the name, so that a customer learns at once that it leads to an address that is not allowed. */
const makeAddressCheck = (settings: VendorClientSettings): AddressCheck["Type"] => {
  const resolve: Resolve = settings.resolve ?? ((hostname, done) => lookupName(hostname, { all: true }, done))
  const decide = makePolicy(settings)
  const isRefused = AddressPolicy.make(settings)
  const overrides = settings.hostOverrides ?? new Map()
  return (sent) =>
    Effect.async((resume) => {
      const url = HostPolicy.override(overrides, sent)
      const host = url.hostname.replace(/^\[|\]$/g, "")
      const reason = decide(url)
      if (reason !== null || isIP(host) !== 0) return resume(Effect.succeed(reason))
      resolve(host, (error, addresses) => {
        // A name that cannot be resolved now may be resolved later; the request to the vendor will tell.
        const isBad = error === null && addresses.every(({ address }) => isRefused(address))
        resume(
          Effect.succeed(
            isBad ? "its name resolves to an address that the operator of this server does not allow" : null
          )
        )
      })
    })
}

const MIB = 1_048_576

/** The bounds of answers, with the settings that an operator can change. */
const makeBounds = (settings: VendorClientSettings): Decode.Bounds => ({
  bytes: { max: (settings.maxAnswerMib ?? defaultAnswerMib) * MIB, setting: "TRIBUTARY_VENDOR_ANSWER_MIB" },
  rows: { max: settings.maxAnswerRows ?? defaultAnswerRows, setting: "TRIBUTARY_VENDOR_ANSWER_ROWS" }
})

/** The HTTP client for requests to vendors, and the rules of `VendorHttp`: which hosts may be called, at which addresses, and how much they may answer. */
export const layer = (
  settings: VendorClientSettings = {}
): Layer.Layer<
  AddressCheck | Decode.AnswerBounds | HttpClient.HttpClient | HostPolicy.HostPolicy | HostPolicy.HostOverrides
> => {
  const client = Layer.scoped(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => makeAgent(settings)),
        (agent) => Effect.promise(() => agent.destroy())
      )
      return NodeHttpClient.makeUndici(agent)
    })
  )
  return Layer.mergeAll(
    client,
    Layer.sync(AddressCheck, () => makeAddressCheck(settings)),
    Layer.sync(Decode.AnswerBounds, () => makeBounds(settings)),
    Layer.sync(HostPolicy.HostPolicy, () => makePolicy(settings)),
    Layer.sync(HostPolicy.HostOverrides, () => settings.hostOverrides ?? new Map())
  )
}
