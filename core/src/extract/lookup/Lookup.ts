// The public `Lookup`: the four forms of a question about rows. What they have in common is in `LookupOptions`, how they are answered in `LookupAnswers`.
import type { Query } from "../../http/Request.js"
import { decode } from "../../record/Row.js"
import * as PathTemplate from "../walk/PathTemplate.js"
import { type BatchedOptions, declare, type JoinedOptions, type Lookup, type QuestionOptions } from "./LookupOptions.js"

export type { Answers, Any, Filling, Lookup, Lookups, SameAnswers } from "./LookupOptions.js"

/**
 * Declares a question about each row of `Parent`: `Lookup.of<OktaUser>()({ ... })`.
 *
 * It is called twice because TypeScript infers all type parameters of a call or none: the first call names the type of the rows, the
 * second infers the others from the options.
 *
 * @example
 * ```ts
 * interface User {
 *   readonly id: string
 * }
 *
 * const roles = Lookup.of<User>()({
 *   endpoint: "/users/{id}/roles",
 *   row: Schema.Struct({ name: Schema.String }),
 *   pagination: Pagination.none(),
 *   permissions: ["roles:read"]
 * })
 * ```
 */
export const of =
  <Parent>() =>
  <Row, const E extends string, const Field extends string = never>(
    options: QuestionOptions<Parent, Row, E, Field>
  ): Lookup<Parent, Row, Field> =>
    declare(options, { _tag: "Row" })

/**
 * Declares a question that many rows of `Parent` ask alike, such as devices about a weakness: it is asked once.
 *
 * Rows ask alike if the endpoint and the body, filled with their fields, are the same. It is called twice, like `Lookup.of`.
 */
export const shared =
  <Parent>() =>
  <Row, const E extends string, const Field extends string = never>(
    options: QuestionOptions<Parent, Row, E, Field>
  ): Lookup<Parent, Row, Field> =>
    declare(options, { _tag: "Shared" })

/**
 * Declares one list that answers for every row of `Parent`, such as a report on all users, and is read once per run.
 *
 * The answer for a row is the list's rows whose `key` equals the row's `matches`. If the endpoint has placeholders, the
 * list is read again whenever their values change. If the answers are in lists below the rows of another list, `below` declares that one.
 * It is called twice, like `Lookup.of`.
 *
 * @example
 * ```ts
 * interface User {
 *   readonly email: string
 * }
 *
 * const lastLogins = Lookup.joined<User>()({
 *   endpoint: "/reports/logins",
 *   row: Schema.Struct({ user_email: Schema.String, at: Schema.String }),
 *   pagination: Pagination.linkHeader({ limit: 500 }),
 *   permissions: ["reports:read"],
 *   key: ({ user_email }) => user_email,
 *   matches: ({ email }) => email
 * })
 * ```
 */
export const joined =
  <Parent>() =>
  <Row, const E extends string, const Field extends string = never, Outer = Parent>({
    below,
    endpoint,
    key,
    matches,
    ...list
  }: JoinedOptions<Parent, Row, E, Field, Outer>): Lookup<Parent, Row, Field> => {
    if (below !== undefined) verifyBelow(below.endpoint, endpoint, list.post)
    return declare<Parent, Row, Field>(
      // The compiler has checked that its placeholders are fields of a row of `Outer`.
      { ...list, endpoint: endpoint as string },
      {
        _tag: "Joined",
        keyOf: (row) => key(row as Row),
        keysOf: (parent) => [matches(parent)],
        outer: below === undefined ? null : { ...below, readRow: decode(below.row) }
      }
    )
  }

/** Throws if the list above the answers cannot be requested, or if nothing of its rows leads to the lists below. */
const verifyBelow = (above: string, endpoint: string, post: Query | undefined): void => {
  const [first] = PathTemplate.placeholdersOf(above, undefined)
  if (first !== undefined) {
    throw new Error(
      `${above}: the list above the answers is read once, so nothing can stand for {${first}}; write its whole path.`
    )
  }
  if (PathTemplate.placeholdersOf(endpoint, post).length === 0) {
    throw new Error(`${endpoint}: name a field of the rows of ${above} in braces, such as {id}, or leave out below.`)
  }
}

/**
 * Declares a question about many rows of `Parent` at once, such as `?ids=1,2,3`, for the definitions that rows refer to by key.
 *
 * The keys of all rows of a page are requested together, each key once, and no request has more than `batch` keys. A row's
 * answer is the rows whose `key` is one of the row's `keys`. A key without a row in the answer counts as missing, like
 * a 404 for a question about one row. A run keeps answers for later pages, in a bounded amount of memory. It is called
 * twice, like `Lookup.of`.
 */
export const batched =
  <Parent>() =>
  <Row, const Field extends string = never>({
    batch,
    endpoint,
    key,
    keys,
    query,
    ...question
  }: BatchedOptions<Parent, Row, Field>): Lookup<Parent, Row, Field> => {
    if (!Number.isInteger(batch) || batch < 1) {
      throw new Error(`${endpoint}: batch must be a whole number of at least 1; write how many keys the vendor allows.`)
    }
    const problem = PathTemplate.problemBelowNoRow(endpoint)
    if (problem !== null) throw new Error(`${endpoint}: ${problem}`)
    return declare<Parent, Row, Field>(
      { ...question, endpoint },
      {
        _tag: "Batched",
        size: batch,
        query,
        keyOf: (row) => key(row as Row),
        // Some vendors answer the question about an empty key with everything.
        keysOf: (parent) => [...new Set([keys(parent) ?? []].flat())].filter((key) => key !== "")
      }
    )
  }
