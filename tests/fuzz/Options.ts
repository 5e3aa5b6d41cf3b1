import { parseArgs } from "node:util"

/** What the command line asks for. */
export interface Options {
  /** Decides which requests are sent. */
  readonly seed: string
  readonly requests: number
  /** The number of the only request to send; null for all. */
  readonly only: number | null
  /** A Postgres server whose user may create databases; null for the embedded one. */
  readonly database: string | null
  /** The bundle of the server. */
  readonly server: string
}

const REQUESTS = "20000"

const whole = (name: string, text: string, least: number): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least) throw new Error(`--${name}: expected a whole number from ${least} on.`)
  return value
}

/** Reads the command line; throws an error that says what is wrong. */
export const parse = (args: ReadonlyArray<string>): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
      requests: { type: "string", default: REQUESTS },
      only: { type: "string" },
      database: { type: "string", default: process.env["TEST_DATABASE_URL"] },
      server: { type: "string" },
      EmbeddedPostgresProcess: { type: "string" }
    }
  })
  if (values.server === undefined) throw new Error("Start this with `npm run fuzz`, which builds the server first.")
  return {
    seed: values.seed,
    requests: whole("requests", values.requests, 1),
    only: values.only === undefined ? null : whole("only", values.only, 0),
    database: values.database || null,
    server: values.server
  }
}
