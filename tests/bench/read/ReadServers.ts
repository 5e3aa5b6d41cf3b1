import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Databases from "../../support/process/Databases.js"
import * as Questions from "../../support/process/Questions.js"
import type { Bench } from "../Bench.js"
import type { FilledConnection } from "../database/lists.js"
import type { Meter } from "../measure/ProcessorTime.js"
import type { Load, Question } from "../process/client.js"
import { MASTER_KEY } from "./Cursors.js"
import * as ReadDatabase from "./ReadDatabase.js"

/** A request, as each of the two servers takes it. */
export interface Request {
  readonly ours: string
  readonly byHand: string
}

export type Side = keyof Request

/** The real server, its twin and the client, each in a process of its own. */
export interface ReadServers {
  readonly meters: Readonly<Record<Side, Meter>>
  /** Only the sessions of Postgres. */
  readonly sessionMeters: Readonly<Record<Side, Meter>>
  /** Tells the client what to request in turn. */
  readonly setPaths: (requests: ReadonlyArray<Request>) => Promise<void>
  readonly get: (side: Side, path: string) => Promise<string>
  readonly load: (side: Side, options: Omit<Extract<Question, { type: "load" }>, "type" | "name">) => Promise<Load>
}

type Server = Questions.Asked<string, "cpu", number>

/** The settings of production, except that one key may send any number of requests. */
const runtimeEnv = (url: string, dataDir: string, logLevel: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: url,
  PORT: "0",
  TRIBUTARY_DATA_DIR: dataDir,
  TRIBUTARY_MASTER_KEY: MASTER_KEY,
  TRIBUTARY_LOG_LEVEL: logLevel,
  TRIBUTARY_REQUESTS_PER_SECOND: "1000000",
  TRIBUTARY_DATABASE_SHARE_MILLIS: "1000000"
})

/** Starts new processes: one that has served other endpoints before is another measurement. */
export const start = async (
  bench: Bench,
  connection: FilledConnection,
  filled?: ReadDatabase.ReadDatabase,
  /** Further settings of the real server. */
  settings: Readonly<Record<string, string>> = {}
): Promise<ReadServers> => {
  const { cleanups, logLevel, processorTime, programs } = bench
  const database = filled ?? (await ReadDatabase.get(bench))
  const dataDir = await mkdtemp(join(tmpdir(), "tributary-bench-"))
  cleanups.add(() => rm(dataDir, { recursive: true, force: true }))
  const started = async <Ready, Question, Answer>(file: string, env: Readonly<Record<string, string>>) => {
    const child = await Questions.start<Ready, Question, Answer>(file, env)
    cleanups.add(child.stop)
    return child
  }
  // Several can run at once, and each has sessions of its own.
  const run = randomBytes(4).toString("hex")
  const applications = { ours: `bench_ours_${run}`, byHand: `bench_by_hand_${run}` } as const
  const servers: Readonly<Record<Side, Server>> = {
    ours: await started(programs.runtime, {
      ...runtimeEnv(Databases.urlFor(database.url, applications.ours), dataDir, logLevel),
      ...settings
    }),
    byHand: await started(programs.byHand, { DATABASE_URL: Databases.urlFor(database.url, applications.byHand) })
  }
  const client = await started<string, Question, string | Load | null>(programs.client, {})
  const meterOf = (side: Side, pid: number | null): Meter =>
    processorTime.of({
      pid,
      cpuMicros: () => servers[side].ask("cpu"),
      database: database.name,
      application: applications[side]
    })
  const headers = { "x-api-key": database.apiKey, "x-connection-id": connection.id }
  const setPaths: ReadServers["setPaths"] = async (requests) => {
    for (const side of ["ours", "byHand"] as const) {
      const target = { origin: servers[side].ready, headers, paths: requests.map((request) => request[side]) }
      await client.ask({ type: "target", name: side, target })
    }
  }
  await setPaths([])
  return {
    meters: { ours: meterOf("ours", servers.ours.pid), byHand: meterOf("byHand", servers.byHand.pid) },
    sessionMeters: { ours: meterOf("ours", null), byHand: meterOf("byHand", null) },
    setPaths,
    get: async (name, path) => (await client.ask({ type: "get", name, path })) as string,
    load: async (name, options) => (await client.ask({ type: "load", name, ...options })) as Load
  }
}
