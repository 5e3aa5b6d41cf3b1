import type { Cleanups } from "../support/run/Cleanups.js"
import type { ProcessorTime } from "./measure/ProcessorTime.js"
import type { Program } from "./Options.js"

/** What a case can use. */
export interface Bench {
  /** The Postgres server, whose user may create databases. */
  readonly server: string
  /** How many rounds each comparison has. */
  readonly rounds: number
  /** How many records the large database has. */
  readonly largeRecords: number
  /** The log level of the servers that are read from. */
  readonly logLevel: string
  /** Measures processor time; only for cases that use the database. */
  readonly processorTime: ProcessorTime
  /** The bundles of the programs that a case starts. */
  readonly programs: Readonly<Record<Program, string>>
  /** What to undo when the case ends, whatever happens. */
  readonly cleanups: Pick<Cleanups, "add">
  /** Makes something for the first case that asks, and keeps it for the others until the end of the run. */
  readonly shared: <A>(name: string, make: (cleanups: Pick<Cleanups, "add">) => Promise<A>) => Promise<A>
  /** Tells the user what the case does now. */
  readonly say: (text: string) => void
}
