import { Redacted } from "effect"

/** The headers of requests to a collector; null if the text is not `name=value,name=value`, with values percent-encoded. */
export const parse = (text: Redacted.Redacted): Readonly<Record<string, string>> | null => {
  const pairs = Redacted.value(text)
    .split(",")
    .map((pair) => /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair))
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        if (pair === null) throw new Error("no header")
        return [pair[1], decodeURIComponent(pair[2] ?? "")]
      })
    )
  } catch {
    return null
  }
}
