/** One row of a table; `ratio` compares it with the table's first row. */
export interface Row {
  readonly name: string
  readonly value: string
  readonly ratio: number
  readonly note: string
}

/** Prints a table to the terminal. */
export const print = (title: string, rows: ReadonlyArray<Row>): void => {
  const wide = Math.max(...rows.map(({ name }) => name.length))
  console.log(`\n${title}`)
  for (const { name, note, ratio, value } of rows) {
    console.log(`  ${name.padEnd(wide)}  ${value.padStart(16)}  ${ratio.toFixed(2).padStart(6)}  ${note}`.trimEnd())
  }
}
