// The command `npm run simulate`: looks for histories that break something, or for the seeds that find each mutant.
import { readFile } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { relative } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { type Mutant, mutants, mutated } from "./Mutants.js"
import { describe, type Failure, type Outcome, run } from "./Seeds.js"
import { simulate } from "./Simulation.js"

/** What `start.mjs` needs to bundle mutants. */
interface Bundler {
  readonly make: (name: string, plugins: ReadonlyArray<unknown>) => Promise<string>
  readonly remove: (folder: string) => Promise<void>
}

/** The histories of one worker: every `step`th seed. */
interface Share {
  readonly from: number
  readonly until: number
  readonly step: number
}

const REPORT_EVERY_MILLIS = 10_000
/** How many histories may pass before a mutant counts as not found. */
const MUTANT_HISTORIES = 3_000
/** Histories leave much garbage, little of which lives long. */
const resourceLimits = { maxYoungGenerationSizeMb: 128 }

const work = async ({ from, step, until }: Share): Promise<void> => {
  for (let seed = from; seed < until; seed += step) parentPort?.postMessage(await run(seed))
}

/** Which histories to run, and how. */
interface Exploration {
  readonly from: number
  readonly count: number
  readonly workers: number
  /** Whether to stop at the first failure. */
  readonly isHasty: boolean
  readonly heard: (outcome: Outcome) => void
}

/** Runs histories in workers that execute the file. */
const explore = (file: URL, { count, from, heard, isHasty, workers }: Exploration): Promise<void> =>
  new Promise((resolve, reject) => {
    let running = workers
    const all = Array.from({ length: workers }, (_, index) => {
      const share: Share = { from: from + index, until: from + count, step: workers }
      const worker = new Worker(file, { workerData: share, resourceLimits })
      worker.on("error", reject)
      worker.on("message", (outcome: Outcome) => {
        heard(outcome)
        if (isHasty && outcome.failure !== null) for (const each of all) each.terminate()
      })
      worker.on("exit", () => {
        running -= 1
        if (running === 0) resolve()
      })
      return worker
    })
  })

const secondsSince = (began: number) => (performance.now() - began) / 1_000

/** Takes a mend out and looks for the first seed that finds the fault; null if none does. */
const huntOne = async (mutant: Mutant, options: Pick<Exploration, "from" | "workers">, bundler: Bundler) => {
  const files = new Set(mutant.changes.map(({ file }) => file))
  const plugin = {
    name: "mutant",
    setup: ({ onLoad }: { readonly onLoad: (filter: { readonly filter: RegExp }, load: unknown) => void }) =>
      onLoad({ filter: /\.ts$/ }, async ({ path }: { readonly path: string }) => {
        const file = relative(process.cwd(), path)
        if (!files.has(file)) return undefined
        return { contents: mutated(mutant, file, await readFile(path, "utf8")), loader: "ts" }
      })
  }
  const folder = await bundler.make("mutant", [plugin])
  const failures: Array<Failure> = []
  const heard = ({ failure }: Outcome) => void (failure === null || failures.push(failure))
  const file = pathToFileURL(`${folder}/simulate.js`)
  await explore(file, { ...options, count: MUTANT_HISTORIES, isHasty: true, heard })
  await bundler.remove(folder)
  return failures[0] ?? null
}

/** Looks for the first seed that finds each mutant; returns how many mutants none finds. */
const hunt = async (
  options: Pick<Exploration, "from" | "workers">,
  only: string,
  bundler: Bundler
): Promise<number> => {
  let escaped = 0
  for (const mutant of mutants.filter(({ fault, name }) => only === String(fault) || name.includes(only))) {
    const began = performance.now()
    const failure = await huntOne(mutant, options, bundler)
    if (failure === null) escaped += 1
    const found = failure === null ? "NOT FOUND" : `found by seed ${failure.seed}: ${failure.violation}`
    console.log(`Fault ${mutant.fault}, ${mutant.name}: ${found} (${secondsSince(began).toFixed(0)} s)`)
  }
  console.log(escaped === 0 ? "Every mutant was found." : `${escaped} mutants were not found.`)
  return escaped
}

/** Looks for histories that break something; returns how many do. */
const search = async (options: Pick<Exploration, "from" | "count" | "workers">, isTraced: boolean): Promise<number> => {
  const began = performance.now()
  const failures: Array<Failure> = []
  let [histories, jobs, requests] = [0, 0, 0]
  let reportedAt = began
  const rate = () => `${(histories / secondsSince(began)).toFixed(1)} per second`
  const heard = ({ failure, ...outcome }: Outcome) => {
    histories += 1
    jobs += outcome.jobs
    requests += outcome.requests
    if (failure !== null) {
      failures.push(failure)
      console.log(`\n${describe(failure)}\n`)
    }
    if (performance.now() - reportedAt < REPORT_EVERY_MILLIS) return
    reportedAt = performance.now()
    console.log(`${histories} histories, ${rate()}; ${failures.length} broke something.`)
  }
  await explore(new URL(import.meta.url), { ...options, isHasty: false, heard })
  for (const { history } of isTraced ? failures : []) {
    console.log((await simulate(history, { isTraced: true })).trace.join("\n"))
  }
  console.log(
    `${histories} histories from seed ${options.from} on ${options.workers} cores, ${rate()}, with ${jobs} jobs and ${requests} requests: ` +
      `${failures.length} broke something.`
  )
  return failures.length
}

const numberOf = (text: string | undefined, fallback: number): number => {
  const number = Number(text ?? fallback)
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`Expected a whole number instead of "${text}".`)
  return number
}

/** Runs the command; returns the exit code. */
export const main = async (args: Array<string>, bundler: Bundler): Promise<number> => {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: "string" },
      histories: { type: "string" },
      workers: { type: "string" },
      trace: { type: "boolean" },
      mutants: { type: "boolean" },
      only: { type: "string" }
    }
  })
  const workers = numberOf(values.workers, availableParallelism())
  if (values.mutants === true) {
    return (await hunt({ from: numberOf(values.seed, 1), workers }, values.only ?? "", bundler)) === 0 ? 0 : 1
  }
  const from = numberOf(values.seed, Math.floor(Math.random() * 1_000_000_000))
  const count = numberOf(values.histories, values.seed === undefined ? 1_000 : 1)
  return (await search({ from, count, workers: Math.min(workers, count) }, values.trace === true)) === 0 ? 0 : 1
}

if (!isMainThread) await work(workerData as Share)
