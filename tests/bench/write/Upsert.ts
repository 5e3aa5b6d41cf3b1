import * as Databases from "../../support/process/Databases.js"
import * as Questions from "../../support/process/Questions.js"
import type { Bench } from "../Bench.js"
import type { Customer } from "../database/Customer.js"
import type { Meter } from "../measure/ProcessorTime.js"

/** What the process is asked: to load or write the records of a connection, or how much processor time it has used. */
export type Question = { readonly does: "load" | "write"; readonly connectionId: string; readonly kind: string } | null

const APPLICATION = "upsert"

/** The hand-written writer, in a process of its own. */
export interface Upsert {
  readonly meter: Meter
  /** Reads the records of a connection, which it then writes for other connections; returns their number. */
  readonly load: (connectionId: string, kind: string) => Promise<number>
  /** Writes the records for a connection. */
  readonly write: (connectionId: string, kind: string) => Promise<void>
}

/** Starts the writer on the customer's database; it ends with the case. */
export const start = async (bench: Bench, { database }: Customer): Promise<Upsert> => {
  const child = await Questions.start<null, Question, number>(bench.programs.upsert, {
    DATABASE_URL: Databases.urlFor(database.url, APPLICATION)
  })
  bench.cleanups.add(child.stop)
  return {
    meter: bench.processorTime.of({
      pid: child.pid,
      cpuMicros: () => child.ask(null),
      database: database.name,
      application: APPLICATION
    }),
    load: (connectionId, kind) => child.ask({ does: "load", connectionId, kind }),
    write: async (connectionId, kind) => {
      await child.ask({ does: "write", connectionId, kind })
    }
  }
}
