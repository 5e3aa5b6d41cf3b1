/** How many connections the large database has. */
const CONNECTIONS = 100

/** The sizes of its lists: half of all records are in the first one. */
export const sizesOf = (records: number): ReadonlyArray<number> => {
  const first = Math.floor(records / 2)
  const each = Math.floor((records - first) / (CONNECTIONS - 1))
  return [first, ...Array.from({ length: CONNECTIONS - 1 }, () => each)]
}
