import { randomBytes } from "node:crypto"
import pg from "pg"

/** Connects to a database while `use` runs. */
export const connected = async <A>(url: string, use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Runs statements on a database. */
export const run = (url: string, ...statements: ReadonlyArray<string>): Promise<void> =>
  connected(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

/** Before Postgres 15, every database is created as a copy of the files; the newer default writes a large template twice. */
const copyingFiles = (server: string): Promise<string> =>
  connected(server, async (client) => {
    const { rows } = await client.query<{ isNew: boolean }>(
      `select current_setting('server_version_num')::int >= 150000 as "isNew"`
    )
    return rows[0]?.isNew ? " strategy file_copy" : ""
  })

/** The address of a database of the server. */
export const urlOf = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** The address for sessions with this `application_name`, which tells whose they are. */
export const urlFor = (database: string, application: string): string => {
  const url = new URL(database)
  url.searchParams.set("application_name", application)
  return url.href
}

/** A database that exists until `drop`. */
export interface Database {
  readonly name: string
  readonly url: string
  readonly drop: () => Promise<void>
}

/** Creates a database with a new name, a copy of `template`. */
export const create = async (server: string, template = "template0"): Promise<Database> => {
  const name = `tributary_run_${randomBytes(6).toString("hex")}`
  const strategy = template === "template0" ? "" : await copyingFiles(server)
  await run(server, `create database ${name} template ${template}${strategy}`)
  return {
    name,
    url: urlOf(server, name),
    drop: () => run(server, `drop database if exists ${name} with (force)`)
  }
}
