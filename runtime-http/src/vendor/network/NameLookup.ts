import type { LookupAddress } from "node:dns"
import { ExpiringMap, MonotonicTime } from "@tributary/core"
import { Data, Deferred, Effect, FiberId, Schedule } from "effect"
import { LIMIT_MILLIS } from "./NameServers.js"
import type { Resolve } from "./SystemNames.js"

/** A name that leads to no address that may be called. `code` is the one that Node has for it. */
export class NameRefused extends Data.TaggedError("NameRefused")<{
  /** EACCES: the operator does not allow its addresses. ENOTFOUND: there is no such name. EAI_AGAIN: no name server knows now. EBUSY: too many look-ups wait. */
  readonly code: "EACCES" | "ENOTFOUND" | "EAI_AGAIN" | "EBUSY"
  readonly message: string
}> {}

type Addresses = ReadonlyArray<LookupAddress>

/** How names are resolved, and to which addresses. */
export interface NameLookupSettings {
  readonly resolve: Resolve
  /** Whether connections to an address are refused. */
  readonly isRefused: (address: string) => boolean
}

/**
 * Who connects to one of a name's addresses. This server leaves out those that are refused; the proxy looks up the name itself and may take any,
 * so a name with a refused one is refused.
 */
export type Chooser = "server" | "proxy"

/** Resolves names within bounds: a name server that never answers an account delays no other account, and its own look-ups by seconds. */
export interface NameLookup {
  /** Those of a name's addresses that are allowed; at least one. `account` is the one that asks. */
  readonly addressesOf: (hostname: string, account: string, chooser?: Chooser) => Effect.Effect<Addresses, NameRefused>
}

/** How many names of one account may be asked at once. */
const AT_ONCE = 8
/** How many names may be asked at once in all, by accounts that ask for some already. */
const AT_ONCE_IN_ALL = 256
/** How many names an account may ask for, whatever others do: those that fill all places are the names of others. */
const ALWAYS = 2
/** How long a look-up waits for its turn. */
const PAUSE_MILLIS = 50
const PAUSES = 40

/** How many refused names are remembered. */
const MAX_REMEMBERED = 10_000
/** How long they are, in milliseconds. A name server that did not answer is asked again sooner, because it may be back. */
const LIFETIMES: Readonly<Record<NameRefused["code"], number>> = {
  EACCES: 30_000,
  ENOTFOUND: 30_000,
  EAI_AGAIN: 10_000,
  EBUSY: 0
}

const messages: Readonly<Record<NameRefused["code"], (hostname: string) => string>> = {
  EACCES: (hostname) => `${hostname} resolves to an address that the operator of this server does not allow`,
  ENOTFOUND: (hostname) => `no host has the name ${hostname}`,
  EAI_AGAIN: (hostname) => `no name server could resolve ${hostname} for now; try again`,
  EBUSY: (hostname) => `too many look-ups wait for their name servers, so that of ${hostname} was not made; try again`
}

/** The refusal of a name, or of an address in its place. */
export const refuse = (code: NameRefused["code"], hostname: string): NameRefused =>
  new NameRefused({ code, message: messages[code](hostname) })

interface Remembered {
  readonly refusal: NameRefused
  readonly until: number
}

/** The same name may have an answer for one of them only. */
const keyOf = (hostname: string, chooser: Chooser): string => `${chooser} ${hostname}`

/** Look-ups of this process. */
export const make = ({ isRefused, resolve }: NameLookupSettings): NameLookup => {
  const refused = new ExpiringMap<Remembered>(({ until }, now) => until <= now, MAX_REMEMBERED)
  const running = new Map<string, Deferred.Deferred<Addresses, NameRefused>>()
  const counts = new Map<string, number>()

  const count = (account: string, change: 1 | -1) => {
    const next = (counts.get(account) ?? 0) + change
    if (next === 0) counts.delete(account)
    else counts.set(account, next)
  }

  const query = (hostname: string, chooser: Chooser) =>
    Effect.async<Addresses, NameRefused>((resume) => {
      const isOfProxy = chooser === "proxy"
      const done: Parameters<Resolve>[1] = (error, addresses) => {
        if (error !== null) {
          return resume(refuse(error.code === "EAI_AGAIN" ? "EAI_AGAIN" : "ENOTFOUND", hostname))
        }
        const allowed = addresses.filter(({ address }) => !isRefused(address))
        const isBad = allowed.length === 0 || (isOfProxy && allowed.length < addresses.length)
        return resume(isBad ? refuse("EACCES", hostname) : Effect.succeed(allowed))
      }
      resolve(hostname, done, isOfProxy)
    }).pipe(
      Effect.timeoutFail({ duration: LIMIT_MILLIS, onTimeout: () => refuse("EAI_AGAIN", hostname) }),
      Effect.tapError((refusal) =>
        Effect.map(MonotonicTime.millis, (now) =>
          refused.getOrMake(keyOf(hostname, chooser), now, () => ({ refusal, until: now + LIFETIMES[refusal.code] }))
        )
      )
    )

  /** The answer to a query, which has begun now unless somebody has asked before; refuses at once if the account asks for too many names already. */
  const ask = (
    hostname: string,
    account: string,
    chooser: Chooser
  ): Effect.Effect<Deferred.Deferred<Addresses, NameRefused>, NameRefused> =>
    Effect.gen(function* () {
      const key = keyOf(hostname, chooser)
      const known = refused.get(key, yield* MonotonicTime.millis)
      if (known !== undefined) return yield* known.refusal
      const shared = running.get(key)
      if (shared !== undefined) return shared
      if ((counts.get(account) ?? 0) >= (running.size < AT_ONCE_IN_ALL ? AT_ONCE : ALWAYS))
        return yield* refuse("EBUSY", hostname)
      const answer = Deferred.unsafeMake<Addresses, NameRefused>(FiberId.none)
      running.set(key, answer)
      count(account, 1)
      const end = Effect.sync(() => {
        running.delete(key)
        count(account, -1)
      })
      // It goes on if the request ends, because others may wait for the same answer.
      yield* Effect.forkDaemon(
        Effect.interruptible(Effect.intoDeferred(Effect.ensuring(query(hostname, chooser), end), answer))
      )
      return answer
    }).pipe(Effect.uninterruptible)

  return {
    addressesOf: (hostname, account, chooser = "server") =>
      ask(hostname, account, chooser).pipe(
        Effect.retry({
          schedule: Schedule.spaced(PAUSE_MILLIS),
          times: PAUSES,
          while: ({ code }) => code === "EBUSY"
        }),
        Effect.flatMap(Deferred.await)
      )
  }
}
