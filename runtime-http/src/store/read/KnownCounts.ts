import { createHash } from "node:crypto"
import { Effect, Fiber, Option } from "effect"
import type { SqlError } from "../../Sql.js"

/** Something that was counted in a list. */
export interface Question {
  readonly connectionId: string
  readonly kind: string
  /** What was counted: the name of the query, and the values of its parameters. */
  readonly name: string
  readonly values: ReadonlyArray<unknown>
}

/** The counts of lists that did not change since. */
export interface KnownCounts {
  /**
   * The answer to a question about a list in this state; counted if it is not known, or the list has no state. `stateNow` reads the state
   * again, because the list may change while it is counted; if it fails, the count is not remembered.
   */
  readonly answer: <A, E>(
    question: Question,
    state: string | null,
    count: Effect.Effect<A, E>,
    stateNow: Effect.Effect<string | null, SqlError>
  ) => Effect.Effect<A, E>
}

/** A list and the answers about its state. */
interface Known {
  readonly state: string
  readonly answers: Map<string, unknown>
}

/** Of how many lists counts are kept. With all answers, that takes some 10 MB. */
const MAX_LISTS = 2_000

/** How many counts are kept of a list: clients use few filters. */
const MAX_ANSWERS = 32

/** Drops the entry that was added first, unless there is room for one more. */
const makeRoom = (entries: Map<string, unknown>, max: number): void => {
  const [first] = entries.keys()
  if (entries.size >= max && first !== undefined) entries.delete(first)
}

/** Filters have values of any length, which a hash does not keep. */
const keyOf = ({ name, values }: Question): string =>
  createHash("sha256")
    .update(JSON.stringify([name, values]))
    .digest("base64url")

/**
 * A client that pages through a filtered list by offset asks for the same total with every page, and counting it takes the database up to
 * seconds. Every writer of a list changes the state of the list, so a count is exact for as long as the state is the same.
 */
export const make = (): KnownCounts => {
  const lists = new Map<string, Known>()

  /** The counts that are under way, by what they count in which state. Whoever asks the same meanwhile waits for them. */
  const pending = new Map<string, Fiber.Fiber<unknown, unknown>>()

  const remember = (list: string, state: string, key: string, answer: unknown) => {
    const before = lists.get(list)
    const known = before?.state === state ? before : { state, answers: new Map<string, unknown>() }
    // Moved to the end: the list that was not counted for the longest time is dropped first.
    lists.delete(list)
    makeRoom(lists, MAX_LISTS)
    lists.set(list, known)
    if (!known.answers.has(key)) makeRoom(known.answers, MAX_ANSWERS)
    known.answers.set(key, answer)
  }

  /** Of its own fiber, so that others still get the answer if the client that asked first has disconnected. */
  const inFlight = <A, E>(id: string, self: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const begun = pending.get(id)
      // Not `Fiber.join`: whoever waits would get the log annotations and the span of the request that asked first.
      if (begun !== undefined) return Effect.flatten(Fiber.await(begun as Fiber.Fiber<A, E>))
      const ended = Effect.ensuring(
        self,
        Effect.sync(() => pending.delete(id))
      )
      return Effect.flatMap(Effect.forkDaemon(ended), (fiber) => {
        pending.set(id, fiber)
        return Effect.flatten(Fiber.await(fiber))
      })
    })

  return {
    answer: <A, E>(
      question: Question,
      state: string | null,
      count: Effect.Effect<A, E>,
      stateNow: Effect.Effect<string | null, SqlError>
    ) => {
      if (state === null) return count
      const list = `${question.connectionId} ${question.kind}`
      const key = keyOf(question)
      const known = lists.get(list)
      if (known?.state === state && known.answers.has(key)) return Effect.succeed(known.answers.get(key) as A)
      const counted = Effect.tap(count, (answer) =>
        Effect.map(Effect.option(stateNow), (after) => {
          if (Option.contains(after, state)) remember(list, state, key, answer)
        })
      )
      return inFlight(`${list} ${key} ${state}`, counted)
    }
  }
}
