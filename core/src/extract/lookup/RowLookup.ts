import type { Question } from "./LookupCache.js"
import { declare, type Lookup, type QuestionOptions } from "./LookupOptions.js"
import * as LookupQuestion from "./LookupQuestion.js"

/** Declares a question about each row of `Parent`: `Lookup.of<OktaUser>()({ ... })`. */
export const of =
  <Parent>() =>
  <Row, const E extends string, const Field extends string = never>(
    options: QuestionOptions<Parent, Row, E, Field>
  ): Lookup<Parent, Row, Field> =>
    declare(options, { _tag: "Row" })

/** Asks about one row. */
export const answer = <Parent>(asked: LookupQuestion.Asked<Parent>): Question =>
  LookupQuestion.unlessGivenUp(asked, LookupQuestion.read(asked))
