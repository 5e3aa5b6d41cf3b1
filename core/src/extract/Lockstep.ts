import { Deferred, Duration, Effect, Exit, Option } from "effect"
import type { VendorRequest, VendorResponse } from "../http/Request.js"
import type { VendorError } from "../http/VendorError.js"
import type { VendorHttp } from "../http/VendorHttp.js"
import * as WaitListener from "../http/WaitListener.js"
import type { Any } from "./Extraction.js"

/*
 * Extractors that share a list read it in lockstep: whoever wants the next page waits until all others want one, too. Then each
 * page that is wanted is requested once. No answer is older than the wish for it, none is kept, and nobody waits for somebody who has
 * ended, who stops, or who takes long.
 */

/** The longest wait for the others; who has waited so long goes on alone. */
export const PATIENCE = Duration.minutes(1)

/** The answer to a request; null if it was interrupted. */
type Answer = Exit.Exit<VendorResponse, VendorError> | null

/** What somebody who waits is told. */
type Turn =
  /** Request the page, and pass the answer on. */
  | { readonly _tag: "Lead"; readonly followers: ReadonlyArray<Wish>; readonly answer: Deferred.Deferred<Answer> }
  /** Somebody else requests it. */
  | { readonly _tag: "Follow"; readonly answer: Deferred.Deferred<Answer> }
  /** Everybody begins a delta at this instant; null for who makes a full scan. */
  | { readonly _tag: "Begin"; readonly since: string | null }

/** What a member waits for: a page, or the beginning. */
interface Wish {
  /** Equal for two wishes for the same page; null for the beginning. */
  readonly page: string | null
  /** When a delta would begin. */
  readonly since: string | null
  readonly listener: WaitListener.WaitListener["Type"]
  readonly turn: Deferred.Deferred<Turn>
}

/** One of the extractors. */
export interface Member {
  /** The vendor's API, for this extractor only. */
  readonly http: VendorHttp["Type"]
  /** When a delta begins, given the instant at which this extractor would begin: at the earliest instant of all, because they read one list. */
  readonly begin: (since: string | null) => Effect.Effect<string | null>
  /** The extractor will ask for nothing more, so the others do not wait for it. */
  readonly leave: Effect.Effect<void>
}

/** Identifies a request: two that are equal have the same answer. */
const identityOf = ({ body, headers, method, query, url }: VendorRequest): string =>
  JSON.stringify([method, url, query, body, headers])

/** Hears waits for several. */
const together = (listeners: ReadonlyArray<WaitListener.WaitListener["Type"]>): WaitListener.WaitListener["Type"] => ({
  waits: (request, wait) => Effect.forEach(listeners, ({ waits }) => waits(request, wait), { discard: true }),
  ended: (request, isInterrupted) =>
    Effect.forEach(listeners, ({ ended }) => ended(request, isInterrupted), { discard: true })
})

/** The wishes for each page. */
const byPage = (wishes: Iterable<Wish>): ReadonlyMap<string | null, ReadonlyArray<Wish>> => {
  const groups = new Map<string | null, Array<Wish>>()
  for (const wish of wishes) {
    const known = groups.get(wish.page)
    if (known === undefined) groups.set(wish.page, [wish])
    else known.push(wish)
  }
  return groups
}

/** Lets everybody begin at the earliest of the instants. */
const begin = (wishes: ReadonlyArray<Wish>): Effect.Effect<void> => {
  const [earliest = null] = wishes.flatMap(({ since }) => since ?? []).toSorted()
  const turnOf = ({ since }: Wish): Turn => ({ _tag: "Begin", since: since === null ? null : earliest })
  return Effect.forEach(wishes, (wish) => Deferred.succeed(wish.turn, turnOf(wish)), { discard: true })
}

/** Lets the first of those who want a page request it for all of them. */
const request = ([first, ...followers]: ReadonlyArray<Wish>): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (first === undefined) return
    const answer = yield* Deferred.make<Answer>()
    for (const { turn } of followers) yield* Deferred.succeed(turn, { _tag: "Follow", answer })
    yield* Deferred.succeed(first.turn, { _tag: "Lead", followers, answer })
  })

