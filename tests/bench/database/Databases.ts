import { randomBytes } from "node:crypto"
import pg from "pg"

/** Runs statements on a database. */
export const run = async (url: string, ...statements: ReadonlyArray<string>): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of a database of the server, for sessions with this `application_name`. */
export const urlOf = (server: string, name: string, application?: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  if (application !== undefined) url.searchParams.set("application_name", application)
  return url.href
}

/** A database that exists until `drop`. */
export interface Database {
  readonly name: string
  readonly url: string
  /** The address for sessions with this `application_name`, by which a meter tells whose they are. */
  readonly urlFor: (application: string) => string
  readonly drop: () => Promise<void>
}

/** Creates a database with a new name, a copy of `template`. */
export const create = async (server: string, template = "template0"): Promise<Database> => {
  const name = `tributary_bench_${randomBytes(6).toString("hex")}`
  // A copy of the files: the other way to copy writes a large template twice.
  const strategy = template === "template0" ? "" : " strategy file_copy"
  await run(server, `create database ${name} template ${template}${strategy}`)
  return {
    name,
    url: urlOf(server, name),
    urlFor: (application) => urlOf(server, name, application),
    drop: () => run(server, `drop database if exists ${name} with (force)`)
  }
}
