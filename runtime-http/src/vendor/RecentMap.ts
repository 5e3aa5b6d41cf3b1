/**
 * A map that forgets an entry that was not read during the last one to two lifetimes. Every operation takes constant time; `now` is a
 * reading of the monotonic clock.
 */
export class RecentMap<V> {
  readonly #lifetimeMillis: number
  #current = new Map<string, V>()
  #previous = new Map<string, V>()
  #begun = 0

  constructor(lifetimeMillis: number) {
    this.#lifetimeMillis = lifetimeMillis
  }

  /** How many entries are kept now. */
  get size(): number {
    return this.#current.size + this.#previous.size
  }

  /** The entry of a key; a new one if there is none. */
  getOrMake(key: string, now: number, make: () => V): V {
    this.#turn(now)
    const known = this.#current.get(key)
    if (known !== undefined) return known
    const value = this.#previous.get(key) ?? make()
    this.#previous.delete(key)
    this.#current.set(key, value)
    return value
  }

  #turn(now: number): void {
    const passed = now - this.#begun
    if (passed < this.#lifetimeMillis) return
    this.#previous = passed < 2 * this.#lifetimeMillis ? this.#current : new Map()
    this.#current = new Map()
    this.#begun = now
  }
}
