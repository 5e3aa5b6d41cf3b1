import { resolve } from "node:path"
import { PlainText } from "@tributary/core"
import { Redacted } from "effect"
import pg from "pg"
import { shown } from "./DatabaseFailure.js"

const PROTOCOLS: ReadonlyArray<string> = ["postgres:", "postgresql:"]

/**
 * The URL of a server; null if the text is not such a URL. In a password, a raw `/`, `?` or `#` ends the host, so that parts of the password would be
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
export const targetOf = (url: Redacted.Redacted): Pick<pg.Client, "database" | "host" | "port" | "user"> | null => {
  if (parse(url) === null) return null
  try {
    return new pg.Client({ connectionString: Redacted.value(url) })
  } catch {
    return null
  }
}

/** The settings that say which database is meant. */
interface Settings {
  readonly databaseUrl: Redacted.Redacted | null
  readonly dataDir: string
}

/** What and where the database is, or the folder of the embedded one, and as whom this process connects; null if that is not known. */
const partsOf = ({ databaseUrl, dataDir }: Settings): { readonly database: string; readonly user: string | null } => {
  if (databaseUrl === null)
    return { database: `The embedded database in ${PlainText.inLine(resolve(dataDir))}`, user: null }
  const target = targetOf(databaseUrl)
  if (target === null) return { database: "The database of DATABASE_URL", user: null }
  const { port } = target
  const [host, user] = [shown(target.host), shown(target.user ?? "")]
  const where = host.startsWith("/") ? `${host} (port ${port})` : `${host}:${port}`
  // `pg` takes the user of the machine if the URL names none, which a container may not have.
  return {
    database: `The database "${shown(target.database ?? "")}" at ${where}`,
    user: user ? `the user "${user}"` : "no user"
  }
}

/** Which database the settings mean, in one line that shows nothing of a password. */
export const nameOf = (settings: Settings): string => {
  const { database, user } = partsOf(settings)
  return user === null ? database : `${database}, with ${user}`
}

/** The same as the subject of a sentence. */
export const subjectOf = (settings: Settings): string =>
  partsOf(settings).user === null ? nameOf(settings) : `${nameOf(settings)},`
