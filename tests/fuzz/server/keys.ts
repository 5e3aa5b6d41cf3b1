/** Begins the line in which the server prints the keys of its accounts, as a JSON list. */
export const KEYS_LINE = "Keys: "

/** The keys in what the server has printed; null if they are not there yet. */
export const keysIn = (output: string): ReadonlyArray<string> | null => {
  const line = output.split("\n").find((each) => each.startsWith(KEYS_LINE) && each.endsWith("]"))
  return line === undefined ? null : JSON.parse(line.slice(KEYS_LINE.length))
}
