import { mkdir, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { abortion } from "../support/run/Abortion.js"
import { Cleanups } from "../support/run/Cleanups.js"
import * as Journal from "../support/run/Journal.js"
import * as Random from "../support/run/Random.js"
import * as Options from "./Options.js"
import { run } from "./Run.js"
import * as Stage from "./Stage.js"
import * as Summary from "./Summary.js"

/** Writes what the servers have printed to a folder. */
const saveLogs = async (folder: string, logs: ReadonlyMap<string, string>): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const [name, text] of logs) await writeFile(join(folder, `${name}.log`), text)
  console.log(`What the servers printed: ${folder}\n`)
}

/** Runs the chaos; returns the exit code. `root` is the folder of the repository. */
export const main = async (args: ReadonlyArray<string>, root: URL, signal: AbortSignal): Promise<number> => {
  const options = Options.parse(args)
  const startedAt = Date.now()
  const journal = Journal.make((text) => console.log(text))
  const cleanups = new Cleanups()
  journal.event(`seed ${options.seed}, ${options.seconds} s`)
  try {
    // Not stopped halfway, so that everything that it starts has its cleanup.
    const stage = await Stage.set(options, fileURLToPath(root), journal, Random.make(options.seed), cleanups)
    await Promise.race([run(stage, options), abortion(signal)])
  } catch (error) {
    journal.broken("the run comes to its end", error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await cleanups.run(journal)
  }
  const broken = journal.failures()
  console.log(`\n${Summary.table(journal)}\n`)
  if (broken.length > 0) {
    console.log(`Broken promises (--seed ${options.seed}):\n${broken.map((text) => `  - ${text}`).join("\n")}\n`)
  }
  const wasStopped = typeof signal.reason === "string"
  const needsLogs = broken.length > 0 && !wasStopped
  const folder = options.logs ?? (needsLogs ? join(tmpdir(), `tributary-chaos-logs-${options.seed}`) : null)
  if (folder !== null) await saveLogs(folder, journal.logs())
  console.log(Summary.line(options, journal, (Date.now() - startedAt) / 1_000))
  return broken.length === 0 ? 0 : 1
}
