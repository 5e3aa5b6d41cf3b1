import { NodeRuntime } from "@effect/platform-node"
import { Chunk, Console, Effect, Stream } from "effect"
import * as Access from "./Access.js"
import { summary } from "./summary.js"
import * as TypedWalk from "./TypedWalk.js"

const program = Effect.gen(function* () {
  const access = yield* Effect.tryPromise({ try: () => Access.load(), catch: (error) => error as Error })
  const pages = yield* Stream.runCollect(TypedWalk.userPages()).pipe(Effect.provide(TypedWalk.layer(access)))
  const users = Chunk.toReadonlyArray(pages).flatMap(({ items }) => items)
  yield* Console.log(summary(pages.length, users))
}).pipe(Effect.tapError(({ message }) => Console.error(message)))

NodeRuntime.runMain(program, { disableErrorReporting: true })
