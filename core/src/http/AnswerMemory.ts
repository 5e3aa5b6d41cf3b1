import { Context, Duration, Effect } from "effect"
import { MIB } from "../decode/Decoder.js"

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

/** Memory for one answer. */
export interface Grant {
  /** Keeps only so many bytes of it. */
  readonly keep: (bytes: number) => void
}

interface Waiting {
  readonly share: string
  readonly bytes: number
  readonly grant: () => void
}

/** How long an answer waits for memory. Whoever holds it may be waiting for a vendor for hours, and a job that waits holds a slot. */
const MAX_WAIT = Duration.minutes(5)

/** Half of it at most is of one share, so that an answer of another one finds room. */
class Pool {
  readonly #held = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()
  #used = 0

  constructor(
    private readonly bytes: number,
    private readonly setting: string | null
  ) {}

  take(share: string, wanted: number, held: Held): Effect.Effect<Grant, string> {
    const waiting = Effect.async<Grant>((resume) => {
      const bytes = Math.min(wanted, this.bytes / 2)
      const waiting = { share, bytes, grant: () => resume(Effect.succeed(this.#grant(share, bytes, held))) }
      this.#waiting.add(waiting)
      this.#deal()
      return Effect.sync(() => this.#waiting.delete(waiting))
    })
    const which = this.setting === null ? "" : ` (${this.setting})`
    return Effect.timeoutFail(waiting, {
      duration: MAX_WAIT,
      onTimeout: () =>
        `the answer is long, and for ${Duration.toMinutes(MAX_WAIT)} minutes others held the memory for such answers${which}`
    })
  }

  #heldBy(share: string): number {
    return this.#held.get(share) ?? 0
  }

  #change(share: string, bytes: number): void {
    const after = this.#heldBy(share) + bytes
    this.#used += bytes
    if (after === 0) this.#held.delete(share)
    else this.#held.set(share, after)
  }

  #grant(share: string, bytes: number, held: Held): Grant {
    let left = bytes
    const keep = (kept: number) => {
      const less = left - Math.min(left, kept)
      left -= less
      if (less === 0) return
      this.#change(share, -less)
      this.#deal()
    }
    this.#change(share, bytes)
    held.add(() => keep(0))
    return { keep }
  }

  /** Those that hold least come first, and of these those that have waited longest. */
  #deal(): void {
    for (;;) {
      const fitting = [...this.#waiting].filter(
        ({ bytes, share }) => this.#used + bytes <= this.bytes && this.#heldBy(share) + bytes <= this.bytes / 2
      )
      const [first] = fitting.toSorted((one, other) => this.#heldBy(one.share) - this.#heldBy(other.share))
      if (first === undefined) return
      this.#waiting.delete(first)
      first.grant()
    }
  }
}

/** Waits until there is memory for a long answer, which `held` then holds; fails with the reason if there was none for minutes. */
export type Take = (bytes: number, held: Held, isPage: boolean) => Effect.Effect<Grant, string>

/**
 * So many bytes for long answers: one half for pages of lists until they are stored, the other one for answers until they are parsed.
 * They are apart because what belongs to the rows of a page is read while the page is held, and would else wait for the page itself. `setting` is the
 * operator's setting for these bytes, for messages.
 */
export const make = (bytes: number, setting: string | null = null): AnswerMemory["Type"] => {
  const pages = new Pool(bytes / 2, setting)
  const others = new Pool(bytes / 2, setting)
  return (share) => (wanted, held, isPage) => (isPage ? pages : others).take(share, wanted, held)
}

/** The bytes for long answers unless somebody decides otherwise. */
export const DEFAULT_BYTES = 256 * MIB

/** The largest answer that so much memory has room for. */
export const largestOf = (bytes: number): number => bytes / 4

/** The memory of this process for long answers, by the share that asks for it, such as an account. */
export class AnswerMemory extends Context.Reference<AnswerMemory>()("@tributary/core/AnswerMemory", {
  defaultValue: (): ((share: string) => Take) => make(DEFAULT_BYTES)
}) {}
