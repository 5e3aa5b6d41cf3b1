import * as Answers from "../../support/process/Answers.js"
import { median } from "../Ratios.js"
import * as Http from "./Http.js"

/** A server and what is asked of it. */
export interface Target {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  /** The paths that are requested in turn. */
  readonly paths: ReadonlyArray<string>
}

/** What the client is asked to do. */
export type Question =
  | { readonly type: "target"; readonly name: string; readonly target: Target }
  | { readonly type: "get"; readonly name: string; readonly path: string }
  | {
      readonly type: "load"
      readonly name: string
      /** How many connections send one request after another. */
      readonly connections: number
      /** How many requests they send together. */
      readonly requests: number
      /** The place of the first path. */
      readonly from: number
    }

/** What a load came to. */
export interface Load {
  readonly seconds: number
  /** The time that half of the requests took at most, in milliseconds. */
  readonly medianMillis: number
  /** The processor time of the client itself, in microseconds. */
  readonly clientMicros: number
}

const targets = new Map<string, Target>()

const targetOf = (name: string): Target => {
  const target = targets.get(name)
  if (target === undefined) throw new Error(`There is no target ${name}.`)
  return target
}

/** Every connection sends its next request as soon as it has an answer. */
const load = async (target: Target, question: Extract<Question, { readonly type: "load" }>): Promise<Load> => {
  const { headers, origin, paths } = target
  // New ones each time: a server closes connections that were idle for long.
  const connections = Array.from({ length: question.connections }, () => Http.open(origin, headers))
  const millis: Array<number> = []
  const cpu = Answers.cpuMicros()
  let sent = 0
  const startedAt = performance.now()
  try {
    await Promise.all(
      connections.map(async ({ get }) => {
        while (sent < question.requests) {
          const path = paths[(question.from + sent) % paths.length] ?? "/"
          sent += 1
          const sentAt = performance.now()
          await get(path)
          millis.push(performance.now() - sentAt)
        }
      })
    )
    const seconds = (performance.now() - startedAt) / 1_000
    return { seconds, medianMillis: median(millis), clientMicros: Answers.cpuMicros() - cpu }
  } finally {
    for (const { close } of connections) close()
  }
}

const get = async ({ headers, origin }: Target, path: string): Promise<string> => {
  const http = Http.open(origin, headers)
  try {
    return (await http.get(path)).toString()
  } finally {
    http.close()
  }
}

Answers.serve("ready", (question: Question): Promise<string | Load> | null => {
  if (question.type === "target") {
    targets.set(question.name, question.target)
    return null
  }
  const target = targetOf(question.name)
  return question.type === "get" ? get(target, question.path) : load(target, question)
})
