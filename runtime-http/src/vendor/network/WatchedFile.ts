import { readFileSync, statSync } from "node:fs"
import { readFile, stat } from "node:fs/promises"

/** How often the file is looked at, at most. */
const FRESH_MILLIS = 5_000

/**
 * A file whose text is read again after it has changed. Nobody waits for that: reading takes a thread, and all of them may be busy, so a
 * caller gets what was read last, and a later one what has changed.
 */
export class WatchedFile<A> {
  readonly #path: string
  readonly #parse: (text: string | null) => A
  #parsed: A
  #modified: number | null
  readonly #now: () => number
  #lookedAt: number
  #isLooking = false

  /** `parse` gets null if the file cannot be read; `now` reads the monotonic clock. */
  constructor(path: string, parse: (text: string | null) => A, now: () => number = () => performance.now()) {
    this.#path = path
    this.#parse = parse
    this.#now = now
    this.#lookedAt = now()
    const { modified, text } = readNow(path)
    this.#modified = modified
    this.#parsed = parse(text)
  }

  /** What the file said when it was last read. */
  get current(): A {
    const now = this.#now()
    if (!this.#isLooking && now - this.#lookedAt >= FRESH_MILLIS) {
      this.#isLooking = true
      this.#lookedAt = now
      void this.#refresh().finally(() => {
        this.#isLooking = false
      })
    }
    return this.#parsed
  }

  /** Reads the file if it has changed. Never fails. */
  async #refresh(): Promise<void> {
    const modified = await stat(this.#path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null
    )
    if (modified === this.#modified) return
    this.#parsed = this.#parse(await readFile(this.#path, "utf8").catch(() => null))
    this.#modified = modified
  }
}

/** At the start, when nobody else waits for the thread. */
const readNow = (path: string): { readonly modified: number | null; readonly text: string | null } => {
  try {
    return { modified: statSync(path).mtimeMs, text: readFileSync(path, "utf8") }
  } catch {
    return { modified: null, text: null }
  }
}
