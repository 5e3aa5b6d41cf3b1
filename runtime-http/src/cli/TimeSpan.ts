const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 }

/** The longest time that a command accepts; a year with five digits would have another form. */
export const MAX_DAYS = 3_650

/** Reads a duration such as `90d`, in seconds; null if the text is not a duration. */
export const secondsOf = (text: string): number | null => {
  const [, number = "", unit = ""] = /^(\d{1,9})([mhd])$/.exec(text) ?? []
  const seconds = Number(number) * (SECONDS[unit] ?? 0)
  return number === "" || seconds > MAX_DAYS * 86_400 ? null : seconds
}

const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60]
] as const

/** A number of seconds in the largest unit of which there are two, such as `36h`. */
export const print = (seconds: number): string => {
  const [unit, size] = units.find(([, size]) => seconds >= 2 * size) ?? ["s", 1]
  return `${Math.floor(seconds / size)}${unit}`
}
