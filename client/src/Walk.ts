import type { CursorPage } from "./Methods.js"
import type { Parameters } from "./Request.js"

/** The parameters of the page after this one; null at the end of the data. */
export const next = (parameters: Parameters, { next_cursor }: CursorPage<unknown>): Parameters | null => {
  if (next_cursor === null || next_cursor === undefined) return null
  // The cursor contains it, and the API refuses both together.
  const { updatedSince: _, ...others } = parameters
  return { ...others, cursor: next_cursor }
}

/**
 * The earlier of two instants, both in UTC with microseconds. That of a page can be before that of the page before it, if several copies of the
 * database answer.
 */
export const earlier = (one: string | null, other: string): string => (one !== null && one < other ? one : other)

/** A walk through a list of records from page to page: a loop over it gets every record, oldest change first. */
export class Walk<Item> implements AsyncIterable<Item> {
  #asOf: string | null = null
  readonly #read: (parameters: Parameters) => Promise<CursorPage<Item>>
  readonly #start: Parameters

  constructor(read: (parameters: Parameters) => Promise<CursorPage<Item>>, start: Parameters) {
    this.#read = read
    this.#start = start
  }

  /**
   * The `updatedSince` of the next walk through the same list, once this one has come to its end. Throws before the first page was read.
   */
  get asOf(): string {
    if (this.#asOf === null) throw new Error("The walk has read no page yet: read `asOf` after the loop.")
    return this.#asOf
  }

  /** The pages instead of their records, for a program that saves its place. `as_of` of each is the earliest so far. */
  async *pages(): AsyncGenerator<CursorPage<Item>, void, undefined> {
    this.#asOf = null
    let parameters: Parameters | null = this.#start
    while (parameters !== null) {
      const page: CursorPage<Item> = await this.#read(parameters)
      this.#asOf = earlier(this.#asOf, page.as_of)
      yield { ...page, as_of: this.#asOf }
      parameters = next(parameters, page)
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items
  }
}
