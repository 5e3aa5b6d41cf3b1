/** How long an answer is held. A client that sends its next request only after an answer is slowed by as much. */
export const HOLD_MILLIS = 250
/** How often answers are sent, and how many of those that are due at once: a burst of requests gets its answers one after another. */
const TICK_MILLIS = 5
const ANSWERS_A_TICK = 4
/** How many answers are held; further ones are sent at once, because a held one needs its connection and memory. */
export const MAX_HELD = 1_000

/** Sends the answers of refused requests later, and few at a time, so that a flood of them does not delay the requests of others. */
export class HeldAnswers {
  readonly #held: Array<{ readonly dueAt: number; readonly send: () => void }> = []
  #timer: NodeJS.Timeout | null = null

  /** Sends an answer after the time to hold it, or at once if too many are held. */
  add(send: () => void): void {
    if (this.#held.length >= MAX_HELD) {
      send()
      return
    }
    this.#held.push({ dueAt: performance.now() + HOLD_MILLIS, send })
    this.#timer ??= setInterval(() => this.#sendDue(), TICK_MILLIS)
  }

  /** Sends all answers now. */
  flush(): void {
    for (const { send } of this.#held.splice(0)) send()
    this.#rest()
  }

  #sendDue(): void {
    const now = performance.now()
    const due = this.#held.slice(0, ANSWERS_A_TICK).filter(({ dueAt }) => dueAt <= now)
    for (const { send } of this.#held.splice(0, due.length)) send()
    this.#rest()
  }

  /** An idle process has no timer. */
  #rest(): void {
    if (this.#held.length > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }
}
