import type { HostPolicy } from "@tributary/core"
import { Either } from "effect"

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/

/** Null where the text is not the beginning of an address and nothing more. */
const originOf = (text: string): string | null => {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isOrigin =
    url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === ""
  return isOrigin && (url.protocol === "https:" || url.protocol === "http:") ? url.origin : null
}

/** Reads `host=origin` pairs between commas; says which one cannot be read, without its text. */
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
        `expected pairs such as graph.microsoft.com=https://graph.microsoft.us between commas, without a path; pair ${index + 1} is none`
      )
    }
    if (overrides.has(name)) return Either.left(`expected each host once; pair ${index + 1} repeats one`)
    overrides.set(name, origin)
  }
  return Either.right(overrides)
}
