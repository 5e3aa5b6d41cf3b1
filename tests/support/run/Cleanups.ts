import type { Journal } from "./Journal.js"

/** What to undo at the end, whatever happens before. */
export class Cleanups {
  readonly #all: Array<() => Promise<unknown>> = []

  add(cleanup: () => Promise<unknown>): void {
    this.#all.push(cleanup)
  }

  /** Undoes everything, the last first. */
  async run(journal: Journal): Promise<void> {
    for (const cleanup of this.#all.splice(0).reverse()) {
      await cleanup().catch((error: unknown) => journal.broken("nothing stays behind", String(error)))
    }
  }
}
