// The command `npm run simulate`: looks for histories that break something, or for the seeds that find each mutant.
import { readFile, writeFile } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { tell } from "./history/Story.js"
import { type Finding, type Mutant, mutants, pluginOf } from "./Mutants.js"
import { describe, type Failure, historyOf, type Outcome, run } from "./Seeds.js"
import { simulate } from "./Simulation.js"

/** What bundles mutants. */
type Bundler = typeof import("./Bundle.mjs")

/** The histories of one worker: every `step`th seed. */
interface Share {
  readonly from: number
  readonly until: number
  readonly step: number
  /** The mutant that the file has; null if it has none. */
  readonly mutant: string | null
}

const REPORT_EVERY_MILLIS = 10_000
/** How each mutant was found, for the tests; `--save` writes it. */
const FINDINGS = "tests/simulation/findings.json"
/** How many histories may pass before a mutant counts as not found. */
const MUTANT_HISTORIES = 3_000
/** Histories leave much garbage, little of which lives long. */
const resourceLimits = { maxYoungGenerationSizeMb: 128 }

const work = async ({ from, mutant, step, until }: Share): Promise<void> => {
  const concerns = mutants.find(({ name }) => name === mutant)?.concerns ?? (() => true)
  for (let seed = from; seed < until; seed += step) {
    if (concerns(historyOf(seed).vendor)) parentPort?.postMessage(await run(seed))
  }
}

/** Which histories to run, and how. */
interface Exploration {
  readonly from: number
  readonly count: number
  readonly workers: number
  /** Stops at the first failure if it is not null. */
  readonly mutant: string | null
  readonly heard: (outcome: Outcome) => void
}

/**
 * Runs histories in workers that execute the file. If there is a mutant, a worker stops once it has passed the lowest seed that failed, so that
 * the lowest of all is found, whichever worker is faster.
 */
const explore = (file: URL, { count, from, heard, mutant, workers }: Exploration): Promise<void> =>
  new Promise((resolve, reject) => {
    let running = workers
    let failed = Number.POSITIVE_INFINITY
    const reached = new Map<Worker, number>()
    for (let index = 0; index < workers; index += 1) {
      const share: Share = { from: from + index, until: from + count, step: workers, mutant }
      const worker = new Worker(file, { workerData: share, resourceLimits })
      reached.set(worker, share.from)
      worker.on("error", reject)
      worker.on("message", (outcome: Outcome) => {
        if (outcome.seed > failed) return
        heard(outcome)
        reached.set(worker, outcome.seed)
        if (mutant === null) return
        if (outcome.failure !== null) failed = outcome.seed
        for (const [each, seed] of reached) if (seed >= failed) each.terminate()
      })
      worker.on("exit", () => {
        running -= 1
        if (running === 0) resolve()
      })
    }
  })

const secondsSince = (began: number) => (performance.now() - began) / 1_000

/** Takes a fix out and looks for the first seed that finds the fault; null if none does. */
const huntOne = async (
  mutant: Mutant,
  options: Pick<Exploration, "from" | "workers">,
  bundler: Bundler
): Promise<(Failure & Finding) | null> => {
  const folder = await bundler.make("mutant", { plugins: [pluginOf(mutant, process.cwd())] })
  let finding: (Failure & Finding) | null = null
  const heard = ({ failure }: Outcome) => {
    if (failure !== null) finding = { mutant: mutant.name, ...failure }
  }
  const file = pathToFileURL(`${folder}/simulate.js`)
  await explore(file, { ...options, count: MUTANT_HISTORIES, mutant: mutant.name, heard })
  await bundler.remove(folder)
  return finding
}

/** Saves how a mutant was found, in the order of the mutants. */
const save = async (finding: Finding): Promise<void> => {
  const known = JSON.parse(await readFile(FINDINGS, "utf8")) as ReadonlyArray<Finding>
  const findings = new Map([...known, finding].map((each) => [each.mutant, each]))
  const found = mutants.flatMap(({ name }) => findings.get(name) ?? [])
  await writeFile(FINDINGS, `${JSON.stringify(found, null, 2)}\n`)
}

/** Looks for the first seed that finds each mutant; returns those that none finds. */
const hunt = async (
  options: Pick<Exploration, "from" | "workers">,
  only: string,
  bundler: Bundler,
  isSaved: boolean
): Promise<number> => {
  let escaped = 0
  for (const mutant of mutants.filter(({ fault, name }) => only === String(fault) || name.includes(only))) {
    const began = performance.now()
    const finding = await huntOne(mutant, options, bundler)
    const title = `\nFault ${mutant.fault}, ${mutant.name}`
    if (finding === null) {
      escaped += 1
      console.log(`${title}: NOT FOUND (${secondsSince(began).toFixed(0)} s)`)
      continue
    }
    if (isSaved) await save(finding)
    const lines = tell(finding.history).length
    console.log(
      `${title}: found by history ${finding.seed}, told in ${lines} lines (${secondsSince(began).toFixed(0)} s)`
    )
    console.log(describe(finding))
  }
  console.log(escaped === 0 ? "\nEvery mutant was found." : `\n${escaped} mutants were not found.`)
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
  await explore(new URL(import.meta.url), { ...options, mutant: null, heard })
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
      save: { type: "boolean" },
      only: { type: "string" }
    }
  })
  const workers = numberOf(values.workers, availableParallelism())
  if (values.mutants === true) {
    return (await hunt(
      { from: numberOf(values.seed, 1), workers },
      values.only ?? "",
      bundler,
      values.save === true
    )) === 0
      ? 0
      : 1
  }
  const from = numberOf(values.seed, Math.floor(Math.random() * 1_000_000_000))
  const count = numberOf(values.histories, values.seed === undefined ? 1_000 : 1)
  return (await search({ from, count, workers: Math.min(workers, count) }, values.trace === true)) === 0 ? 0 : 1
}

if (!isMainThread) await work(workerData as Share)
