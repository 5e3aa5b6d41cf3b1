import { writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { abortion } from "../support/run/Abortion.js"
import { Cleanups } from "../support/run/Cleanups.js"
import * as Journal from "../support/run/Journal.js"
import type { Bench } from "./Bench.js"
import type { Case } from "./Case.js"
import { cases } from "./cases.js"
import * as ProcessorTime from "./measure/ProcessorTime.js"
import * as Options from "./Options.js"
import * as Result from "./Result.js"
import * as Table from "./Table.js"

/** Runs a case and undoes what it started; one that fails does not keep the others from running. */
const runCase = async (
  each: Case,
  bench: Omit<Bench, "cleanups">,
  journal: Journal.Journal,
  stopped: Promise<never>
): Promise<Result.CaseResult> => {
  const cleanups = new Cleanups()
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10
  try {
    const rounds = await Promise.race([each.run({ ...bench, cleanups }), stopped])
    return Result.ofCase(each, rounds, seconds())
  } catch (error) {
    return Result.ofFailure(each, error instanceof Error ? (error.stack ?? error.message) : String(error), seconds())
  } finally {
    await cleanups.run(journal)
  }
}

/** Runs the benchmark; returns the exit code. `root` is the folder of the repository. */
export const main = async (args: ReadonlyArray<string>, root: URL, signal: AbortSignal): Promise<number> => {
  const options = Options.parse(args, cases, process.env["DATABASE_URL"])
  if (options === null) {
    console.log(Options.help(cases))
    return 0
  }
  const { json, largeRecords, logLevel, programs, rounds, save, server } = options
  const journal = Journal.make((text) => console.log(text))
  const stopped = abortion(signal)
  stopped.catch(() => undefined)
  const startedAt = new Date()
  const results: Array<Result.CaseResult> = []
  const processorTime = options.cases.some(({ usesDatabase }) => usesDatabase)
    ? await ProcessorTime.open(server)
    : ProcessorTime.none
  const ofRun = new Cleanups()
  const made = new Map<string, Promise<unknown>>()
  const shared: Bench["shared"] = (name, make) => {
    const known = made.get(name) ?? make(ofRun)
    made.set(name, known)
    return known as ReturnType<typeof make>
  }
  for (const each of options.cases) {
    if (signal.aborted) break
    journal.event(`${each.name}: ${each.title}`)
    const say = (text: string) => journal.event(`${each.name}: ${text}`)
    const result = await runCase(
      each,
      { server, rounds, largeRecords, logLevel, processorTime, programs, shared, say },
      journal,
      stopped
    )
    results.push(result)
    console.log(Table.lines([result]).slice(1).join("\n"))
  }
  await ofRun.run(journal)
  await processorTime.close()
  const result: Result.Result = {
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1_000),
    machine: Result.machine(),
    processorTime: processorTime.quality,
    logLevel,
    cases: results
  }
  const isComplete = !signal.aborted && results.every(({ failure }) => failure === null)
  const files = [json, ...(save !== null && isComplete ? [save] : [])].map((file) => new URL(file, root))
  for (const file of files) await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
  const missed = [...Result.missed(results), ...journal.failures(), ...(signal.aborted ? [String(signal.reason)] : [])]
  console.log(`\n${Table.lines(results).join("\n")}`)
  console.log(
    `\n${result.seconds} s, processor time ${result.processorTime}; ${files.map((file) => fileURLToPath(file)).join(", ")}`
  )
  console.log(
    missed.length === 0 ? "Every bar is reached." : `Missed:\n${missed.map((line) => `  - ${line}`).join("\n")}`
  )
  return missed.length === 0 ? 0 : 1
}
