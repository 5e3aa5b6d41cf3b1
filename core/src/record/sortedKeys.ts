/** The value with the keys of every object in order: vendors return the keys of free-form JSON in any order. */
export const sortedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (value === null || typeof value !== "object") return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sortedKeys(item)]))
}
