import { BY_OFFSET } from "./Methods.js"
import type { Operation } from "./Operation.js"
import { operations } from "./operations.generated.js"
import type { Parameters } from "./Request.js"

/** Sends an operation's request; `rest` is what a call has besides parameters. */
type Call<Rest extends ReadonlyArray<unknown>, Result> = (
  operation: Operation,
  parameters: Parameters,
  ...rest: Rest
) => Result

/** A method for each operation by its name, and two for a list of records: one by cursor, one by offset. */
export const make = <Rest extends ReadonlyArray<unknown>, Result>(call: Call<Rest, Result>) => {
  const methods = Object.entries<Operation>(operations).flatMap(([name, operation]) => {
    const method =
      (given: Parameters) =>
      (parameters?: Parameters, ...rest: Rest): Result =>
        call(operation, { ...parameters, ...given }, ...rest)
    return operation.isRecordList === true
      ? [
          [name, method({ enableCursor: true })] as const,
          [`${name}${BY_OFFSET}`, method({ enableCursor: false })] as const
        ]
      : [[name, method({})] as const]
  })
  return Object.fromEntries(methods)
}
