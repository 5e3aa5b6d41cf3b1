/** One line of a table; the first row of a table is what the others are compared with. */
export interface Row {
  readonly name: string
  readonly value: string
  readonly ratio: number
  readonly note: string
}

export const print = (title: string, rows: ReadonlyArray<Row>): void => {
  const wide = Math.max(...rows.map(({ name }) => name.length))
  console.log(`\n${title}`)
  for (const { name, note, ratio, value } of rows) {
    console.log(`  ${name.padEnd(wide)}  ${value.padStart(16)}  ${ratio.toFixed(2).padStart(6)}  ${note}`.trimEnd())
  }
}
