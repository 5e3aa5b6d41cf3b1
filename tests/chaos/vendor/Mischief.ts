import type { Random } from "../../support/run/Random.js"

/** How the stand-in treats one request, apart from what it holds. */
export type Fault =
  | "none"
  /** Never answers. */
  | "hang"
  /** Sends the answer in small pieces. */
  | "drip"
  /** Closes the connection without an answer. */
  | "reset"
  /** Closes the connection in the middle of the answer. */
  | "cut"
  | "500"
  | "503"
  /** 429 with Retry-After; later requests of the customer get it too until then. */
  | "limit"
  /** 401 for some seconds. */
  | "lockout"
  /** 410 for a token that an earlier request received. */
  | "expire"

/** What is wrong with the content of one answer. */
export interface Lies {
  /** What to add to the total. */
  readonly total: number
  /** Whether the page repeats a row of an earlier page, with another content. */
  readonly repeats: boolean
  /** Whether the page has no rows, although there are more. */
  readonly isEmpty: boolean
  /** Whether rows appear and disappear before the page after it was read. */
  readonly shifts: boolean
}

/** An honest answer. */
export const honest: Lies = { total: 0, repeats: false, isEmpty: false, shifts: false }

/** How likely each fault is in rough weather. */
export const faults: ReadonlyArray<readonly [Fault, number]> = [
  ["hang", 0.003],
  ["drip", 0.01],
  ["reset", 0.01],
  ["cut", 0.01],
  ["500", 0.01],
  ["503", 0.005],
  ["limit", 0.005],
  ["lockout", 0.002],
  ["expire", 0.005]
]

/** After how many requests one of the faults that have to happen does. */
const DEAL_EVERY = 4

/** Decides by the seed how each request is treated. */
export class Mischief {
  /** Whether the stand-in misbehaves at all. */
  isRough = false

  /** Each fault once, however few requests there are. */
  readonly #deck: Array<Fault>
  #requests = 0

  constructor(readonly random: Random) {
    this.#deck = [...random.fork("deck").shuffled(faults.map(([fault]) => fault))]
  }

  fault(): Fault {
    if (!this.isRough) return "none"
    this.#requests += 1
    if (this.#requests % DEAL_EVERY === 0) return this.#deck.pop() ?? "none"
    let left = this.random.next()
    for (const [fault, probability] of faults) {
      left -= probability
      if (left < 0) return fault
    }
    return "none"
  }

  lies(): Lies {
    if (!this.isRough) return honest
    const { random } = this
    const wrongBy = random.between(1, 30) * (random.chance(0.5) ? 1 : -1)
    return {
      total: random.chance(0.06) ? wrongBy : 0,
      repeats: random.chance(0.08),
      isEmpty: random.chance(0.06),
      shifts: random.chance(0.5)
    }
  }
}
