import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Fiber, Queue } from "effect"
import { expect, it } from "vitest"
import { CommandFailure } from "../../src/CommandFailure.js"
import * as Watch from "../../src/try/Watch.js"

it("tributary try --watch runs again when a file is saved, even after a failure", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tributary-watch-"))
  const file = join(folder, "index.ts")
  await writeFile(file, "1")
  const runs = await Effect.gen(function* () {
    const begun = yield* Queue.unbounded<number>()
    let count = 0
    const attempt = Effect.gen(function* () {
      count += 1
      yield* Queue.offer(begun, count)
      return yield* new CommandFailure({ reason: "FAILED", message: "" })
    })
    const watching = yield* Effect.fork(Watch.repeat(attempt, { folder, module: file }))
    const first = yield* Queue.take(begun)
    // The watcher begins in the background, so the file is saved until it has noticed.
    const saving = yield* Effect.fork(
      Effect.forever(
        Effect.delay(
          Effect.promise(() => writeFile(file, "2")),
          "400 millis"
        )
      )
    )
    const second = yield* Queue.take(begun)
    const third = yield* Queue.take(begun)
    yield* Fiber.interrupt(saving)
    yield* Fiber.interrupt(watching)
    return [first, second, third]
  }).pipe(Effect.withConsole({ ...console, error: () => Effect.void } as never), Effect.runPromise)
  await rm(folder, { recursive: true, force: true })
  expect(runs).toEqual([1, 2, 3])
})
