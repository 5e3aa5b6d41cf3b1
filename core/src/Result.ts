/*
 * What became of something that may fail: plain values, with the names of the module `Result` of Effect 4, which takes the place of this one.
 * Effect 3 calls it `Either`.
 */

/** It succeeded. */
export interface Success<out A> {
  readonly _tag: "Success"
  /** The value. */
  readonly success: A
}

/** It failed. */
export interface Failure<out E> {
  readonly _tag: "Failure"
  /** Why. */
  readonly failure: E
}

/** A value, or the reason why there is no value. */
export type Result<A, E> = Success<A> | Failure<E>

/** A success with this value. */
export const succeed = <A>(success: A): Result<A, never> => ({ _tag: "Success", success })

/** A failure for this reason. */
export const fail = <E>(failure: E): Result<never, E> => ({ _tag: "Failure", failure })

/** Whether there is a value. */
export const isSuccess = <A, E>(result: Result<A, E>): result is Success<A> => result._tag === "Success"

/** Whether there is a reason instead of a value. */
export const isFailure = <A, E>(result: Result<A, E>): result is Failure<E> => result._tag === "Failure"

/** The same with another value. */
export const map = <A, B, E>(result: Result<A, E>, to: (success: A) => B): Result<B, E> =>
  isSuccess(result) ? succeed(to(result.success)) : result

/** The same for another reason. */
export const mapError = <A, E, F>(result: Result<A, E>, to: (failure: E) => F): Result<A, F> =>
  isSuccess(result) ? result : fail(to(result.failure))
