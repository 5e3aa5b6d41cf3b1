/** A request that was refused before a handler saw it. */
export interface Refusal {
  readonly status: number
  readonly requestId: string
  /** Why it was refused. */
  readonly code: string
}

/** How many refusals with one code get a line each in a second. */
export const LINES_A_SECOND = 10
const SECOND = 1_000

/**
 * Logs refused requests: the first ones of a second with a line each, the others with the same code as one line with their number. A
 * client that sends thousands would otherwise fill the log.
 */
export class RefusalLog {
  readonly #seconds = new Map<string, { count: number; last: Refusal }>()

  /** `log` writes a line for a number of refusals, of which it gets the last one. */
  constructor(private readonly log: (refusal: Refusal, count: number) => void) {}

  /** Logs or counts a refusal. */
  add(refusal: Refusal): void {
    const second = this.#secondOf(refusal)
    second.count += 1
    second.last = refusal
    if (second.count <= LINES_A_SECOND) this.log(refusal, 1)
  }

  #secondOf(refusal: Refusal) {
    const { code } = refusal
    const current = this.#seconds.get(code)
    if (current !== undefined) return current
    const second = { count: 0, last: refusal }
    this.#seconds.set(code, second)
    setTimeout(() => {
      this.#seconds.delete(code)
      if (second.count > LINES_A_SECOND) this.log(second.last, second.count - LINES_A_SECOND)
    }, SECOND).unref()
    return second
  }
}
