import { PlainText } from "@tributary/core"

/** The columns of a table: the title of each, and what it shows of a value. */
export type Columns<A> = ReadonlyArray<
  readonly [
    title: string,
    cell: (value: A) => string,
    /** Whether its longest cells are cut if the table is wider than `WIDTH`; otherwise they are shown whole. */
    fit?: "fit"
  ]
>

/** How wide a table is at most, if columns may be cut. */
const WIDTH = 100
const GAP = "  "
/** A column is never cut to less. */
const LEAST = 8

const widthOf = (widths: ReadonlyArray<number>): number =>
  widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))

/** The widths after the widest of the columns that may be cut are cut, until all fit or none can be cut any more. */
const fitted = (widths: ReadonlyArray<number>, mayCut: ReadonlyArray<boolean>): ReadonlyArray<number> => {
  const cut = [...widths]
  for (;;) {
    const widest = Math.max(0, ...cut.filter((_, column) => mayCut[column]))
    if (widthOf(cut) <= WIDTH || widest <= LEAST) return cut
    const column = cut.findIndex((width, index) => mayCut[index] === true && width === widest)
    cut[column] = widest - 1
  }
}

const cut = (cell: string, width: number): string => (cell.length > width ? `${cell.slice(0, width - 1)}…` : cell)

/** Values as lines of text, one each, below the titles of the columns. What a terminal would obey is shown instead. */
export const print = <A>(columns: Columns<A>, values: ReadonlyArray<A>): string => {
  const rows = [
    columns.map(([title]) => title),
    ...values.map((value) => columns.map(([, cell]) => PlainText.inLine(cell(value))))
  ]
  const widths = fitted(
    columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))),
    columns.map(([, , fit]) => fit === "fit")
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return cut(cell, width).padEnd(width)
        })
        .join(GAP)
        .trimEnd()
    )
    .join("\n")
}
