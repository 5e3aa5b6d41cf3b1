import { PlainText } from "@tributary/core"
import Table from "cli-table3"
import type { ApiRecord, KindTally } from "../run/KindTally.js"
import type { ExtractorProgress } from "../run/ListProgress.js"

type Leaf = readonly [path: string, value: string]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The values inside a value, with their paths. */
const leavesOf = (value: unknown, path = ""): ReadonlyArray<Leaf> => {
  if (Array.isArray(value)) {
    return value.length === 0 ? [[path, "[]"]] : value.flatMap((item, index) => leavesOf(item, `${path}[${index}]`))
  }
  if (!isObject(value)) return [[path, value === null || value === undefined ? "-" : String(value)]]
  return Object.entries(value).flatMap(([name, item]) => leavesOf(item, path === "" ? name : `${path}.${name}`))
}

const valuesOf = (value: unknown): ReadonlySet<string> => new Set(leavesOf(value).map(([, text]) => text))

const inCommon = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((value) => value !== "-" && other.has(value)).length

/** The vendor's row that has the most values in common with a record, if there is one: nothing else names its row. */
const pairOf = (
  rows: ReadonlyArray<unknown>,
  samples: ReadonlyArray<ApiRecord>
): { readonly row: unknown; readonly record: ApiRecord } | null => {
  const [record] = samples
  if (record === undefined) return null
  const values = valuesOf(record)
  const [best] = rows
    .map((row) => ({ row, shared: inCommon(valuesOf(row), values) }))
    .toSorted((one, other) => other.shared - one.shared)
  return best === undefined || best.shared === 0 ? null : { row: best.row, record }
}

const BORDERS = 7

const listing = (leaves: ReadonlyArray<Leaf>): string =>
  leaves.map(([path, value]) => PlainText.inLine(`${path}: ${value}`)).join("\n")

/** One of the vendor's rows beside the record that it became, for each kind whose rows were read. */
export const of = (
  { bodies, extractor }: ExtractorProgress,
  tally: ReadonlyMap<string, KindTally>,
  columns: number
): ReadonlyArray<string> =>
  extractor.lists.flatMap(({ endpoint, kind, pagination }) => {
    if (kind === null || pagination === null) return []
    const rows = (bodies.get(endpoint) ?? []).flatMap((body) => pagination.rows(body) ?? [])
    const pair = pairOf(rows, tally.get(kind.name)?.samples ?? [])
    if (pair === null) return []
    const width = Math.floor((columns - BORDERS) / 2) + 2
    const table = new Table({
      head: [`${endpoint} sent`, `${kind.name} became`],
      colWidths: [width, width],
      wordWrap: true,
      wrapOnWordBoundary: false,
      style: { head: [], border: [] }
    })
    table.push([listing(leavesOf(pair.row)), listing(leavesOf(pair.record))])
    return [table.toString()]
  })
