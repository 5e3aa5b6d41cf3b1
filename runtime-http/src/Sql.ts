/*
 * The SQL client, whose modules Effect 4 moves and whose driver it replaces: only this file and those that open connections import them.
 */

export * as SqlClient from "@effect/sql/SqlClient"
export type { Connection } from "@effect/sql/SqlConnection"
export { SqlError } from "@effect/sql/SqlError"
export type { Fragment, Statement } from "@effect/sql/Statement"
