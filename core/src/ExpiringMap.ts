/** How many entries each new one checks for their end; two, so that the checks outrun the new entries. */
const CHECKED_AT_ONCE = 2

/**
 * A mutable map that forgets expired entries, even if nothing reads them again. Every operation takes constant time; `now` is a
 * reading of the monotonic clock.
 *
 * It is mutable, because a copy for each request would cost more than the request.
 */
export class ExpiringMap<V> {
  readonly #entries = new Map<string, V>()
  readonly #isOver: (value: V, now: number) => boolean
  readonly #maxSize: number
  #checked = this.#entries.entries()

  /** A new entry beyond `maxSize` makes the map forget the oldest one; without it, the size has no limit. */
  constructor(isOver: (value: V, now: number) => boolean, maxSize = Number.POSITIVE_INFINITY) {
    this.#isOver = isOver
    this.#maxSize = maxSize
  }

  /** How many entries are kept now. */
  get size(): number {
    return this.#entries.size
  }

  /** The entry of a key; undefined if there is none, or if it is over. */
  get(key: string, now: number): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined || !this.#isOver(value, now)) return value
    this.#entries.delete(key)
    return undefined
  }

  /** The entry of a key; a new one if there is none, or if it is over. */
  getOrMake(key: string, now: number, make: () => V): V {
    this.#removeSome(now)
    const known = this.get(key, now)
    if (known !== undefined) return known
    if (this.#entries.size >= this.#maxSize) this.#removeOldest()
    const made = make()
    this.#entries.set(key, made)
    return made
  }

  /** Makes an entry the newest one, so that a full map forgets the entry that was used longest ago, if this is called at each use. */
  touch(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#entries.set(key, value)
  }

  #removeOldest(): void {
    for (const key of this.#entries.keys()) {
      this.#entries.delete(key)
      return
    }
  }

  /** Goes on where the last call stopped, round and round. */
  #removeSome(now: number): void {
    for (let count = 0; count < CHECKED_AT_ONCE; count += 1) {
      const next = this.#checked.next()
      if (next.done === true) {
        this.#checked = this.#entries.entries()
        return
      }
      const [key, value] = next.value
      if (this.#isOver(value, now)) this.#entries.delete(key)
    }
  }
}
