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
  const { cache, from, parent, state } = asked
  const list = Effect.gen(function* () {
    const known = state.joined
    if (known?.from === from) return known.list
    const list = grouped(yield* LookupQuestion.read(asked), keyOf)
    state.joined = { from, list }
    return list
  })
  return Effect.map(cache.reading.withPermits(1)(list), (list): Answer => {
    if (list._tag === "Refused") return list
    // If the list is cut short, more rows for this key may be among those that could not be read.
    return { _tag: "Rows", rows: list.groups.get(matches(parent)) ?? [], isCut: list.isCut }
  })
}
