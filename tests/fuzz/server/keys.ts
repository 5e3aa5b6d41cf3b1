/** The keys of an account. */
export interface AccountKeys {
  /** May do everything. */
  readonly key: string
  /** May only read. */
  readonly readingKey: string
}

/** Begins the line in which the server prints the keys of its accounts, as a JSON list. */
export const KEYS_LINE = "Keys: "

/** The keys in what the server has printed; null if they are not there yet. */
export const keysIn = (output: string): ReadonlyArray<AccountKeys> | null => {
  const line = output.split("\n").find((each) => each.startsWith(KEYS_LINE) && each.endsWith("]"))
  return line === undefined ? null : JSON.parse(line.slice(KEYS_LINE.length))
}
