import * as Databases from "../../support/process/Databases.js"
import * as Questions from "../../support/process/Questions.js"
import type { Bench } from "../Bench.js"
import type { Customer } from "../database/Customer.js"
import type { Meter, Spender } from "../measure/ProcessorTime.js"
import type { Used } from "./workerProgram.js"

/** The `application_name` of a runtime's sessions. */
const APPLICATION = "worker"

/** A runtime that runs jobs, in a process of its own. */
export interface Worker {
  readonly pid: number
  readonly baseUrl: string
  /** The processor time of the process and of its sessions, together and apart. */
  readonly meter: Meter
  readonly processMeter: Meter
  readonly sessionsMeter: Meter
  /** What the process says about itself. */
  readonly used: () => Promise<Used>
  /** Ends its idle sessions, so that Postgres counts what they did; the runtime opens others. */
  readonly renewSessions: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts a runtime on the customer's database; it ends with the case. */
export const start = async (bench: Bench, { client, database, masterKey }: Customer): Promise<Worker> => {
  const child = await Questions.start<string, null, Used>(bench.programs.worker, {
    DATABASE_URL: Databases.urlFor(database.url, APPLICATION),
    PORT: "0",
    TRIBUTARY_MASTER_KEY: masterKey,
    TRIBUTARY_ALLOW_LOOPBACK: "true",
    TRIBUTARY_REQUESTS_PER_SECOND: "1000000",
    TRIBUTARY_DATABASE_SHARE_MILLIS: "1000000"
  })
  bench.cleanups.add(child.stop)
  const { pid, ready, stop } = child
  const used = () => child.ask(null)
  const spender: Spender = {
    pid,
    cpuMicros: async () => (await used()).cpuMicros,
    database: database.name,
    application: APPLICATION
  }
  const sessions = `from pg_stat_activity where datname = '${database.name}' and application_name = '${APPLICATION}'`
  return {
    pid,
    baseUrl: ready,
    meter: bench.processorTime.of(spender),
    processMeter: bench.processorTime.of({ ...spender, database: null }),
    sessionsMeter: bench.processorTime.of({ ...spender, pid: null }),
    used,
    renewSessions: async () => {
      const { rows } = await client.query<{ pid: number }>(`select pid ${sessions} and state = 'idle'`)
      const pids = rows.map((row) => row.pid)
      // Waits until each has ended.
      await client.query("select pg_terminate_backend(pid, 5000) from unnest($1::integer[]) as pid", [pids])
    },
    stop
  }
}
