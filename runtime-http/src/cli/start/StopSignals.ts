import { MonotonicTime } from "@tributary/core"
import { Effect, type Scope } from "effect"

const SIGNALS = ["SIGINT", "SIGTERM"] as const

type StopSignal = (typeof SIGNALS)[number]

/** How soon after a signal the same one is its copy: a terminal sends Ctrl-C to npm and to what npm runs, and npm passes it on. */
const COPY_MILLIS = 500

/** How often the process looks whether npm still runs. */
const LOOK_MILLIS = 100

/** Whether npm, or another package manager with its variables, runs this process. */
const isUnderNpm = (): boolean => process.env["npm_config_user_agent"] !== undefined

/**
 * Lets a second signal end the process at once, while the first one ends it in order.
 *
 * A signal for npm ends npm and the shell between it and this process, and does not arrive here: so the end of the shell counts as the first one.
 */
export const watch: Effect.Effect<void, never, Scope.Scope> = Effect.acquireRelease(
  Effect.map(Effect.clock, (clock) => {
    let first: { readonly signal: StopSignal; readonly at: number } | null = null
    const receive = (signal: StopSignal): void => {
      const at = MonotonicTime.unsafeMillis(clock)
      if (first === null) {
        first = { signal, at }
        return
      }
      if (isUnderNpm() && signal === first.signal && at - first.at < COPY_MILLIS) return
      release()
      process.kill(process.pid, signal)
    }
    const shell = process.ppid
    const look = setInterval(() => {
      if (process.ppid === shell) return
      clearInterval(look)
      if (first !== null) return
      process.emit("SIGTERM", "SIGTERM")
      // No copy of this one can arrive.
      first = { signal: "SIGTERM", at: Number.NEGATIVE_INFINITY }
    }, LOOK_MILLIS).unref()
    if (!isUnderNpm()) clearInterval(look)
    const release = (): void => {
      clearInterval(look)
      for (const signal of SIGNALS) process.off(signal, receive)
    }
    for (const signal of SIGNALS) process.on(signal, receive)
    return release
  }),
  (release) => Effect.sync(release)
)
