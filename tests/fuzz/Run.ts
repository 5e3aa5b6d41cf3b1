import fc from "fast-check"
import * as Random from "../support/run/Random.js"
import { classOf, type Failure, type Finding } from "./check/Finding.js"
import { judge } from "./check/promises.js"
import * as AnswerSchemas from "./contract/AnswerSchemas.js"
import type { Document, Operation } from "./contract/Document.js"
import type { Plan } from "./generate/Plan.js"
import { plansOf } from "./generate/plans.js"
import type * as Summary from "./Summary.js"
import type { Client } from "./send/Client.js"
import * as Request from "./send/Request.js"
import { tellReply } from "./send/tell.js"
import { learn } from "./world/learn.js"
import type { World } from "./world/World.js"

/** What a run sends, and where. */
export interface Run {
  readonly seed: string
  readonly document: Document
  readonly world: World
  readonly client: Client
  readonly summary: Summary.Summary
  readonly isStopped: () => boolean
}

/** How many requests are on their way at once. */
export const AT_ONCE = 8

/** How many requests are sent at most in order to make one that breaks something smaller. */
const MOST_TRIES = 60

/** How many failures are made smaller; each is another promise, operation or status. */
const MOST_FAILURES = 12

/** How often an operation has its turn: there is more to try with a body than with a query, and with a query than with an id. */
const turnsOf = ({ body, parameters }: Operation): number => {
  if (body !== null) return 5
  return parameters.some((parameter) => parameter.in === "query") ? 2 : 1
}

const LARGEST_SEED = 0x7fffffff

const noAnswer = (error: unknown): Finding => ({
  promise: "every request is answered",
  detail: error instanceof Error ? error.message : String(error)
})

/** The operation of the request with a number. */
export const operationsOf = ({ document, seed }: Pick<Run, "document" | "seed">): ((index: number) => Operation) => {
  const turns = Random.make(seed).shuffled(document.operations.flatMap((each) => Array(turnsOf(each)).fill(each)))
  return (index) => turns[index % turns.length] as Operation
}

/** Sends the requests with these numbers; returns the smallest request that was found for each way to fail. */
export const run = async (
  { client, document, isStopped, seed, summary, world }: Run,
  indexes: Iterable<number>
): Promise<ReadonlyArray<Failure>> => {
  const schemas = AnswerSchemas.make(document)
  const plans = new Map(document.operations.map((operation) => [operation, plansOf(operation, document)]))
  const failures = new Map<string, Failure>()

  const operationOf = operationsOf({ document, seed })
  const seedOf = (index: number) => Random.make(`${seed}/${index}`).between(0, LARGEST_SEED)
  const arbitraryOf = (index: number) => plans.get(operationOf(index)) as fc.Arbitrary<Plan>

  /** Sends the request of a plan; returns what it breaks, by class. */
  const attempt = async (index: number, plan: Plan, isCounted: boolean): Promise<ReadonlyMap<string, Failure>> => {
    const request = Request.make(operationOf(index), plan, world, `fuzz-${seed}-${index}`)
    const outcome = await client.send(request).then(
      (reply) => ({ reply, findings: judge(request, reply, schemas, world) }),
      (error: unknown) => ({ reply: null, findings: [noAnswer(error)] })
    )
    const { findings, reply } = outcome
    if (isCounted) summary.count(request.operation, reply?.status ?? null)
    if (reply !== null) learn(world, request, reply)
    const answer = reply === null ? "none" : tellReply(reply)
    return new Map(
      findings.map((finding) => [
        classOf(finding, request, reply?.status ?? null),
        { ...finding, index, request, answer }
      ])
    )
  }

  const shorten = async (kind: string, { index }: Failure): Promise<void> => {
    let tries = 0
    const property = fc.asyncProperty(arbitraryOf(index), async (plan) => {
      tries += 1
      if (tries > MOST_TRIES || isStopped()) return true
      const found = (await attempt(index, plan, false)).get(kind)
      if (found !== undefined) failures.set(kind, found)
      return found === undefined
    })
    await fc.check(property, { seed: seedOf(index), numRuns: 1 })
  }

  const queue = indexes[Symbol.iterator]()
  const work = async () => {
    for (let next = queue.next(); next.done !== true && !isStopped(); next = queue.next()) {
      const index = next.value
      const [plan] = fc.sample(arbitraryOf(index), { seed: seedOf(index), numRuns: 1 })
      for (const [kind, failure] of await attempt(index, plan as Plan, true)) {
        if (!failures.has(kind)) failures.set(kind, failure)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  for (const [kind, failure] of [...failures].slice(0, MOST_FAILURES)) await shorten(kind, failure)
  return [...failures.values()]
}
