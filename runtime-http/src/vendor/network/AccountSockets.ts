import type { Socket } from "node:net"
import { HttpClient, type HttpClientError } from "@effect/platform"
import { NodeHttpClient, Undici } from "@effect/platform-node"
import { Effect, type Scope } from "effect"
import { RequestSendLimit } from "../RequestSendLimit.js"
import { VendorAccount } from "../VendorAccount.js"
import * as LimitedDispatcher from "./LimitedDispatcher.js"

/** How many sockets an account may have. */
export interface SocketBounds {
  /** At one host. */
  readonly perHost: number
  /** At all hosts together. */
  readonly perAccount: number
}

/** Connects for the account that it is made for. */
export type MakeConnector = (account: string) => Undici.buildConnector.connector

const KEEP_ALIVE_MILLIS = 10_000

/** How often, and how many times, a connection beyond the account's bound looks for a place. */
const PAUSE_MILLIS = 50
const PAUSES = 200

const noPlace = () =>
  Object.assign(new Error("Too many connections to vendors are open for this account; try again"), {
    code: "ACCOUNT_SOCKETS"
  })

/** A connection of the HTTP client that has a place among the sockets of its account; null until it is open. */
interface Place {
  readonly host: string
  socket: Socket | null
}

/** What one account has; it is forgotten as soon as it has no socket and no request. */
interface Share {
  readonly agent: Undici.Agent
  readonly client: HttpClient.HttpClient
  /** The longest idle comes first. Each connection of the HTTP client has one socket at most. */
  readonly places: Map<Undici.Client, Place>
  requests: number
}

const isIdle = ([client, { socket }]: readonly [Undici.Client, Place]): boolean =>
  socket !== null && client.stats.size === 0

/**
 * The HTTP client of this process for requests to vendors. Each account has its own sockets, so that one whose vendor hangs takes none of
 * another account's at the same host; `VendorAccount` says whose a request is.
 */
export const make = (
  { perAccount, perHost }: SocketBounds,
  makeConnector: MakeConnector
): Effect.Effect<HttpClient.HttpClient, never, Scope.Scope> =>
  Effect.gen(function* () {
    const shares = new Map<string, Share>()

    const forgetUnused = (account: string, share: Share) => {
      // A share that was forgotten may still get a socket for a request that has ended; the account has another one then.
      if (share.places.size === 0 && share.requests === 0 && shares.get(account) === share) shares.delete(account)
    }

    /** Those that have to leave a place for a socket at this host; none if there is room. */
    const crowd = ({ places }: Share, host: string) => {
      const all = [...places]
      const there = all.filter(([, place]) => place.host === host)
      if (there.length >= perHost) return there
      return all.length >= perAccount ? all : []
    }

    const whenFree = (share: Share, host: string, left: number, go: () => void, fail: () => void) => {
      const found = crowd(share, host)
      if (found.length === 0) return go()
      const idle = found.find(isIdle)
      if (idle !== undefined) {
        const [client, { socket }] = idle
        share.places.delete(client)
        socket?.destroy()
        return go()
      }
      if (left === 0) return fail()
      setTimeout(() => whenFree(share, host, left - 1, go, fail), PAUSE_MILLIS).unref()
    }

    const makeShare = (account: string): Share => {
      const connectNow = makeConnector(account)
      const places: Share["places"] = new Map()

      const makeClient = (url: URL, options: object): Undici.Client => {
        const connect: Undici.buildConnector.connector = (target, callback) => {
          const go = () => {
            const place: Place = { host: url.host, socket: null }
            const closed = () => {
              if (places.get(client) === place) places.delete(client)
              forgetUnused(account, share)
            }
            places.set(client, place)
            connectNow(target, (...result) => {
              if (result[0] === null) place.socket = result[1].once("close", closed)
              else closed()
              callback(...result)
            })
          }
          whenFree(share, url.host, PAUSES, go, () => callback(noPlace(), null))
        }
        const client = new Undici.Client(url, { ...options, connect })
        return client.on("drain", () => {
          const place = places.get(client)
          if (place === undefined) return
          places.delete(client)
          places.set(client, place)
        })
      }

      const agent = new Undici.Agent({
        keepAliveTimeout: KEEP_ALIVE_MILLIS,
        factory: (origin, options) => new Undici.Pool(origin, { ...options, connections: perHost, factory: makeClient })
      })
      const share: Share = { agent, client: NodeHttpClient.makeUndici(agent), places, requests: 0 }
      return share
    }

    yield* Effect.addFinalizer(() =>
      Effect.promise(() =>
        // The agent forgets the connections to a host when the last open one is closed, also those that are being opened.
        Promise.all(
          [...shares.values()].flatMap(({ agent, places }) => [agent, ...places.keys()].map((each) => each.destroy()))
        )
      )
    )
    const begin = Effect.map(VendorAccount, (account) => {
      const share = shares.get(account) ?? makeShare(account)
      shares.set(account, share)
      share.requests += 1
      return { account, share }
    })
    return HttpClient.makeWith<HttpClientError.HttpClientError, never, HttpClientError.HttpClientError, never>(
      (request) =>
        Effect.acquireUseRelease(
          begin,
          ({ share: { agent, client } }) =>
            Effect.gen(function* () {
              const limit = yield* RequestSendLimit
              const limited =
                limit === null ? client : NodeHttpClient.makeUndici(LimitedDispatcher.within(agent, limit))
              return yield* limited.execute(yield* request)
            }),
          ({ account, share }) =>
            Effect.sync(() => {
              share.requests -= 1
              forgetUnused(account, share)
            })
        ),
      Effect.succeed
    )
  })
