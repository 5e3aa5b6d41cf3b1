import * as SqlClient from "@effect/sql/SqlClient"
import { expect } from "@effect/vitest"
import { Effect } from "effect"
import * as Reach from "../../../src/store/erasure/Reach.js"
import * as RecordFixture from "../RecordFixture.js"
import * as FilledCustomer from "./FilledCustomer.js"

const ways = Object.entries(Reach.reaches).flatMap(([table, reach]) =>
  "because" in reach
    ? []
    : Reach.subjects.flatMap((of) => {
        const way = reach[of]
        return way === undefined ? [] : [{ table, of, ...way }]
      })
)

RecordFixture.eitherDatabase("the reach of an erasure", (it) => {
  it.effect("is declared for every table of the schema, and for no other", () =>
    Effect.gen(function* () {
      const columns = yield* FilledCustomer.columnsOfSchema
      // Add a row for a new table: how its rows about a customer leave, or why it holds nothing about one.
      expect(Object.keys(Reach.reaches).toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted())
    })
  )

  it.effect("names columns that exist", () =>
    Effect.gen(function* () {
      const known = new Set((yield* FilledCustomer.columnsOfSchema).map(({ column, table }) => `${table}.${column}`))
      const named = ways.flatMap(({ columns, table }) => columns.map((column) => `${table}.${column}`))
      expect(named.filter((column) => !known.has(column))).toEqual([])
    })
  )

  it.effect("follows every column with the id of a connection, an organization or an account", () =>
    Effect.gen(function* () {
      const columns = yield* FilledCustomer.columnsOfSchema
      const missing = columns.flatMap(({ column, table }) => {
        const [, of] = /^(connection|organization|account)_ids?$/.exec(column) ?? []
        const reach = Reach.reaches[table]
        if (of === undefined || reach === undefined || "because" in reach) return []
        // Rows that leave with a connection have left before its organization and its account do; so have organizations.
        const inner = Reach.subjects.slice(0, Reach.subjects.indexOf(of as Reach.Subject) + 1)
        return inner.some((subject) => reach[subject] !== undefined) ? [] : [`${table}.${column}`]
      })
      expect(missing).toEqual([])
      expect(columns.filter(({ column }) => column === "connection_id").length).toBeGreaterThan(15)
      // Only these keep the ids of what is gone: they have nothing else about it.
      const kept = columns.filter(({ column, table }) => {
        const reach = Reach.reaches[table]
        return /^(connection|organization|account)_ids?$/.test(column) && reach !== undefined && "because" in reach
      })
      expect([...new Set(kept.map(({ table }) => table))]).toEqual(["audit_event", "erasure"])
    })
  )

  it.effect("empties a table before those that its rows refer to, and the subject last", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const references = yield* sql<{ readonly from: string; readonly to: string }>`
        select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
        from pg_constraint
        where contype = 'f' and conrelid <> confrelid and connamespace = current_schema()::regnamespace`
      expect(references.length).toBeGreaterThan(15)
      for (const of of Reach.subjects) {
        const tables = Reach.leaving(of).map(({ table }) => table)
        expect(tables.at(-1)).toBe(of)
        const wrong = references.filter(
          ({ from, to }) => tables.includes(from) && tables.includes(to) && tables.indexOf(from) > tables.indexOf(to)
        )
        expect(wrong).toEqual([])
      }
    })
  )
})
