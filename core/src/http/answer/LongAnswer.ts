import { Effect } from "effect"
import { LONG_BYTES } from "../../decode/Decoder.js"
import { Held, type Room } from "../AnswerMemory.js"

/** How much memory a parsed body takes, compared with its bytes. */
const PARSED = 4

/** The same for values with long arrays or objects, which a page keeps although its other rows are parsed as they are needed. */
const KEPT = 8

/** How much longer than the one before it a page may be before it needs more memory than its request has waited for. */
const HEADROOM = 1.25

/** What decides how the answer to a request may take memory. */
export interface Circumstances {
  readonly endpoint: string
  /** The most bytes that an answer may have. */
  readonly max: number
  /** Whether the rows are parsed as they are needed. */
  readonly isLazy: boolean
  /** Whether the request may wait before it is sent. */
  readonly mayWait: boolean
  /** Whether the connection may be closed because there is no memory, so that the request is sent again. */
  readonly mayClose: boolean
}

/** The bytes that the headers announce; 0 if they do not, or are about a packed body. */
const announcedIn = (headers: Readonly<Record<string, string>>): number =>
  headers["content-encoding"] === undefined ? Number(headers["content-length"] ?? 0) || 0 : 0

/**
 * The memory for the answer to one request, if the answer is long.
 *
 * It asks for what the vendor announces, or else for twice what has arrived, so that several answers of one share have room side by side. It
 * never waits in the middle of an answer, because then the vendor would wait, too.
 */
export class LongAnswer {
  /** What the answer holds. */
  readonly held = new Held()
  readonly #factor: number
  /** The bytes of the body for which there is to be memory before the request is sent. */
  #needed: number
  /** The bytes of the body for which there is memory. */
  #granted = 0

  /** `lengths` has the endpoints whose last answer was long, with its bytes. */
  constructor(
    private readonly room: Room,
    private readonly lengths: Map<string, number>,
    private readonly circumstances: Circumstances
  ) {
    this.#factor = circumstances.isLazy ? 1 : PARSED
    const { endpoint, max, mayWait } = circumstances
    this.#needed = mayWait ? Math.min(max, HEADROOM * (lengths.get(endpoint) ?? 0)) : 0
  }

  /** Whether the request may be sent: it has the memory for what its answer needs, as far as that is known, or gets it now. */
  isReady(): boolean {
    const needed = this.#needed
    if (this.#granted >= needed) return true
    if (!this.room.takeNow(needed * this.#factor, this.held)) return false
    this.#granted = needed
    return true
  }

  /** Waits until there is that memory. */
  readonly before: Effect.Effect<void, string> = Effect.suspend(() => {
    const needed = this.#needed
    return Effect.map(this.room.take(needed * this.#factor, this.held), () => {
      this.#granted = needed
    })
  })

  /** Whether reading may go on after so many bytes. If the request must not be sent twice, it always may. */
  admits(size: number, headers: Readonly<Record<string, string>>): boolean {
    if (size <= Math.max(LONG_BYTES, this.#granted)) return true
    const announced = announcedIn(headers)
    const { max, mayClose } = this.circumstances
    const needed = Math.min(max, announced >= size ? announced : 2 * size)
    if (mayClose) {
      this.#needed = needed
      if (!this.room.takeNow(needed * this.#factor, this.held)) return false
    } else {
      this.room.keep(needed * this.#factor, this.held)
    }
    this.#granted = needed
    return true
  }

  /** So many bytes have arrived, and no more follow. */
  ended(size: number): void {
    const { endpoint } = this.circumstances
    if (size > LONG_BYTES) {
      this.lengths.set(endpoint, size)
      return
    }
    this.lengths.delete(endpoint)
    this.letGo()
  }

  /** Gives back what the answer holds. */
  letGo(): void {
    this.held.release()
    this.#granted = 0
  }

  /** Sets how much memory a body of this size holds, including the `kept` bytes that stay parsed; returns whether its rows are parsed lazily. */
  takes(size: number, kept: () => number): boolean {
    if (size <= LONG_BYTES) return false
    const { isLazy } = this.circumstances
    this.room.keep(isLazy ? size + KEPT * kept() : size * PARSED, this.held)
    return isLazy
  }

  /** Waits until there is memory for what a packed body becomes, so many bytes. It holds none meanwhile: two such answers would wait for each other. */
  unpacks(bytes: number): Effect.Effect<void, string> {
    return Effect.suspend(() => {
      this.letGo()
      return this.room.take(bytes * this.#factor, this.held)
    })
  }
}
