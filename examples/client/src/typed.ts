import { NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { Chunk, Console, Effect, Stream } from "effect"
import * as Access from "./Access.js"
import { summary } from "./summary.js"
import { userPages } from "./TypedWalk.js"

const program = Effect.gen(function* () {
  const access = yield* Effect.tryPromise({ try: () => Access.load(), catch: (error) => error as Error })
  const pages = yield* Stream.runCollect(userPages(access))
  yield* Console.log(summary(pages.length, Chunk.toReadonlyArray(pages).flat()))
}).pipe(
  Effect.tapError(({ message }) => Console.error(message)),
  Effect.provide(NodeHttpClient.layerUndici)
)

NodeRuntime.runMain(program, { disableErrorReporting: true })
