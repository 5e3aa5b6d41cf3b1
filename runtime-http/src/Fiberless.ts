import { Cause, Context, Effect, Effectable, Exit } from "effect"

/*
 * Combinators for what happens to every request. They do the same as those of `Effect`, but need no fiber while a step has its result at
 * once, or waits for a callback.
 *
 * Measured on Effect 3.22: with a fiber for each request and the combinators of `Effect`, a record by id takes 70 us of processor time more
 * (of 270), and a page of 100 users 65 us (of 740). This can go when those of a later release cost less than a tenth of that.
 *
 * So an effect here has one of three forms: an `Exit`, whose result is there; a `Pending`, whose callback brings it; or any other effect,
 * which a fiber must run. Whatever the form, it can be used as any effect.
 */

/** An effect that waits for a callback, which tells how it goes on. */
class Pending<A, E> extends Effectable.Class<A, E> {
  constructor(readonly start: (resume: (next: Effect.Effect<A, E>) => void) => void) {
    super()
  }

  override commit(): Effect.Effect<A, E> {
    return Effect.async((resume) => this.start(resume))
  }
}

/** `Effect.async` without a way to interrupt what it waits for. */
export const async = <A, E>(start: (resume: (next: Effect.Effect<A, E>) => void) => void): Effect.Effect<A, E> =>
  new Pending(start)

/** What the step returns, at once; dies with what it throws. */
export const attempt = <A, E, R>(step: () => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  try {
    return step()
  } catch (defect) {
    return Effect.die(defect)
  }
}

/** What comes after an exit. */
type Next<A, E, B, E2, R2> = (exit: Exit.Exit<A, E>) => Effect.Effect<B, E2, R2>

const after = <A, E, R, B, E2, R2>(
  self: Effect.Effect<A, E, R>,
  next: Next<A, E, B, E2, R2>
): Effect.Effect<B, E2, R | R2> => {
  if (Exit.isExit(self)) return attempt(() => next(self as Exit.Exit<A, E>))
  if (self instanceof Pending) {
    const { start } = self as Pending<A, E>
    // A pending effect needs no services, nor do those that follow it here.
    return new Pending<B, E2>((resume) => start((gone) => resume(after(gone, next) as Effect.Effect<B, E2>)))
  }
  return Effect.flatMap(Effect.exit(self), next)
}

// A failure has no value, and a success no error, so their types may be any.
const failed = <A, E>(exit: Exit.Failure<A, E>): Exit.Exit<never, E> => exit as Exit.Failure<never, E>
const succeeded = <A, E>(exit: Exit.Success<A, E>): Exit.Exit<A> => exit as Exit.Success<A, never>

/** `Effect.flatMap`. */
export const flatMap = <A, E, R, B, E2, R2>(
  self: Effect.Effect<A, E, R>,
  next: (value: A) => Effect.Effect<B, E2, R2>
): Effect.Effect<B, E | E2, R | R2> =>
  after(self, (exit): Effect.Effect<B, E | E2, R2> => (Exit.isSuccess(exit) ? next(exit.value) : failed(exit)))

/** `Effect.map`. */
export const map = <A, E, R, B>(self: Effect.Effect<A, E, R>, to: (value: A) => B): Effect.Effect<B, E, R> =>
  flatMap(self, (value) => Effect.succeed(to(value)))

/** `Effect.catchAllCause`. */
export const catchAllCause = <A, E, R, B, E2, R2>(
  self: Effect.Effect<A, E, R>,
  next: (cause: Cause.Cause<E>) => Effect.Effect<B, E2, R2>
): Effect.Effect<A | B, E2, R | R2> =>
  after(self, (exit): Effect.Effect<A | B, E2, R2> => (Exit.isFailure(exit) ? next(exit.cause) : succeeded(exit)))

/** `Effect.catchAll`. */
export const catchAll = <A, E, R, B, E2, R2>(
  self: Effect.Effect<A, E, R>,
  next: (error: E) => Effect.Effect<B, E2, R2>
): Effect.Effect<A | B, E2, R | R2> =>
  catchAllCause(self, (cause): Effect.Effect<B, E2, R2> => {
    const failure = Cause.failureOrCause(cause)
    return failure._tag === "Left" ? next(failure.left) : Effect.failCause(failure.right)
  })

/** `Effect.onExit` with a function that only does something at once. */
export const onExit = <A, E, R>(
  self: Effect.Effect<A, E, R>,
  done: (exit: Exit.Exit<A, E>) => void
): Effect.Effect<A, E, R> =>
  Exit.isExit(self) || self instanceof Pending
    ? after(self as Effect.Effect<A, E>, (exit: Exit.Exit<A, E>) => {
        done(exit)
        return exit
      })
    : Effect.onExit(self, (exit) => Effect.sync(() => done(exit)))

/** Changes what needs a fiber: the effect itself, or what follows a callback. */
const inFiber = <A, E, R, R2>(
  self: Effect.Effect<A, E, R>,
  change: (self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R2>
): Effect.Effect<A, E, R2> => {
  if (Exit.isExit(self)) return self as Exit.Exit<A, E>
  if (!(self instanceof Pending)) return change(self)
  const { start } = self as Pending<A, E>
  // A pending effect needs no services itself.
  return new Pending<A, E>((resume) => start((next) => resume(inFiber(next, change) as Effect.Effect<A, E>)))
}

/** `Effect.provide` with services beside those that it has already. */
export const provide = <A, E, R>(self: Effect.Effect<A, E, R>, services: Context.Context<R>): Effect.Effect<A, E> =>
  inFiber(self, (effect) =>
    Effect.mapInputContext(effect, (others: Context.Context<never>) => Context.merge(services, others))
  )

/** `Effect.withTracerEnabled(false)`. */
export const untraced = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  inFiber(self, Effect.withTracerEnabled(false))

/** A function whose effects get these services. */
export const providing =
  <I, A, E, R>(of: (input: I) => Effect.Effect<A, E, R>, services: Context.Context<R>) =>
  (input: I): Effect.Effect<A, E> =>
    provide(of(input), services)

/** Goes on without a fiber as far as possible; `fork` runs what needs one. */
export const run = <A, E>(
  self: Effect.Effect<A, E>,
  done: (exit: Exit.Exit<A, E>) => void,
  fork: (effect: Effect.Effect<A, E>) => void
): void => {
  if (Exit.isExit(self)) done(self as Exit.Exit<A, E>)
  else if (self instanceof Pending) self.start((next) => run(next as Effect.Effect<A, E>, done, fork))
  else fork(self)
}
