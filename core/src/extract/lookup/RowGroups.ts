/** The rows by key, without those that have none. */
export const make = (
  rows: ReadonlyArray<unknown>,
  keyOf: (row: unknown) => string | null
): ReadonlyMap<string, ReadonlyArray<unknown>> => {
  const groups = new Map<string, Array<unknown>>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [row])
    else known.push(row)
  }
  return groups
}
