// Fibers that run at the same time take turns in an order drawn from a seed and the name of the test, so that a test that expects an order
// of concurrent work fails when it is written, and not on a busy machine. Another seed is another order: TEST_FIBER_SEED, 1 by default.

import { Hash, Scheduler, Utils } from "effect"
import { beforeEach } from "vitest"

/** Whenever a fiber that has started may go on, it first waits for fewer turns of the others than this. */
const TURNS = 12

const seed = process.env["TEST_FIBER_SEED"] ?? "1"
const plain = new Scheduler.MixedScheduler(2048)
const random = new Utils.PCGRandom(Hash.string(seed))

/** Drawn in advance, because millions are needed. */
const turns = Uint8Array.from({ length: 4_096 }, () => random.integer(TURNS))
let drawn = 0

const after = (count: number, run: () => void): void =>
  count === 0 ? run() : queueMicrotask(() => after(count - 1, run))

/**
 * Those that have started. A fiber starts when it would without this file, because Effect relies on that: the fiber that runs
 * `Effect.forEach` with concurrency waits without end if its parent was interrupted before it started.
 */
const started = new WeakSet<object>()

const shuffled: Pick<Scheduler.Scheduler, "scheduleTask"> = {
  scheduleTask: (task, priority, fiber) => {
    if (fiber !== undefined && !started.has(fiber)) {
      started.add(fiber)
      return plain.scheduleTask(task, priority, fiber)
    }
    drawn = (drawn + 1) % turns.length
    after(turns[drawn] ?? 0, () => plain.scheduleTask(task, priority, fiber))
  }
}

Object.assign(Scheduler.defaultScheduler, shuffled)

beforeEach(({ task }) => {
  drawn = Math.abs(Hash.string(task.name)) % turns.length
})
