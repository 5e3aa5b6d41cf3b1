import { Redacted } from "effect"

const NAME = /^[\w-]+$/

/** A header from `name=value`, whose value is percent-encoded; throws if it is none. */
const headerOf = (pair: string): readonly [string, string] => {
  const at = pair.indexOf("=")
  const name = pair.slice(0, Math.max(0, at)).trim()
  if (!NAME.test(name)) throw new Error("This is no header.")
  return [name, decodeURIComponent(pair.slice(at + 1).trim())]
}

/** The headers of requests to a collector; null if the text is not `name=value,name=value`. */
export const parse = (text: Redacted.Redacted): Readonly<Record<string, string>> | null => {
  try {
    return Object.fromEntries(Redacted.value(text).split(",").map(headerOf))
  } catch {
    return null
  }
}
