/** The columns of a table: the title of each, and what it shows of a value. */
export type Columns<A> = ReadonlyArray<readonly [title: string, cell: (value: A) => string]>

/** Values as lines of text, one each, below the titles of the columns. */
export const print = <A>(columns: Columns<A>, values: ReadonlyArray<A>): string => {
  const rows = [columns.map(([title]) => title), ...values.map((value) => columns.map(([, cell]) => cell(value)))]
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}
