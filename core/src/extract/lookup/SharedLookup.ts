import { Effect } from "effect"
import type { Answer, LookupState, Question } from "./LookupCache.js"
import { declare, type Lookup, type QuestionOptions } from "./LookupOptions.js"
import * as LookupQuestion from "./LookupQuestion.js"

/**
 * Declares a question that many rows of `Parent` ask alike, such as devices about a weakness: it is asked once.
 *
 * Rows ask alike if the endpoint and the body, filled with their fields, are the same.
 */
export const shared =
  <Parent>() =>
  <Row, const E extends string, const Field extends string = never>(
    options: QuestionOptions<Parent, Row, E, Field>
  ): Lookup<Parent, Row, Field> =>
    declare(options, { _tag: "Shared" })

/** Counts a row that has an answer, or lacks it: one missing answer may be that of many rows. */
const count = ({ rows, tally }: LookupState, { _tag }: Answer) => {
  if (_tag === "Rows") rows.found += 1
  if (_tag !== "Missing") return
  rows.missing += 1
  rows.lastError = tally.lastError
}

/** Asks once for all rows that ask alike, as long as the run caches the answer. */
export const answer = <Parent>(asked: LookupQuestion.Asked<Parent>): Question => {
  const shared = asked.cache.share(asked.from, LookupQuestion.read(asked))
  return LookupQuestion.unlessGivenUp(
    asked,
    Effect.tap(shared, (found) => Effect.sync(() => count(asked.state, found)))
  )
}
