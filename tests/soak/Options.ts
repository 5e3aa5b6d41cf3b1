import { parseArgs } from "node:util"

/** What the command line asks for. */
export interface Options {
  /** How long each of the two phases takes, in seconds. */
  readonly phaseSecs: number
  /** The most heap that the server may have, in megabytes; null for what Node takes by itself. */
  readonly heapMegabytes: number | null
  /** A Postgres server whose user may create databases; null to start one. */
  readonly database: string | null
  /** The bundle of the server. */
  readonly server: string
  /** The bundle of the program that makes the noise. */
  readonly noise: string
  /** The bundle of the program that measures what the polite customer waits. */
  readonly polite: string
}

const MINUTES = 5

/** Reads the command line; throws an error that says what is wrong. */
export const parse = (args: ReadonlyArray<string>): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: "string", default: String(MINUTES) },
      heap: { type: "string" },
      database: { type: "string" },
      server: { type: "string" },
      noise: { type: "string" },
      polite: { type: "string" }
    }
  })
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error("--minutes: expected a positive number.")
  const heapMegabytes = values.heap === undefined ? null : Number(values.heap)
  if (heapMegabytes !== null && !(heapMegabytes > 0)) throw new Error("--heap: expected a number of megabytes.")
  const { noise, polite, server } = values
  if (server === undefined || noise === undefined || polite === undefined)
    throw new Error("Start this with `npm run soak`, which builds it.")
  return { phaseSecs: (minutes * 60) / 2, heapMegabytes, database: values.database ?? null, server, noise, polite }
}
