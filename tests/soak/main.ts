import { fileURLToPath } from "node:url"
import { abortion } from "../support/run/Abortion.js"
import { Cleanups } from "../support/run/Cleanups.js"
import * as Journal from "../support/run/Journal.js"
import * as Options from "./Options.js"
import { distortions } from "./Priority.js"
import * as Report from "./Report.js"
import { run } from "./Soak.js"

/** Runs the soak; returns the exit code. `root` is the folder of the repository. */
export const main = async (args: ReadonlyArray<string>, root: URL, signal: AbortSignal): Promise<number> => {
  const options = Options.parse(args)
  const journal = Journal.make((text) => console.log(text))
  const cleanups = new Cleanups()
  journal.event(`two phases of ${options.phaseSecs} s`)
  for (const distortion of distortions()) journal.event(distortion)
  try {
    Report.judge(await Promise.race([run(options, fileURLToPath(root), journal, cleanups), abortion(signal)]), journal)
  } catch (error) {
    journal.broken("the run comes to its end", error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await cleanups.run(journal)
  }
  const broken = journal.failures()
  console.log(
    broken.length === 0
      ? "\nEvery promise was kept."
      : `\nBroken promises:\n${broken.map((text) => `  - ${text}`).join("\n")}`
  )
  for (const [name, text] of broken.length === 0 ? [] : journal.logs())
    console.log(`\n${name} printed:\n${text.slice(-5_000)}`)
  return broken.length === 0 ? 0 : 1
}
