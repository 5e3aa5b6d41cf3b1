import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Redacted } from "effect"
import * as MasterKeys from "../../runtime-http/src/store/secrets/MasterKeys.js"
import * as Databases from "../support/process/Databases.js"
import * as ServerProcess from "../support/process/ServerProcess.js"
import { until } from "../support/Wait.js"
import type { Options } from "./Options.js"
import { type AccountKeys, keysIn } from "./server/keys.js"

/** The server that the run attacks, in a process of its own. */
export interface Server {
  readonly process: ServerProcess.ServerProcess
  /** The API keys of its accounts. */
  readonly keys: ReadonlyArray<AccountKeys>
  /** Kills it and removes its data. */
  readonly release: () => Promise<void>
}

const settings = {
  TRIBUTARY_LOG_LEVEL: "Warning",
  TRIBUTARY_DRAIN_SECS: "0",
  TRIBUTARY_REQUESTS_PER_SECOND: "100000",
  TRIBUTARY_DATABASE_SHARE_MILLIS: "1000000",
  // Every kind of record may wait for a decision about deletions.
  TRIBUTARY_SWEEP_MIN_RECORDS: "1",
  // The run takes seconds, and two scans must have missed a record before its deletion can wait for a decision.
  TRIBUTARY_DELETION_EVIDENCE_SECS: "1"
}

/** Starts the server on a database of its own, and waits until it takes requests. */
export const start = async ({ database: postgres, server }: Options): Promise<Server> => {
  const dataDir = await mkdtemp(join(tmpdir(), "tributary-fuzz-"))
  const database = postgres === null ? null : await Databases.create(postgres)
  const storage: Readonly<Record<string, string>> =
    database === null
      ? { DATABASE_URL: "", DATABASE_URL_FILE: "" }
      : { DATABASE_URL: database.url, TRIBUTARY_MASTER_KEY: Redacted.value(MasterKeys.generate()) }
  const process = await ServerProcess.spawn(server, { ...settings, ...storage, TRIBUTARY_DATA_DIR: dataDir })
  const release = async () => {
    await process.release()
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await ServerProcess.untilReady(process)
    // It prints the keys when everything else has started.
    const keys = await until(async () => {
      if (process.hasEnded()) throw new Error(`The server did not start:\n${process.output()}`)
      return keysIn(process.output())
    })
    return { process, keys, release }
  } catch (error) {
    await release()
    throw error
  }
}
