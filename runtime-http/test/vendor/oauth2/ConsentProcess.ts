import type { OAuth2 } from "@tributary/core"
import { Effect, type Scope } from "effect"
import * as Wait from "../../../../tests/support/Wait.js"
import * as Child from "../../Child.js"

/** What the processes of an installation share, and the consent that they use. */
export interface Installation {
  readonly url: string
  readonly masterKey: string
  /** As in TRIBUTARY_OAUTH_CLIENTS. */
  readonly clients: string
  readonly id: string
  readonly oauth2: OAuth2
}

/** `waiting` has asked for a lease that another process has; `renewed` has got new tokens, and not stored them. */
export type Step = "ready" | "waiting" | "leased" | "renewed"

/** What so many callers got who asked for tokens at once. */
export interface Answer {
  readonly tokens: ReadonlyArray<string>
  readonly errors: ReadonlyArray<string>
}

/** What the process is asked: tokens; or to go on from where it halted, and that it was frozen there for so long. */
export type Request = { readonly callers: number; readonly haltAt: Step | null } | { readonly frozenMillis: number }

/** What the process tells. */
export type Told = { readonly step: Step } | Answer

/** A process of its own that uses the tokens of a consent. */
export interface ConsentProcess {
  readonly ask: (callers: number, haltAt?: Step) => Promise<Answer>
  /** The steps that it has reached, in their order. */
  readonly steps: ReadonlyArray<Step>
  readonly until: (step: Step) => Promise<unknown>
  readonly goOn: (frozenMillis: number) => void
  readonly signal: Child.Child["signal"]
  readonly ended: Child.Child["ended"]
}

/** Starts the bundle of `ConsentProcessProgram`, and waits until it is ready. */
export const start = (file: string, installation: Installation): Effect.Effect<ConsentProcess, never, Scope.Scope> =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        Child.spawn(file, {
          env: { INSTALLATION: JSON.stringify(installation) },
          stdio: ["ignore", "inherit", "inherit", "ipc"]
        })
      ),
      ({ release }) => Effect.promise(release)
    )
    const steps: Array<Step> = []
    let answered = (_: Answer) => {}
    child.process.on("message", (told: Told) => {
      if ("step" in told) steps.push(told.step)
      else answered(told)
    })
    const send = (request: Request) => void child.process.send(request)
    const until = (step: Step) => Wait.until(async () => steps.includes(step) || null)
    yield* Effect.promise(() => until("ready"))
    return {
      ask: (callers, haltAt) =>
        new Promise<Answer>((resolve) => {
          answered = resolve
          send({ callers, haltAt: haltAt ?? null })
        }),
      steps,
      until,
      goOn: (frozenMillis) => send({ frozenMillis }),
      signal: child.signal,
      ended: child.ended
    }
  })
