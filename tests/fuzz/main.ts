import type { ServerProcess } from "../support/process/ServerProcess.js"
import { abortion } from "../support/run/Abortion.js"
import type { Failure } from "./check/Finding.js"
import * as Document from "./contract/Document.js"
import * as Options from "./Options.js"
import { AT_ONCE, operationsOf, run } from "./Run.js"
import * as Server from "./Server.js"
import * as Summary from "./Summary.js"
import * as Client from "./send/Client.js"
import { tellRequest } from "./send/tell.js"
import * as FuzzVendor from "./vendor/FuzzVendor.js"
import { setUp } from "./world/Setup.js"

/** Above this, the server uses more memory than the sizes of its pages and bodies explain. */
const MAX_MEGABYTES = 700

/** From this number on, every operation must have been answered with success. */
const ENOUGH_REQUESTS = 2_000

/** How many further numbers are looked at for requests of the operations that never were: whether one succeeds may depend on what others do meanwhile. */
const MORE_REQUESTS = 20_000

const LONGEST_LINE = 1_000

/** How many failures are told in full. */
const MOST_TOLD = 10

const range = function* (count: number) {
  for (let index = 0; index < count; index += 1) yield index
}

/** The numbers behind `count` whose operations are wanted, as long as they are. */
const more = function* (count: number, isWanted: (index: number) => boolean) {
  for (let index = count; index < count + MORE_REQUESTS; index += 1) if (isWanted(index)) yield index
}

/** How many lines of the server's log are told of each failure. */
const MOST_LINES = 5

const tell = (failure: Failure, { origin, output }: ServerProcess, seed: string): string =>
  [
    `Broken: ${failure.promise}: ${failure.detail}`,
    `  operation  ${failure.request.operation.id} (${failure.request.operation.method} ${failure.request.operation.path})`,
    `  request    ${tellRequest(origin, failure.request)}`,
    `  answer     ${failure.answer}`,
    ...output()
      .split("\n")
      .filter((line) => line.includes(`"fuzz-${seed}-${failure.index}"`))
      .slice(0, MOST_LINES)
      .map((line) => `  log        ${line.slice(0, LONGEST_LINE)}`),
    `  again      npm run fuzz -- --seed ${seed} --only ${failure.index}`
  ].join("\n")

const tellShort = ({ detail, index, promise, request }: Failure): string =>
  `Broken: ${promise}: ${detail} (${request.distortion ?? request.operation.id}, --only ${index})`

/** What the server printed about requests that it could not handle. */
const faultsIn = (output: string): ReadonlyArray<string> =>
  output.split("\n").filter((line) => /"logLevel":"(?:ERROR|FATAL)"/.test(line))

/** Whether the server still answers. */
const answers = async (baseUrl: string): Promise<boolean> => {
  try {
    return (await fetch(`${baseUrl}/readyz`)).ok
  } catch {
    return false
  }
}

/** Runs the fuzz; returns the exit code. */
export const main = async (args: ReadonlyArray<string>, _root: URL, signal: AbortSignal): Promise<number> => {
  const options = Options.parse(args)
  const { only, requests, seed } = options
  const startedAt = performance.now()
  console.log(`seed ${seed}, ${only === null ? `${requests.toLocaleString("en")} requests` : `request ${only} only`}`)
  const vendor = await FuzzVendor.start()
  const server = await Server.start(options)
  try {
    const { origin: baseUrl } = server.process
    const document = await Document.read(baseUrl)
    const world = await Promise.race([setUp(baseUrl, server.keys, document, vendor, seed), abortion(signal)])
    console.log(`${world.accounts.length} accounts, ${document.operations.length} operations`)
    const summary = Summary.make(document)
    const client = Client.make(baseUrl, AT_ONCE)
    const running = {
      seed,
      document,
      world,
      client,
      summary,
      isStopped: () => signal.aborted || server.process.hasEnded()
    }
    const mustReachAll = only === null && requests >= ENOUGH_REQUESTS
    const operationOf = operationsOf(running)
    const failures = [
      ...(await run(running, only === null ? range(requests) : [only])),
      ...(mustReachAll
        ? await run(
            running,
            more(requests, (index) => summary.withoutSuccess().includes(operationOf(index).id))
          )
        : [])
    ]
    client.close()
    const megabytes = server.process.peakMegabytes()
    const isAlive = await answers(baseUrl)
    const missing = mustReachAll && !signal.aborted ? summary.withoutSuccess() : []
    const problems = [
      ...failures.slice(0, MOST_TOLD).map((failure) => tell(failure, server.process, seed)),
      ...failures.slice(MOST_TOLD).map(tellShort),
      ...faultsIn(server.process.output())
        .slice(0, 5)
        .map((line) => `Broken: the server logs no failure: ${line.slice(0, LONGEST_LINE)}`),
      ...missing.map((id) => `Broken: every operation is reached: no request of ${id} was answered with success`),
      ...(isAlive ? [] : [`Broken: the server still answers at the end\n${server.process.output().slice(-3_000)}`]),
      ...(megabytes > MAX_MEGABYTES ? [`Broken: the memory of the server is bounded: ${megabytes} MB`] : [])
    ]
    console.log([...summary.lines(), `  peak MB of the server ${megabytes}`, ...problems].join("\n"))
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
    const found = problems.length === 0 ? "nothing broken" : `${problems.length} broken`
    console.log(`Fuzz, seed ${seed}: ${found}${signal.aborted ? `, ${signal.reason}` : ""}, ${seconds} s.`)
    return problems.length === 0 && !signal.aborted ? 0 : 1
  } finally {
    await server.release()
    await vendor.stop()
  }
}
