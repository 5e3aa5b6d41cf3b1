import { execFile } from "node:child_process"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

/** A Postgres server of the run's own. */
export interface Postgres {
  readonly url: string
  readonly start: () => Promise<void>
  /** `immediate` ends it as a crash would; it then recovers when it starts again. */
  readonly stop: (mode: "fast" | "immediate") => Promise<void>
  /** Stops it and deletes its data. */
  readonly remove: () => Promise<void>
}

const run = promisify(execFile)

/** Starts a server with the script that `.ci/run` uses; `root` is the folder of the repository. */
export const start = async (root: string): Promise<Postgres> => {
  const script = join(root, ".ci", "postgres")
  const command = async (...args: ReadonlyArray<string>) => (await run(script, [...args])).stdout.trim()
  const folder = await mkdtemp(join(tmpdir(), "tributary-chaos-"))
  const url = await command("start", folder)
  return {
    url,
    start: async () => void (await command("start", folder)),
    stop: async (mode) => void (await command("stop", folder, mode)),
    remove: async () => void (await command("remove", folder))
  }
}
