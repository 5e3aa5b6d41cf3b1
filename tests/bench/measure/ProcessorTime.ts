import { readdirSync, readFileSync } from "node:fs"
import pg from "pg"

/** `exact`: as the kernel counts it; `approximate`: as the process and pg_stat_statements report it, where there is no /proc. */
export type Quality = "exact" | "approximate"

/** Whose processor time is measured. */
export interface Spender {
  /** Null for the sessions alone. */
  readonly pid: number | null
  /** The processor time that the process itself reports, in microseconds. */
  readonly cpuMicros: () => Promise<number>
  /** The database whose sessions belong to it; null for the process alone. */
  readonly database: string | null
  /** The `application_name` of its sessions; null if all sessions of the database belong to it. */
  readonly application: string | null
}

/** Reads the processor time that a spender has used, in microseconds since some moment. */
export interface Meter {
  readonly read: () => Promise<number>
}

/** Measures processor time on one Postgres server. */
export interface ProcessorTime {
  readonly quality: Quality
  readonly of: (spender: Spender) => Meter
  readonly close: () => Promise<void>
}

/** The time that a thread was on a processor, in microseconds. */
const ofThread = (path: string): number => Number(readFileSync(path, "utf8").split(" ")[0]) / 1_000

/** The processor time of all threads of a process that have not ended, in microseconds; null if the process has ended. */
const ofProcess = (pid: number): number | null => {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => {
      try {
        return sum + ofThread(`/proc/${pid}/task/${task}/schedstat`)
      } catch {
        // The thread has ended meanwhile.
        return sum
      }
    }, 0)
  } catch {
    return null
  }
}

/** Whether the process is a session of the database on this machine: Postgres names the database in its command line. */
const isSession = (pid: number, database: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split(/[\0 ]/).includes(database)
  } catch {
    return false
  }
}

const sessions = "select pid from pg_stat_activity where datname = $1 and ($2::text is null or application_name = $2)"

/** A process that has ended keeps what it had used when it was read last. */
const exact = (client: pg.Client, { application, database, pid }: Spender): Meter => {
  const used = new Map<number, number>()
  const note = (id: number) => {
    const micros = ofProcess(id)
    if (micros !== null) used.set(id, micros)
  }
  return {
    read: async () => {
      if (database !== null) {
        const { rows } = await client.query<{ pid: number }>(sessions, [database, application])
        for (const session of rows) if (isSession(session.pid, database)) note(session.pid)
      }
      if (pid !== null) note(pid)
      return [...used.values()].reduce((sum, micros) => sum + micros, 0)
    }
  }
}

const statements = `
  select coalesce(sum(total_plan_time + total_exec_time), 0)::float8 * 1000 as micros
  from pg_stat_statements join pg_database on pg_database.oid = dbid
  where datname = $1`

const approximate = (client: pg.Client, { cpuMicros, database, pid }: Spender): Meter => ({
  read: async () => {
    const { rows } = await client.query<{ micros: number }>(statements, [database])
    return (pid === null ? 0 : await cpuMicros()) + (rows[0]?.micros ?? 0)
  }
})

const isLocal = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ pid: number; database: string }>(
    "select pg_backend_pid() as pid, current_database() as database"
  )
  const [self] = rows
  return process.platform === "linux" && self !== undefined && isSession(self.pid, self.database)
}

/** Finds out how processor time can be measured on the Postgres server, and connects to it. */
export const open = async (server: string): Promise<ProcessorTime> => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  if (await isLocal(client))
    return { quality: "exact", of: (spender) => exact(client, spender), close: () => client.end() }
  try {
    await client.query("create extension if not exists pg_stat_statements")
    await client.query("select from pg_stat_statements limit 1")
  } catch (error) {
    await client.end()
    throw new Error(
      `The processor time of Postgres cannot be read: run Postgres on this machine, which must be Linux, or load pg_stat_statements. (${error instanceof Error ? error.message : error})`
    )
  }
  return { quality: "approximate", of: (spender) => approximate(client, spender), close: () => client.end() }
}

/** For a run without a database. */
export const none: ProcessorTime = {
  quality: "exact",
  of: () => {
    throw new Error("A case that measures sessions of Postgres must say that it uses the database.")
  },
  close: async () => undefined
}
