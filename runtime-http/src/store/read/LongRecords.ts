import type { SqlError } from "@effect/sql/SqlError"
import type { Context } from "effect"
import { Effect } from "effect"
import * as Fiberless from "../../Fiberless.js"
import type { Database } from "../postgres/Database.js"
import * as NamedQuery from "../postgres/NamedQuery.js"
import { uuidArray } from "../postgres/Uuid.js"
import type { PageRequest } from "./PageRequest.js"
import * as PageSize from "./PageSize.js"
import * as PageSql from "./PageSql.js"

/** The rows that were found for a page, and its records with their JSON. */
export interface WholePage {
  /** Without those whose records have left the list since they were found. */
  readonly rows: ReadonlyArray<PageSql.PageRow>
  /** The JSON of the first of them, as many as fit into a page, but at least one. */
  readonly items: ReadonlyArray<string>
}

/** The first items, as many as fit. The JSON of those that do not fit together with the other long ones was not read. */
const fitting = (wires: ReadonlyArray<string | null>): ReadonlyArray<string> => {
  const end = wires.indexOf(null)
  const read = (end < 0 ? wires : wires.slice(0, end)) as ReadonlyArray<string>
  return read.slice(0, PageSize.fitting(read.map((wire) => ({ bytes: Buffer.byteLength(wire) }))))
}

/** Reads the long records among the first `limit` of the rows that were found for a page; its statement has read the others. */
export const read = (
  database: Context.Tag.Service<Database>,
  { claim, kind, limit }: Pick<PageRequest, "claim" | "kind" | "limit">,
  found: ReadonlyArray<PageSql.PageRow>
): Effect.Effect<WholePage, SqlError> => {
  const page = found.slice(0, limit).map(([wireOrId]) => wireOrId)
  const long = page.filter(PageSize.isId)
  if (long.length === 0) return Effect.succeed({ rows: found, items: page })
  const values = [claim.connectionId, kind.name, uuidArray(long)]
  return Fiberless.map(NamedQuery.run<PageSql.LongRow>(database, PageSql.long, values), (texts) => {
    const wires = new Map(texts)
    const hasLeft = new Set(long.filter((id) => !wires.has(id)))
    const isThere = (wireOrId: string) => !hasLeft.has(wireOrId)
    const items = page.filter(isThere).map((each) => (PageSize.isId(each) ? (wires.get(each) ?? null) : each))
    return { rows: found.filter(([wireOrId]) => isThere(wireOrId)), items: fitting(items) }
  })
}
