import { Redacted } from "effect"
import pg from "pg"

const PROTOCOLS: ReadonlyArray<string> = ["postgres:", "postgresql:"]

/**
 * The URL of a server; null if the text is none. In a password, a raw `/`, `?` or `#` ends the host, so that parts of the password would be
 * taken for a host, a port or a name, which are printed. The `@` behind the password then comes later than any host.
 */
export const parse = (text: Redacted.Redacted): URL | null => {
  const value = Redacted.value(text)
  if (!URL.canParse(value)) return null
  const url = new URL(value)
  const isCut = value.includes("#") || `${url.pathname}${url.search}`.includes("@")
  return PROTOCOLS.includes(url.protocol) && !isCut ? url : null
}

/** Where `pg` connects with this URL and the variables of libpq, without the password; null if it cannot read it. */
const targetOf = (url: Redacted.Redacted): Pick<pg.Client, "database" | "host" | "port" | "user"> | null => {
  if (parse(url) === null) return null
  try {
    return new pg.Client({ connectionString: Redacted.value(url) })
  } catch {
    return null
  }
}

/** A database as the subject of a sentence: its name, host, port and user, or the folder of the embedded one. */
export const subjectOf = (config: {
  readonly databaseUrl: Redacted.Redacted | null
  readonly dataDir: string
}): string => {
  if (config.databaseUrl === null) return `The embedded database in ${config.dataDir}`
  const target = targetOf(config.databaseUrl)
  if (target === null) return "The database of DATABASE_URL"
  const { database, host, port, user } = target
  const where = host.startsWith("/") ? `${host} (port ${port})` : `${host}:${port}`
  // `pg` takes the user of the machine if the URL names none, which a container may not have.
  return `The database "${database}" at ${where}, with ${user ? `the user "${user}"` : "no user"},`
}
