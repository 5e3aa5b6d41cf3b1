/** A request that was refused before a handler saw it. */
export interface Refusal {
  readonly status: number
  readonly requestId: string
  /** Why it was refused. */
  readonly code: string
}

/** Logs a refusal, or the last one of `count`. */
export type Log = (refusal: Refusal, count: number) => void

const SECOND_MILLIS = 1_000

/** Logs the first refusals of a second, as many as `aSecond`, with a line each, and the others of the same code as one line with their number. */
export const make = (aSecond: number, log: Log) => {
  const seconds = new Map<string, { count: number; last: Refusal }>()
  const start = (refusal: Refusal) => {
    const second = { count: 0, last: refusal }
    seconds.set(refusal.code, second)
    setTimeout(() => {
      seconds.delete(refusal.code)
      if (second.count > aSecond) log(second.last, second.count - aSecond)
    }, SECOND_MILLIS).unref()
    return second
  }
  return (refusal: Refusal): void => {
    const second = seconds.get(refusal.code) ?? start(refusal)
    second.count += 1
    second.last = refusal
    if (second.count <= aSecond) log(refusal, 1)
  }
}
