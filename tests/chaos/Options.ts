import { parseArgs } from "node:util"

/** What the command line asks for. */
export interface Options {
  /** Decides what happens; the exact moments also depend on the machine. */
  readonly seed: string
  /** About how long the whole run takes, in seconds: at least until each disturbance has happened, and everything is quiet again. */
  readonly seconds: number
  /** Whether each disturbance happens only once, and Postgres is never stopped for long. */
  readonly isShort: boolean
  /** A Postgres server whose user may create databases; null to start one. */
  readonly database: string | null
  /** The folder for what the servers print; null to save it only if a promise was broken. */
  readonly logs: string | null
  /** The bundle of the server that the run starts several times. */
  readonly server: string
}

const SHORT_SECONDS = 120
const LONG_MINUTES = 5

/** Reads the command line; throws an error that says what is wrong. */
export const parse = (args: ReadonlyArray<string>): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
      minutes: { type: "string" },
      short: { type: "boolean", default: false },
      database: { type: "string" },
      logs: { type: "string" },
      server: { type: "string" }
    }
  })
  const minutes = Number(values.minutes ?? LONG_MINUTES)
  if (!(minutes > 0)) throw new Error("--minutes: expected a positive number.")
  if (values.short && values.minutes !== undefined) throw new Error("Use --short or --minutes, not both.")
  if (values.server === undefined) throw new Error("Start this with `npm run chaos`, which builds the server first.")
  const seconds = values.short ? SHORT_SECONDS : minutes * 60
  return {
    seed: values.seed,
    seconds,
    isShort: values.short,
    database: values.database ?? null,
    logs: values.logs ?? null,
    server: values.server
  }
}
