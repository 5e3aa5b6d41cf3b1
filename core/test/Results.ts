import type { Result } from "@tributary/core"

/** The value of a success; throws if it is a failure. */
export const valueOf = <A>(result: Result.Result<A, unknown>): A => {
  if (result._tag === "Success") return result.success
  throw new Error(`It failed: ${JSON.stringify(result.failure)}`)
}

/** The reason of a failure; throws if it is a success. */
export const failureOf = <E>(result: Result.Result<unknown, E>): E => {
  if (result._tag === "Failure") return result.failure
  throw new Error("It succeeded.")
}
