import { HttpClient, type HttpClientError } from "@effect/platform"
import { NodeHttpClient, Undici } from "@effect/platform-node"
import { Effect, type Scope } from "effect"
import { VendorAccount } from "../VendorAccount.js"

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

/** What one account has; it is forgotten as soon as it has no socket and no request. */
interface Share {
  agent: Undici.Agent
  client: HttpClient.HttpClient
  requests: number
  sockets: number
}

const hasIdle = ({ stats }: Undici.Agent): boolean =>
  Object.values(stats).some((each) => ("free" in each ? each.free > 0 : each.connected && each.size === 0))

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
      if (share.sockets === 0 && share.requests === 0 && shares.get(account) === share) shares.delete(account)
    }

    /** Fresh sockets for a share; those that it has had are closed as soon as their requests have ended. */
    const renew = (connect: Undici.buildConnector.connector) => {
      const agent = new Undici.Agent({ connect, connections: perHost, keepAliveTimeout: KEEP_ALIVE_MILLIS })
      return { agent, client: NodeHttpClient.makeUndici(agent) }
    }

    const whenFree = (
      share: Share,
      connect: Undici.buildConnector.connector,
      left: number,
      go: () => void,
      fail: () => void
    ) => {
      if (share.sockets < perAccount) return go()
      if (left === 0) return fail()
      if (hasIdle(share.agent)) {
        void share.agent.close()
        Object.assign(share, renew(connect))
      }
      setTimeout(() => whenFree(share, connect, left - 1, go, fail), PAUSE_MILLIS).unref()
    }

    const makeShare = (account: string): Share => {
      const connectNow = makeConnector(account)
      const connect: Undici.buildConnector.connector = (options, callback) => {
        const closed = () => {
          share.sockets -= 1
          forgetUnused(account, share)
        }
        const go = () => {
          share.sockets += 1
          connectNow(options, (...result) => {
            if (result[0] === null) result[1].once("close", closed)
            else closed()
            callback(...result)
          })
        }
        whenFree(share, connect, PAUSES, go, () => callback(noPlace(), null))
      }
      const share: Share = { ...renew(connect), requests: 0, sockets: 0 }
      return share
    }

    yield* Effect.addFinalizer(() =>
      Effect.promise(() => Promise.all([...shares.values()].map(({ agent }) => agent.destroy())))
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
          ({ share }) => Effect.flatMap(request, (each) => share.client.execute(each)),
          ({ account, share }) =>
            Effect.sync(() => {
              share.requests -= 1
              forgetUnused(account, share)
            })
        ),
      Effect.succeed
    )
  })
