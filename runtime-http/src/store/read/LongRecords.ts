import type { SqlError } from "@effect/sql/SqlError"
import type { Context } from "effect"
import { Effect } from "effect"
import * as Eager from "../../Eager.js"
import type { Database } from "../postgres/Database.js"
import * as NamedQuery from "../postgres/NamedQuery.js"
import { uuidArray } from "../postgres/Uuid.js"
import type { PageRequest } from "./PageRequest.js"
import * as PageSize from "./PageSize.js"
import * as PageSql from "./PageSql.js"

interface Item {
  readonly id: string
  readonly wire: string
}

/** The rows that were found for a page, and its records with their JSON. */
export interface WholePage {
  /** Without those whose records have left the list since they were found. */
  readonly rows: ReadonlyArray<PageSql.PageRow>
  /** The first of them, as many as fit into a page, but at least one. */
  readonly items: ReadonlyArray<Item>
}

/** The first items, as many as fit. The JSON of those that do not fit together with the other long ones was not read. */
const fitting = (items: ReadonlyArray<{ readonly id: string; readonly wire: string | null }>): ReadonlyArray<Item> => {
  const read: Array<Item> = []
  for (const { id, wire } of items) {
    if (wire === null) break
    read.push({ id, wire })
  }
  return read.slice(0, PageSize.fitting(read.map(({ wire }) => ({ bytes: Buffer.byteLength(wire) }))))
}

/** Reads the long records among the first `limit` of the rows that were found for a page; its statement has read the others. */
export const read = (
  database: Context.Tag.Service<Database>,
  { claim, kind, limit }: Pick<PageRequest, "claim" | "kind" | "limit">,
  found: ReadonlyArray<PageSql.PageRow>
): Effect.Effect<WholePage, SqlError> => {
  const page = found.slice(0, limit)
  const long = page.flatMap(([, wire, id]) => (wire === null ? [id] : []))
  if (long.length === 0) {
    return Effect.succeed({ rows: found, items: page.map(([, wire, id]) => ({ id, wire: wire ?? "" })) })
  }
  const values = [claim.connectionId, kind.name, uuidArray(long)]
  return Eager.map(NamedQuery.run<PageSql.LongRow>(database, PageSql.long, values), (texts) => {
    const wires = new Map(texts)
    const hasLeft = new Set(long.filter((id) => !wires.has(id)))
    const isThere = ([, , id]: PageSql.PageRow) => !hasLeft.has(id)
    const items = page.filter(isThere).map(([, wire, id]) => ({ id, wire: wire ?? wires.get(id) ?? null }))
    return { rows: found.filter(isThere), items: fitting(items) }
  })
}