/** The members of one run. All of them must ask or leave, because the others wait for them. */
const makeMembers = (http: VendorHttp["Type"], count: number): ReadonlyArray<Member> => {
  const members = new Set<object>(Array.from({ length: count }, () => ({})))
  const wishes = new Map<object, Wish>()
  /** The turns of members who may not have passed their answer on yet. */
  const turns = new Map<object, Deferred.Deferred<Turn>>()

  /** Gives everybody a turn, if everybody waits for one. */
  const giveTurns = Effect.suspend(() => {
    if (members.size === 0 || wishes.size < members.size) return Effect.void
    const groups = byPage(wishes.values())
    wishes.clear()
    return Effect.forEach(groups, ([page, group]) => (page === null ? begin(group) : request(group)), { discard: true })
  })

  /** Whoever should have requested a page for others, and was interrupted, lets them request it themselves. */
  const release = (member: object) =>
    Effect.gen(function* () {
      const turn = turns.get(member)
      if (turn === undefined || !(yield* Deferred.isDone(turn))) return
      const given = yield* Deferred.await(turn)
      if (given._tag === "Lead") yield* Deferred.succeed(given.answer, null)
    })

  const leave = (member: object) =>
    Effect.suspend(() => {
      wishes.delete(member)
      return Effect.zipRight(release(member), members.delete(member) ? giveTurns : Effect.void)
    })

  /** Waits for a turn; null if the member has left, or has waited for too long. */
  const wish = (member: object, page: string | null, since: string | null): Effect.Effect<Turn | null> =>
    Effect.gen(function* () {
      if (!members.has(member)) return null
      const turn = yield* Deferred.make<Turn>()
      turns.set(member, turn)
      wishes.set(member, { page, since, listener: yield* WaitListener.WaitListener, turn })
      yield* giveTurns
      const given = yield* Effect.timeoutOption(Deferred.await(turn), PATIENCE)
      if (Option.isSome(given)) return given.value
      yield* leave(member)
      return null
    })

  const lead = (asked: VendorRequest, { answer, followers }: Turn & { readonly _tag: "Lead" }) =>
    Effect.gen(function* () {
      const listener = together([yield* WaitListener.WaitListener, ...followers.map((each) => each.listener)])
      return yield* http.send(asked).pipe(
        Effect.provideService(WaitListener.WaitListener, listener),
        Effect.onExit((exit) => Deferred.succeed(answer, Exit.isInterrupted(exit) ? null : exit))
      )
    })

  const send = (member: object, asked: VendorRequest): Effect.Effect<VendorResponse, VendorError> =>
    Effect.gen(function* () {
      if (asked.shared === undefined) return yield* http.send(asked)
      const given = yield* wish(member, identityOf(asked), null)
      if (given?._tag === "Lead") return yield* lead(asked, given)
      const answer = given?._tag === "Follow" ? yield* Deferred.await(given.answer) : null
      return answer === null ? yield* http.send(asked) : yield* answer
    })

  return [...members].map((member) => ({
    http: { ...http, send: (asked) => send(member, asked) },
    begin: (since) => Effect.map(wish(member, null, since), (given) => (given?._tag === "Begin" ? given.since : since)),
    leave: leave(member)
  }))
}

/** An extractor that shares its list with nobody. */
const alone = (http: VendorHttp["Type"]): Member => ({ http, begin: Effect.succeed, leave: Effect.void })

/** Something that runs an extractor. */
interface Runs {
  /** The extractor. */
  readonly extractor: Any
}

/** Those that share a list, together; each of the others by itself. In the order of the first of them. */
export const groupsOf = <A extends Runs>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const groups = new Map<object, Array<A>>()
  for (const each of all) {
    const list = each.extractor.shared ?? each
    groups.set(list, [...(groups.get(list) ?? []), each])
  }
  return [...groups.values()]
}

/** Runs a group: its extractors beside each other if they share a list. The first failure interrupts the others. */
export const run = <A, E, R>(
  http: VendorHttp["Type"],
  group: ReadonlyArray<A>,
  one: (each: A, member: Member) => Effect.Effect<void, E, R>
): Effect.Effect<void, E, R> =>
  Effect.suspend(() => {
    const members = group.length === 1 ? [alone(http)] : makeMembers(http, group.length)
    return Effect.forEach(
      group,
      (each, index) => {
        const member = members[index] ?? alone(http)
        return Effect.ensuring(one(each, member), member.leave)
      },
      { concurrency: "unbounded", discard: true }
    )
  })
