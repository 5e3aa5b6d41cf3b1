import { isIP } from "node:net"
import { HttpClient } from "@effect/platform"
import { AnswerMemory, Decode, HostPolicy } from "@tributary/core"
import { Effect, Either, Layer } from "effect"
import * as AccountSockets from "./network/AccountSockets.js"
import * as AddressPolicy from "./network/AddressPolicy.js"
import { AddressCheck } from "./network/AddressPolicy.js"
import * as NameLookup from "./network/NameLookup.js"
import type * as OutgoingProxy from "./network/OutgoingProxy.js"
import type { Resolve } from "./network/SystemNames.js"
import * as SystemNames from "./network/SystemNames.js"
import * as VendorConnector from "./network/VendorConnector.js"
import { VendorAccount } from "./VendorAccount.js"

/** Limits on requests to vendors. */
export interface VendorClientSettings extends AddressPolicy.AddressSettings {
  /** The ports that may be called; `defaultPorts` by default. Overrides and this machine may have any. */
  readonly ports?: ReadonlyArray<number>
  /** How the name of a host is resolved; as this machine does it by default. */
  readonly resolve?: Resolve
  /** Other addresses to call instead of vendors' hosts. */
  readonly hostOverrides?: HostPolicy.Overrides
  /** The largest answer, in MiB; `defaultAnswerMib` by default. A larger one is not read to its end. */
  readonly maxAnswerMib?: number
  /** The most rows of a list in an answer; `defaultAnswerRows` by default. An answer with more is not read to its end. */
  readonly maxAnswerRows?: number
  /** The memory for long answers, in MiB; `defaultAnswerMemoryMib` by default. A single answer gets a quarter of it. */
  readonly answerMemoryMib?: number
  /** How many connections of one account to one vendor host may be open at once; 16 by default. */
  readonly connectionsPerHost?: number
  /** How many connections of one account to all vendors may be open at once; `defaultConnections` by default. */
  readonly vendorConnections?: number
  /** The proxy through which vendors are called; none by default. */
  readonly proxy?: OutgoingProxy.OutgoingProxy | null
  /** Further authorities that may sign the certificates of vendors and of the proxy, as PEM. */
  readonly authorities?: ReadonlyArray<string>
}

/** https, the console of InsightVM, and the usual port of tools on customers' own hosts. */
export const defaultPorts: ReadonlyArray<number> = [443, 3780, 8443]

/** Room for 30,000 rows of 2 KB. */
export const defaultAnswerMib = 64

/** More rows than any vendor documents for one page or export chunk. */
export const defaultAnswerRows = 100_000

/** More than the jobs of one account need, and a fraction of the descriptors that a process has. */
export const defaultConnections = 256

/** Room for two of the largest pages, and for two of the largest answers about rows, at once. */
export const defaultAnswerMemoryMib = 256

const CONNECTIONS_PER_HOST = 16

const HTTPS_PORT = 443

/** Applies the same rules to IP addresses in a URL, so that the refusal comes with a reason, and the rules about ports. */
const makePolicy = (settings: VendorClientSettings): HostPolicy.Decide => {
  const isRefused = AddressPolicy.make(settings)
  const ports = settings.ports ?? defaultPorts
  const overridden = new Set([...(settings.hostOverrides ?? new Map()).values()].map((origin) => new URL(origin).host))
  const decide: HostPolicy.Decide = (url) => {
    const host = VendorConnector.bareHost(url.hostname)
    if (isIP(host) !== 0 && isRefused(host)) return `the operator of this server does not allow the address ${host}`
    const reason = HostPolicy.httpsOnly(url)
    const port = url.port === "" ? HTTPS_PORT : Number(url.port)
    if (reason !== null || ports.includes(port) || overridden.has(url.host)) return reason
    return `the operator of this server does not allow the port ${port}, only ${ports.join(", ")}`
  }
  return settings.allowLoopback === true ? HostPolicy.orLoopback(decide) : decide
}

/** Also resolves the name, so that a customer learns at once that it leads to an address that is not allowed. */
const makeAddressCheck = (settings: VendorClientSettings, names: NameLookup.NameLookup): AddressCheck["Type"] => {
  const decide = makePolicy(settings)
  const overrides = settings.hostOverrides ?? new Map()
  return (sent) =>
    Effect.gen(function* () {
      const url = HostPolicy.override(overrides, sent)
      const reason = decide(url)
      const chooser = VendorConnector.chooserOf(settings.proxy ?? null, url)
      if (reason !== null || chooser === null) return reason
      const found = yield* Effect.either(names.addressesOf(url.hostname, yield* VendorAccount, chooser))
      // A name that cannot be resolved now may be resolved later; the request to the vendor will tell.
      const isBad = Either.isLeft(found) && found.left.code === "EACCES"
      return isBad ? "its name resolves to an address that the operator of this server does not allow" : null
    })
}

const MIB = 1_048_576

const MEMORY_SETTING = "TRIBUTARY_ANSWER_MEMORY_MIB"

const memoryOf = (settings: VendorClientSettings): number => (settings.answerMemoryMib ?? defaultAnswerMemoryMib) * MIB

/** The bounds of answers, with the settings that an operator can change. */
const makeBounds = (settings: VendorClientSettings): Decode.Bounds => {
  const max = (settings.maxAnswerMib ?? defaultAnswerMib) * MIB
  const room = AnswerMemory.largestOf(memoryOf(settings))
  return {
    bytes: room < max ? { max: room, setting: MEMORY_SETTING } : { max, setting: "TRIBUTARY_VENDOR_ANSWER_MIB" },
    rows: { max: settings.maxAnswerRows ?? defaultAnswerRows, setting: "TRIBUTARY_VENDOR_ANSWER_ROWS" }
  }
}

/** The HTTP client for requests to vendors, and the rules of `VendorHttp`: which hosts may be called, at which addresses, and how much they may answer. */
export const layer = (
  settings: VendorClientSettings = {}
): Layer.Layer<
  | AddressCheck
  | AnswerMemory.AnswerMemory
  | Decode.AnswerBounds
  | HttpClient.HttpClient
  | HostPolicy.HostPolicy
  | HostPolicy.HostOverrides
> => {
  const { authorities = [], proxy = null, resolve = SystemNames.make() } = settings
  const isRefused = AddressPolicy.make(settings)
  const names = NameLookup.make({ resolve, isRefused })
  const connector = VendorConnector.make({ names, isRefused, resolve, proxy, authorities })
  const bounds = {
    perHost: settings.connectionsPerHost ?? CONNECTIONS_PER_HOST,
    perAccount: settings.vendorConnections ?? defaultConnections
  }
  return Layer.mergeAll(
    Layer.scoped(HttpClient.HttpClient, AccountSockets.make(bounds, connector)),
    Layer.sync(AddressCheck, () => makeAddressCheck(settings, names)),
    Layer.sync(AnswerMemory.AnswerMemory, () => AnswerMemory.make(memoryOf(settings), MEMORY_SETTING)),
    Layer.sync(Decode.AnswerBounds, () => makeBounds(settings)),
    Layer.sync(HostPolicy.HostPolicy, () => makePolicy(settings)),
    Layer.sync(HostPolicy.HostOverrides, () => settings.hostOverrides ?? new Map())
  )
}
