/** One reading of a list that is paged by index or as a scroll, from its first page on. */
export interface Walk {
  readonly name: string
  readonly startedAt: number
  /** When the last page was requested. */
  lastAt: number
  /** The ids of each page, by its place. A page that is requested again replaces the earlier answer. */
  readonly pages: Map<number, ReadonlyArray<string>>
}

/** Whether a page of the walk had this row. */
export const hasServed = ({ pages }: Walk, id: string): boolean => [...pages.values()].some((ids) => ids.includes(id))

/** The walks of one list, oldest first. */
export class Walks {
  readonly #walks: Array<Walk> = []

  begin(name = `w${this.#walks.length}`): Walk {
    const now = Date.now()
    const walk: Walk = { name, startedAt: now, lastAt: now, pages: new Map() }
    this.#walks.push(walk)
    return walk
  }

  /** The walk of this name; a new one if there is none. */
  continued(name: string | null): Walk {
    const walk = this.#walks.find((each) => each.name === name) ?? this.begin()
    walk.lastAt = Date.now()
    return walk
  }

  /**
   * The walks of a complete scan, all of which may have been stored: the last one that began within it, and those that were still
   * running when the last one began, because a frozen process may have read them.
   */
  within(from: number, until: number): ReadonlyArray<Walk> {
    const started = this.#walks.filter(({ startedAt }) => startedAt >= from && startedAt <= until)
    const last = started.at(-1)
    return last === undefined ? [] : started.filter((walk) => walk === last || walk.lastAt > last.startedAt)
  }
}
