import { fileURLToPath } from "node:url"
import { Effect, Schedule, type Scope } from "effect"
import * as Bundle from "../../runtime-http/test/Bundle.js"
import * as Child from "../../runtime-http/test/Child.js"

/** The server of `examples/server` in a process of its own, which a test can kill. */
export interface ServerProcess {
  readonly baseUrl: string
  /** Ends it as a crashed machine would: it cannot clean up. */
  readonly kill: Effect.Effect<void>
  readonly signal: (signal: NodeJS.Signals) => void
  /** Waits until the process has ended; returns its exit code or signal. */
  readonly ended: Effect.Effect<number | string | null>
  readonly output: () => string
}

/** Bundles the server from the sources. */
export const bundle: Effect.Effect<string, never, Scope.Scope> = Bundle.bundle(
  fileURLToPath(new URL("../../examples/server/src/main.ts", import.meta.url))
)

/** Starts the server on a database, and waits until it takes requests. */
export const start = (
  file: string,
  env: Readonly<Record<string, string>>
): Effect.Effect<ServerProcess, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const port = yield* Child.freePort
    const child = yield* Child.start(file, {
      PORT: String(port),
      TRIBUTARY_ALLOW_LOOPBACK: "true",
      ...env
    })
    const isReady = Effect.tryPromise(() => fetch(`http://127.0.0.1:${port}/readyz`)).pipe(
      Effect.filterOrFail(({ ok }) => ok),
      Effect.retry(Schedule.spaced("50 millis"))
    )
    yield* Effect.raceFirst(
      isReady,
      Effect.zipRight(
        child.ended,
        Effect.suspend(() => Effect.dieMessage(child.output()))
      )
    )
    const kill = Effect.suspend(() => {
      child.signal("SIGKILL")
      return Effect.asVoid(child.ended)
    })
    const { ended, output, signal } = child
    return { baseUrl: `http://127.0.0.1:${port}/v1`, kill, signal, ended, output }
  })
