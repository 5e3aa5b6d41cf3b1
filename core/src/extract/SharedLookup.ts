import type { Question } from "./LookupCache.js"
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

/** Asks once for all rows that ask alike, as long as the run caches the answer. */
export const answer = <Parent>(asked: LookupQuestion.Asked<Parent>): Question =>
  LookupQuestion.unlessGivenUp(asked, asked.cache.share(asked.from, LookupQuestion.read(asked)))
