/** How this machine asks its name servers, as its /etc/resolv.conf says. */
export interface ResolverSettings {
  /** Addresses, some with a port; empty if the file names none. */
  readonly servers: ReadonlyArray<string>
  /** The domains in which a short name is looked for. */
  readonly search: ReadonlyArray<string>
  /** A name with fewer dots is looked for in the search list before it is asked as it is. */
  readonly ndots: number
  /** How long each server may take for an answer, at first. */
  readonly timeoutMillis: number
  /** How often each server is asked. */
  readonly attempts: number
}

/** The limits and defaults of the C library. */
const MAX_NDOTS = 15
const MAX_TIMEOUT_SECS = 30
const MAX_ATTEMPTS = 5
const defaults = { ndots: 1, timeout: 5, attempts: 2 } as const

const isOption = (name: string): name is keyof typeof defaults => Object.hasOwn(defaults, name)

/** Reads the text of resolv.conf(5); ignores what it does not know, as the C library does. */
export const parse = (text: string): ResolverSettings => {
  const servers: Array<string> = []
  const options: Record<keyof typeof defaults, number> = { ...defaults }
  let search: ReadonlyArray<string> = []
  for (const line of text.split("\n")) {
    const [entry = ""] = line.split(/[#;]/, 1)
    const [keyword = "", ...values] = entry.split(/\s+/).filter((word) => word !== "")
    if (keyword === "nameserver") servers.push(...values.slice(0, 1))
    // The last of them counts.
    if (keyword === "search" || keyword === "domain") search = values
    for (const value of keyword === "options" ? values : []) {
      const [name = "", count = ""] = value.split(":")
      if (isOption(name) && /^\d+$/.test(count)) options[name] = Number(count)
    }
  }
  return {
    servers,
    search: search
      .map((domain) => (domain.endsWith(".") ? domain.slice(0, -1) : domain).toLowerCase())
      .filter((domain) => domain !== ""),
    ndots: Math.min(options.ndots, MAX_NDOTS),
    timeoutMillis: Math.min(Math.max(1, options.timeout), MAX_TIMEOUT_SECS) * 1_000,
    attempts: Math.min(Math.max(1, options.attempts), MAX_ATTEMPTS)
  }
}

const dotsIn = (name: string): number => name.split(".").length - 1

/** The names to ask for, in this order: what the C library asks. A dot at the end keeps a name from being looked for in the search list. */
export const candidates = ({ ndots, search }: ResolverSettings, name: string): ReadonlyArray<string> => {
  if (name.endsWith(".")) return [name.slice(0, -1)]
  const found = search.map((domain) => `${name}.${domain}`)
  return dotsIn(name) >= ndots ? [name, ...found] : [...found, name]
}
