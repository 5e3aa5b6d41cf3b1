import { Context, Duration, Effect } from "effect"
import { LONG_BYTES, MIB } from "../decode/Decoder.js"
import { Urgency } from "./rate/RateBudget.js"

/** What is held of the memory for long answers. */
export class Held {
  readonly #releases: Array<() => void> = []

  /** Also holds what this gives back. */
  add(release: () => void): void {
    this.#releases.push(release)
  }

  /** Gives everything back. */
  release(): void {
    for (const release of this.#releases.splice(0)) release()
  }
}

/** What a page of a list holds until its last row is stored; null while no such page is read, so that an answer holds memory only until it is parsed. */
export class PageHeld extends Context.Reference<PageHeld>()("@tributary/core/PageHeld", {
  defaultValue: (): Held | null => null
}) {}

/** Memory for long answers, as one share has it. */
export interface Room {
  /** Waits until `held` has so many bytes; fails with the reason if the others did not leave them for minutes, or for seconds if a person waits. */
  readonly take: (bytes: number, held: Held) => Effect.Effect<void, string>
  /** The same without waiting: whether `held` has them now. */
  readonly takeNow: (bytes: number, held: Held) => boolean
  /** Sets what `held` has: less, or more if that much is in use already. */
  readonly keep: (bytes: number, held: Held) => void
}

interface Waiting {
  readonly heldBytes: () => number
  readonly takeNow: () => boolean
  readonly resume: () => void
}

/** How long an answer waits for memory. Whoever holds it may be waiting for a vendor for hours, and a job that waits holds a slot. */
const MAX_WAIT: Readonly<Record<Urgency["Type"], Duration.Duration>> = {
  background: Duration.minutes(5),
  interactive: Duration.seconds(5)
}

/**
 * Half of it at most is of one share. The last quarter is for shares that have no more than an eighth, so that those that take much, and hold it
 * for hours, leave room for the others.
 */
class Pool {
  readonly #shares = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()
  #used = 0

  constructor(
    private readonly bytes: number,
    private readonly setting: string | null
  ) {}

  roomOf(share: string): Room {
    const bytesOf = new Map<Held, number>()
    const heldBytes = () => this.#shares.get(share) ?? 0

    const keep = (wanted: number, held: Held) => {
      const before = bytesOf.get(held) ?? 0
      const more = Math.min(wanted, this.bytes / 2) - before
      if (more === 0) return
      if (before === 0) held.add(() => keep(0, held))
      if (before + more === 0) bytesOf.delete(held)
      else bytesOf.set(held, before + more)
      const after = heldBytes() + more
      if (after === 0) this.#shares.delete(share)
      else this.#shares.set(share, after)
      this.#used += more
      if (more < 0) this.#deal()
    }

    const takeNow = (wanted: number, held: Held): boolean => {
      const bytes = Math.min(wanted, this.bytes / 2)
      const more = bytes - (bytesOf.get(held) ?? 0)
      if (more <= 0) return true
      if (!this.#hasRoom(more, heldBytes() + more)) return false
      keep(bytes, held)
      return true
    }

    const take = (wanted: number, held: Held): Effect.Effect<void, string> =>
      Effect.flatMap(Urgency, (urgency) =>
        Effect.async<void>((resume) => {
          if (takeNow(wanted, held)) return resume(Effect.void)
          const waiting = { heldBytes, takeNow: () => takeNow(wanted, held), resume: () => resume(Effect.void) }
          this.#waiting.add(waiting)
          return Effect.sync(() => this.#waiting.delete(waiting))
        }).pipe(
          Effect.timeoutFail({
            duration: MAX_WAIT[urgency],
            onTimeout: () => this.#refusalAfter(Duration.toSeconds(MAX_WAIT[urgency]))
          })
        )
      )

    return { take, takeNow, keep }
  }

  #hasRoom(more: number, ofShare: number): boolean {
    const isSmall = ofShare <= Math.max(this.bytes / 8, 2 * LONG_BYTES)
    return ofShare <= this.bytes / 2 && this.#used + more <= this.bytes * (isSmall ? 1 : 3 / 4)
  }

  #refusalAfter(seconds: number): string {
    const which = this.setting === null ? "" : ` (${this.setting})`
    return `the answer is long, and this server is busy: for ${seconds} seconds, others held the memory for such answers${which}`
  }

  /** Those that hold least come first, and of these those that have waited longest. */
  #deal(): void {
    for (;;) {
      const waiting = [...this.#waiting].toSorted((one, other) => one.heldBytes() - other.heldBytes())
      const first = waiting.find(({ takeNow }) => takeNow())
      if (first === undefined) return
      this.#waiting.delete(first)
      first.resume()
    }
  }
}

/** The memory for long answers of one share. */
export interface Share {
  /** For pages of lists, until they are stored. */
  readonly pages: Room
  /** For other answers, until they are parsed. */
  readonly others: Room
}

/**
 * So many bytes for long answers: one half for pages of lists until they are stored, the other one for answers until they are parsed.
 * They are apart because what belongs to the rows of a page is read while the page is held, and would else wait for the page itself. `setting` is the
 * operator's setting for these bytes, for messages.
 */
export const make = (bytes: number, setting: string | null = null): AnswerMemory["Type"] => {
  const pages = new Pool(bytes / 2, setting)
  const others = new Pool(bytes / 2, setting)
  return (share) => ({ pages: pages.roomOf(share), others: others.roomOf(share) })
}

/** The bytes for long answers unless somebody decides otherwise. */
export const DEFAULT_BYTES = 256 * MIB

/** The largest answer that so much memory has room for. */
export const largestOf = (bytes: number): number => bytes / 4

/** The memory of this process for long answers, by the share that asks for it, such as an account. */
export class AnswerMemory extends Context.Reference<AnswerMemory>()("@tributary/core/AnswerMemory", {
  defaultValue: (): ((share: string) => Share) => make(DEFAULT_BYTES)
}) {}
