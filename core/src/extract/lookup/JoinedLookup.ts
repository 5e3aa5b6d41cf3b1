import { Effect } from "effect"
import type { Answer, Joined, Question } from "./LookupCache.js"
import { declare, type Join, type Lookup, type LookupOptions } from "./LookupOptions.js"
import * as LookupQuestion from "./LookupQuestion.js"
import * as RowGroups from "./RowGroups.js"

interface JoinedOptions<Parent, Row, E extends string, Field extends string>
  extends LookupOptions<Parent, Row, E, Field> {
  /** The key of a row of the list; null if it answers for no row. */
  readonly key: (row: Row) => string | null
  /** The key of the rows that answer for this row. */
  readonly matches: (parent: Parent) => string
  /**
   * Whether the list has rows for a part of the rows only, such as a list of administrators; the answer is then empty for the others.
   * False by default: a row without an answer then counts as missing, like a 404 for a question about it.
   */
  readonly mayBeMissing?: boolean
}

/**
 * Declares one list that answers for every row of `Parent`, such as a report on all users, and is read once per run.
 *
 * The answer for a row is the list's rows whose `key` equals the row's `matches`. If the endpoint has placeholders, the
 * list is read again whenever their values change.
 */
export const joined =
  <Parent>() =>
  <Row, const E extends string, const Field extends string = never>({
    key,
    matches,
    ...list
  }: JoinedOptions<Parent, Row, E, Field>): Lookup<Parent, Row, Field> =>
    declare(list, { _tag: "Joined", keyOf: (row) => key(row as Row), matches })

const grouped = (answer: Answer, keyOf: (row: unknown) => string | null): Joined => {
  if (answer._tag === "Refused") return answer
  const { rows, isCut } = answer._tag === "Rows" ? answer : { rows: [], isCut: false }
  return { _tag: "Groups", groups: RowGroups.make(rows, keyOf), isCut }
}

/** Finds the answer about one row in the list, which is read unless it was the last one read. */
export const answer = <Parent>(asked: LookupQuestion.Asked<Parent>, { keyOf, matches }: Join<Parent>): Question => {
  const { cache, from, lookup, parent, state } = asked
  const list = Effect.gen(function* () {
    const known = state.joined
    if (known?.from === from) return known.list
    const list = grouped(yield* LookupQuestion.read(asked), keyOf)
    state.joined = { from, list }
    return list
  })
  return Effect.map(cache.reading.withPermits(1)(list), (list): Answer => {
    if (list._tag === "Refused") return list
    const { groups, isCut } = list
    const rows = groups.get(matches(parent))
    // If the list is cut short, more rows for this key may be among those that could not be read.
    if (rows === undefined && !isCut && !lookup.mayBeMissing) {
      state.tally.missing += 1
      return { _tag: "Missing" }
    }
    if (rows !== undefined) state.tally.found += 1
    return { _tag: "Rows", rows: rows ?? [], isCut }
  })
}
