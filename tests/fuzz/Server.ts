import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Installation from "../chaos/processes/Installation.js"
import * as ServerProcess from "../chaos/processes/ServerProcess.js"
import type { Options } from "./Options.js"
import { keysIn } from "./server/keys.js"

/** The server that the run attacks, in a process of its own. */
export interface Server {
  readonly process: ServerProcess.ServerProcess
  /** The API keys of its accounts. */
  readonly keys: ReadonlyArray<string>
  /** Kills it and removes its data. */
  readonly release: () => Promise<void>
}

const LOOK_MILLIS = 50

/** Starts the server on a database of its own, and waits until it takes requests. */
export const start = async ({ database, server }: Options): Promise<Server> => {
  const dataDir = await mkdtemp(join(tmpdir(), "tributary-fuzz-"))
  const installation = database === null ? null : await Installation.create(database)
  const onServer: Readonly<Record<string, string>> =
    installation === null
      ? { DATABASE_URL: "", DATABASE_URL_FILE: "" }
      : { DATABASE_URL: installation.url, TRIBUTARY_MASTER_KEY: `1:${randomBytes(32).toString("base64")}` }
  const process = await ServerProcess.spawn({
    file: server,
    env: {
      ...onServer,
      TRIBUTARY_DATA_DIR: dataDir,
      TRIBUTARY_ALLOW_LOOPBACK: "true",
      TRIBUTARY_LOG_LEVEL: "Warning",
      TRIBUTARY_DRAIN_SECS: "0",
      TRIBUTARY_REQUESTS_PER_SECOND: "100000",
      // Every kind of record may wait for a decision about deletions.
      TRIBUTARY_SWEEP_MIN_RECORDS: "1",
      // The run takes seconds, and two scans must have missed a record before its deletion can wait for a decision.
      TRIBUTARY_DELETION_EVIDENCE_SECS: "1"
    }
  })
  const release = async () => {
    await process.release()
    await installation?.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
  await ServerProcess.untilReady(process)
  // It prints the keys when everything else has started.
  while (!process.hasEnded()) {
    const keys = keysIn(process.output())
    if (keys !== null) return { process, keys, release }
    await sleep(LOOK_MILLIS)
  }
  await release()
  throw new Error(`The server did not start:\n${process.output()}`)
}
