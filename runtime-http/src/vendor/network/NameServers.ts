import { getServers, type LookupAddress, promises } from "node:dns"
import { setTimeout as pause } from "node:timers/promises"
import type { ResolverSettings } from "./ResolverSettings.js"

/**
 * What name servers say about a name. `absent`: there is no such name. `empty`: it has no address. `failed`: no server that answered could
 * say, such as one that refuses the question. `silent`: no server answered.
 */
export interface Answer {
  readonly addresses: ReadonlyArray<LookupAddress>
  readonly state: "found" | "absent" | "empty" | "failed" | "silent"
}

/** Asks for the addresses of a name. `needsAll` waits for both kinds of addresses, however long the second kind takes. */
export type Ask = (name: string, needsAll: boolean) => Promise<Answer>

/** How long a name may take by all servers together. */
export const LIMIT_MILLIS = 5_000

/** Each server is asked this often at most; the second time, it has twice as long. */
const MAX_ATTEMPTS = 2
/** How many times the first wait all waits for one server are. */
const WAITS = 3

/** Some name servers never answer the question for IPv6 addresses, and one kind of addresses is enough. */
const FURTHER_KIND_MILLIS = 300

/** What the error of a query says. All others are answers of a server that cannot say. */
const states: Readonly<Record<string, Answer["state"]>> = {
  ENOTFOUND: "absent",
  EBADNAME: "absent",
  ENODATA: "empty",
  ETIMEOUT: "silent",
  ECANCELLED: "silent",
  ECONNREFUSED: "silent"
}

const none = (state: Answer["state"]): Answer => ({ addresses: [], state })

/** The servers that a resolver can use; it refuses what is not an address. */
const usable = (servers: ReadonlyArray<string>): ReadonlyArray<string> => {
  const resolver = new promises.Resolver()
  return servers.filter((server) => {
    try {
      resolver.setServers([server])
      return true
    } catch {
      return false
    }
  })
}

const settle = (family: 4 | 6, answer: Promise<ReadonlyArray<string>>): Promise<Answer> =>
  answer.then(
    (found) => ({ addresses: found.map((address) => ({ address, family })), state: "found" }),
    ({ code = "" }: NodeJS.ErrnoException) => none(states[code] ?? "failed")
  )

const isUncertain = ({ state }: Answer): boolean => state === "failed" || state === "silent"

/** IPv4 comes first: where there is no way to IPv6, the first attempt to connect must not fail. */
const askBoth = async (resolver: promises.Resolver, name: string, needsAll: boolean): Promise<Answer> => {
  const six = settle(6, resolver.resolve6(name))
  const four = await settle(4, resolver.resolve4(name))
  // A name that does not exist has no addresses of the other kind either.
  if (four.state === "absent") return four
  const isEnough = four.state === "found" && !needsAll
  const further = await (isEnough
    ? Promise.race([six, pause(FURTHER_KIND_MILLIS, none("silent"), { ref: false })])
    : six)
  const addresses = [...four.addresses, ...further.addresses]
  if (addresses.length > 0) return { addresses, state: "found" }
  return isUncertain(four) ? four : further
}

/**
 * Asks one server once. The resolver is a fresh one with a clock beside it: its own looks at the time once a second, and it waits less for a
 * server that has been quick, which may have to ask others for this name.
 */
const askOne = async (server: string, millis: number, name: string, needsAll: boolean): Promise<Answer> => {
  const resolver = new promises.Resolver({ timeout: LIMIT_MILLIS, tries: 1 })
  resolver.setServers([server])
  const timer = setTimeout(() => resolver.cancel(), millis)
  try {
    return await askBoth(resolver, name, needsAll)
  } finally {
    clearTimeout(timer)
    resolver.cancel()
  }
}

/**
 * Makes what asks for the names of one look-up, as the C library does: a server that cannot say is no reason not to ask the next one, and those
 * that were silent are asked once more. It needs no thread of this process, unlike `dns.lookup`: a server that never answers holds up nothing else.
 */
export const make = ({ attempts, servers, timeoutMillis }: ResolverSettings): (() => Ask) => {
  const named = usable(servers)
  const all = named.length === 0 ? getServers() : named
  // The limit is for all servers together, so that one that is dead does not use it up.
  const timeout = Math.floor(Math.min(timeoutMillis, LIMIT_MILLIS / (WAITS * Math.max(1, all.length))))
  const rounds = Math.min(attempts, MAX_ATTEMPTS)

  return () => {
    let order = all
    return async (name, needsAll) => {
      let left = order
      let answer = none("silent")
      for (let round = 1; round <= rounds && left.length > 0; round += 1) {
        const silent: Array<string> = []
        for (const server of left) {
          const next = await askOne(server, round * timeout, name, needsAll)
          if (next.state === "silent") silent.push(server)
          else answer = next
          if (!isUncertain(next)) break
        }
        left = isUncertain(answer) ? silent : []
        // A server that was silent for one name of the search list is not asked for the next one.
        if (answer.state !== "silent") order = order.filter((each) => !silent.includes(each))
      }
      return answer
    }
  }
}
