import type { HostPolicy } from "@tributary/core"
import { Either } from "effect"

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/

/** The origin, such as `https://example.com`; null when the text is anything else. */
const originOf = (text: string): string | null => {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isOrigin =
    url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === ""
  return isOrigin && (url.protocol === "https:" || url.protocol === "http:") ? url.origin : null
}

/** Reads comma-separated `host=origin` pairs. The error says which pair is invalid without quoting it, because it may contain a password. */
export const parse = (text: string): Either.Either<HostPolicy.Overrides, string> => {
  const overrides = new Map<string, string>()
  const entries = text.split(",").map((entry) => entry.trim())
  for (const [index, entry] of entries.entries()) {
    if (entry === "" && entries.length === 1) break
    const [host = "", ...rest] = entry.split("=")
    const origin = originOf(rest.join("=").trim())
    const name = host.trim().toLowerCase()
    if (!HOST.test(name) || origin === null) {
      return Either.left(
        `expected comma-separated pairs such as graph.microsoft.com=https://graph.microsoft.us, without a path; pair ${index + 1} is invalid`
      )
    }
    if (overrides.has(name)) return Either.left(`expected each host once; pair ${index + 1} repeats a host`)
    overrides.set(name, origin)
  }
  return Either.right(overrides)
}
