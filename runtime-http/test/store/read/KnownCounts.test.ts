import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as KnownCounts from "../../../src/store/read/KnownCounts.js"

/** Asks about lists whose states are in `states`; each count is a new number. */
const make = () => {
  const known = KnownCounts.make()
  const states = new Map<string, string>()
  let counted = 0
  const ask = (
    connectionId: string,
    values: ReadonlyArray<unknown> = [],
    during: Effect.Effect<unknown> = Effect.void
  ) =>
    Effect.suspend(() =>
      known.answer(
        { connectionId, kind: "idp_user", name: "total", values },
        states.get(connectionId) ?? null,
        Effect.map(during, () => ++counted),
        Effect.sync(() => states.get(connectionId) ?? null)
      )
    )
  return { ask, states }
}

it.effect("counts once what is asked about one state of a list", () =>
  Effect.gen(function* () {
    const { ask, states } = make()
    states.set("a", "1").set("b", "1")
    const asked = [ask("a"), ask("b"), ask("a"), ask("a", ["x"]), ask("b"), ask("a", ["x"])]
    expect(yield* Effect.all(asked)).toEqual([1, 2, 1, 3, 2, 3])
  })
)

it.effect("counts anew when the list has changed, and nothing of the state before comes back", () =>
  Effect.gen(function* () {
    const { ask, states } = make()
    states.set("a", "1")
    expect(yield* Effect.all([ask("a"), ask("a", ["x"])])).toEqual([1, 2])
    states.set("a", "2")
    expect(yield* Effect.all([ask("a"), ask("a", ["x"]), ask("a"), ask("a", ["x"])])).toEqual([3, 4, 3, 4])
  })
)

it.effect("keeps nothing that was counted while the list changed, and nothing of a list without a state", () =>
  Effect.gen(function* () {
    const { ask, states } = make()
    states.set("a", "1")
    const changes = Effect.sync(() => states.set("a", "2"))
    expect(yield* Effect.all([ask("a", [], changes), ask("a"), ask("a")])).toEqual([1, 2, 2])
    expect(yield* Effect.all([ask("b"), ask("b")])).toEqual([3, 4])
  })
)

it.effect("counts once for all who ask while it counts, even if the first of them has gone", () =>
  Effect.gen(function* () {
    const { ask, states } = make()
    states.set("a", "1")
    const end = yield* Deferred.make<void>()
    const begun = yield* Deferred.make<void>()
    const slow = Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(end))
    const first = yield* Effect.fork(ask("a", [], slow))
    yield* Deferred.await(begun)
    const second = yield* Effect.fork(ask("a", [], Effect.dieMessage("It counts twice.")))
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(first)
    yield* Deferred.succeed(end, undefined)
    expect([yield* Fiber.join(second), yield* ask("a")]).toEqual([1, 1])
  })
)

it.effect("keeps the latest answers of the lists that were counted last", () =>
  Effect.gen(function* () {
    const { ask, states } = make()
    for (let list = 0; list < 2_001; list++) states.set(`${list}`, "1")
    for (let value = 0; value < 33; value++) yield* ask("1", [value])
    expect(yield* Effect.all([ask("1", [32]), ask("1", [0])])).toEqual([33, 34])
    for (let list = 0; list < 2_001; list++) yield* ask(`${list}`)
    // One list had to go: the one that was counted before all others.
    expect(yield* Effect.all([ask("2000"), ask("1"), ask("0")])).toEqual([34 + 2_001, 36, 34 + 2_002])
  })
)
